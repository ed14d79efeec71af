"""`deps --why`: who asks for a package, by each name that it may be called by."""

from pathlib import Path

import pytest
from builders.cases import each_row
from builders.packages.bundles import write
from builders.program.headless import run

from xpkgtui.cli.commands.deps import upwards
from xpkgtui.errors import Usage
from xpkgtui.formats.dependencies.needed import AskedBy, DependencyEdge, DependencyTree, NeededPackage
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.reporting.contents.needed_packages import NeededPackages


def needed(*names: str) -> NeededPackages:
    """A package that asks for others."""
    edges = tuple(DependencyEdge(source="r/root", target=name, constraint="*", is_met=None) for name in names)
    asking = (AskedBy(package="r/root", constraint="*"),)
    others = [NeededPackage(package=name, asked_by=asking) for name in names]
    tree = DependencyTree(packages=(NeededPackage(package="r/root"), *others), edges=edges)
    return NeededPackages(inspection=Inspection(source="r/root"), tree=tree)


@each_row(("wanted", "found"), [("r/a", "r/a"), ("a", "r/a"), ("b", "r/b")])
def test_a_package_is_named_by_its_repository_or_the_last_part(wanted: str, found: str) -> None:
    assert upwards(needed("r/a", "r/b"), wanted).wanted == found


@each_row(
    ("names", "wanted", "says", "hint"),
    [
        ("r/a r/b r/c r/d r/e r/f", "x", "it does not depend on x", "It depends on a, b, c, d, e and 1 more."),
        ("r/a", "root", "it does not depend on root", "It depends on a."),
        ("", "x", "it does not depend on x", ""),
        ("r/a s/a", "a", "several packages are called a", "Name one of r/a, s/a."),
    ],
)
def test_a_name_that_is_none_or_several_is_refused(names: str, wanted: str, says: str, hint: str) -> None:
    with pytest.raises(Usage, match=says) as refused:
        upwards(needed(*names.split()), wanted)
    assert refused.value.hint == hint


def test_what_cannot_be_read_is_said_instead(tmp_path: Path) -> None:
    ended = run("deps", str(tmp_path / "nowhere.xpkg"), "--why", "x")
    assert ended.exit_code == 3
    assert "it does not depend" not in ended.stderr


def test_a_bundle_that_requires_nothing_needs_no_catalog(tmp_path: Path) -> None:
    answer = run("deps", str(write(tmp_path / "bundle")), "--resolve")
    assert (answer.exit_code, answer.stdout.splitlines()[0]) == (0, "It depends on no other package")
