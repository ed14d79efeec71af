"""The packages that one needs, as a tree with what each gets; and the versions near the constraints on one."""

from collections.abc import Iterator, Mapping, Sequence

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.drawing.bands.headline import Headline, Status
from xpkgtui.app.drawing.rows import Cell, Pane, Row, column
from xpkgtui.app.drawing.styled_text import SEVERITIES, Part, join, safe, sign, words
from xpkgtui.app.state.dependencies import DependencySelection, NeededRow, ShownDependencies, chosen_version
from xpkgtui.formats.dependencies.needed import NearVersion, NeededPackage, PackageState
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.reporting.contents.needed_packages import NeededPackages, letter, outcome_words, prefix
from xpkgtui.reporting.sentence import clause, verdict_of
from xpkgtui.rules.finding import Acceptance, Finding, Severity
from xpkgtui.values import dataclass
from xpkgtui.visible import few, plural
from xpkgtui.visible import size as visible_size


def headline(inspection: Inspection, shown: ShownDependencies, composed: Sequence[Finding] = ()) -> Headline:
    """The verdict on the package, and what becomes of its dependencies; meanwhile what is under way.

    What is wrong with what it `composed` is counted.
    """
    found = shown.found
    if shown.lacks_option:
        reason = shown.listed.sentence
        return Headline(status=Status.WARN, sign="!", clause="Not resolved:", reason=reason, short_reasons=(reason,))
    if found.failure is not None:
        reason = found.failure.title.rstrip(".")
        return Headline(
            status=Status.BAD,
            sign="✗",
            clause="Not resolved:",
            reason=reason,
            short_reasons=(reason,),
            key="r",
            does="retry",
        )
    if shown.doing:
        return Headline(clause=shown.doing, key="esc", does="stop")
    if not found.tree.is_resolved:
        return Headline(clause="Stopped:", reason="registries were not asked", key="r", does="asks again")
    lead, is_refused = _lead(inspection, shown)
    is_met = (not found.others or found.is_met) and not composed
    status = Status.BAD if is_refused else Status.OK if is_met else Status.WARN
    reason = found.sentence
    return Headline(
        status=status,
        sign="✗" if is_refused else "✓" if is_met else "!",
        clause=lead,
        reason=reason,
        short_clause=f"{visible.line(found.tree.resolver)}:",
        short_reasons=(reason, _short(shown)),
        counts=_counts({"conflict": len(found.wrong), "composition fault": len(composed)}),
        marks=_counts({"": len(found.wrong) + len(composed)}),
        key="x",
        does="why",
    )


def _lead(inspection: Inspection, shown: ShownDependencies) -> tuple[str, bool]:
    """`Crossplane 2.4 accepts it;` and whether it refuses it; without a verdict who resolves."""
    judged, verdict = inspection.judged, verdict_of(inspection)
    acceptance = verdict.acceptance if verdict else None
    if judged is None or verdict is None or acceptance is None or inspection.source != shown.source:
        return f"{visible.line(shown.found.tree.resolver)}:", False
    said = clause(inspection, acceptance, verdict.by or judged.profile, judged.crossplane)
    return f"{said};", acceptance is Acceptance.REFUSED


def _short(shown: ShownDependencies) -> str:
    """What becomes of the dependencies, in fewer words."""
    found = shown.found
    if found.troubled:
        return f"not met: {few(found.troubled, 3, lambda one: found.name(one.package))}"
    return found.sentence.partition(":")[0]


def _counts(numbers: Mapping[str, int]) -> Content:
    """Each number that is not 0, with its noun."""
    given = [(plural(number, noun) if noun else f"{number:,}") for noun, number in numbers.items() if number]
    return join(*(part for words in given for part in (sign("✗"), (f" {words}  ", "$foreground")))).rstrip()


_MEETS = "meets"
_PRERELEASE = "prerelease"
_COLUMN = (12, 16)
"""Cells of a constraint, at least and at most."""
_VERSION = (8, 20)
_NOTE = 16
"""Cells that are left to a note before another constraint has a column."""


@dataclass(frozen=True, slots=True)
class ComparedVersion:
    """A version, and in a word what each constraint makes of it."""

    version: str
    meets: tuple[tuple[str, str], ...]
    """Sign and word for each constraint."""
    note: str = ""
    is_good: bool = False
    """Whether it would satisfy all, and is not what is installed."""


@dataclass(frozen=True, slots=True)
class VersionTable:
    """The versions near the constraints, one column for each that differs."""

    constraints: tuple[str, ...]
    rows: tuple[ComparedVersion, ...]

    @property
    def title(self) -> str:
        """What the title says behind the name of the package."""
        number = len(self.constraints)
        return "" if number < 2 else " for both" if number == 2 else f" for all {number:,}"

    def heads(self, width: int) -> tuple[Cell, ...]:
        """The names of the columns."""
        columns, left = self._columns(width)
        named = (Cell(safe(visible.middle(text or "any version", size), "$muted"), size) for text, size in columns)
        # As far to the right as rows with a cursor.
        first = Cell(safe("  version", "$muted"), self._version + 2)
        return first, *named, Cell(safe(f"and {left:,} more" if left else "", "$muted"))

    @staticmethod
    def cells(value: "tuple[VersionTable, ComparedVersion]", width: int) -> tuple[Cell, ...]:
        """A version, what each constraint makes of it, and a note."""
        table, one = value
        columns, _ = table._columns(width)
        style = "bold $foreground" if one.is_good else "$foreground"
        said = (
            Cell(join(sign(mark), " ", (word, "$foreground" if mark == "✓" else "$muted")), size)
            for (mark, word), (_, size) in zip(one.meets, columns, strict=False)
        )
        version = Cell(safe(visible.middle(one.version, table._version), style), table._version, keys=("",))
        return version, *said, Cell(safe(one.note, style if one.is_good else "$muted"))

    @property
    def _version(self) -> int:
        return column((one.version for one in self.rows), _VERSION)

    def _columns(self, width: int) -> tuple[tuple[tuple[str, int], ...], int]:
        """The constraints that have a column, each with its cells; and how many have none."""
        least, most = _COLUMN
        room = width - 2 - self._version - 1 - _NOTE
        columns: list[tuple[str, int]] = []
        for text in self.constraints:
            size = max(least, min(most, len(text)))
            if columns and size + 1 > room:
                break
            columns.append((text, size))
            room -= size + 1
        return tuple(columns), len(self.constraints) - len(columns)


