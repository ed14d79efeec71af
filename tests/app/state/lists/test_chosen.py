"""The rows that a selection stands on."""

from dataclasses import replace
from typing import Any

from builders.inspection import ports

from xpkgtui.app.state.lists import chosen
from xpkgtui.app.state.selection import ListId, Selection, Subject, TabId, layer_key

FINDINGS = tuple(ports.finding(rule, message=f"{number}") for number, rule in enumerate("ABBC"))
WHOLE = ports.inspection(*ports.package(*FINDINGS))
LAYERS = Selection(list_id=ListId.LAYERS)


def test_the_layer_to_take_for_the_base_is_that_under_the_cursor() -> None:
    first, files = LAYERS.with_row(ListId.LAYERS, layer_key(0, ports.RUNTIME)), Selection(list_id=ListId.FILES)
    why, findings = Selection(verdict=True, reader="base:0"), {Subject.VERDICT: TabId.FINDINGS}
    looks = (LAYERS, first, files, why, replace(LAYERS, verdict=True, tabs=findings))
    assert [chosen.layer_for_base(WHOLE, one) for one in looks] == [1, 0, None, 0, None]
    assert chosen.layer_for_base(ports.inspection(), LAYERS) is None


def test_the_finding_is_that_under_the_cursor_or_the_first_of_the_rule_whose_manual_is_open() -> None:
    def number(**facts: Any) -> str:
        found = chosen.finding(WHOLE, Selection(**facts))
        return found.message if found else ""

    assert [number(), number(finding=2), number(finding=9)] == ["0", "2", "3"]
    assert [number(rule="B"), number(rule="B", finding=2), number(rule="B", finding=3)] == ["1", "2", "1"]
    assert number(rule="D") == ""
