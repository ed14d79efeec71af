"""What the list of files says beside its rows, and in their place."""

from dataclasses import replace
from typing import Any

import pytest
from builders.cases import each_row
from builders.inspection import ports

from xpkgtui.app.drawing.rows import Pane
from xpkgtui.app.files.list import pane
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.selection import PaneId, Selection
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import Progressed
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.messages.replies import FilesListed
from xpkgtui.inspection.messages.requests import ListFiles, View
from xpkgtui.inspection.rows.files import FileRow, Gap, GapKind, Hidden

WHOLE = ports.inspection(*ports.package())
ROOT, FOUND, HIDDEN = ListFiles(view=View.BASE), ListFiles(view=View.BASE, wanted="b"), ListFiles(view=View.HIDDEN)
FILTERED: Any = {"filters": {PaneId.FILES: "b"}}
B = FileRow(path="b", type=EntryType.FILE, size=1_500, mode=0o644, layer=1)
A = replace(B, path="a", type=EntryType.DIRECTORY)


def shown(replies: Replies, state: Inspection = WHOLE, **facts: Any) -> Pane:
    return pane(state, Selection(**facts), replies)


def listed(*rows: FileRow, request: ListFiles = ROOT, replies: Replies | None = None, **facts: Any) -> Replies:
    facts = {"folder": "", "first": 0, "total": len(rows), **facts}
    return (replies or Replies()).with_event(request, FilesListed(view=request.view, rows=rows, **facts))


def failed(kind: FailureKind, hint: str = "", request: ListFiles = ROOT) -> Replies:
    before = Replies() if request == ROOT else listed(A, B)
    return before.with_failure(request, Failure(kind=kind, title="It is lost", hint=hint))


def said(found: Pane) -> tuple[str, str]:
    return found.note.plain, " / ".join(line.plain for line in found.empty)


@each_row(
    ("replies", "note", "lines"),
    [
        (Replies(), "loading", "◌ listing"),
        (failed(FailureKind.PRICE, "press enter"), "not read", "! It is lost / press enter"),
        (failed(FailureKind.STOPPED), "stopped", "! It is lost"),
        (failed(FailureKind.NETWORK), "failed", "✗ It is lost / r tries it again"),
        (failed(FailureKind.CORRUPT), "failed", "✗ It is lost"),
    ],
)
def test_where_nothing_is_listed_the_reason_stands(replies: Replies, note: str, lines: str) -> None:
    found = shown(replies)
    assert (said(found), found.is_loading, found.chosen) == ((note, lines), note == "loading", "1/5 base layer")


@pytest.mark.parametrize(("total", "part"), [(None, ""), (4_000_000, ": 2.0 of 4.0 MB")])
def test_a_layer_that_is_read_for_it_shows_how_far(total: int | None, part: str) -> None:
    progress = Progressed(part=PartName.FILES, what="Reading layer 1", done=2_000_000, total=total)
    lines = f"▸ Reading layer 1{part} / esc stops it"
    assert said(shown(Replies(), replace(WHOLE, progress=progress))) == ("loading", lines)


GAPS = {
    "again": (Gap(layer=0, kind=GapKind.UNREAD, reason="gone", failure=FailureKind.NETWORK),),
    "": (Gap(layer=0, kind=GapKind.UNREAD, reason="gone", failure=FailureKind.CORRUPT),),
}


@each_row(
    ("replies", "note"),
    [
        (listed(B), "1 file"),
        (listed(A), "1 entry"),
        (listed(A, B), "2 entries"),
        (listed(B, total=1_200), "1,200 entries"),
        (listed(B, hidden=Hidden(files=1, size=3_000)), "1 file · 3 kB in 1 covered file"),
        (listed(B, hidden=Hidden(files=2, size=3_000)), "1 file · 3 kB in 2 covered files"),
        (listed(B, hidden=Hidden(files=0, size=0)), "1 file"),
    ],
)
def test_entries_and_what_they_cover_are_counted(replies: Replies, note: str) -> None:
    assert shown(replies).note.plain == note


@pytest.mark.parametrize("word", GAPS)
def test_a_list_that_is_not_whole_says_so_and_whether_another_try_may_help(word: str) -> None:
    note = shown(listed(B, gaps=GAPS[word])).note.plain
    assert note.startswith("! ")
    assert ("r tries again: " in note) is bool(word)
    assert shown(listed(B, request=HIDDEN, gaps=GAPS[word]), view=View.HIDDEN).note.plain.startswith("! ")


def test_hidden_files_are_counted_with_what_they_waste() -> None:
    one, two = listed(B, request=HIDDEN), listed(B, replace(B, layer=0), request=HIDDEN)
    assert [shown(each, view=View.HIDDEN).note.plain for each in (one, two)] == [
        "1 file · 2 kB wasted",
        "2 files · 3 kB wasted",
    ]


SEARCHED = listed(B, request=FOUND, replies=listed(A, B), searched=1_200)


@each_row(
    ("replies", "facts", "note", "count", "lines"),
    [
        (SEARCHED, FILTERED, "1 of 1,200 entries", "1", "Nothing in this view matches.  esc clears the filter"),
        (listed(request=FOUND, replies=listed(A)), FILTERED, "0 found", "0", "Nothing in this view matches."),
        (listed(A, B), FILTERED, "searching", "", "◌ searching the whole view"),
        (failed(FailureKind.CORRUPT, request=FOUND), FILTERED, "searching", "", "✗ It is lost"),
        (listed(A, B), {"problems_only": True}, "0 of 2 entries", "2", "No problems here.  z shows 2"),
        (SEARCHED, FILTERED | {"problems_only": True}, "0 of 1 of 1,200", "1", "No problems here.  z shows 1"),
        (listed(A, B), FILTERED | {"problems_only": True}, "searching", "", "◌ searching the whole view"),
        (listed(), {"problems_only": True}, "0 of 0 entries", "0", "This view has no files.  t shows the next view"),
        (listed(), {}, "0 entries", "0", "This view has no files.  t shows the next view"),
        (
            listed(request=HIDDEN),
            {"view": View.HIDDEN},
            "0 files",
            "0",
            "No layer covers or removes a file of another.",
        ),
    ],
)
def test_what_a_filter_leaves_is_counted_and_where_it_leaves_nothing_the_reason_stands(
    replies: Replies, facts: Any, note: str, count: str, lines: str
) -> None:
    found = shown(replies, **facts)
    assert found.note.plain.startswith(note)
    assert found.count == count
    assert said(found)[1].startswith(lines)


def test_the_rows_before_a_letter_stay_until_the_new_ones_are_found() -> None:
    typed: Any = {"filters": {PaneId.FILES: "bc"}}
    searching = SEARCHED.with_request(replace(FOUND, wanted="bc"))
    assert [row.key for row in shown(searching, **typed).rows] == ["b"]
    assert [row.key for row in shown(listed(A, B), **typed).rows] == ["a", "b"]
    assert [row.key for row in shown(failed(FailureKind.CORRUPT, request=FOUND), **FILTERED).rows] == []


@each_row(
    ("view", "words"),
    [
        (View.LAYER, "2/5 layer 1"),
        (View.UPTO, "3/5 layers 0 to 1"),
        (View.FLATTENED, "4/5 flattened"),
        (View.HIDDEN, "5/5 covered and removed"),
    ],
)
def test_a_view_has_a_number_and_words(view: View, words: str) -> None:
    assert shown(Replies(), view=view, view_layer=1).chosen == words
