"""The keys that filters of lists know."""

import re

from builders.cases import each_row

from xpkgtui.app.state.lists.problems_only import HINT, filter_of, hint
from xpkgtui.app.state.selection import PaneId, Selection


@each_row("pane", PaneId)
def test_a_list_knows_the_keys_that_its_hint_names(pane: PaneId) -> None:
    named = set(re.findall(r"(\w+):", hint(pane))) - {"re"}
    typed = Selection().with_filter(pane, "badge:x group:x kind:x text:x version:x")
    assert {term.key for term in filter_of(typed, pane).terms} - {""} == named
    assert (hint(pane) == HINT) is (not named)
    assert (hint(pane)[:13], hint(pane)[-9:]) == ("word  !word  ", "re:^a.*b$")
