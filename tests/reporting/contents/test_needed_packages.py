"""What is said of the packages that one needs, in one sentence."""

from typing import Any

from builders.cases import each_row

from xpkgtui.errors import Failure, FailureKind
from xpkgtui.formats.dependencies.needed import (
    DefinitionClash,
    DependencyEdge,
    DependencyTree,
    NeededPackage,
    PackageState,
)
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.reporting.contents.needed_packages import NeededPackages

ROOT = NeededPackage(package="r/root", kind="Configuration", state=PackageState.MET)
CATALOG = NeededPackage(package="r/root", kind="Catalog", state=PackageState.MET)


def needed(*states: PackageState, root: NeededPackage = ROOT, **more: Any) -> NeededPackages:
    """A tree whose root asks for providers of these states, `a`, `b` and so on."""
    others = [
        NeededPackage(package=f"r/{chr(97 + number)}", kind="Provider", state=state)
        for number, state in enumerate(states)
    ]
    edges = [DependencyEdge(source="r/root", target=one.package, constraint="*", is_met=True) for one in others]
    values: dict[str, Any] = {"is_resolved": True, "packages": (root, *others), "edges": tuple(edges)}
    return NeededPackages(inspection=Inspection(source="r/root"), tree=DependencyTree(**(values | more)))


MET, UNKNOWN, CONFLICT = PackageState.MET, PackageState.UNKNOWN, PackageState.CONFLICT
CLASH = DefinitionClash(definition="xs.example.org", packages=("r/a", "r/b", "r/c"))


@each_row(
    ("found", "sentence"),
    [
        (needed(), "it depends on no other package"),
        (needed(root=CATALOG), "no package in it requires anything"),
        (needed(unread="the list is cut"), "not everything could be read: the list is cut"),
        (needed(MET), "the package that it needs can be installed"),
        (needed(MET, MET), "all 2 packages can be installed"),
        (needed(MET, MET, is_resolved=False), "it asks for 2 packages; --resolve finds their versions"),
        (needed(MET, is_resolved=False, further="and an API"), "it asks for 1 package; and an API"),
        (
            needed(MET, is_resolved=False, unread="a"),
            "it asks for 1 package; --resolve finds their versions; not everything could be read: a",
        ),
        (needed(MET, UNKNOWN, UNKNOWN), "2 of 3 packages could not be looked up: b, c were not asked about"),
        (needed(*[CONFLICT] * 3), "its dependencies cannot all be met: a, b, c"),
        (needed(*[CONFLICT] * 4), "its dependencies cannot all be met: a, b, c and 1 more"),
        (needed(MET, MET, clashes=(CLASH,)), "two packages own one definition: a and b both have xs.example.org"),
    ],
)
def test_the_most_important_is_said(found: NeededPackages, sentence: str) -> None:
    assert found.sentence == sentence


def test_a_failure_is_all_that_is_said() -> None:
    failed = NeededPackages(
        inspection=Inspection(source="r"), failure=Failure(kind=FailureKind.NOT_FOUND, title="There is none.")
    )
    assert (failed.sentence, failed.is_met) == ("There is none", None)
