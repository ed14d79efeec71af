"""Which files are listed: the requests of a view, and the row under the cursor."""

from dataclasses import replace
from typing import Any

from builders.cases import each_row
from builders.inspection import ports

from xpkgtui.app.state.lists import file_views
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.selection import ListId, PaneId, Selection
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.inspection.messages.replies import FilesListed
from xpkgtui.inspection.messages.requests import ListFiles, View
from xpkgtui.inspection.rows.files import FileRow

WHOLE = ports.inspection(*ports.package())
FOLDER = ports.inspection(ports.resolved(form="folder"), ports.stream())
ROOT = ListFiles(view=View.BASE)
FOUND = replace(ROOT, wanted="b")


def row(path: str, type: EntryType = EntryType.FILE, **facts: Any) -> FileRow:
    return FileRow(path=path, type=type, size=1, mode=0o644, layer=1, **facts)


def listed(*requests: ListFiles, rows: tuple[FileRow, ...] = ()) -> Replies:
    replies = Replies()
    for one in requests:
        event = FilesListed(view=one.view, folder=one.folder, first=0, rows=rows, total=len(rows))
        replies = replies.with_event(one, event)
    return replies


@each_row(
    ("facts", "view", "layer"),
    [
        ({}, View.BASE, None),
        ({"view": View.LAYER, "view_layer": 1}, View.LAYER, 1),
        ({"view": View.UPTO, "view_layer": 1}, View.UPTO, 1),
        ({"view": View.FLATTENED, "view_layer": 1}, View.FLATTENED, None),
    ],
)
def test_a_view_of_one_layer_asks_for_it(facts: Any, view: View, layer: int | None) -> None:
    assert file_views.list_request(WHOLE, Selection(**facts)) == ListFiles(view=view, layer=layer)


def test_where_no_layer_is_annotated_all_are_flattened_and_a_folder_has_one_view() -> None:
    assert WHOLE.reading is not None
    plain = replace(WHOLE, reading=replace(WHOLE.reading, annotated=False))
    flattened = ListFiles(view=View.FLATTENED)
    assert file_views.list_request(plain, Selection()) == flattened
    assert file_views.list_request(FOLDER, Selection(view=View.LAYER)) == flattened
    assert file_views.list_request(ports.inspection(ports.resolved(), ports.manifest()), Selection()) is None
    assert file_views.list_request(ports.inspection(ports.resolved(), ports.stream()), Selection()) is None


@each_row(
    ("replies", "facts", "request_"),
    [
        (Replies(), {"folders": {"b"}}, ROOT),
        (listed(ROOT), {}, None),
        (listed(ROOT), {"folders": {"b", "a", "c"}}, replace(ROOT, folder="a", also=("b", "c"))),
        (listed(ROOT, replace(ROOT, folder="a")), {"folders": {"b", "a"}}, replace(ROOT, folder="b")),
        (listed(ROOT, replace(ROOT, folder="a")), {"folders": {"a"}}, None),
        (listed(ROOT), {"folders": {"b"}, "filters": {PaneId.FILES: "b"}}, FOUND),
        (listed(ROOT, FOUND), {"folders": {"b"}, "filters": {PaneId.FILES: "b"}}, None),
        (Replies(), {"filters": {PaneId.FILES: "b"}}, ROOT),
    ],
)
def test_the_view_comes_first_then_what_is_open_or_what_the_filter_finds(
    replies: Replies, facts: Any, request_: ListFiles | None
) -> None:
    facts |= {"folders": frozenset(facts.get("folders", ()))}
    assert file_views.missing(WHOLE, Selection(**facts), replies) == request_


ROWS = (row("a", EntryType.DIRECTORY), row("c", EntryType.DIRECTORY), row("b"), row("d", EntryType.SYMLINK))


@each_row(
    ("wanted", "facts", "found"),
    [
        *((one.path, {}, one) for one in ROWS),
        ("", {}, ROWS[0]),
        ("e", {}, None),
        ("x/b", {}, None),
        ("d", {"filters": {PaneId.FILES: "b"}}, ROWS[3]),
        ("e", {"filters": {PaneId.FILES: "b"}}, ROWS[0]),
    ],
)
def test_the_row_under_the_cursor(wanted: str, facts: Any, found: FileRow | None) -> None:
    selection = Selection(rows={ListId.FILES: wanted}, **facts)
    assert file_views.file_row(WHOLE, selection, listed(ROOT, FOUND, rows=ROWS)) == found


def test_a_hidden_file_is_known_by_its_layer_too() -> None:
    rows = (row("a"), replace(row("a"), layer=2))
    hidden = ListFiles(view=View.HIDDEN)
    for filters in ({}, {PaneId.FILES: "b"}):
        chosen = Selection(view=View.HIDDEN, rows={ListId.FILES: "2:a"}, filters=filters)
        replies = listed(hidden, replace(hidden, wanted="b"), rows=rows)
        assert file_views.file_row(WHOLE, chosen, replies) == rows[1]
        assert file_views.file_row(WHOLE, chosen.with_row(ListId.FILES, "3:a"), replies) == rows[0]
        assert file_views.file_row(WHOLE, chosen, listed(hidden, replace(hidden, wanted="b"))) is None


def test_while_another_filter_is_searched_the_rows_of_the_last_one_stay() -> None:
    chosen = Selection(filters={PaneId.FILES: "bc"})
    replies = listed(ROOT, FOUND, rows=ROWS).with_request(replace(ROOT, wanted="bc"))
    assert file_views.rows_before(WHOLE, chosen, replies) == ROWS
    assert file_views.file_row(WHOLE, chosen, replies) == ROWS[0]
