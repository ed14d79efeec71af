"""What is said of a package of Crossplane 0.12 in which one value is edited."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from builders.goldens import Golden, lines_of
from builders.packages.edited import differences
from builders.packages.whole import STACK as WHOLE
from builders.packages.whole import STACK_FILES, facts_of_all, objects_of_values, parsed

from xpkgtui.formats.package_objects import PackageObjects
from xpkgtui.formats.permissions.granted import PackageInstallation
from xpkgtui.formats.stack.format import STACK

VALUES = {name: parsed(text)[0] for name, text in WHOLE.items()}
FEW = {name: VALUES[name] for name in ("app.yaml", "a/boat.crd.yaml", "install.yaml", "a/resource.yaml")}
BEHAVIOR = {
    "crd": {"kind": "Boat", "apiVersion": "sea.example.org/v1alpha1"},
    "engine": {"type": "helm3", "controllerImage": "a/b"},
    "source": {"path": "charts/boat", "image": "a/c"},
}


def package(values: Mapping[str, Any]) -> PackageObjects:
    """The objects of a package, with all its files."""
    found = objects_of_values(STACK, [*values.values()], [f".registry/{name}" for name in values])
    others = [name for name in STACK_FILES if name not in WHOLE]
    return replace(found, files=[f".registry/{name}" for name in (*values, *others)])


def test_what_facts_say(golden: Golden) -> None:
    golden("facts_stack", differences({"": FEW}, lambda values: facts_of_all(STACK, package({**VALUES, **values}))))


def test_what_facts_say_of_templates(golden: Golden) -> None:
    edited = {"app.yaml": VALUES["app.yaml"]}
    told = differences({"": BEHAVIOR}, lambda value: facts_of_all(STACK, package({**edited, "behavior.yaml": value})))
    golden("facts_stack_behavior", told)


def test_what_is_granted_and_run(golden: Golden) -> None:
    used, granted = STACK.used_images(), STACK.permissions()

    def said(values: Mapping[str, Any]) -> list[str]:
        found = package(values)
        images = [str(one) for one in used.of_package(found, "")]
        return [*images, *lines_of(granted.of_package(found, PackageInstallation()))]

    kept = {name: VALUES[name] for name in ("a/boat.crd.yaml", "install.yaml")}
    app = {name: VALUES["app.yaml"][name] for name in ("permissionScope", "dependsOn")}
    told = {"app": {"app.yaml": app, **kept}, "behavior": {"app.yaml": app, "behavior.yaml": BEHAVIOR}}
    golden("permissions_stack", differences(told, said))
