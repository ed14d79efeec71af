"""What is looked at of the packages that one needs: the rows of the tree, the filter, the pane, the way; pure."""

from collections.abc import Iterator, Sequence
from dataclasses import field, replace
from enum import StrEnum

from xpkgtui.app.state.selection import TabId
from xpkgtui.errors import FailureKind
from xpkgtui.formats.dependencies.needed import Branch, NearVersion, NeededPackage, PackageState
from xpkgtui.inspection.filters.filter import NO_FILTER, Filter, parse
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.dependencies import DependenciesRead, ReadDependencies
from xpkgtui.inspection.messages.events import Progressed
from xpkgtui.inspection.messages.parts import Failed, Loading, Part, PartName, Ready, Waiting
from xpkgtui.inspection.messages.replies import Reply
from xpkgtui.reporting.contents.needed_packages import NeededPackages
from xpkgtui.rules.finding import Severity
from xpkgtui.values import dataclass
from xpkgtui.visible import clip, line

_KEYS = frozenset({"kind"})
ASKING = "Asking registries"


class DependencyPane(StrEnum):
    """What has the keys, as the widgets are called."""

    TREE = "needed"
    VERSIONS = "versions"
    DETAIL = "detail"


@dataclass(frozen=True, kw_only=True, eq=False, slots=False)
class ShownDependencies:
    """The packages that the one on the screen needs, as far as they are known."""

    found: NeededPackages = field(default_factory=lambda: NeededPackages(inspection=Inspection(source="")))
    doing: str = ""
    """What is under way, in words; empty at the end."""
    upgrades: bool = False
    """Whether it is resolved as with upgrades of dependencies."""
    consent: bool = False
    """Whether all packages are opened, whatever their size."""

    @property
    def source(self) -> str:
        """The source that was asked about."""
        return self.found.inspection.source

    @property
    def lacks_option(self) -> bool:
        """Whether only an option of the command line finds out more, so that asking again changes nothing."""
        failure = self.found.failure
        return failure is not None and failure.kind is FailureKind.USAGE and bool(self.found.tree.packages)

    @property
    def listed(self) -> NeededPackages:
        """What is found, or what is asked for where an option is lacking."""
        return replace(self.found, failure=None) if self.lacks_option else self.found

    @property
    def is_done(self) -> bool:
        """Whether nothing more comes."""
        return not self.doing


def shown_after(
    before: ShownDependencies,
    inspection: Inspection,
    request: ReadDependencies,
    part: Part[Reply | None],
    *,
    is_read: bool,
) -> ShownDependencies:
    """What is shown once more has come; `is_read` says that nothing more comes of the package itself.

    What was resolved before stays in sight until it is resolved anew, as long as the package is the same.
    """
    upgrades = request.resolve is not None and request.resolve.upgrades
    is_same = not is_read or is_same_package(before.found.inspection, inspection, opened_again=True)
    is_kept = before.source == inspection.source and before.upgrades is upgrades and is_same
    found = replace(before.found, failure=None) if is_kept else NeededPackages(inspection=inspection)
    doing = ""
    match part:
        case Failed(failure=failure) if failure.kind is not FailureKind.STOPPED:
            found = replace(found, inspection=inspection, failure=failure)
        case Ready(value=DependenciesRead(whole=tree)) if tree.is_resolved or not found.tree.is_resolved:
            found = NeededPackages(inspection=inspection, tree=tree)
            doing = "" if tree.is_resolved else ASKING
        case Loading() | Ready():
            doing = ASKING
        case Waiting() if inspection.failure is not None:
            found = replace(found, inspection=inspection, failure=inspection.failure)
        case Waiting() if not is_read:
            doing = f"Reading {clip(line(inspection.source), 60)}"
        case Waiting() if not found.tree.is_resolved:
            doing = ASKING
        case _:
            found = replace(found, inspection=inspection)
    return ShownDependencies(found=found, doing=doing, upgrades=upgrades, consent=request.consent)


def asking(progress: Progressed | None) -> str:
    """How far registries were asked, in words."""
    if progress is None or progress.part is not PartName.DEPENDENCIES:
        return ASKING
    if progress.waited:
        return f"{ASKING}: no answer for {progress.waited} s"
    return f"{ASKING}: {progress.done:,} of {progress.total:,} questions answered" if progress.total else ASKING


@dataclass(frozen=True, slots=True, kw_only=True)
class DependencySelection:
    """How they are looked at."""

    row: str = ""
    """The key of the chosen row."""
    version: str = ""
    """The chosen version among those near the constraints."""
    tab: TabId = TabId.FACTS
    pane: DependencyPane = DependencyPane.TREE
    filter: str = ""

    @property
    def wanted(self) -> Filter:
        """The filter that was typed."""
        return parse(self.filter, _KEYS) if self.filter else NO_FILTER


