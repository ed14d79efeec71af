"""The fields that patches of compositions read and write."""

import pytest
from builders.cases import each_row
from builders.packages.judgements import CRD, judge_stream
from formats.xpkg.rules.vectors.compositions import COMPOSITIONS, INNER, NETWORK, composing, native, patching
from formats.xpkg.rules.vectors.streams import changed

_RULES = ("XPKG727", "XPKG728")
_FROM, _TO = "fromFieldPath: '{}', toFieldPath: spec.region", "fromFieldPath: spec.region, toFieldPath: '{}'"


def _found(text: str) -> list[tuple[str, str, str]]:
    """Rule, field, and what is said behind the title."""
    judged = judge_stream(text)
    return [
        (one.rule, one.place.field or "", one.message.partition(": ")[2])
        for rule in _RULES
        for one in judged.of(rule)
    ]


def _only(text: str) -> str:
    ((_, _, said),) = _found(text)
    return said


def test_a_field_of_the_composite_is_named_with_the_nearest_one() -> None:
    where = "spec.pipeline[0].input.resources[0].patches[0].fromFieldPath"
    said = "a patch of resource inner reads spec.regoin, but spec of XThing has no field regoin; "
    said += "did you mean spec.region?"
    assert _found(COMPOSITIONS["patch from an unknown field"]) == [("XPKG727", where, said)]


def test_a_field_of_a_composed_resource_is_named_with_the_nearest_one() -> None:
    where = "spec.pipeline[0].input.resources[0].patches[0].toFieldPath"
    said = "a patch of resource inner writes spec.regoin, but spec of XInner has no field regoin; "
    said += "did you mean spec.region?"
    assert _found(COMPOSITIONS["patch to an unknown field"]) == [("XPKG728", where, said)]


@each_row(
    "path",
    [
        *("spec.region", "spec.tags", "spec.tags[a.b/c]", "spec.free.any[3].thing", "spec.nodes[0].name"),
        *("spec.nodes[*].name", "spec", "metadata.labels[a.b/c]", "metadata.annotations.x", "apiVersion", "kind"),
        *("status.id", "status.conditions[0].reason", "spec.crossplane.compositionRef.name"),
    ],
)
def test_fields_that_exist_are_not_spoken_of(path: str) -> None:
    judged = judge_stream(patching(_FROM.format(path)))
    assert judged.rules & {"XPKG501", *_RULES} == set()


@each_row(
    ("path", "said"),
    [
        ("spec.cidr", "but spec of XThing has no field cidr; did you mean spec.network.cidr?"),
        ("spec.netwrok.cidr", "but spec of XThing has no field netwrok; did you mean spec.network.cidr?"),
        ("spec.Region", "but spec of XThing has no field Region; did you mean spec.region?"),
        ("spec.region.name", "but spec.region of XThing is text"),
        ("spec.region[0]", "but spec.region of XThing is text"),
        ("spec.nodes.name", "but spec.nodes of XThing is a list; did you mean spec.nodes[0].name?"),
        ("spec.network[0]", "but spec.network of XThing is a mapping, not a list"),
        ("spec.claimRef.name", "but spec of XThing has no field claimRef"),
        ("spec.other", "but spec of XThing has no field other"),
        ("status.other", "but status of XThing has no field other"),
        ("data.other", "but XThing has no field data"),
        ("spec..region", "which is not a field path: unexpected '.' at position 5"),
    ],
)
def test_fields_that_do_not_exist_are_explained(path: str, said: str) -> None:
    assert _only(patching(_FROM.format(path))).partition(f"reads {path}")[2].removeprefix(", ") == said


def test_fields_that_crossplane_adds_depend_on_the_scope() -> None:
    older = changed(NETWORK, "crossplane.io/v2", "crossplane.io/v1")
    assert _found(patching(_FROM.format("spec.claimRef.namespace"), definition=older)) == []
    assert "has no field crossplane" in _only(patching(_FROM.format("spec.crossplane.x"), definition=older))


def test_a_schema_without_a_status_has_no_field_in_it() -> None:
    bare = changed(NETWORK, "      status: {type: object, properties: {id: {type: string}}}}}", "}}")
    text = patching("type: ToCompositeFieldPath, fromFieldPath: status.id, toFieldPath: status.id", definition=bare)
    assert "writes status.id, but status of XThing has no field id" in _only(text)


def test_without_a_target_a_patch_writes_the_field_that_it_reads() -> None:
    assert [(rule, field.rpartition(".")[2]) for rule, field, _ in _found(patching("fromFieldPath: spec.nope"))] == [
        ("XPKG727", "fromFieldPath"),
        ("XPKG728", "fromFieldPath"),
    ]


@each_row(
    ("patch", "expected"),
    [
        (f"type: ToCompositeFieldPath, {_FROM.format('status.a')}", ["XPKG728"]),
        (f"type: ToCompositeFieldPath, {_TO.format('status.a')}", ["XPKG727"]),
        ("type: FromEnvironmentFieldPath, fromFieldPath: a.b, toFieldPath: spec.a", ["XPKG728"]),
        ("type: ToEnvironmentFieldPath, fromFieldPath: spec.region, toFieldPath: a.b", []),
        (
            "type: CombineFromComposite, combine: {variables: [{fromFieldPath: spec.a}]}, toFieldPath: spec.b",
            ["XPKG727", "XPKG728"],
        ),
        (
            "type: CombineToComposite, combine: {variables: [{fromFieldPath: spec.region}]}, toFieldPath: status.b",
            ["XPKG727"],
        ),
        ("type: SomethingNew, fromFieldPath: spec.a", []),
    ],
)
def test_the_type_of_a_patch_says_who_has_which_field(patch: str, expected: list[str]) -> None:
    assert [rule for rule, _, _ in _found(patching(patch))] == expected


