"""What enter opens, in each list."""

from dataclasses import replace
from typing import Any

import pytest
from builders.cases import each_row
from builders.inspection import ports
from builders.screens import readers

from xpkgtui.app.state.keys.enter import open_page, open_row, row_target, suggested
from xpkgtui.app.state.outcomes import Move, Retry, Scene, Tell
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.selection import ListId, PaneId, Selection, Subject, TabId, entry_key, layer_key
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.formats.xpkg.tools.eras import READERS
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.parts import Ready
from xpkgtui.inspection.messages.replies import FilesListed
from xpkgtui.inspection.messages.requests import (
    CompareReaders,
    LayerScope,
    ListFiles,
    Open,
    OpenPlatform,
    View,
    WhatIf,
)
from xpkgtui.inspection.rows.files import FileRow

WHOLE = ports.inspection(*ports.package(ports.finding()))
LIST = ListFiles(view=View.BASE)
OTHER = replace(WHOLE.entries[0], digest=ports.BASE, selected=False, place="1")
INDEX = replace(WHOLE, platforms=Ready((*WHOLE.entries, OTHER)))


def opened(where: PaneId, key: str = "", state: Inspection = WHOLE, **chosen: Any) -> Any:
    """What enter gives, as it differs from what was chosen where it is a selection."""
    replies = chosen.pop("replies", Replies())
    before = Selection(**chosen)
    found = row_target(state, before, replies, where, key)
    if not isinstance(found, Selection):
        return found
    names = Selection.__dataclass_fields__
    return {name: getattr(found, name) for name in names if getattr(found, name) != getattr(before, name)}


@each_row(
    ("row", "state", "found"),
    [
        (OTHER, INDEX, OpenPlatform(digest=ports.BASE, place="1")),
        (OTHER, replace(INDEX, is_index=False), {"in_detail": True}),
        (INDEX.entries[0], INDEX, {"in_detail": True}),
        (replace(OTHER, digest=""), INDEX, {"in_detail": True}),
        (None, replace(WHOLE, platforms=Ready(())), None),
    ],
    ids=["another one", "no index", "the one that is shown", "without a digest", "none"],
)
def test_another_entry_of_an_index_is_opened(row: Any, state: Inspection, found: Any) -> None:
    if row is not None:
        state = replace(
            state, platforms=Ready(tuple(row if one.place == row.place else one for one in state.entries))
        )
    assert opened(PaneId.PLATFORMS, state=state, rows={ListId.PLATFORMS: entry_key(0, row) if row else ""}) == found


def test_a_layer_opens_its_files() -> None:
    found = opened(PaneId.LAYERS, state=WHOLE, rows={ListId.LAYERS: layer_key(0, WHOLE.layers[0].digest)})
    assert (found["list_id"], found["view_layer"]) == (ListId.FILES, WHOLE.layers[0].index)


def test_a_priced_layer_is_agreed_to() -> None:
    assert WHOLE.reading is not None
    priced = replace(WHOLE, reading=replace(WHOLE.reading, unread=1))
    assert opened(PaneId.OBJECTS, state=priced) == OpenPlatform(digest=ports.DIGEST, consent=True)


def listed(*rows: FileRow) -> Replies:
    event = FilesListed(view=View.BASE, folder="", first=0, rows=rows, total=len(rows))
    return Replies().with_event(LIST, event)


def row(type: EntryType = EntryType.FILE, **facts: Any) -> FileRow:
    return FileRow(path="a", type=type, size=1, mode=0o644, layer=1, **facts)


def failed(kind: FailureKind) -> Replies:
    return Replies().with_failure(LIST, Failure(kind=kind, title="no"))


FOLDER = row(EntryType.DIRECTORY)
SHOWN = {"in_detail": True, "tabs": {Subject.FILE: TabId.CONTENT}}


@each_row(
    ("replies", "filters", "found"),
    [
        (listed(row()), {}, SHOWN),
        (listed(row(linkname="b")), {}, SHOWN),
        (listed(FOLDER), {}, {"folders": frozenset({"a"})}),
        (listed(), {}, None),
        (failed(FailureKind.PRICE), {}, {"consent": True}),
        (failed(FailureKind.NETWORK), {}, Retry((LIST,))),
        (failed(FailureKind.CORRUPT), {}, None),
    ],
    ids=["file", "dead link", "folder", "nothing", "price", "may pass", "damage"],
)
def test_a_file_is_shown_a_folder_unfolded_and_what_failed_tried_again(
    replies: Replies, filters: Any, found: Any
) -> None:
    chosen = opened(PaneId.FILES, replies=replies, filters=filters)
    expected = {name: chosen.get(name) for name in found} if isinstance(found, dict) else chosen
    assert expected == found


@pytest.mark.parametrize(
    ("leads", "folders"), [(EntryType.FILE, {"x", "x/y"}), (EntryType.DIRECTORY, {"x", "x/y", "x/y/z"})]
)
def test_a_link_leads_to_its_target(leads: EntryType, folders: set[str]) -> None:
    link = row(linkname="b", leads=leads, target="x/y/z")
    found = opened(PaneId.FILES, replies=listed(link))
    assert (found["rows"][ListId.FILES], found["folders"]) == ("x/y/z", frozenset(folders))


