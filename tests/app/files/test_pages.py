"""The files of layers and folders, row by row and page by page."""

from dataclasses import replace

import pytest
from builders.goldens import Golden
from builders.inspection import ports
from builders.inspection.inspections import port
from builders.screens.pages import Walk
from builders.screens.states import odd_list

from xpkgtui.app.drawing.page import TextRange
from xpkgtui.app.files.detail import page
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.selection import ListId, Selection
from xpkgtui.documents.origins import Origins
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.inspection.messages.replies import FilesListed
from xpkgtui.inspection.messages.requests import ListFiles, View
from xpkgtui.inspection.rows.files import FileRow
from xpkgtui.service.local import LocalPort

__all__ = ["port"]
FOLDERS = frozenset({"etc", ".up", "usr", "usr/local", "manifests", "metadata"})


@pytest.mark.parametrize("source", ["demo", "demo:bundle"])
async def test_files_look_as_they_were_agreed(source: str, port: LocalPort, golden: Golden) -> None:
    walk = await Walk(source, port).open()
    golden(
        f"pages_files_{source.rpartition(':')[2]}",
        await walk.rows(ListId.FILES, view=View.FLATTENED, folders=FOLDERS),
    )


def test_files_of_odd_packages_look_as_they_were_agreed(golden: Golden) -> None:
    golden("pages_files_odd", odd_list(ListId.FILES))


def test_the_stream_is_read_where_it_lies_unless_it_was_made_of_several_files() -> None:
    state, several = ports.inspection(*ports.package()), Origins(files=("a",), starts=(1,), owners=(0,), lines=(1,))
    row = FileRow(path="package.yaml", type=EntryType.FILE, size=12, mode=0o644, layer=1, taken=True)
    listed = FilesListed(view=View.BASE, layer=None, folder="", first=0, rows=(row,), total=1)
    replies = Replies().with_event(ListFiles(view=View.BASE), listed)
    whole = page(state, Selection(line=7), replies)
    assert (whole.text, whole.line) == (TextRange(path="/nowhere", start=0, end=12, language="yaml"), 7)
    assert state.reading is not None
    built = replace(state, reading=replace(state.reading, origins=several))
    assert page(built, Selection(line=7), replies).text is None
