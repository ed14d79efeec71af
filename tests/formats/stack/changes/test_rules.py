"""Each rule about changes of stacks trips on one pair, and spares the nearest other one."""

import pytest
from builders.packages.compared import changes_of_files
from builders.packages.stacks import Files, with_app

from xpkgtui.formats.stack.format import STACK

_NEEDS = "dependsOn: [{crd: wind.air.example.org/v1}]"


def found(old: Files, new: Files) -> list[tuple[str, str]]:
    """The changes between two packages."""
    sides = ({f".registry/{name}": text for name, text in files.items()} for files in (old, new))
    return [(one.id, one.message) for one in changes_of_files(STACK, *sides)]


@pytest.mark.parametrize(
    ("old", "new", "change"),
    [
        ("", "permissionScope: Namespaced", ("CHG461", "permissionScope is Namespaced, was Cluster")),
        ("", _NEEDS, ("CHG462", "it depends on wind.air.example.org/v1 now")),
        (_NEEDS, "", ("CHG463", "it does not depend on wind.air.example.org/v1 any more")),
    ],
)
def test_a_rule_trips(old: str, new: str, change: tuple[str, str]) -> None:
    assert found(with_app(old), with_app(new)) == [change]


def test_a_key_in_other_letters_is_the_same() -> None:
    assert found(with_app(_NEEDS), with_app(_NEEDS.replace("dependsOn", "DependsON"))) == []
