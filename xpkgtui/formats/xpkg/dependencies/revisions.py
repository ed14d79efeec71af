"""What the revision of a package says of its dependencies, as the lock stands.

Crossplane's internal/controller/pkg/revision/dependency.go.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from xpkgtui.errors import Malformed
from xpkgtui.formats.xpkg.dependencies.choosing import satisfies
from xpkgtui.formats.xpkg.dependencies.entries import INVALID
from xpkgtui.formats.xpkg.dependencies.lock import LockDependency, LockPackage
from xpkgtui.formats.xpkg.dependencies.references import PackageReference, is_digest
from xpkgtui.formats.xpkg.tools.facts import HOST_IN_DEPENDENCIES, RENEWS_LOCK
from xpkgtui.values import dataclass
from xpkgtui.versions.constraint import Constraint
from xpkgtui.versions.version import Dialect, Version


class Node:
    """A package of the lock, or one that is only asked for."""

    def __init__(self, one: LockPackage | LockDependency) -> None:
        self.one = one
        self.parents: list[str] = []
        """The constraints of those that ask for it, as Crossplane counts them: some twice."""

    @property
    def name(self) -> str:
        """Its repository, which identifies it."""
        return self.one.source if isinstance(self.one, LockPackage) else self.one.package

    @property
    def constraints(self) -> str:
        """Its version, or the constraint where it is only asked for."""
        return self.one.version if isinstance(self.one, LockPackage) else self.one.constraints

    @property
    def dependencies(self) -> tuple[LockDependency, ...]:
        """What it asks for; what is not installed asks for nothing yet."""
        return self.one.dependencies if isinstance(self.one, LockPackage) else ()


class LockGraph:
    """The packages of a lock by their repositories, and what they ask for."""

    def __init__(self, packages: Iterable[LockPackage], dialect: Dialect, *, is_upgrading: bool) -> None:
        """Raises `Malformed` where a repository comes twice."""
        self._dialect = dialect
        self._is_upgrading = is_upgrading
        self.nodes: dict[str, Node] = {}
        self.missing: list[Node] = []
        """What is to be installed or changed, in this order; with upgrades one package may come several times."""
        for node in [Node(one) for one in packages]:
            if node.name in self.nodes:
                raise Malformed(f"node {node.name} already exists")
            self.nodes[node.name] = node
        for node in tuple(self.nodes.values()):
            for one in node.dependencies:
                self._ask(node, one)

    def _ask(self, parent: Node, dependency: LockDependency) -> None:
        asked = Node(dependency)
        known = self.nodes.setdefault(asked.name, asked)
        if known is asked or (self._is_upgrading and not self._satisfies(known.constraints, dependency.constraints)):
            self.missing.append(asked)
        asked.parents.append(next(one.constraints for one in parent.dependencies if one.package == asked.name))
        if self._is_upgrading:
            known.parents.extend(tuple(asked.parents))

    def _satisfies(self, version: str, constraints: str) -> bool:
        return version == constraints or satisfies(version, constraints, self._dialect)

    def add(self, package: LockPackage) -> None:
        """Adds a package, or takes it for what was only asked for."""
        self.nodes[package.source] = Node(package)

    def tree(self, source: str) -> dict[str, None]:
        """What a package depends on, directly or not; raises `Malformed` where some of it is not in the graph."""
        found: dict[str, None] = {}
        waiting = [source]
        while waiting:
            node = self.nodes.get(waiting.pop())
            if node is None:
                raise Malformed("missing node in tree")
            new = [one.package for one in node.dependencies if one.package not in found]
            found.update(dict.fromkeys(new))
            waiting.extend(new)
        return found

    def cycles(self) -> tuple[str, ...]:
        """The packages on which a cycle may be said to be, sorted; Crossplane begins anywhere. Empty without one."""
        visited: set[str] = set()
        if all(self._back_edge(name, visited) is None for name in self.nodes):
            return ()
        found = (self._back_edge(name, set()) for name in self.nodes)
        return tuple(sorted({one for one in found if one is not None}))

    def _back_edge(self, start: str, visited: set[str]) -> str | None:
        """The first package found to depend on itself, from `start` on, without what was visited; None if none is."""
        if start in visited:
            return None
        visited.add(start)
        path = {start: iter(self.nodes[start].dependencies)}
        while path:
            name, remaining = next(reversed(path.items()))
            for one in remaining:
                if one.package in path:
                    return one.package
                if one.package not in visited:
                    visited.add(one.package)
                    path[one.package] = iter(self.nodes[one.package].dependencies)
                    break
            else:
                del path[name]
        return None


def first_and_more(most: int, names: Sequence[str]) -> str:
    """The first names in the order of the alphabet, and how many more there are, in Crossplane's words."""
    ordered = sorted(names, key=str.encode)
    if len(ordered) > most:
        return f"{', '.join(ordered[:most])}, and {len(ordered) - most} more"
    if len(ordered) == most:
        return f"{', '.join(ordered[:-1])}, and {ordered[-1]}"
    return ", ".join(ordered)


