"""What `crossplane resource validate` says of objects that it cannot use."""

from collections.abc import Mapping
from typing import Any

from builders.cases import each_row

from xpkgtui.formats.xpkg.objects.kinds import GroupVersionKind
from xpkgtui.formats.xpkg.tools.commands import unreadable_composition, unusable_definition

PROVIDER = GroupVersionKind.of("pkg.crossplane.io/v1", "Provider")
XRD = GroupVersionKind.of("apiextensions.crossplane.io/v1", "CompositeResourceDefinition")
COMPOSITION = GroupVersionKind.of("apiextensions.crossplane.io/v1", "Composition")
DERIVED = 'cannot derive composite CRD from XRD "a": cannot generate CRD for "Composite Resource" "a": '
CLAIMED = 'cannot derive claim CRD from XRD "a": invalid resource claim names'


@each_row(
    ("named", "spec", "says"),
    [
        (PROVIDER, {"package": "a.example/b"}, None),
        (PROVIDER, {"package": 5}, "cannot get provider package image: spec.package: not a string"),
        (PROVIDER, {}, "cannot get provider package image: spec.package: no such field"),
        (PROVIDER, 5, "cannot get provider package image: spec: not an object"),
        (XRD, {"versions": [{"name": "v1", "schema": {"openAPIV3Schema": {}}}]}, None),
        (XRD, {"versions": [{"name": "v1"}]}, f"{DERIVED}custom resource validation cannot be nil"),
    ],
)
def test_what_no_schema_can_be_made_of(named: GroupVersionKind, spec: Any, says: str | None) -> None:
    assert unusable_definition(named, {"metadata": {"name": "a"}, "spec": spec}) == says


@each_row(
    "word, own, is_met",
    [(word, "x", True) for word in ("kind", "plural", "singular", "listKind")]
    + [(word, None, word in ("kind", "plural")) for word in ("kind", "plural", "singular", "listKind")],
)
def test_names_of_claims_are_others(word: str, own: str | None, is_met: bool) -> None:
    other = {"kind": "A", "plural": "b"}
    spec = {"names": {"kind": "C", "plural": "d", word: own}, "claimNames": {**other, word: own}}
    said = unusable_definition(XRD, {"metadata": {"name": "a"}, "spec": {"versions": [], **spec}})
    assert said == (f'{CLAIMED}: "{own or ""}" conflicts with composite resource name' if is_met else None)


@each_row(
    ("spec", "says"),
    [
        ({"mode": "Pipeline"}, None),
        ({"mode": True}, "failed to convert unstructured to Composition: unrecognized type: string"),
        ({"revision": "x"}, None),
        ({"mode": 5}, "failed to convert unstructured to Composition: cannot convert int64 to v1.CompositionMode"),
    ],
)
def test_a_composition_that_is_not_converted(spec: Mapping[str, Any], says: str | None) -> None:
    assert unreadable_composition(COMPOSITION, {"spec": spec}) == says


@each_row(
    ("number", "kind", "written"),
    [
        ((1 << 63) - 1, "int64", "9223372036854775807"),
        (1 << 63, "float64", "9223372036854776000"),
        (-(1 << 63), "int64", "-9223372036854775808"),
        (-(1 << 63) - 1, "float64", "-9223372036854776000"),
    ],
)
def test_a_number_that_no_integer_holds_is_a_float(number: int, kind: str, written: str) -> None:
    said = unreadable_composition(COMPOSITION, {"spec": {"mode": number}})
    assert said == f"failed to convert unstructured to Composition: cannot convert {kind} to v1.CompositionMode"
    column = {"versions": [{"name": "v1", "additionalPrinterColumns": [{"priority": number}]}]}
    assert f"cannot unmarshal number {written} into" in str(unusable_definition(XRD, {"spec": column}))
