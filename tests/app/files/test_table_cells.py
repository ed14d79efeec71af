"""Rows of files: what stands beside a name, by how much room there is."""

from builders.cases import each_row
from textual.content import Content

from xpkgtui.app.files.table import FileItem, cells, permissions
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.inspection.rows.files import FileChange, FileRow


def item(change: FileChange | None = None, type: EntryType = EntryType.FILE, mode: int = 0o640) -> FileItem:
    row = FileRow(path="a.yaml", type=type, size=5, mode=mode, layer=1, uid=1000, gid=5, change=change)
    return FileItem(row=row, depth=0, is_open=False)


def shown(width: int) -> str:
    return " ".join(cell.content.plain for cell in cells(item(), width))


def test_permissions_and_owner_have_their_columns_where_there_is_room() -> None:
    assert "-rw-r----- 1000:5" in shown(100)
    assert "1000:5" not in shown(80)


@each_row(
    ("type", "mode", "text"),
    [
        (EntryType.FILE, 0o4755, "-rwsr-xr-x"),
        (EntryType.DIRECTORY, 0o1777, "drwxrwxrwt"),
        (EntryType.SYMLINK, 0o777, "lrwxrwxrwx"),
    ],
)
def test_permissions_are_written_as_ls_does(type: EntryType, mode: int, text: str) -> None:
    assert permissions(item(type=type, mode=mode).row) == text


@each_row(
    ("change", "color"),
    [(FileChange.ADDED, "$success"), (FileChange.CHANGED, "$warning"), (FileChange.REMOVED, "$error")],
)
def test_each_change_has_its_color(change: FileChange, color: str) -> None:
    where: Content = cells(item(change), 60)[-1].content
    assert color in str(where.spans[0].style)
