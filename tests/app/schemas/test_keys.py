"""Keys on the schema that Detail shows."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from builders.cases import each_row
from builders.inspection import ports
from builders.screens.buckets import BUCKETS, TEXT, definition, object_of, version

from xpkgtui.app.schemas import keys
from xpkgtui.app.schemas.loading import is_definition, request_of, schemas_of
from xpkgtui.app.schemas.places import search_word
from xpkgtui.app.state.outcomes import Move, Scene, ShowSchema, Tell
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.schemas.rows import rows_of
from xpkgtui.app.state.schemas.selection import SchemaSelection
from xpkgtui.app.state.schemas.versions import defined_schemas
from xpkgtui.app.state.selection import ListId, Selection, TabId
from xpkgtui.formats.role import Role
from xpkgtui.inspection.messages.parts import Ready
from xpkgtui.inspection.messages.replies import TextReady
from xpkgtui.inspection.rows.objects import ObjectRow

ROW = ObjectRow(
    document=1,
    line=1,
    start=0,
    end=40,
    first_line=1,
    api_version="v1",
    kind="CustomResourceDefinition",
    name="buckets",
    role=Role.OBJECT,
    defines="Bucket",
)
OTHER = replace(ROW, document=2, kind="Widget", defines="")
PACKAGE = ports.inspection(*ports.package())
STATE = replace(PACKAGE, objects=Ready((ROW, OTHER)), outlines=(ROW, OTHER))
ONE_VERSION = definition("a", "A", version("v1", object_of({"spec": TEXT}), stored=True))
ONLY = Tell("Only definitions have a schema: choose a CRD or an XRD among the objects.")


def scene(folder: Path, *made: Any, document: int = 1, tab: TabId = TabId.SCHEMA, **chosen: Any) -> Scene:
    """A definition under the cursor, with the schemas that came."""
    replies = Replies()
    if made:
        path = folder / "made"
        path.write_text(json.dumps(made))
        size = path.stat().st_size
        replies = replies.with_event(request_of(document), TextReady(path=str(path), size=size, language="json"))
    return Scene(
        inspection=STATE,
        selection=Selection(list_id=ListId.OBJECTS, rows={ListId.OBJECTS: f"document:{document}"}, **chosen),
        replies=replies,
        subject=None,
        tabs=(),
        tab=tab,
        findings=(),
        busy=False,
        is_searched=False,
    )


def schema_of(found: object) -> SchemaSelection:
    """The selection of the schema that a key leads to."""
    assert isinstance(found, Move)
    assert found.selection.in_detail or found.is_chosen
    return found.selection.schema


def test_the_cursor_goes_to_a_field_and_fields_are_opened(tmp_path: Path) -> None:
    here = scene(tmp_path, BUCKETS)
    moved = keys.moved(here, "spec.forProvider")
    assert isinstance(moved, Move)
    assert moved.selection.in_detail
    assert schema_of(moved) == SchemaSelection(document=1, path="spec.forProvider")
    toggled = SchemaSelection(document=1, path="spec.initProvider", toggled=frozenset({"spec.initProvider"}))
    assert schema_of(keys.folded(here, "spec.initProvider", True)) == toggled
    assert schema_of(keys.folded(here, "spec.initProvider", False)).path == "spec"
    assert schema_of(keys.open_row(here, "spec.initProvider")) == toggled
    assert keys.open_row(here, "spec.deletionPolicy") == ShowSchema(
        SchemaSelection(document=1, path="spec.deletionPolicy")
    )
    assert keys.open_row(here, "gone") == ShowSchema(SchemaSelection(document=1, path="gone"))
    assert keys.shown_in_full(here) == ShowSchema(SchemaSelection(document=1))


@pytest.mark.parametrize("document", [1, 2])
def test_without_a_schema_nothing_moves(document: int, tmp_path: Path) -> None:
    here = scene(tmp_path, document=document)
    assert (keys.moved(here, "spec") is None) is (document == 2)
    assert keys.folded(here, "spec", None) is None
    assert keys.open_row(here, "spec") is None
    if document == 2:
        assert keys.shown_in_full(here) == ONLY


def test_versions_are_shown_in_turn_and_beside_each_other(tmp_path: Path) -> None:
    here = scene(tmp_path, BUCKETS)
    assert schema_of(keys.to_next_version(here)).version == "0:v1beta1"
    assert schema_of(keys.compared(here)).is_compared
    one = scene(tmp_path / "", ONE_VERSION, document=1)
    assert keys.to_next_version(one) == Tell("This definition has one version.")
    assert keys.compared(one) == Tell("This kind has one version.")


def test_keys_of_a_schema_say_where_they_are_of_use(tmp_path: Path) -> None:
    nowhere = [Tell(f"{key} is for the tab Schema, which definitions have.") for key in "vc"]
    for here in (
        scene(tmp_path, BUCKETS, tab=TabId.YAML),
        scene(tmp_path, BUCKETS, verdict=True),
        scene(tmp_path, document=2, tab=TabId.FACTS),
    ):
        assert [keys.to_next_version(here), keys.compared(here)] == nowhere
    assert keys.compared(scene(tmp_path)) == Tell("The schema is not there yet.")
    broken = scene(tmp_path, {"kind": "Widget"})
    assert keys.compared(broken) == Tell("The definition has no versions, so there are no fields.")


@each_row(
    ("facts", "is_one"),
    [
        ({}, True),
        ({"kind": "CompositeResourceDefinition"}, True),
        ({"kind": "Widget"}, False),
        ({"kind": None}, False),
        ({"defines": ""}, False),
        ({"role": Role.BROKEN}, False),
    ],
)
def test_a_definition_is_known_by_its_first_lines(facts: dict[str, Any], is_one: bool) -> None:
    assert is_definition(replace(ROW, **facts)) is is_one


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[" * 100_000, "The schema is too deep to be shown; the tab YAML has its text."),
        ("{}", "The definition has no versions, so there are no fields."),
    ],
)
def test_schemas_that_cannot_be_read_say_why(text: str, problem: str, tmp_path: Path) -> None:
    path = tmp_path / f"of {len(text)}"
    path.write_text(text)
    answer = TextReady(path=str(path), size=len(text), language="json")
    found = schemas_of(3, Replies().with_event(request_of(3), answer))
    assert found is not None
    assert found.problem == problem
    assert schemas_of(3, Replies()) is None


def test_a_field_is_sought_by_the_keys_above_it() -> None:
    rows = rows_of(defined_schemas([BUCKETS]), SchemaSelection(document=1).with_all(unfold=True))
    found = {one.key: search_word(one.field) for one in rows}
    assert found["spec"] == "spec"
    assert found["spec.forProvider.region"] == "spec.forProvider.region"
    assert found["spec.forProvider.grant[].permissions"] == "spec.forProvider.grant.items.permissions"
