"""What is said of the packages that one needs, the same for people, for JSON and for the screen."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property

from xpkgtui.errors import Failure
from xpkgtui.formats.dependencies.needed import (
    MOST_SERVING,
    TROUBLED,
    Branch,
    DependencyStop,
    DependencyTree,
    NeededPackage,
    PackageState,
    branches,
)
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.reporting.answer import CommandAnswer, answer_of, lack
from xpkgtui.rules.finding import Severity
from xpkgtui.values import dataclass
from xpkgtui.visible import all_of, few, plural

_WRONG = (PackageState.CYCLE, PackageState.MISSING, PackageState.UNHEALTHY)
"""The states of a package that is wrong, whatever asks for it."""
NAMELESS = "(no name)"
"""What a package is called whose name is empty."""
_NOT_READ = "not everything could be read"


@dataclass(frozen=True, kw_only=True, eq=False, slots=False)
class NeededPackages:
    """The packages that one needs, and how the source was opened."""

    inspection: Inspection
    tree: DependencyTree = DependencyTree()
    failure: Failure | None = None
    """Why there is no tree."""
    wanted: str = ""
    """The package for which the tree is turned round, so that it shows who asks for it; empty where it is not."""

    @cached_property
    def rows(self) -> tuple[Branch, ...]:
        """The tree, row by row."""
        return tuple(branches(self.tree))

    @property
    def others(self) -> tuple[NeededPackage, ...]:
        """All packages but the one that was asked about."""
        return self.tree.packages[1:]

    @cached_property
    def troubled(self) -> tuple[NeededPackage, ...]:
        """The packages that are not as they were asked for, the worst first."""
        found = [package for package in self.tree.packages if package.state in TROUBLED]
        return tuple(sorted(found, key=lambda one: TROUBLED.index(one.state)))

    @property
    def is_met(self) -> bool | None:
        """Whether everything is met; None where that is not known."""
        return self.tree.is_met if self.failure is None else None

    @property
    def answer(self) -> CommandAnswer:
        """How far they are known, and whether one cannot be installed."""
        lacking = lack(self.inspection.source, "some of the dependencies", self.doubt)
        advice, is_refused = self.tree.advice, self.is_met is False
        return answer_of(self.inspection, self.failure, lacking, advice=advice, is_refused=is_refused)

    @property
    def doubt(self) -> str:
        """Why not everything that was asked for is known, in a clause; empty where it is."""
        return self.tree.doubt if self.failure is None else self.tree.unread

    @property
    def sentence(self) -> str:
        """The most important in a sentence, whose first clause ends with a colon where more follows."""
        if self.failure is not None:
            return self.failure.title.rstrip(".")
        if self.wanted and self.tree.root is not None:
            asking = dict.fromkeys(by.package for by in self.tree.root.asked_by)
            found = [self.tree.package(name) or NeededPackage(package=name) for name in asking]
            return f"{counted(found) or 'nothing'} ask{'s' if len(asking) < 2 else ''} for it"
        number, doubt = len(self.others), self.answer.doubt
        unknown = self._unknown(doubt) if doubt else ""
        if not number and not self.troubled and self.is_met is not False:
            nothing = "no package in it requires anything" if self._is_catalog else "it depends on no other package"
            return unknown or nothing
        if not self.tree.is_resolved:
            further = "".join(f"; {one}" for one in (self.tree.further, unknown) if one)
            return f"it asks for {counted(self.others)}{further}"
        return self._trouble_sentence or (
            f"all {counted(self.others)} can be installed"
            if number > 1
            else "the package that it needs can be installed"
        )

    @property
    def _trouble_sentence(self) -> str:
        """Why not everything is met; empty where it is."""
        if self.tree.root is not None and self.tree.root.state is PackageState.MISSING:
            root = self.tree.root
            return f"it is refused itself: {root.says or root.outcome.removesuffix('.')}"
        if stop := self.tree.stop:
            return self._stopped(stop)
        if self.troubled:
            troubled = [short_name(one.package) for one in self.troubled]
            return f"its dependencies cannot all be met: {few(troubled, 3)}"
        if self.tree.clashes:
            first = self.tree.clashes[0]
            names = all_of(map(short_name, first.packages[:2]))
            return f"two packages own one definition: {names} both have {first.definition}"
        if self.tree.root is not None and self.tree.root.state is PackageState.UNHEALTHY:
            return f"it stays unhealthy: {self.tree.root.says}"
        if self.doubt:
            return self._unknown(self.doubt)
        return ""

    def _unknown(self, doubt: str) -> str:
        """How many packages are not known, and why."""
        unknown = sum(one.state is PackageState.UNKNOWN for one in self.others) if self.tree.is_resolved else 0
        return f"{f'{unknown} of {counted(self.others)} could not be looked up' if unknown else _NOT_READ}: {doubt}"

    def _stopped(self, stop: DependencyStop) -> str:
        """Where the program stops for good, and what it never comes to."""
        who = self.tree.resolver.partition(" ")[0]
        if not stop.package and not stop.asked_by:
            return f"{who} resolves nothing: {stop.says}"
        asking = [short_name(by.package) for by in stop.asked_by]
        asked = f", for which {few(asking, 2)} ask{'s' if len(asking) < 2 else ''}," if asking else ""
        before = few([short_name(one) for one in stop.before], 3)
        then = f" before it installs {before}" if before else ""
        return f"{who} stops at {short_name(stop.package)}{asked}{then}".rstrip(",")

    @property
    def _is_catalog(self) -> bool:
        return self.tree.root is not None and self.tree.root.kind == "Catalog"

    @property
    def downloads(self) -> int | None:
        """Bytes of all images, as far as they are known; None where none is."""
        sizes = [package.size for package in self.tree.packages if package.size is not None]
        return sum(sizes) if sizes else None

    @property
    def definitions(self) -> int:
        """Definitions of all packages that were opened, composites too."""
        return sum(package.image.definitions for package in self.tree.packages if package.image)

    @property
    def composites(self) -> int:
        """CompositeResourceDefinitions among them."""
        return sum(package.image.composites for package in self.tree.packages if package.image)

    @property
    def registries(self) -> tuple[str, ...]:
        """The hosts that packages are pulled from."""
        hosts = (other.reference.partition("/")[0] for other in self.others if other.reference)
        return tuple(dict.fromkeys(hosts))

    @property
    def installed(self) -> tuple[NeededPackage, ...]:
        """The packages that are there in the end, with the one that was asked about."""
        return (*self.tree.packages[:1], *(other for other in self.others if other.version))

    @property
    def pods(self) -> Mapping[str, int]:
        """The packages that run, by kind."""
        kinds = Counter(one.kind for one in self.installed)
        return {kind: kinds[kind] for kind in ("Provider", "Function") if kinds[kind]}

    @cached_property
    def wrong(self) -> frozenset[str]:
        """The packages that are not as they were asked for, or do not get a definition that they have."""
        return frozenset(one.package for one in self.troubled) | self._losing

    @cached_property
    def unknown(self) -> frozenset[str]:
        """The packages that were not asked about, or not opened because of their size."""
        return frozenset(one.package for one in self.others if one.state is PackageState.UNKNOWN or one.is_priced)

    @property
    def is_priced(self) -> bool:
        """Whether a package was not opened because of its size."""
        return any(other.is_priced for other in self.others)

    def name(self, package: str) -> str:
        """The last part of a package's name, where no other one is called so, else all of it; without a version."""
        root = self.tree.root
        if root is not None and root.version and package == root.package:
            package = package.removesuffix(f":{root.version}").removesuffix(f"@{root.version}")
        short = short_name(package)
        return short if self._called[short] < 2 else package

    def trouble(self, row: Branch) -> Severity | None:
        """How wrong a row is; None where nothing is."""
        package, edge = row.package, row.edge
        if edge is not None and edge.is_met is False:
            return Severity.ERROR
        if row.is_repeated:
            return None
        if package.state in _WRONG or package.package in self._losing:
            return Severity.ERROR
        return Severity.WARNING if package.package in self._remarked else None

    @cached_property
    def _called(self) -> Counter[str]:
        return Counter(short_name(package.package) for package in self.tree.packages)

    @cached_property
    def _losing(self) -> frozenset[str]:
        """The packages that have a definition of which another one is the owner."""
        return frozenset(name for clash in self.tree.clashes for name in clash.packages[1:])

    @cached_property
    def _remarked(self) -> frozenset[str]:
        return frozenset(name for remark in self.tree.remarks for name in remark.packages)