def test_a_variable_is_named_by_its_place() -> None:
    variables = (
        "combine: {variables: [{fromFieldPath: spec.region}, {fromFieldPath: spec.a}]}, toFieldPath: spec.region"
    )
    ((_, field, _),) = _found(patching(f"type: CombineFromComposite, {variables}"))
    assert field.endswith("patches[0].combine.variables[1].fromFieldPath")


def test_a_patch_set_is_looked_at_once_for_the_composite_and_for_each_resource_that_takes_it() -> None:
    sets = "patchSets: [{name: common, patches: [{fromFieldPath: spec.a, toFieldPath: spec.b}]}]"
    base = "base: {apiVersion: example.org/v1, kind: XInner}"
    taken = ", ".join(
        f"{{name: r{number}, {base}, patches: [{{type: PatchSet, patchSetName: common}}]}}" for number in range(2)
    )
    found = _found(composing(f"{sets}, resources: [{taken}]"))
    at = "spec.pipeline[0].input"
    assert [(rule, field.removeprefix(at)) for rule, field, _ in found] == [
        ("XPKG727", ".patchSets[0].patches[0].fromFieldPath"),
        ("XPKG728", ".resources[0].patches[0]"),
        ("XPKG728", ".resources[1].patches[0]"),
    ]
    assert "a patch of resource r1 (patch set common) writes spec.b" in found[2][2]


def test_a_patch_of_the_environment_names_the_composite_only() -> None:
    text = composing("environment: {patches: [{fromFieldPath: spec.a, toFieldPath: x.y}]}, resources: []")
    ((rule, field, _),) = _found(text)
    assert (rule, field) == ("XPKG727", "spec.pipeline[0].input.environment.patches[0].fromFieldPath")


@pytest.mark.parametrize(
    ("field", "entry", "noun"),
    [
        ("connectionDetails", "name: a, type: FromFieldPath, fromFieldPath: status.a", "a connection detail"),
        ("readinessChecks", "type: NonEmpty, fieldPath: status.a", "a readiness check"),
    ],
)
def test_details_and_checks_name_fields_too(field: str, entry: str, noun: str) -> None:
    said = _only(patching(entry, field=field))
    assert said.startswith(f"{noun} of resource inner reads status.a, but status of XInner has no field a")


def test_a_native_composition_is_looked_at() -> None:
    ((_, field, _),) = _found(native("fromFieldPath: spec.a, toFieldPath: spec.region"))
    assert field == "spec.resources[0].patches[0].fromFieldPath"


def test_a_fork_of_the_function_has_the_same_input() -> None:
    text = changed(
        COMPOSITIONS["patch to an unknown field"], "pt.fn.crossplane.io", "conditional-pt.fn.crossplane.io"
    )
    assert [rule for rule, _, _ in _found(text)] == ["XPKG728"]


def test_the_input_of_another_function_is_not_looked_at() -> None:
    text = changed(COMPOSITIONS["patch to an unknown field"], "pt.fn.crossplane.io", "template.fn.crossplane.io")
    assert _found(text) == []


def test_kinds_of_other_packages_are_not_looked_at() -> None:
    text = changed(
        COMPOSITIONS["patch to an unknown field"], "base: {apiVersion: example.org", "base: {apiVersion: b.org"
    )
    assert _found(text) == []


def test_a_version_that_is_not_defined_has_no_fields_to_compare() -> None:
    text = changed(
        COMPOSITIONS["patch from an unknown field"],
        "{apiVersion: example.org/v1, kind: XThing}",
        "{apiVersion: example.org/v2, kind: XThing}",
    )
    assert _found(text) == []


def test_of_two_definitions_none_is_believed() -> None:
    text = COMPOSITIONS["patch to an unknown field"]
    assert _found(f"{text}---\n{INNER}") == []


def test_a_custom_resource_of_the_package_is_looked_at() -> None:
    typed = changed(CRD, "{type: object, x-kubernetes-preserve-unknown-fields: true}", "{type: object}")
    text = changed(
        COMPOSITIONS["patch to an unknown field"],
        "base: {apiVersion: example.org/v1, kind: XInner}",
        "base: {apiVersion: nop.example.org/v1, kind: Thing}",
    )
    assert [said.partition(", ")[2] for _, _, said in _found(f"{text}---\n{typed}")] == [
        "but spec of Thing has no field regoin"
    ]
    assert _found(f"{text}---\n{CRD}") == []


def test_the_line_is_that_of_the_patch() -> None:
    text = COMPOSITIONS["patch from an unknown field"]
    (found,) = judge_stream(text).of("XPKG727")
    assert "spec.regoin" in text.splitlines()[(found.place.line or 0) - 1]
