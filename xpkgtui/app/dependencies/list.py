"""The packages that one needs, as a tree with what each gets; and the versions near the constraints on one."""

from collections.abc import Iterator, Sequence

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.dependencies.near import VersionTable, compared
from xpkgtui.app.drawing.rows import Cell, Pane, Row
from xpkgtui.app.drawing.styled_text import SEVERITIES, Part, join, safe, sign, words
from xpkgtui.app.state.dependencies import DependencySelection, NeededRow, ShownDependencies, chosen_version
from xpkgtui.formats.dependencies.needed import NeededPackage, PackageState
from xpkgtui.reporting.needed_packages import NeededPackages, letter, prefix
from xpkgtui.rules.finding import Severity
from xpkgtui.values import dataclass
from xpkgtui.visible import size as visible_size

_ASKS, _GETS, _SIZE = (8, 16), (11, 14), 8
"""Cells of what is asked for and of what is got, at least and at most; and of a size."""
_SMALL = 64
"""Cells below which sizes give way."""
_NAME = 20
"""Cells that lines of a tree leave to a name."""
_ABOVE = "↑ above"


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeRow:
    """A package of the tree as it is listed."""

    name: str
    lines: str
    letter: str
    asks: str
    sign: str
    gets: str
    size: str
    columns: tuple[int, int]
    """The cells of what is asked for and of what is got."""
    is_root: bool = False
    is_dim: bool = False


def tree_rows(shown: ShownDependencies, rows: Sequence[NeededRow]) -> tuple[Row, ...]:
    """The rows of the tree beneath the names of its columns."""
    if not rows:
        return ()
    found = shown.found
    branches = [one.branch for one in rows]
    asks = _cells_of((one.edge.constraint for one in branches if one.edge), _ASKS)
    gets = _cells_of((one.package.version for one in branches), _GETS)
    heads = Row("columns", (asks, gets), _columns, selectable=False, is_steady=True)
    made = (Row(one.key, _tree_row(shown, found, one, (asks, gets)), _cells, is_steady=True) for one in rows)
    return (heads, *made)


def _cells_of(texts: Iterator[str], room: tuple[int, int]) -> int:
    least, most = room
    return max(least, min(most, max(map(len, texts), default=0)))


def _tree_row(shown: ShownDependencies, found: NeededPackages, row: NeededRow, columns: tuple[int, int]) -> TreeRow:
    branch = row.branch
    package, edge = branch.package, branch.edge
    mark, gets = got(shown, row)
    size = package.image.size if package.image and not branch.is_repeated else None
    return TreeRow(
        name=found.name(package.package),
        lines=prefix(branch.lasts),
        letter=letter(package.kind) if edge else "",
        asks=edge.constraint or "any" if edge else "",
        sign=mark,
        gets=gets,
        size=visible_size(size) if size is not None else "",
        columns=columns,
        is_root=edge is None,
        is_dim=branch.is_repeated and row.trouble is None,
    )


def got(shown: ShownDependencies, row: NeededRow) -> tuple[str, str]:
    """The sign of a row, and what it gets in words."""
    branch, tree = row.branch, shown.found.tree
    package, version = branch.package, branch.package.version
    if not tree.is_resolved:
        unknown = "asking" if shown.doing else "not asked"
        return ("◌", unknown) if branch.edge is not None else ("", version)
    if row.trouble is Severity.ERROR:
        return "✗", "cycle" if package.state is PackageState.CYCLE else version or "none"
    if branch.is_repeated:
        return "·", _ABOVE
    if package.state is PackageState.UNKNOWN:
        return "◌", "not asked"
    if row.trouble is not None:
        return SEVERITIES[row.trouble], version
    return "◌" if package.is_priced else "✓", version


def pane(
    shown: ShownDependencies,
    selection: DependencySelection,
    rows: Sequence[Row],
    cursor: str,
    *,
    is_narrow: bool = False,
) -> Pane:
    """The tree."""
    tree = shown.found.tree
    name = f"Dependencies · as {visible.line(tree.resolver)} would install them" if tree.resolver else "Dependencies"
    return Pane(
        name="1 Dependencies" if is_narrow else name + (", with upgrades" if shown.upgrades else ""),
        rows=rows,
        filter=selection.wanted,
        note=_note(shown),
        cursor=cursor,
        is_loading=not shown.is_done,
        empty=_empty(shown, selection),
    )