def short_name(name: str) -> str:
    """The last part of a repository, or of a path."""
    return name.rstrip("/").rpartition("/")[2] or name or NAMELESS


def letter(kind: str) -> str:
    """The letter of a kind of package, its first one."""
    return kind[:1] or "?"


def outcome_words(row: Branch, *, short: bool = False) -> str:
    """What a row gets, in words; in short for a narrow column beside a sign."""
    package, edge = row.package, row.edge
    if package.state is PackageState.UNHEALTHY:
        return "unhealthy" if short else f"{package.version}, unhealthy".removeprefix(", ")
    if package.state is PackageState.MISSING and package.version and not short:
        return f"{package.version}, refused"
    if edge is None and not short:
        return package.version
    if package.state is PackageState.CYCLE:
        return "cycle"
    if package.state is PackageState.UNKNOWN and edge is not None:
        return "unknown" if package.says else "not asked"
    if edge is None or short:
        return package.version
    if package.state is PackageState.INSTALLED:
        return f"{package.version}, installed".removeprefix(", ")
    if package.state is PackageState.MET and not package.version:
        at_least = "at least " if len(package.serves) >= MOST_SERVING else ""
        return f"1 of {at_least}{len(package.serves)} providers" if len(package.serves) > 1 else "provided"
    if edge.is_met is False:
        return f"{package.version}, not {edge.constraint}" if package.version else "none"
    return package.version or "none"


def prefix(lasts: Sequence[bool]) -> str:
    """The lines that lead to a row of a tree."""
    if not lasts:
        return ""
    before = "".join("   " if last else "│  " for last in lasts[:-1])
    return before + ("└─ " if lasts[-1] else "├─ ")


_NOUNS = {"API": "API", "Constraint": "constraint", "Label": "label", "CRD": "CRD"}


def counted(packages: Sequence[NeededPackage]) -> str:
    """How many packages there are, and how much else is required: `2 packages and 1 API`."""
    numbers = Counter(_NOUNS.get(package.kind, "package") for package in packages)
    return " and ".join(plural(numbers[noun], noun) for noun in ("package", *_NOUNS.values()) if numbers[noun])