MISSING = "missing dependencies: "
"""The beginning of the message about what is not installed yet."""
_NAMED = 3
"""Missing dependencies that a message names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RevisionVerdict:
    """What one revision says of its dependencies."""

    package: str
    """The reference of the revision."""
    error: str = ""
    """The message of its condition; empty where all is well."""


class Revisions:
    """The lock, and what each revision that joins it says of its dependencies."""

    def __init__(self, packages: tuple[LockPackage, ...], dialect: Dialect, crossplane: str = "") -> None:
        self.packages = packages
        self._crossplane = crossplane
        self._dialect = dialect
        self._graphed: tuple[tuple[LockPackage, ...], bool, LockGraph] | None = None
        """The graph that was made last; all verdicts on one lock read the same."""

    def graph(self, packages: tuple[LockPackage, ...] | None = None, *, is_upgrading: bool = False) -> LockGraph:
        """The graph of the lock, or of a part of it; raises `Malformed`.

        Only the resolver is given the one of upgrades: Crossplane's Setup gives revisions the plain one.
        """
        kept = self.packages if packages is None else packages
        if self._graphed is None or self._graphed[0] is not kept or self._graphed[1] is not is_upgrading:
            self._graphed = kept, is_upgrading, LockGraph(kept, self._dialect, is_upgrading=is_upgrading)
        return self._graphed[2]

    def verdicts(self) -> tuple[RevisionVerdict, ...]:
        """The verdict of each package, without a change to the lock."""
        kept, found = self.packages, []
        for one in kept:
            found.append(self.resolve(one))
            self.packages = kept
        return tuple(found)

    def join(self, one: LockPackage) -> RevisionVerdict:
        """The verdict of a package that takes the place of what its repository had in the lock."""
        self.packages = tuple(each for each in self.packages if each.source != one.source)
        return self.resolve(one)

    def resolve(self, one: LockPackage) -> RevisionVerdict:
        """The verdict of a revision, which joins the lock if it is not there."""
        try:
            self._resolve(one)
        except Malformed as error:
            return RevisionVerdict(package=one.reference, error=str(error))
        return RevisionVerdict(package=one.reference)

    def _resolve(self, one: LockPackage) -> None:
        if any(not each.kind for each in one.dependencies):
            raise Malformed(INVALID)
        reference = PackageReference.parse(one.reference, is_strict=HOST_IN_DEPENDENCIES.holds(self._crossplane))
        try:
            graph = self.graph()
        except Malformed as error:
            raise Malformed(f"cannot initialize dependency graph from the packages in the lock: {error}") from error
        mine = replace(one, source=reference.source, version=reference.identifier, is_typed=False)
        self._leave_old_name(mine)
        existing = next((each for each in self.packages if each.name == mine.name), None)
        if existing is None:
            self.packages = (*self.packages, mine)
            self._add(graph, mine)
            if missing := [each for each in mine.dependencies if each.package not in graph.nodes]:
                raise Malformed(_missing(missing))
        elif existing.version != mine.version and RENEWS_LOCK.holds(self._crossplane):
            renewed = replace(existing, version=mine.version)
            self.packages = tuple(renewed if each is existing else each for each in self.packages)
            self._add(graph, mine)
        self._look_at_all(mine, graph)

    def _add(self, graph: LockGraph, mine: LockPackage) -> None:
        self._graphed = None
        graph.add(mine)

    def _leave_old_name(self, mine: LockPackage) -> None:
        """Takes a package of the same name and another repository out of the lock: the image has moved."""
        for one in self.packages:
            if one.name == mine.name and one.source != mine.source and not one.is_typed:
                first = next(each for each in self.packages if each.name == mine.name)
                self.packages = tuple(each for each in self.packages if each is not first)
                return

    def _look_at_all(self, mine: LockPackage, graph: LockGraph) -> None:
        tree = graph.tree(mine.source)
        if missing := [one for one in graph.missing if one.name in tree]:
            raise Malformed(_missing([one.one for one in missing if isinstance(one.one, LockDependency)]))
        invalid = [
            clause for one in mine.dependencies if (clause := self._mismatch(one, graph.nodes.get(one.package)))
        ]
        if invalid:
            raise Malformed(f"incompatible dependencies: {'; '.join(invalid)}")

    def _mismatch(self, asked: LockDependency, node: Node | None) -> str:
        """The clause about an installed version that does not satisfy a constraint; empty where it does."""
        if node is None:
            raise Malformed("dependency is not present in graph")
        if not isinstance(node.one, LockPackage):
            raise Malformed("dependency in graph is not a lock package")
        version, constraints = node.one.version, asked.constraints
        existing = f"existing package {node.name}@{version}"
        if is_digest(constraints):
            if version != constraints:
                raise Malformed(f"{existing} is incompatible with constraint {constraints.strip()}")
            return ""
        if Constraint.parse(constraints, self._dialect).allows(Version.parse(version, self._dialect)):
            return ""
        return existing + (f" is incompatible with constraint {constraints.strip()}" if constraints else "")


def _missing(missing: list[LockDependency]) -> str:
    return f"{MISSING}{first_and_more(_NAMED, [one.title for one in missing])}"
