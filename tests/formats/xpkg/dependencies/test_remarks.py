"""Packages that own one definition, by the version of Crossplane that installs them."""

from builders.cases import each_row

from xpkgtui.formats.dependencies.questions import PackageOpened
from xpkgtui.formats.xpkg.dependencies.lock import LockPackage
from xpkgtui.formats.xpkg.dependencies.remarks import InstalledPackage, clashes

_INPUT = "inputs.example.org"


def installed(name: str, kind: str, *definitions: str, makes: tuple[str, ...] = ()) -> InstalledPackage:
    locked = LockPackage(name=name, kind=kind, source=f"xpkg.example.org/org/{name}", version="v1.0.0")
    opened = PackageOpened(definitions=definitions or (_INPUT,), makes=makes)
    return InstalledPackage(name=name, locked=locked, opened=opened)


def test_claims_of_one_package_and_definitions_or_claims_of_another_make_one() -> None:
    packages = (
        installed("a", "Configuration", "xclusters.example.org", makes=("clusters.example.org",)),
        installed("b", "Configuration", "clusters.example.org"),
        installed("c", "Configuration", "zclusters.example.org", makes=("clusters.example.org",)),
        installed("d", "Configuration", "own.example.org", makes=("others.example.org",)),
    )
    (found,) = clashes(packages, "2.4")
    assert (found.definition, found.packages) == ("clusters.example.org", ("a", "c", "b"))
    assert found.says.startswith("cannot apply rendered composite resource claim CustomResourceDefinition: existing")


@each_row(
    ("kinds", "crossplane", "count"),
    [
        (("Function", "Function"), "2.1", 1),
        (("Function", "Function"), "2.2", 0),
        (("Function", "Provider"), "2.4", 0),
        (("Provider", "Provider"), "2.4", 1),
    ],
)
def test_definitions_of_functions_clash_up_to_2_1(kinds: tuple[str, str], crossplane: str, count: int) -> None:
    packages = [installed(f"package-{number}", kind) for number, kind in enumerate(kinds)]
    assert len(list(clashes(packages, crossplane))) == count
