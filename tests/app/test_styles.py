"""Stylesheets are parsed once for a theme."""

from typing import Any

import pytest
from textual.css import parse as textual_parse
from textual.css import stylesheet

from xpkgtui.app.styles import Sheets


def test_each_is_parsed_once_for_each_set_of_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[str] = []
    parse = textual_parse.parse

    def counting(scope: str, css: str, *arguments: Any, **more: Any) -> Any:
        parsed.append(css)
        return parse(scope, css, *arguments, **more)

    monkeypatch.setattr(stylesheet, "parse", counting)
    sheets = Sheets(variables={"ours": "red"})
    sheets.add_source("One { color: $ours; }", ("one", ""))
    sheets.reparse()
    sheets.add_source("Two { color: $ours; }", ("two", ""))
    red = [rule.styles.color.hex for rule in sheets.rules]
    assert len(parsed) == 2
    sheets.set_variables({"ours": "blue"})
    sheets.reparse()
    assert len(parsed) == 4
    assert ([rule.styles.color.hex for rule in sheets.rules], red) == (["#0000FF"] * 2, ["#FF0000"] * 2)
