"""Each rule about changes of stacks trips on one pair, and spares the nearest other one."""

import json
from typing import Any

from builders.cases import each_row
from builders.goldens import Golden, lines_of
from builders.packages.compared import changes_of_files
from builders.packages.edited import differences
from builders.packages.stacks import Files, crd, with_app

from xpkgtui.formats.stack.format import STACK

_NEEDS = "dependsOn: [{crd: wind.air.example.org/v1}]"


def found(old: Files, new: Files) -> list[tuple[str, str]]:
    """The changes between two packages."""
    sides = ({f".registry/{name}": text for name, text in files.items()} for files in (old, new))
    return [(one.id, one.message) for one in changes_of_files(STACK, *sides)]


@each_row(
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


def test_all_that_is_said_of_edits(golden: Golden) -> None:
    app = {"permissionScope": "Cluster", "title": "Harbour", "dependsOn": [{"crd": "a.b/v1"}, {"crd": "c"}]}
    whole = json.dumps(app)

    def said(value: Any) -> list[str]:
        files = (
            {".registry/app.yaml": text, ".registry/boat.crd.yaml": crd()} for text in (whole, json.dumps(value))
        )
        return lines_of(changes_of_files(STACK, *files))

    golden("changes_stack", differences({"": app}, said))
