"""The panes of the dependencies, by their words."""

import pytest

from xpkgtui.app.dependencies.list import compared, near_pane
from xpkgtui.app.state.dependencies import DependencySelection, ShownDependencies
from xpkgtui.formats.dependencies.needed import AskedBy, DependencyTree, NearVersion, NeededPackage
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import Resolved
from xpkgtui.reporting.contents.needed_packages import NeededPackages
from xpkgtui.sources.source import SourceForm


@pytest.mark.parametrize(("is_remote", "says"), [(True, "T lists its versions"), (False, "not from a registry")])
def test_only_a_package_of_a_registry_is_said_to_have_other_versions(is_remote: bool, says: str) -> None:
    root = NeededPackage(package="it")
    resolved = Resolved(form=SourceForm.REGISTRY, reference="it", digest=None, notes=(), is_remote=is_remote)
    found = NeededPackages(
        inspection=Inspection(source="it", resolved=resolved), tree=DependencyTree(packages=(root,))
    )
    pane = near_pane(ShownDependencies(found=found), root, DependencySelection())
    assert says in " ".join(one.plain for one in pane.empty)


def test_a_package_without_versions_says_why() -> None:
    def why(versions: int | None, doing: str = "") -> str:
        needed = NeededPackage(package="it", versions=versions)
        tree = DependencyTree(packages=(NeededPackage(package="x"), needed))
        found = NeededPackages(inspection=Inspection(source="x"), tree=tree)
        (line,) = near_pane(ShownDependencies(found=found, doing=doing), needed, DependencySelection()).empty
        return line.plain

    assert why(0) == "The repository has no versions."
    assert why(None) == "Its versions were not asked for.  T lists them"
    assert why(0, "Resolving") == "◌ Its versions are not listed yet."


def package(*rows: tuple[str, tuple[bool | None, ...]], asks: tuple[str, ...], **more: object) -> NeededPackage:
    """A package with versions, the highest first."""
    near = tuple(NearVersion(version=version, meets=meets) for version, meets in rows)
    asked = tuple(AskedBy(package=f"p{number}", constraint=text) for number, text in enumerate(asks))
    return NeededPackage(package="it", asked_by=asked, near=near, **more)  # type: ignore[arg-type]


def said(found: NeededPackage, column: int = 0) -> list[str]:
    """The words of one column."""
    return [one.meets[column][1] for one in compared(found).rows]


def test_what_is_above_is_too_new_and_what_is_below_too_old() -> None:
    found = package(("v3", (False,)), ("v2", (True,)), ("v1", (False,)), asks=("v2.x",))
    assert said(found) == ["too new", "meets", "too old"]


def test_what_lies_between_is_excluded() -> None:
    found = package(("v3", (True,)), ("v2", (False,)), ("v1", (True,)), asks=("!=v2",))
    assert said(found) == ["meets", "excluded", "meets"]


def test_where_nothing_meets_it_no_direction_is_guessed() -> None:
    assert said(package(("v3", (False,)), asks=(">v9",))) == ["not met"]


def test_a_prerelease_that_nothing_asks_for_is_called_one() -> None:
    assert said(package(("v3-rc.1", (None,)), ("v2", (True,)), asks=(">v1",))) == ["prerelease", "meets"]


def test_what_several_ask_alike_is_one_column() -> None:
    found = package(("v2", (True, False, True)), ("v1", (False, True, False)), asks=(">=v2", "<v2", ">=v2"))
    table = compared(found)
    assert table.constraints == (">=v2", "<v2")
    assert table.title == " for both"
    assert said(found, 1) == ["too new", "meets"]


def test_a_version_that_serves_all_stands_out_unless_it_is_installed() -> None:
    found = package(("v2", (True,)), ("v1", (True,)), asks=(">v0",), serves=("v2", "v1"), version="v2")
    assert [one.is_good for one in compared(found).rows] == [False, True]
    assert compared(found).title == ""


def test_constraints_without_room_are_counted() -> None:
    asks = tuple(f">=v{number}" for number in range(9))
    table = compared(package(("v9", (True,) * 9), asks=asks))
    heads = [cell.content.plain for cell in table.heads(60)]
    assert heads[-1] == f"and {9 - (len(heads) - 2)} more"
    assert len(table.cells((table, table.rows[0]), 60)) == len(heads)
