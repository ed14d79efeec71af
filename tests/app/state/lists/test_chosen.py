"""The rows that a selection stands on."""

from dataclasses import replace
from typing import Any

import pytest
from builders.inspection import ports

from xpkgtui.app.state.lists import chosen
from xpkgtui.app.state.selection import ListId, Selection, Subject, TabId, layer_key
from xpkgtui.inspection.inspection import Inspection

FINDINGS = tuple(ports.finding(rule, message=f"{number}") for number, rule in enumerate("ABBC"))
WHOLE = ports.inspection(*ports.package(*FINDINGS))
LAYERS = Selection(list_id=ListId.LAYERS)


@pytest.mark.parametrize(
    ("selection", "layer"),
    [
        (LAYERS, 1),
        (LAYERS.with_row(ListId.LAYERS, layer_key(0, ports.RUNTIME)), 0),
        (replace(LAYERS, verdict=True, tabs={Subject.VERDICT: TabId.FINDINGS}), None),
        (Selection(list_id=ListId.FILES), None),
        (Selection(verdict=True, reader="base:0"), 0),
    ],
)
def test_the_layer_to_take_for_the_base_is_that_under_the_cursor(selection: Selection, layer: int | None) -> None:
    assert chosen.layer_for_base(WHOLE, selection) == layer
    assert selection.verdict or chosen.layer_for_base(Inspection(source="x"), selection) is None


@pytest.mark.parametrize(
    ("facts", "number"),
    [
        ({}, 0),
        ({"finding": 2}, 2),
        ({"finding": 9}, 3),
        ({"rule": "B"}, 1),
        ({"rule": "B", "finding": 2}, 2),
        ({"rule": "B", "finding": 3}, 1),
        ({"rule": "D"}, None),
    ],
)
def test_the_finding_is_that_under_the_cursor_or_the_first_of_the_rule_whose_manual_is_open(
    facts: Any, number: int | None
) -> None:
    assert chosen.finding(WHOLE, Selection(**facts)) == (None if number is None else FINDINGS[number])
    assert chosen.finding(Inspection(source="x"), Selection(**facts)) is None
