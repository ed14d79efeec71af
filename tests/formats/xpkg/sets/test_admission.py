"""Objects of Crossplane's own kinds, as the API server takes them release by release."""

from typing import Any

from builders.cases import each_row
from builders.planned import planned

from xpkgtui.formats.xpkg.sets.admission import SetAdmission, is_of_crossplane

PROVIDER = {"apiVersion": "pkg.crossplane.io/v1", "kind": "Provider", "metadata": {"name": "apple"}}
OWN = {"apiVersion": "pkg.crossplane.io/v1beta1", "kind": "ImageConfig", "metadata": {"name": "own"}}
MATCHED = {"matchImages": [{"prefix": "a.io"}]}
RUNTIME = {"runtime": {"configRef": {"name": "own"}}}
GONE = 'strict decoding error: unknown field "spec.controllerConfigRef"'


def said(minor: str, manifest: dict[str, Any], spec: dict[str, Any], *, is_strict: bool = True) -> str:
    """What is said of an object with a spec."""
    return SetAdmission(minor, is_strict=is_strict).refusal(0, manifest | {"spec": spec})


@each_row(
    ("minor", "manifest", "spec", "message"),
    [
        ("2.4", PROVIDER, {"package": "a.io/b/c:v1"}, ""),
        ("1.20", PROVIDER, {"package": "b/c:v1"}, ""),
        (
            "2.0",
            PROVIDER,
            {"package": "b/c:v1"},
            'Provider.pkg.crossplane.io "apple" is invalid: spec.package: Inval',
        ),
        ("2.4", PROVIDER, {"package": "a.io/b/c:v1", "controllerConfigRef": {"name": "own"}}, GONE),
        ("1.20", PROVIDER, {"package": "a.io/b/c:v1", "controllerConfigRef": {"name": "own"}}, ""),
        ("1.9", PROVIDER, {"package": "a.io/b/c:v1", "controllerConfigRef": {"name": "own"}}, ""),
        ("2.4", OWN, MATCHED | RUNTIME, ""),
        ("2.1", OWN, MATCHED | RUNTIME, 'strict decoding error: unknown field "spec.runtime"'),
        (
            "2.4",
            OWN,
            {},
            'ImageConfig.pkg.crossplane.io "own" is invalid: [spec.matchImages: Required value, <nil>: I',
        ),
        ("2.4", PROVIDER | {"kind": "ControllerConfig"}, {}, ""),
    ],
)
def test_a_release_takes_what_its_definitions_take(
    minor: str, manifest: dict[str, Any], spec: dict[str, Any], message: str
) -> None:
    found = said(minor, manifest, spec)
    assert found.startswith(message)
    assert bool(found) is bool(message)


def test_a_client_that_is_not_strict_has_unknown_fields_dropped() -> None:
    assert said("2.1", OWN, MATCHED | RUNTIME, is_strict=False) == ""
    assert "matchImages: Required" in said("2.1", OWN, RUNTIME, is_strict=False)


def test_kinds_are_served_in_the_versions_of_a_release() -> None:
    rows = {(minor, kind): SetAdmission(minor).versions_of("pkg.crossplane.io", kind) for minor in ("1.20", "2.4")
            for kind in ("Function", "ControllerConfig")}  # fmt: skip
    assert rows == {
        ("1.20", "Function"): ["v1", "v1beta1"],
        ("1.20", "ControllerConfig"): ["v1alpha1"],
        ("2.4", "Function"): ["v1", "v1beta1"],
        ("2.4", "ControllerConfig"): [],
    }
    assert [is_of_crossplane(one) for one in ("secrets.crossplane.io", "helm.crossplane.io")] == [True, False]


def test_each_field_that_is_refused_is_told_at_its_line() -> None:
    manifest = (
        "apiVersion: pkg.crossplane.io/v1beta1\nkind: ImageConfig\nmetadata:\n  name: own\nspec:\n  matchImages:\n"
        "  - prefx: a\n  verification:\n    provider: Cosin\n"
    )
    found = next(one for one in planned(manifest, {}).findings if one.rule == "SET005")
    assert (found.place.line, found.fix) == (7, "Did you mean prefix?")
    fields = [(place.line, message.rpartition(" ")[2]) for place, message in found.also]
    assert fields == [(7, "spec.matchImages[0].prefix"), (9, "spec.verification.provider")]


def test_an_object_that_is_refused_does_not_work() -> None:
    package = (
        "apiVersion: pkg.crossplane.io/v1\nkind: Provider\nmetadata:\n  name: apple\nspec:\n  package: a.io/b/c:v1\n"
    )
    typed = package + "  revisionHistoryLimit: many\n"
    (member,) = planned(typed, {}).members
    assert "revisionHistoryLimit in body must be of type integer" in member.prints