def compared(package: NeededPackage) -> VersionTable:
    """The versions near the constraints on a package; what several ask alike is one column."""
    constraints = [one.constraint for one in package.asked_by]
    places = {text: number for number, text in reversed(list(enumerate(constraints)))}
    columns = [places[text] for text in dict.fromkeys(constraints)]
    said = [_column(package.near, place) for place in columns]
    rows = (
        ComparedVersion(
            version=one.version,
            meets=tuple(column[number] for column in said),
            note=one.note.removeprefix("prerelease: "),
            is_good=one.version in package.serves and one.version != package.version,
        )
        for number, one in enumerate(package.near)
    )
    return VersionTable(tuple(dict.fromkeys(constraints)), tuple(rows))


def _column(near: Sequence[NearVersion], place: int) -> list[tuple[str, str]]:
    """What one constraint makes of the versions, the highest first."""
    answers = [one.meets[place] if place < len(one.meets) else None for one in near]
    met = [number for number, answer in enumerate(answers) if answer]
    first, last = (met[0], met[-1]) if met else (None, None)
    found = []
    for number, answer in enumerate(answers):
        if answer is not False:
            found.append(("✓", _MEETS) if answer else ("·", _PRERELEASE))
        elif first is None or last is None:
            found.append(("✗", "not met"))
        else:
            found.append(("✗", "too new" if number < first else "too old" if number > last else "excluded"))
    return found


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
    asks = column((one.edge.constraint for one in branches if one.edge), _ASKS)
    gets = column((one.package.version for one in branches), _GETS)
    heads = Row("columns", (asks, gets), _columns, selectable=False, is_steady=True)
    made = (Row(one.key, _tree_row(shown, found, one, (asks, gets)), _cells, is_steady=True) for one in rows)
    return (heads, *made)


def _tree_row(shown: ShownDependencies, found: NeededPackages, row: NeededRow, columns: tuple[int, int]) -> TreeRow:
    branch = row.branch
    package, edge = branch.package, branch.edge
    mark, gets = got(shown, row)
    size = package.size if not branch.is_repeated else None
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
    if not tree.is_resolved:
        unknown = "asking" if shown.doing else "not asked"
        return ("◌", unknown) if branch.edge is not None else ("", branch.package.version)
    outcome = outcome_words(branch, short=True)
    if row.trouble is Severity.ERROR:
        return "✗", outcome or "none"
    if branch.is_repeated:
        return "·", _ABOVE
    if row.trouble is not None and branch.package.state is not PackageState.UNKNOWN:
        return SEVERITIES[row.trouble], outcome
    is_unknown = branch.package.is_priced or branch.package.state is PackageState.UNKNOWN
    return "◌" if is_unknown else "✓", outcome


def pane(shown: ShownDependencies, selection: DependencySelection, rows: Sequence[Row], cursor: str) -> Pane:
    """The tree."""
    tree = shown.found.tree
    name = f"Dependencies · as {visible.line(tree.resolver)} would install them" if tree.resolver else "Dependencies"
    return Pane(
        name=name + (", with upgrades" if shown.upgrades else ""),
        rows=rows,
        filter=selection.wanted,
        note=_note(shown),
        cursor=cursor,
        is_loading=not shown.is_done,
        empty=_empty(shown, selection),
    )


def _note(shown: ShownDependencies) -> Content:
    """`12 packages  ✗ 1  ◌ 1 unknown`"""
    found = shown.found
    count = len(found.tree.packages)
    if not count:
        return Content("")
    parts: list[Part] = [(plural(count, "package"), "$muted")]
    if found.wrong:
        parts += ["  ", sign("✗"), (f" {len(found.wrong):,}", "$muted")]
    if found.tree.is_resolved and found.unknown:
        what = "not opened" if found.is_priced else "unknown"
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


def near_pane(shown: ShownDependencies, package: NeededPackage | None, selection: DependencySelection) -> Pane:
    """The versions near the constraints on a package, each beside all of them."""
    if package is None:
        return Pane(name="Versions")
    table = compared(package)
    chosen = chosen_version(package, selection)
    return Pane(
        name=f"Versions of {visible.line(shown.found.name(package.package))}{table.title}",
        rows=tuple(_near_rows(table)) if table.rows else (),
        note=words(_near_note(package), "$muted"),
        cursor=chosen.version if chosen else "",
        empty=(words(_no_versions(shown, package), "$muted"),),
    )


def _near_note(package: NeededPackage) -> str:
    if package.versions is None or not package.near:
        return ""
    near = f"{len(package.near):,} near the constraints" if len(package.near) < package.versions else ""
    return " · ".join(filter(None, (plural(package.versions, "version"), near)))


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