def _note(shown: ShownDependencies) -> Content:
    """`12 packages  ✗ 1  ◌ 1 not asked`"""
    found = shown.found
    count = len(found.tree.packages)
    if not count:
        return Content("")
    parts: list[Part] = [(f"{count:,} package{'' if count == 1 else 's'}", "$muted")]
    if found.wrong:
        parts += ["  ", sign("✗"), (f" {len(found.wrong):,}", "$muted")]
    if found.tree.is_resolved and found.unknown:
        what = "not opened" if found.is_priced else "not asked"
        parts += ["  ", sign("◌"), (f" {len(found.unknown):,} {what}", "$muted")]
    return join(*parts)


def _empty(shown: ShownDependencies, selection: DependencySelection) -> tuple[Content, ...]:
    """The sentence in place of rows, with a next step."""
    failure = shown.found.failure
    if failure is not None:
        hint = [safe(failure.hint, "$foreground")] if failure.hint else []
        return (join(sign("✗"), " ", safe(failure.title, "$foreground")), *hint, words("**r** asks again", "$muted"))
    if shown.doing:
        return (join(sign("◌"), " ", safe(shown.doing, "$muted")),)
    if selection.wanted.terms:
        return (words("No package matches the filter.  **/** changes it", "$muted"),)
    return (words("Stopped.  **r** asks again", "$muted"),)


def _columns(columns: tuple[int, int], width: int) -> tuple[Cell, ...]:
    # As far to the right as rows with a cursor.
    heads = (safe(name, "$muted") for name in ("  package", "asks for", "  gets", "size"))
    name, asks, gets, size = heads
    return _placed(name, Cell(asks, columns[0]), (Cell(gets, columns[1] + 2),), size, width)


def _cells(row: TreeRow, width: int) -> tuple[Cell, ...]:
    style = "$muted" if row.is_dim else "bold $foreground" if row.is_root else "$foreground"
    lines = _shorter(row.lines, width - sum(row.columns) - _NAME)
    parts: list[Part] = [(lines, "$line")] if lines else []
    parts += [safe(f"{row.letter} ", "$muted")] if row.letter else []
    asks = Cell(safe(visible.middle(row.asks, row.columns[0]), "$muted"), row.columns[0])
    gets = safe(visible.middle(row.gets, row.columns[1]), "$foreground" if row.gets != _ABOVE else "$muted")
    marked = (Cell(sign(row.sign) if row.sign else Content(""), 1), Cell(gets, row.columns[1]))
    return _placed(join(*parts, safe(row.name, style)), asks, marked, safe(row.size, "$muted"), width)


def _placed(name: Content, asks: Cell, gets: tuple[Cell, ...], size: Content, width: int) -> tuple[Cell, ...]:
    cells = (Cell(name, keys=("",)), asks, *gets)
    return cells if width < _SMALL else (*cells, Cell(size, -_SIZE))


def _shorter(lines: str, room: int) -> str:
    """The lines before a package, without the outer ones where there is no room for the name."""
    over = len(lines) - max(6, room)
    return f"…{lines[over + 1 :]}" if over > 0 else lines


def near_pane(
    shown: ShownDependencies,
    package: NeededPackage | None,
    selection: DependencySelection,
    *,
    is_narrow: bool = False,
) -> Pane:
    """The versions near the constraints on a package, each beside all of them."""
    if package is None:
        return Pane(name="2 Versions" if is_narrow else "Versions")
    table = compared(package)
    chosen = chosen_version(package, selection)
    name = f"Versions of {visible.line(shown.found.name(package.package))}{table.title}"
    return Pane(
        name="2 Versions" if is_narrow else name,
        rows=tuple(_near_rows(table)) if table.rows else (),
        note=words(_near_note(package), "$muted"),
        cursor=chosen.version if chosen else "",
        empty=(words(_no_versions(shown, package), "$muted"),),
    )


def _near_note(package: NeededPackage) -> str:
    if package.versions is None or not package.near:
        return ""
    near = f"{len(package.near):,} near the constraints" if len(package.near) < package.versions else ""
    return " · ".join(filter(None, (f"{package.versions:,} version{'' if package.versions == 1 else 's'}", near)))


def _no_versions(shown: ShownDependencies, package: NeededPackage) -> str:
    if shown.doing:
        return "◌ Its versions are not listed yet."
    if shown.found.tree.root is package:
        resolved = shown.found.inspection.resolved
        if resolved is not None and not resolved.is_remote:
            return "This is the package that was asked about. It is not from a registry, which would have others."
        return "This is the package that was asked about.  **T** lists its versions"
    if package.versions == 0:
        return "The repository has no versions."
    return "Its versions were not asked for.  **T** lists them"


def _near_rows(table: VersionTable) -> Iterator[Row]:
    yield Row("columns", table, VersionTable.heads, selectable=False, is_steady=True)
    for one in table.rows:
        yield Row(one.version, (table, one), VersionTable.cells, is_steady=True)
