"""What versions of Crossplane 1 refuse of native Compositions, as schema and `Composition.Validate` answered."""

from typing import Any

from builders.cases import each_row

from xpkgtui.formats.xpkg.compositions.native import native_faults

POD = {"apiVersion": "v1", "kind": "Pod", "metadata": {"labels": {"a": "b"}}}
COPY = {"fromFieldPath": "spec.a"}
EXPRESSION = {"type": "string", "string": {"type": "Regexp", "regexp": {"match": "("}}}
ONE = "spec.resources[0].patches[0]"


def resources(*named: str, **fields: Any) -> dict[str, Any]:
    return {"resources": [{"base": POD, **({"name": name} if name else {}), **fields} for name in named]}


def patched(**patch: Any) -> dict[str, Any]:
    return resources("a", patches=[patch])


def said(spec: dict[str, Any], crossplane: str = "1.20") -> list[str]:
    return [one.says for one in native_faults(spec, "boats", crossplane)]


MIXED = "cannot mix named and anonymous resources, all resources must have a name or none must have a name"
REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "no base": (
        {"resources": [{"name": "a"}]},
        "spec.resources[0].base: Required value",
    ),
    "no kind": (
        {"resources": [{"base": {"apiVersion": "v1"}}]},
        "spec.resources[0].base.kind: Required value",
    ),
    "no source": (
        patched(toFieldPath="a"),
        f"{ONE}.fromFieldPath: Required value: fromFieldPath must be set for patch type FromCompositeFieldPath",
    ),
    "set of nowhere": (
        patched(type="PatchSet", patchSetName="s"),
        f'{ONE}.patchSetName: Invalid value: "s": patchSetName must be the name of a declared patchSet',
    ),
    "expression": (
        patched(**COPY, transforms=[EXPRESSION]),
        f'{ONE}.transforms[0].string.regexp.match: Invalid value: "(": invalid regexp',
    ),
    "check": (
        resources("a", readinessChecks=[{"type": "MatchInteger", "fieldPath": "a"}]),
        "spec.resources[0].readinessChecks[0].matchInteger: Required value: cannot be 0 for type MatchInteger",
    ),
    "mixed": (
        resources("a", ""),
        f"spec.resources[1].name: Required value: {MIXED}",
    ),
    "mixed the other way": (
        resources("", "a"),
        f'spec.resources[1].name: Invalid value: "a": {MIXED}',
    ),
    "twice": (resources("a", "a"), 'spec.resources[1].name: Duplicate value: "a"'),
    "nested": (
        resources("a") | {"patchSets": [{"name": "s", "patches": [{"type": "PatchSet", "patchSetName": "s"}]}]},
        'spec.patchSets[0].patches[0].type: Invalid value: "PatchSet": cannot use patches within patches',
    ),
}


@each_row("case", REFUSED)
def test_the_last_crossplane_1_refuses(case: str) -> None:
    spec, message = REFUSED[case]
    assert said(spec) == [message]


def test_an_unknown_type_is_refused_with_those_that_the_version_knows() -> None:
    (message,) = said(patched(**COPY, type="Foo"))
    assert message.startswith(f'{ONE}.type: Unsupported value: "Foo": supported values: "FromCompositeFieldPath", ')


@each_row(
    ("spec", "refusing", "taking"),
    [
        (patched(**COPY, type="FromEnvironmentFieldPath"), ("1.10", "1.18", "1.20"), ("1.11", "1.17")),
        (patched(toFieldPath="a"), ("1.12", "1.20"), ("1.0", "1.11", "2.4")),
        (patched(type="PatchSet", patchSetName="s"), ("1.14",), ("1.13", "2.0")),
        (resources("a", readinessChecks=[{"type": "MatchTrue", "fieldPath": "a"}]), ("1.13",), ("1.14", "1.20")),
    ],
)
def test_versions_differ(spec: dict[str, Any], refusing: tuple[str, ...], taking: tuple[str, ...]) -> None:
    assert {one: bool(said(spec, one)) for one in (*refusing, *taking)} == {
        **dict.fromkeys(refusing, True),
        **dict.fromkeys(taking, False),
    }


@each_row("minor", range(21))
def test_a_plain_composition_is_taken_by_every_version(minor: int) -> None:
    spec = resources("a", patches=[COPY], readinessChecks=[{"type": "None"}]) if minor else resources("")
    assert said(spec, f"1.{minor}") == []
