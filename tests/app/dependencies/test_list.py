"""The panes of the dependencies, by their words."""

import pytest

from xpkgtui.app.dependencies.list import near_pane
from xpkgtui.app.state.dependencies import DependencySelection, ShownDependencies
from xpkgtui.formats.dependencies.needed import DependencyTree, NeededPackage
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import Resolved
from xpkgtui.reporting.needed_packages import NeededPackages
from xpkgtui.sources.source import Form


@pytest.mark.parametrize(("is_remote", "says"), [(True, "T lists its versions"), (False, "not from a registry")])
def test_only_a_package_of_a_registry_is_said_to_have_other_versions(is_remote: bool, says: str) -> None:
    root = NeededPackage(package="it")
    resolved = Resolved(form=Form.REGISTRY, reference="it", digest=None, notes=(), is_remote=is_remote)
    found = NeededPackages(
        inspection=Inspection(source="it", resolved=resolved), tree=DependencyTree(packages=(root,))
    )
    pane = near_pane(ShownDependencies(found=found), root, DependencySelection())
    assert says in " ".join(one.plain for one in pane.empty)
