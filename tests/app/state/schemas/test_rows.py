"""The rows of the fields: what is open, what a filter leaves, and how another version differs."""

from dataclasses import replace

from builders.goldens import Golden, once
from builders.screens.buckets import BUCKETS, TEXT, definition, object_of, version

from xpkgtui.app.state.schemas.rows import (
    FieldRow,
    chosen_row,
    comparison_toggled,
    next_version,
    revealed,
    rows_of,
    toggled,
)
from xpkgtui.app.state.schemas.selection import SchemaSelection
from xpkgtui.app.state.schemas.versions import defined_schemas

SCHEMAS = defined_schemas([BUCKETS])
START = SchemaSelection(document=1)
LONE = defined_schemas([definition("a", "A", version("v1", object_of({"spec": TEXT}), stored=True))])


def paths(selection: SchemaSelection) -> list[str]:
    """What is listed."""
    return [one.key for one in rows_of(SCHEMAS, selection)]


def row(selection: SchemaSelection, key: str) -> FieldRow:
    """A row that is listed."""
    return next(one for one in rows_of(SCHEMAS, selection) if one.key == key)


def test_spec_and_what_is_for_the_provider_are_open_at_first() -> None:
    found = paths(START)
    assert found[:3] == ["spec", "spec.forProvider", "spec.forProvider.region"]
    assert "spec.initProvider.region" not in found
    assert row(START, "spec.initProvider").is_open is False
    assert row(START, "spec.deletionPolicy").is_open is None


def test_parameters_and_status_are_open_at_first_too() -> None:
    inner = object_of({"a": TEXT})
    fields = {"spec": object_of({"parameters": inner, "other": inner}), "status": inner, "more": inner}
    schemas = defined_schemas([definition("a", "A", version("v1", object_of(fields), stored=True))])
    opened = {one.key for one in rows_of(schemas, START) if one.is_open}
    assert opened == {"spec", "spec.parameters", "status"}


def test_a_field_is_opened_and_closed_and_takes_the_cursor() -> None:
    opened = toggled(rows_of(SCHEMAS, START), START, "spec.initProvider", None)
    assert opened.path == "spec.initProvider"
    assert "spec.initProvider.region" in paths(opened)
    again = toggled(rows_of(SCHEMAS, opened), opened, "spec.initProvider", False)
    assert paths(again) == paths(START)
    assert toggled(rows_of(SCHEMAS, START), START, "spec.initProvider", False).path == "spec"


def test_closing_a_field_with_nothing_in_it_closes_the_one_above() -> None:
    closed = toggled(rows_of(SCHEMAS, START), START, "spec.forProvider.region", False)
    assert closed.path == "spec.forProvider"
    assert "spec.forProvider.region" not in paths(closed)


def test_the_cursor_stands_on_the_nearest_field_above_one_that_is_not_listed() -> None:
    found = chosen_row(rows_of(SCHEMAS, START), replace(START, path="spec.initProvider.grant[].id"))
    assert found is not None
    assert found.key == "spec.initProvider"


def test_all_fields_are_opened_and_closed() -> None:
    shown = SCHEMAS.version("")
    assert shown is not None
    assert len(paths(START.with_all(unfold=True))) == shown.version.fields
    assert paths(START.with_all(unfold=False)) == ["spec", "status"]


def test_a_filter_leaves_whole_paths_the_best_first() -> None:
    found = rows_of(SCHEMAS, replace(START, filter="init region"))
    assert found[0].key == "spec.initProvider.region"
    assert found[0].is_whole
    assert rows_of(SCHEMAS, replace(START, filter="zzz")) == ()


def test_a_field_that_is_revealed_has_all_above_it_open() -> None:
    found = revealed(SCHEMAS, replace(START, path="spec.initProvider.grant[].id"))
    assert "spec.initProvider.grant[].id" in paths(found)
    assert revealed(SCHEMAS, found) == found


def test_versions_follow_each_other_round() -> None:
    selection, seen = START, []
    for _ in range(3):
        found = next_version(SCHEMAS, selection)
        assert found is not None
        selection = found
        seen.append(selection.version)
    assert seen == ["0:v1beta1", "0:v1alpha1", "0:v1beta2"]
    assert next_version(LONE, START) is None


def test_the_version_before_stands_beside_it_and_leaves_again() -> None:
    compared = comparison_toggled(SCHEMAS, START)
    assert compared is not None
    assert (row(compared, "spec.forProvider.grant").mark, row(compared, "spec.forProvider.grant").difference) == (
        "+",
        "not in v1beta1",
    )
    assert row(compared, "spec.forProvider.versioning").difference == "moved from spec.versioning"
    assert (row(compared, "-spec.acl").difference, row(compared, "-spec.acl").depth) == ("only in v1beta1", 1)
    assert row(compared, "-spec.versioning").difference == "moved to spec.forProvider.versioning"
    assert row(compared, "spec.forProvider.region").difference == "v1beta1: no pattern, no bounds"
    assert comparison_toggled(SCHEMAS, compared) == START
    assert comparison_toggled(LONE, START) is None


def test_a_field_that_is_gone_from_the_top_stands_at_the_top() -> None:
    old, new = version("v1", object_of({"a": TEXT})), version("v2", object_of({"b": TEXT}), stored=True)
    found = rows_of(defined_schemas([definition("a", "A", new, old)]), replace(START, is_compared=True))
    assert [(one.key, one.depth, one.difference) for one in found] == [("b", 0, "not in v1"), ("-a", 0, "only in v1")]


def test_what_differs_is_open_and_closed_says_how_much_is_inside() -> None:
    compared = replace(START, is_compared=True)
    assert row(compared, "spec.initProvider").is_open
    closed = toggled(rows_of(SCHEMAS, compared), compared, "spec.initProvider", None)
    assert row(closed, "spec.initProvider").difference == "2 inside"


def test_five_thousand_fields_are_listed_and_a_hundred_levels_opened() -> None:
    schema = object_of({f"field{number:04}": TEXT for number in range(5_000)})
    for _ in range(100):
        schema = object_of({"spec": schema})
    schemas = defined_schemas([definition("a", "A", version("v1", schema, stored=True))])
    deepest = ".".join(["spec"] * 100)
    opened = revealed(schemas, replace(START, path=f"{deepest}.field0042"))
    assert len(rows_of(schemas, opened)) == 5_100


def test_another_definition_is_looked_at_as_it_opens_with_the_same_fields_open() -> None:
    left = replace(START, version="0:v1beta1", path="spec", is_compared=True, filter="x", toggled=frozenset({"spec"}))
    assert left.of(2) == SchemaSelection(document=2, toggled=frozenset({"spec"}))
    assert left.of(1) is left


def test_rows_are_what_was_agreed(golden: Golden) -> None:
    lines = []
    whole = START.with_all(unfold=True)
    for name, selection in {
        "as it opens": START,
        "all open, compared": replace(whole, is_compared=True),
        "compared": replace(START, is_compared=True),
        "the oldest, compared": replace(whole, version="v1alpha1", is_compared=True),
        "all closed but one": replace(START.with_all(unfold=False), toggled=frozenset({"spec"})),
        "some words": replace(whole, filter=" prov region "),
        "no version": replace(whole, version="v9"),
    }.items():
        lines.append(f"── {name}")
        for one in rows_of(SCHEMAS, selection):
            fold = {None: " ", True: "▾", False: "▸"}[one.is_open]
            lines.append(
                f"{'  ' * one.depth}{fold} {one.key} {one.mark} {one.difference}{' whole' * one.is_whole}".rstrip()
            )
    golden("rows_of_fields", once("\n".join([*lines, ""])))
