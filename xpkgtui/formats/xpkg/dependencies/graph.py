"""The graph of the packages in a lock, as Crossplane builds it to find what is missing.

Crossplane's internal/dag: one graph for each flag. With upgrades, an installed package that does not satisfy a
constraint counts as missing too.
"""

from collections.abc import Iterable, Sequence

from xpkgtui.errors import Malformed
from xpkgtui.formats.xpkg.dependencies.choosing import satisfies
from xpkgtui.formats.xpkg.dependencies.lock import LockDependency, LockPackage
from xpkgtui.versions.version import Dialect


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
