"""The packages that one needs, as values that are sent to the screen, and their tree row by row."""

from collections.abc import Iterator
from enum import StrEnum

from xpkgtui.values import dataclass
from xpkgtui.visible import few


class PackageState(StrEnum):
    """What becomes of a package, as JSON spells it."""

    MET = "met"
    """It is installed, and satisfies everything that asks for it."""
    MISSING = "missing"
    """No version of it can be installed."""
    CONFLICT = "conflict"
    """The installed version does not satisfy everything that asks for it."""
    CYCLE = "cycle"
    """It depends on itself."""
    INSTALLED = "installed"
    """It was there before, and satisfies everything that asks for it."""
    UNHEALTHY = "unhealthy"
    """It is the package that was asked about, and its revision stays unhealthy."""
    UNKNOWN = "unknown"
    """It was not asked about."""


TROUBLED = (PackageState.CYCLE, PackageState.CONFLICT, PackageState.MISSING)
"""The states in which a package is not as it was asked for, the worst first."""

_FEW = 3
"""Packages that are named of those that were not asked about."""

MOST_SERVING = 20
"""Versions or providers that are named as serving a requirement."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedBy:
    """One package that asks for another."""

    package: str
    constraint: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NearVersion:
    """A version of a package beside the constraints on it."""

    version: str
    meets: tuple[bool | None, ...]
    """Whether it satisfies each constraint; None for a prerelease that a constraint does not ask for."""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImageFacts:
    """What is known of the image of a package that was opened."""

    digest: str = ""
    size: int | None = None
    """Bytes of the image that is pulled: manifest, config and layers."""
    platforms: tuple[str, ...] = ()
    definitions: int = 0
    """CustomResourceDefinitions, and others that make such."""
    composites: int = 0
    """How many of them are CompositeResourceDefinitions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NeededPackage:
    """One package of the tree."""

    package: str
    """The name that identifies it: of one in a registry, the repository as it is spelled."""
    kind: str = ""
    version: str = ""
    """The version that is installed; empty if none is."""
    reference: str = ""
    """What would be pulled, after rewriting; empty if nothing is."""
    state: PackageState = PackageState.UNKNOWN
    asked_by: tuple[AskedBy, ...] = ()
    says: str = ""
    """What the program says of it; empty where all is well."""
    revision: str = ""
    """What its own revision says of its dependencies in the end; empty where it is healthy, or not installed."""
    outcome: str = ""
    """What happens to whom, and what helps, in sentences."""
    serves: tuple[str, ...] = ()
    """The versions that would satisfy everything that asks for it, the highest first."""
    near: tuple[NearVersion, ...] = ()
    """Versions around the constraints, the highest first."""
    versions: int | None = None
    """How many versions there are; None where they were not listed."""
    image: ImageFacts | None = None
    """Is None if it was not opened."""
    is_priced: bool = False
    """Whether what it holds was not fetched because of its size, so that what it needs is not known."""

    @property
    def size(self) -> int | None:
        """Bytes of its image; None where that is not known."""
        return self.image.size if self.image else None


