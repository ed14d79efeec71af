"""Properties become requirements as OLM v0 reads them."""

from typing import Any

from builders.cases import each_row

from xpkgtui.formats.dependencies.operators.requirements import (
    OfferedBundle,
    OperatorApi,
    Requirement,
    bar,
    is_in_range,
    refused_by_v1,
    requirement_of,
    requirements_of,
)

OFFERED = OfferedBundle(
    name="sea.v1.2.0",
    package="sea",
    version="1.2.0",
    provides=frozenset({OperatorApi(group="g", version="v1", kind="Boat")}),
    labels=frozenset({"blue"}),
)
SEA = {"package": {"packageName": "sea", "versionRange": ">=1.0.0"}}
BOAT = {"gvk": {"group": "g", "version": "v1", "kind": "Boat"}}
MOON = {"package": {"packageName": "moon", "versionRange": ">=1.0.0"}}
CEL = {"cel": {"rule": "properties.size() == 0"}}


def requirement(kind: str, value: Any) -> Requirement:
    """The requirement of a property that has one."""
    found = requirement_of(kind, value)
    assert found is not None
    return found


def _all(key: str, *parts: Any) -> dict[str, Any]:
    return {key: {"constraints": list(parts)}}


@each_row(
    ("constraint", "admits"),
    [
        (SEA, True),
        (MOON, False),
        (BOAT, True),
        (_all("all", SEA, BOAT), True),
        (_all("all", SEA, MOON), False),
        (_all("any", MOON, BOAT), True),
        (_all("any", MOON), False),
        (_all("not", MOON), True),
        (_all("not", MOON, SEA), False),
        (_all("all", SEA, _all("not", MOON)), True),
        (CEL, None),
        (_all("all", SEA, CEL), None),
        (_all("all", MOON, CEL), False),
        (_all("any", SEA, CEL), True),
        (_all("not", CEL), None),
        (_all("not", SEA, CEL), False),
    ],
)
def test_a_constraint_is_about_one_bundle(constraint: Any, admits: bool | None) -> None:
    assert requirement("olm.constraint", constraint).admits(OFFERED) is admits


def test_a_package_is_required_in_a_range() -> None:
    value = {"packageName": "sea", "versionRange": "<1.0.0"}
    found = requirement("olm.package.required", value)
    assert (found.kind, found.name, found.constraint, found.admits(OFFERED)) == ("Package", "sea", "<1.0.0", False)
    assert found.predicate == "with package: sea and with version in range: <1.0.0"


def test_an_api_is_spelled_as_olm_spells_it() -> None:
    found = requirement("olm.gvk.required", {"group": "g.io", "version": "v1", "kind": "Boat"})
    assert (found.kind, found.name) == ("API", "Boat.v1.g.io")
    assert found.predicate == "providing an API with group: g.io, version: v1, kind: Boat"


def test_a_label_is_required_of_the_labels_of_a_bundle() -> None:
    assert requirement("olm.label.required", {"label": "blue"}).admits(OFFERED)
    assert not requirement("olm.label.required", {"label": "red"}).admits(OFFERED)


def test_compound_constraints_are_told_in_words() -> None:
    found = requirement("olm.constraint", _all("all", SEA, _all("not", BOAT)))
    assert found.name == "all of (package sea >=1.0.0; none of (API Boat.v1.g))"


def test_keys_are_found_in_any_case() -> None:
    assert requirement("olm.constraint", {"Package": {"PACKAGENAME": "sea", "versionrange": "1.2.0"}}).admits(OFFERED)


@each_row(
    ("value", "fault"),
    [
        ({}, "constraint is empty"),
        ({"failureMessage": "no"}, "constraint is empty"),
        (None, "constraint is empty"),
        ("x", "json: cannot unmarshal string"),
        ({"all": {"constraints": [{"gvk": {"kinds": "A"}}]}}, 'json: unknown field "kinds"'),
        ({"any": {"constraints": [{"cel": {"rule": "1"}}, BOAT]}}, "predicate: cel expressions must have type Bool"),
    ],
)
def test_a_constraint_that_is_not_read_ends_the_resolution(value: Any, fault: str) -> None:
    assert requirement("olm.constraint", value).fault.endswith(fault)


def test_a_constraint_that_is_nested_too_deep_is_not_known() -> None:
    value: Any = SEA
    for _ in range(101):
        value = _all("all", value)
    assert requirement("olm.constraint", value).admits(OFFERED) is None


def test_a_constraint_of_which_aliases_make_gigabytes_is_not_read() -> None:
    part = {"package": {"packageName": "sea" * 10_000, "versionRange": "1.0.0"}}
    found = requirement("olm.constraint", _all("any", SEA, *[part] * 1_000))
    assert (found.name, found.admits(OFFERED)) == ("a constraint that is too large", False)
    assert found.fault.endswith("greater than max constraint size 131072 bytes")


def test_aliases_of_aliases_are_looked_at_as_far_as_olm_reads() -> None:
    value: Any = {"all": {"constraints": []}}
    for _ in range(90):
        value = _all("all", value, value)
    assert "max constraint size" in requirement("olm.constraint", value).fault


def test_other_properties_require_nothing() -> None:
    assert requirements_of([("olm.maxOpenShiftVersion", "4.9"), ("olm.gvk", {})]) == ()


def test_a_requirement_that_stands_twice_is_one() -> None:
    twice = [("olm.gvk.required", {"kind": "A"}), ("olm.gvk.required", {"kind": "A"})]
    assert len(requirements_of(twice)) == 1


def test_an_api_twice_bars_a_bundle() -> None:
    one, other = OperatorApi(kind="A"), OperatorApi(kind="B")
    assert bar([], [one, other]) == ""
    assert bar([], [one, other, OperatorApi(kind="A")]).startswith("it has the API A twice")


def test_olm_v1_refuses_by_name() -> None:
    assert refused_by_v1("a", "olm.constraint") == (
        'bundle "a" has a dependency declared via property "olm.constraint" which is currently not supported'
    )


def test_a_long_constraint_is_cut_and_still_differs_from_others() -> None:
    one, other = (
        requirement("olm.constraint", _all("all", *[SEA] * 100, {"cel": {"rule": rule}}))
        for rule in ("true", "false")
    )
    assert len(one.name) == 400
    assert one.name == other.name
    assert one.key != other.key


@each_row(
    ("version", "written", "is_in"),
    [
        ("1.2.0", ">=1.0.0 <2.0.0", True),
        ("2.0.0", ">=1.0.0 <2.0.0", False),
        ("1.2", ">=1.0.0", False),
        ("1.2.0", "", False),
        ("1.2.0", ">=x", False),
    ],
)
def test_a_version_is_in_a_range_that_can_be_read(version: str, written: str, is_in: bool) -> None:
    assert is_in_range(version, written) is is_in
