"""Whether everything that a package needs is met."""

from builders.cases import each_row

from xpkgtui.formats.dependencies.needed import DefinitionClash, DependencyTree, NeededPackage, PackageState

ROOT, MET, MISSING, UNKNOWN = (
    NeededPackage(package=name, state=state)
    for name, state in (
        ("root", PackageState.UNKNOWN),
        ("a", PackageState.MET),
        ("b", PackageState.MISSING),
        ("c", PackageState.UNKNOWN),
    )
)
CONFLICT, CYCLE, INSTALLED = (
    NeededPackage(package="d", state=state)
    for state in (PackageState.CONFLICT, PackageState.CYCLE, PackageState.INSTALLED)
)
CLASH = DefinitionClash(definition="x", packages=("a", "b"))


@each_row(
    ("tree", "is_met"),
    [
        (DependencyTree(is_resolved=False, packages=(ROOT, MISSING)), None),
        (DependencyTree(is_resolved=True, packages=(ROOT, MET, INSTALLED)), True),
        (DependencyTree(is_resolved=True, packages=(ROOT, MET, UNKNOWN)), None),
        (DependencyTree(is_resolved=True, packages=(ROOT, MISSING, UNKNOWN)), False),
        (DependencyTree(is_resolved=True, packages=(ROOT, CONFLICT)), False),
        (DependencyTree(is_resolved=True, packages=(ROOT, CYCLE)), False),
        (DependencyTree(is_resolved=True, packages=(ROOT, MET), clashes=(CLASH,)), False),
        (DependencyTree(is_resolved=True, packages=(ROOT, MET), unread="it is away"), None),
    ],
)
def test_everything_is_met_or_not_or_that_is_not_known(tree: DependencyTree, is_met: bool | None) -> None:
    assert tree.is_met is is_met


def test_a_package_is_found_by_its_name() -> None:
    tree = DependencyTree(packages=(ROOT, MET))
    assert (tree.root, tree.package("a"), tree.package("b")) == (ROOT, MET, None)
    assert DependencyTree().root is None