@dataclass(frozen=True, slots=True, kw_only=True)
class DependencyEdge:
    """One package asks for another."""

    source: str
    target: str
    constraint: str
    is_met: bool | None = None
    """Whether the installed version satisfies it; None where that is not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DefinitionClash:
    """A definition that several packages want to own."""

    definition: str
    packages: tuple[str, ...]
    """The first one gets it."""
    says: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DependencyStop:
    """Where the program that resolves stops for good: at something that the package itself does not need."""

    package: str
    """The package that it stops at; empty where it cannot read what is installed."""
    says: str
    asked_by: tuple[AskedBy, ...] = ()
    before: tuple[str, ...] = ()
    """The packages that are not installed, or not changed, for that reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DependencyStep:
    """One step of the program that resolves, in words."""

    title: str
    evidence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DependencyRemark:
    """Something odd about the set as a whole."""

    message: str
    fix: str = ""
    packages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DependencyTree:
    """What a package depends on, and what is installed for it. The first package is the one that was asked about."""

    resolver: str = ""
    """Who resolves, in words: `Crossplane 2.4`."""
    is_resolved: bool = False
    packages: tuple[NeededPackage, ...] = ()
    edges: tuple[DependencyEdge, ...] = ()
    """In the order in which packages ask."""
    steps: tuple[DependencyStep, ...] = ()
    stop: DependencyStop | None = None
    """Is None where the program that resolves does not stop, or stops at what the package needs."""
    clashes: tuple[DefinitionClash, ...] = ()
    remarks: tuple[DependencyRemark, ...] = ()
    unread: str = ""
    """Why not everything could be resolved, in a clause; empty where everything was."""
    advice: str = ""
    """What to do about what did not answer; empty where no error says it."""
    further: str = "--resolve finds their versions"
    """What finds out more where nothing is resolved, in a clause; empty where nothing does."""

    @property
    def root(self) -> NeededPackage | None:
        """The package that was asked about."""
        return self.packages[0] if self.packages else None

    @property
    def is_met(self) -> bool | None:
        """Whether everything is met; None where that is not known."""
        if not self.is_resolved:
            return None
        if self.clashes or self.stop is not None or any(one.state in TROUBLED for one in self.packages):
            return False
        if self.root is not None and self.root.state is PackageState.UNHEALTHY:
            return False
        is_known = all(one.state is not PackageState.UNKNOWN for one in self.packages[1:])
        return True if is_known and not self.unread else None

    @property
    def doubt(self) -> str:
        """Why not everything that was asked for is known, in a clause; empty where it is, or was not asked."""
        if self.unread or not self.is_resolved or self.is_met is not None:
            return self.unread
        unknown = [one for one in self.packages if one.state is PackageState.UNKNOWN]
        names = few([one.package.rpartition("/")[2] or one.package for one in unknown], _FEW)
        why = next((said.rstrip(".") for one in unknown if (said := one.says or one.outcome)), "")
        return f"{names} {'was' if len(unknown) == 1 else 'were'} not asked about{f': {why}' if why else ''}"

    def package(self, name: str) -> NeededPackage | None:
        """The package of this name."""
        return next((one for one in self.packages if one.package == name), None)


_DEEPEST = 64
"""Levels that are drawn; a longer chain goes on as a repetition."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """One row: a package, and who asks for it there."""

    package: NeededPackage
    edge: DependencyEdge | None
    """The request that leads to it; None for the package that was asked about."""
    lasts: tuple[bool, ...]
    """For each level down to this one, whether the branch is the last at that level."""
    is_repeated: bool = False
    """Whether its own dependencies are shown further up."""


def branches(tree: DependencyTree) -> Iterator[Branch]:
    """All rows, the package that was asked about first; what a repeated package needs is shown once."""
    if tree.root is None:
        return
    packages = {one.package: one for one in tree.packages}
    below: dict[str, list[DependencyEdge]] = {}
    for edge in tree.edges:
        below.setdefault(edge.source, []).append(edge)
    yield Branch(package=tree.root, edge=None, lasts=())
    shown = {tree.root.package}
    stack: list[tuple[Iterator[tuple[int, DependencyEdge]], int, tuple[bool, ...]]] = []

    def push(name: str, lasts: tuple[bool, ...]) -> None:
        edges = below.get(name, [])
        stack.append((iter(enumerate(edges, 1)), len(edges), lasts))

    push(tree.root.package, ())
    while stack:
        edges, count, lasts = stack[-1]
        following = next(edges, None)
        if following is None:
            stack.pop()
            continue
        number, edge = following
        package = packages.get(edge.target) or NeededPackage(package=edge.target)
        is_repeated = edge.target in shown or len(lasts) >= _DEEPEST
        here = (*lasts, number == count)
        yield Branch(package=package, edge=edge, lasts=here, is_repeated=is_repeated)
        if not is_repeated:
            shown.add(edge.target)
            push(edge.target, here)


def why(tree: DependencyTree, name: str) -> DependencyTree:
    """The tree turned round: who asks for a package, up to the one that was asked about."""
    edges = tuple(
        DependencyEdge(source=one.target, target=one.source, constraint=one.constraint, is_met=one.is_met)
        for one in tree.edges
    )
    asking: dict[str, list[str]] = {}
    for one in edges:
        asking.setdefault(one.source, []).append(one.target)
    reached, waiting = {name}, [name]
    while waiting:
        found = [one for one in asking.get(waiting.pop(), ()) if one not in reached]
        reached.update(found)
        waiting.extend(found)
    packages = sorted((one for one in tree.packages if one.package in reached), key=lambda one: one.package != name)
    kept = tuple(one for one in edges if one.source in reached)
    return DependencyTree(resolver=tree.resolver, is_resolved=tree.is_resolved, packages=tuple(packages), edges=kept)
