"""Values of changes as people read them."""

import json
from typing import Any

from builders.cases import each_row

from xpkgtui.reporting.contents.differences import value_words


@each_row(
    ("value", "words"),
    [
        ({"served": True, "storage": False}, "served, not stored"),
        ({"served": False, "storage": True}, "not served, stored"),
        (["slow", "fast"], "slow, fast"),
        ([1, True], "1, true"),
        ("text", "text"),
        ({"type": "string", "format": "date"}, "type string, format date"),
        (3, "3"),
        (True, "true"),
    ],
)
def test_short_values_are_words(value: Any, words: str) -> None:
    assert value_words(json.dumps(value)) == words


@each_row("value", ["", " lead", [], ["a,b", "c"], [""], {}, {"a": {"b": 1}}, [["x"]], {"a": None}])
def test_what_words_would_blur_stays_as_it_is(value: Any) -> None:
    assert value_words(json.dumps(value)) == json.dumps(value)
