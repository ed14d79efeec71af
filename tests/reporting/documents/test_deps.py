"""What `deps` writes of definitions that two packages own, and of what else was noticed."""

import json

from xpkgtui.formats.dependencies.needed import DefinitionClash, DependencyRemark, DependencyTree
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.reporting.contents.needed_packages import NeededPackages
from xpkgtui.reporting.documents.deps import deps


def test_clashes_and_remarks_name_their_packages() -> None:
    clash = DefinitionClash(definition="xs.example.org", packages=("r/a", "r/b"))
    remark = DependencyRemark(message="it is old", packages=("r/a",))
    tree = DependencyTree(clashes=(clash,), remarks=(remark,))
    written = json.loads(deps(NeededPackages(inspection=Inspection(source="r"), tree=tree)))
    assert written["clashes"] == [{"definition": "xs.example.org", "packages": ["r/a", "r/b"], "says": None}]
    assert written["remarks"] == [{"message": "it is old", "fix": None, "packages": ["r/a"]}]
