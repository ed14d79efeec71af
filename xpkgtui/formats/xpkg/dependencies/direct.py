"""What a package asks for itself, without a look at any registry."""

from xpkgtui.formats.dependencies.needed import AskedBy, DependencyEdge, DependencyTree, NeededPackage
from xpkgtui.formats.dependencies.questions import RootPackage
from xpkgtui.formats.xpkg.dependencies.lock import LockPackage


def direct_tree(root: RootPackage, package: LockPackage) -> DependencyTree:
    """What a package asks for itself; nothing is known of what becomes of it."""
    edges = tuple(
        DependencyEdge(source=root.source, target=one.package, constraint=one.constraints)
        for one in package.dependencies
    )
    first = NeededPackage(
        package=root.source, kind=package.kind, version=shown_version(root, package), image=root.opened.image
    )
    asked: dict[str, list[AskedBy]] = {}
    kinds = {one.package: one.kind for one in reversed(package.dependencies)}
    for one in package.dependencies:
        asked.setdefault(one.package, []).append(AskedBy(package=root.source, constraint=one.constraints))
    others = (NeededPackage(package=name, kind=kinds[name], asked_by=tuple(by)) for name, by in asked.items())
    return DependencyTree(packages=(first, *others), edges=edges)


def shown_version(root: RootPackage, package: LockPackage) -> str:
    """The version of the package that was asked about; empty where it comes from no registry."""
    return package.version if root.reference else ""
