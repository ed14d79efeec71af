"""The lists of versions and fields, by their words."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from builders.cases import each_row
from builders.screens.buckets import BUCKETS, TEXT, definition, enum, object_of, version

from xpkgtui.app.drawing.page import Page, Tab
from xpkgtui.app.drawing.rows import Pane, draw_row
from xpkgtui.app.drawing.styled_text import tabs
from xpkgtui.app.schemas.list import fields as of_object
from xpkgtui.app.schemas.list import fields_pane, versions_pane
from xpkgtui.app.schemas.loading import request_of
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.schemas.rows import rows_of
from xpkgtui.app.state.schemas.selection import SchemaSelection
from xpkgtui.app.state.schemas.versions import DefinedSchemas, defined_schemas
from xpkgtui.app.state.selection import Selection, TabId
from xpkgtui.inspection.messages.replies import TextReady

SCHEMAS = defined_schemas([BUCKETS])
START = SchemaSelection(document=1)


def lines(pane: Pane, width: int = 90) -> list[str]:
    """Its rows as text."""
    return [draw_row(one, width).plain.rstrip() for one in pane.rows]


def fields(schemas: DefinedSchemas, selection: SchemaSelection = START, width: int = 90) -> list[str]:
    """The rows of the fields."""
    return lines(fields_pane(schemas, selection, rows_of(schemas, selection)), width)


def of_field(schema: dict[str, Any], width: int = 90) -> str:
    """The row of a field of this schema, without its name."""
    made = definition("a", "A", version("v1", object_of({"field": schema}), stored=True))
    return " ".join(fields(defined_schemas([made]), width=width)[0].split()[1:])


def test_a_version_says_what_changed_how_it_is_converted_and_what_may_be_stored_in_it() -> None:
    pane = versions_pane(SCHEMAS, START, is_told=True)
    assert [" ".join(line.split()) for line in lines(pane, 120)] == [
        "v1beta2 served, stored 40 fields 8 new, 1 moved, 1 gone, 2 changed since v1beta1",
        "v1beta1 served 33 fields as v1alpha1 · converted by a webhook",
        "v1alpha1 not served 33 fields ! objects may still be stored in it",
    ]
    assert pane.note.plain == "3 versions, stored: v1beta2"
    assert pane.name == "Versions of buckets.s3.aws.upbound.io"
    bare = definition("a", "A", version("v1", object_of({}), stored=True))
    bare["spec"]["group"] = ""
    assert versions_pane(defined_schemas([bare]), START, is_told=False).name == "Versions of a"
    assert "since" not in "".join(lines(versions_pane(SCHEMAS, START, is_told=False), 120))


@each_row(
    ("schema", "says"),
    [
        (enum("Orphan", "Delete", default="Delete"), "enum Orphan, Delete = Delete"),
        ({"type": "boolean", "default": False}, "boolean = false"),
        ({"type": "array", "items": object_of({}), "maxItems": 3}, "list of objects, at most 3"),
        ({"type": "array", "items": enum("A", "B"), "x-kubernetes-list-type": "set"}, "set of enum: A, B"),
        ({"type": "object", "additionalProperties": TEXT}, "map of string"),
        ({**TEXT, "description": "What it\nis for."}, "string What it is for."),
        ({"x-kubernetes-int-or-string": True}, "int or s…"),
        ({"type": "object", "x-kubernetes-preserve-unknown-fields": True}, "any any fields"),
    ],
)
def test_the_last_column_says_what_matters_most(schema: dict[str, Any], says: str) -> None:
    found = of_field(schema)
    assert found == says or (says.startswith("int") and found.startswith("int or"))


@pytest.mark.parametrize(("count", "more"), [(30, "29"), (31, "29 and 1 more")])
def test_of_very_many_choices_30_are_listed(count: int, more: str) -> None:
    assert of_field(enum(*map(str, range(count))), 300).endswith(f" {more}")


def test_required_fields_and_those_that_never_change_say_so() -> None:
    found = fields(SCHEMAS)
    assert " ".join(found[2].split()) == "region string required immutable, at least 1"
    assert found[1].startswith("    ▾ forProvider")


def test_columns_give_way_and_the_name_never() -> None:
    assert [line.split()[0] for line in fields(SCHEMAS, width=36)][2:4] == ["region", "bucketPrefix"]
    assert "required" not in fields(SCHEMAS, width=36)[2]
    assert fields(SCHEMAS, width=54)[2].split()[1:3] == ["string", "required,"]
    assert fields(SCHEMAS, width=64)[2].split()[1:3] == ["string", "required"]


def test_a_filter_shows_the_end_of_long_paths() -> None:
    found = fields(SCHEMAS, replace(START, filter="initregion"), width=50)
    assert found[0].split() == ["spec.initProvider.region", "string"]
    assert fields(SCHEMAS, replace(START, filter="initregion"), width=36)[0].split()[0].endswith("der.region")


def test_the_border_counts_and_a_filter_says_how_many_are_left() -> None:
    rows = rows_of(SCHEMAS, START)
    assert fields_pane(SCHEMAS, START, rows, is_told=True).note.plain == "40 fields · 9 required · 4 rules"
    assert fields_pane(SCHEMAS, START, rows).note.plain == "40 fields"
    narrowed = replace(START, filter="region")
    assert fields_pane(SCHEMAS, narrowed, rows_of(SCHEMAS, narrowed)).note.plain.endswith("of 40 fields")
    compared = replace(START, is_compared=True)
    assert fields_pane(SCHEMAS, compared, rows).name == "Fields of v1beta2 beside v1beta1"


def test_names_of_control_characters_and_of_a_hundred_levels_stay_in_their_row() -> None:
    schema: dict[str, Any] = object_of({"\x1b[31mred\n\u202e": {**TEXT, "description": "\x07"}})
    for _ in range(100):
        schema = object_of({"deep": schema})
    schemas = defined_schemas([definition("a", "A", version("v\x1b1", schema, stored=True))])
    rows = rows_of(schemas, START.with_all(unfold=True))
    pane = fields_pane(schemas, START.with_all(unfold=True), rows)
    for one in (pane, versions_pane(schemas, START, is_told=True)):
        drawn = "".join([one.name, one.note.plain, *lines(one, 60)])
        assert not {character for character in drawn if ord(character) < 32 or character in "\x7f\u202e"}
    assert "␛[31m" in lines(pane, 60)[-1]


@each_row(
    ("schema", "says"),
    [
        (None, "has no schema"),
        ({"type": "object"}, "names no field"),
        ({"type": "object", "x-kubernetes-preserve-unknown-fields": True}, "keeps any"),
    ],
)
def test_an_empty_list_says_why_and_what_comes_next(schema: dict[str, Any] | None, says: str) -> None:
    schemas = defined_schemas([definition("a", "A", version("v1", schema, stored=True))])
    assert says in fields_pane(schemas, START, rows_of(schemas, START)).empty[0].plain
    broken = defined_schemas([])
    assert "no versions" in fields_pane(broken, START, ()).empty[0].plain
    assert "no versions" in versions_pane(broken, START, is_told=True).empty[0].plain


def test_the_fields_stand_under_the_tabs_of_their_object(tmp_path: Path) -> None:
    text = json.dumps([BUCKETS])
    (path := tmp_path / "made").write_text(text)
    ready = TextReady(path=str(path), size=len(text))
    replies = Replies().with_event(request_of(1), ready)
    page = Page(tabs=(Tab(id=TabId.YAML, name="YAML"), Tab(id=TabId.SCHEMA, name="Schema")), tab=TabId.SCHEMA)
    here = Selection(in_detail=True)
    rows, pane = of_object(1, here, replies, page, None)
    assert [one.key for one in rows] == [one.key for one in rows_of(SCHEMAS, START)]
    assert pane.note.plain == "v1beta2 · 40 fields"
    for one, line in ((here, "$accent"), (Selection(), "$line")):
        heading = of_object(1, one, replies, page, None)[1].heading
        assert heading == tabs(("YAML", "Schema"), 1, line=line, click="screen.tab_at")
    assert of_object(1, here, replies, page, (rows, pane))[1].rows is pane.rows
    filtered = replace(here, schema=replace(here.schema.of(1), filter="region"))
    assert str(of_object(1, filtered, replies, page, (rows, pane))[1].heading) == "YAML ─ Schema  · /region"
