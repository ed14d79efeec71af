"""The files of layers and folders, row by row and page by page."""

from pathlib import Path

from builders.cases import each_row
from builders.goldens import Golden, once
from builders.inspection.inspections import port
from builders.packages.shelf import shelf
from builders.screens.pages import Walk, on_shelf
from builders.screens.states import odd_list
from builders.screens.whole_pages import FOLDERS

from xpkgtui.app.drawing.page import Fact
from xpkgtui.app.files.facts import facts
from xpkgtui.app.state.selection import ListId
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.formats.xpkg.summary import WORDING
from xpkgtui.inspection.messages.requests import View
from xpkgtui.inspection.rows.files import FileRow
from xpkgtui.service.local import LocalPort

__all__ = ["port", "shelf"]


async def test_files_look_as_they_were_agreed(port: LocalPort, golden: Golden) -> None:
    demo, bundle = [
        await (await Walk(source, port).open()).rows(ListId.FILES, view=View.FLATTENED, folders=FOLDERS)
        for source in ("demo", "demo:bundle")
    ]
    golden("pages_files_demo", once(demo))
    golden("pages_files_bundle", once(bundle, beside=demo))


def test_files_of_odd_packages_look_as_they_were_agreed(golden: Golden) -> None:
    golden("pages_files_odd", once(odd_list(ListId.FILES)))


@each_row(
    ("type", "noun"),
    [
        (EntryType.FILE, "file"),
        (EntryType.DIRECTORY, "folder"),
        (EntryType.SYMLINK, "symbolic link"),
        (EntryType.HARDLINK, "hard link"),
        (EntryType.FIFO, "pipe"),
        (EntryType.DEVICE, "device"),
    ],
)
def test_an_entry_says_what_it_is(type: EntryType, noun: str) -> None:
    row = FileRow(path="a", type=type, size=3, mode=0o644, layer=2)
    said = {one.label: one.text.plain for one in facts(row, WORDING) if isinstance(one, Fact)}
    assert said["type"] == noun
    assert ("size" in said, "entries" in said) == (noun != "folder", noun == "folder")


async def test_files_of_every_sort_look_as_they_were_agreed(shelf: Path, port: LocalPort, golden: Golden) -> None:
    facts = {"folders": frozenset({"d", "e", "late"})}
    demo = await (await Walk("demo", port).open()).rows(ListId.FILES, view=View.FLATTENED, folders=FOLDERS)
    async for walk in on_shelf(shelf, port, "wrecked"):
        texts = [await walk.rows(ListId.FILES, view=one, **facts) for one in (View.FLATTENED, View.HIDDEN)]
        golden("pages_files_shelf", once("\n".join(texts), beside=demo))