@each_row(("key", "is_opened"), [("finding:0", True), ("finding:1", False), ("", False)])
def test_a_finding_opens_its_manual(key: str, is_opened: bool) -> None:
    found = opened(PaneId.FINDINGS, key)
    assert (found["tabs"] == {Subject.VERDICT: TabId.MANUAL} if found else False) is is_opened


def test_what_a_reader_did_not_read_is_read_and_a_layer_is_taken_for_the_base() -> None:
    torn = replace(WHOLE, comparison=replace(readers.torn(), results=(readers.unread(READERS[0]),)))
    name = READERS[0].name
    assert opened(PaneId.READERS, f"reader:{name}", torn) == CompareReaders(reach=LayerScope.ALL)
    assert opened(PaneId.READERS, f"reader:{name}", replace(WHOLE, comparison=readers.torn())) == {"beneath": True}
    assert opened(PaneId.READERS, "base:1") == WhatIf(base=1)
    assert isinstance(WHOLE.manifest, Ready)
    supposed = replace(WHOLE, manifest=Ready(replace(WHOLE.manifest.value, what_if=1)))
    assert opened(PaneId.READERS, "base:1", supposed) is None


@each_row(
    ("key", "word", "found"),
    [
        ("document:2", "", {"in_detail": True}),
        ("document:2", "text:a", {"in_detail": True, "tabs": {Subject.OBJECT: TabId.YAML}}),
        ("", "", None),
        ("group:x", "", {"toggled": frozenset({"x"}), "rows": {ListId.OBJECTS: "group:x"}}),
    ],
)
def test_an_object_is_shown_by_its_text_where_that_was_searched_and_a_group_is_unfolded(
    key: str, word: str, found: Any
) -> None:
    filters = {PaneId.OBJECTS: word} if word else {}
    assert opened(PaneId.OBJECTS, key, list_id=ListId.OBJECTS, filters=filters) == found


@each_row(
    ("source", "name", "found"),
    [
        ("a.example/b/c:v1", "v2", "a.example/b/c:v2"),
        ("a.example:5000/b", "v2", "a.example:5000/b:v2"),
        ("a.example/b@sha256:12", "v2", "a.example/b:v2"),
        ("a.example/b", "c.example/d:v1", "c.example/d:v1"),
        ("demo", "other", "other"),
    ],
)
def test_a_suggested_tag_is_one_of_the_same_repository(source: str, name: str, found: str) -> None:
    assert suggested(source, name) == found
    state = Inspection(source=source)
    assert opened(PaneId.FAILURE, f"suggestion:{name}", state) == Open(source=found)
    assert opened(PaneId.FAILURE, "", state) is None


def scene(state: Inspection = WHOLE, **facts: Any) -> Scene:
    plain = {"subject": None, "tabs": (), "tab": None, "findings": (), "busy": False, "is_searched": False}
    return Scene(inspection=state, replies=Replies(), **{"selection": Selection(), **plain, **facts})


@pytest.mark.parametrize(
    ("is_loading", "words"), [(True, "The list is still loading."), (False, "Nothing to open here.")]
)
def test_of_an_empty_list_it_is_said_why_nothing_opens(is_loading: bool, words: str) -> None:
    empty = replace(WHOLE, platforms=Ready(()))
    found = open_row(scene(empty), PaneId.PLATFORMS, "", is_empty=True, is_loading=is_loading)
    assert found == Tell(words)
    assert open_row(scene(empty), PaneId.PLATFORMS, "", is_empty=False, is_loading=False) is None


def test_what_is_opened_is_a_jump_or_a_request() -> None:
    found = open_row(scene(INDEX), PaneId.PLATFORMS, "", is_empty=False, is_loading=False)
    assert found == Move(Selection(in_detail=True), is_jump=True)
    failure = open_row(scene(), PaneId.FAILURE, "tag:v1", is_empty=True, is_loading=False)
    assert isinstance(failure, Open)


def test_enter_in_detail_goes_to_the_manual_of_a_finding_and_from_there_to_its_place() -> None:
    one = WHOLE.findings[0]
    found = open_page(scene(findings=(one,)))
    assert isinstance(found, Move)
    assert (found.is_jump, found.selection.verdict_tab, found.selection.finding) == (True, TabId.MANUAL, 0)
    assert open_page(scene()) is None
    there = open_page(scene(selection=found.selection))
    assert isinstance(there, Move)
    assert not there.selection.verdict
    other = replace(one, rule="XPKG402", place=replace(one.place, document=2))
    two = replace(WHOLE, findings=(one, other))
    for at, shown, number in ((1, (one, other), 1), (1, (one,), 0), (7, (other,), 1), (None, (other, one), 1)):
        moved = open_page(scene(two, findings=shown, selection=Selection(finding=at)))
        assert isinstance(moved, Move)
        assert moved.selection.finding == number