@dataclass(frozen=True, slots=True, kw_only=True)
class NeededRow:
    """A row of the tree."""

    key: str
    """Who asks for which package: each package is opened once, so that no other row is about the same."""
    branch: Branch
    trouble: Severity | None

    @property
    def is_cause(self) -> bool:
        """Whether its trouble is its own: a package that was asked about is unhealthy because of others."""
        return self.branch.edge is not None or self.branch.package.state is not PackageState.UNHEALTHY


def dependency_rows(found: NeededPackages) -> tuple[NeededRow, ...]:
    """All rows of the tree."""
    return tuple(_rows(found))


def filtered(rows: Sequence[NeededRow], wanted: Filter) -> Sequence[NeededRow]:
    """The rows that fit a filter, with all rows above them up to the root."""
    if not wanted.terms:
        return rows
    kept: set[int] = set()
    path: list[int] = []
    for number, row in enumerate(rows):
        del path[len(row.branch.lasts) :]
        path.append(number)
        if fits(row.branch.package, wanted):
            kept.update(path)
    return tuple(_redrawn([rows[number] for number in sorted(kept)]))


def fits(package: NeededPackage, wanted: Filter) -> bool:
    """Whether a filter lets a package through, by its name and its kind."""
    kinds = all(term.fits(package.kind) for term in wanted.terms if term.key == "kind")
    return kinds and wanted.fits(package.package)


def chosen_row(rows: Sequence[NeededRow], selection: DependencySelection) -> NeededRow | None:
    """The row under the cursor: the chosen one while it is listed, else the first that is wrong, else the first.

    What is composed is a page of the first.
    """
    if not rows:
        return None
    if not selection.row and selection.tab is TabId.COMPOSED:
        return rows[0]
    chosen = next((one for one in rows if one.key == selection.row), None) if selection.row else None
    return chosen or next((one for one in rows if one.trouble is Severity.ERROR and one.is_cause), rows[0])


def next_trouble(rows: Sequence[NeededRow], here: NeededRow | None, step: int) -> NeededRow | None:
    """The next or the previous row that is wrong, round the list; None where there is none."""
    wrong = [number for number, one in enumerate(rows) if one.trouble is not None and one.is_cause]
    if not wrong:
        return None
    at = next((number for number, one in enumerate(rows) if here is not None and one.key == here.key), -1)
    if step > 0:
        return rows[next((number for number in wrong if number > at), wrong[0])]
    return rows[next((number for number in reversed(wrong) if number < at), wrong[-1])]


def chosen_version(package: NeededPackage | None, selection: DependencySelection) -> NearVersion | None:
    """The version under the cursor: the chosen one, else the highest that would satisfy all, else the installed."""
    if package is None or not package.near:
        return None
    wanted = (selection.version, *package.serves[:1], package.version)
    known = {one.version: one for one in package.near}
    return next((known[name] for name in wanted if name in known), package.near[0])


def source_of(package: NeededPackage, version: str = "") -> str:
    """The reference by which a package is opened; empty where none is known."""
    if not version:
        return package.reference
    mark = "@" if version.startswith("sha256:") else ":"
    return f"{package.package}{mark}{version}"


def is_same_package(before: Inspection, after: Inspection, *, opened_again: bool = False) -> bool:
    """Whether two moments show the same image of one opening; or, `opened_again`, of one digest."""
    if before.source != after.source or before.resolved is None or after.resolved is None:
        return False
    is_same = before.resolved is after.resolved or (
        opened_again and before.digest is not None and before.digest == after.digest
    )
    return is_same and before.what_if == after.what_if and _entry(before) == _entry(after)


def _entry(inspection: Inspection) -> tuple[str | None, str]:
    entry = inspection.shown_entry
    return (entry.digest, entry.place) if entry else (None, "")


def _rows(found: NeededPackages) -> Iterator[NeededRow]:
    times: dict[tuple[str, str], int] = {}
    for branch in found.rows:
        edge = branch.edge
        key = branch.package.package
        if edge is not None:
            number = times[edge.source, edge.target] = times.get((edge.source, edge.target), 0) + 1
            key = f"{edge.source}\n{edge.target}\n{number}"
        yield NeededRow(key=key, branch=branch, trouble=found.trouble(branch))


def _redrawn(rows: Sequence[NeededRow]) -> Iterator[NeededRow]:
    """The rows with the lines of a tree in which no other row is."""
    lasts: list[bool] = []
    followed: list[bool] = []
    for row in reversed(rows):
        depth = len(row.branch.lasts)
        followed += [False] * (depth + 1 - len(followed))
        lasts.append(not followed[depth])
        followed[depth] = True
        del followed[depth + 1 :]
    path: list[bool] = []
    for row, is_last in zip(rows, reversed(lasts), strict=True):
        depth = len(row.branch.lasts)
        if depth:
            del path[depth - 1 :]
            path.append(is_last)
        yield replace(row, branch=replace(row.branch, lasts=tuple(path[:depth])))
