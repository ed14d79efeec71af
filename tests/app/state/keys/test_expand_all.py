"""Folders that are opened all at once, as far as that is not too many."""

from dataclasses import replace

import pytest

from xpkgtui.app.state.keys.expand_all import MOST, is_cut, onward
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.selection import ListId, Selection
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import ManifestRead
from xpkgtui.inspection.messages.parts import Ready
from xpkgtui.inspection.messages.replies import FilesListed
from xpkgtui.inspection.messages.requests import ListFiles, View
from xpkgtui.inspection.rows.files import FileRow
from xpkgtui.readers.reader import Reading

MANIFEST = ManifestRead(
    digest=None, media_type="", annotations=(), config_digest=None, config_size=None, labels=(), layers=(), total=0
)
STATE = Inspection(source="x", reading=Reading(reader="manager-2.4", annotated=True), manifest=Ready(MANIFEST))
NOW = Selection(list_id=ListId.FILES, expanding=True)


def listed(replies: Replies, folder: str, *names: str, total: int | None = None) -> Replies:
    inside = f"{folder}/" if folder else ""
    rows = tuple(FileRow(path=inside + name, type=EntryType.DIRECTORY, size=0, mode=0o755, layer=0) for name in names)
    request = ListFiles(view=View.BASE, folder=folder)
    event = FilesListed(view=View.BASE, layer=None, folder=folder, first=0, rows=rows, total=total or len(rows))
    return replies.with_request(request).with_event(request, event)


def test_a_level_opens_when_it_is_listed() -> None:
    first = onward(STATE, NOW, listed(Replies(), "", "a", "b"))
    assert first.folders == {"a", "b"}
    assert first.expanding


def test_it_ends_where_every_folder_is_listed() -> None:
    replies = listed(listed(Replies(), "", "a"), "a")
    assert not onward(STATE, onward(STATE, NOW, replies), replies).expanding


@pytest.mark.parametrize("total", [1, 2])
def test_it_waits_for_the_rest_of_a_long_list(total: int) -> None:
    replies = listed(listed(Replies(), "", "a", total=total), "a")
    assert onward(STATE, replace(NOW, folders=frozenset({"a"})), replies).expanding is (total == 2)


def test_too_many_folders_stay_closed_and_that_is_known() -> None:
    replies = listed(Replies(), "", *(f"folder-{number:04}" for number in range(MOST + 5)))
    found = onward(STATE, NOW, replies)
    assert (len(found.folders), found.expanding) == (MOST, False)
    assert is_cut(STATE, found, replies)


def test_nothing_opens_by_itself() -> None:
    assert onward(STATE, Selection(list_id=ListId.FILES), listed(Replies(), "", "a")).folders == frozenset()
