"""The tree of what a package depends on, row by row."""

from collections.abc import Iterator

from xpkgtui.formats.dependencies.needed import DependencyEdge, DependencyTree, NeededPackage
from xpkgtui.values import dataclass

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
    reached, waiting = {name}, [name]
    while waiting:
        found = [one.target for one in edges if one.source == waiting[-1] and one.target not in reached]
        waiting.pop()
        reached.update(found)
        waiting.extend(found)
    packages = sorted((one for one in tree.packages if one.package in reached), key=lambda one: one.package != name)
    kept = tuple(one for one in edges if one.source in reached)
    return DependencyTree(resolver=tree.resolver, is_resolved=tree.is_resolved, packages=tuple(packages), edges=kept)
