"""What all pilots below a folder do, where its conftest imports it: they rest, and parse and render once."""

from collections.abc import Iterator
from typing import Any
from weakref import WeakKeyDictionary

import pytest
from builders.program.resting import painting_at_rest, without_sleeping
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.css.types import CSSLocation
from textual.style import Style


@pytest.fixture(scope="session", autouse=True)
def resting() -> Iterator[None]:
    """Pilots wait several times a key until the application rests."""
    with without_sleeping():
        yield


class _Parsed:
    """Rules and styles by their text, of stylesheets with the same variables."""

    def __init__(self) -> None:
        self.rules: dict[tuple[object, ...], list[RuleSet]] = {}
        self.styles: dict[str, Style] = {}


@pytest.fixture(scope="session", autouse=True)
def sheets_parsed_once() -> Iterator[None]:
    """Every application has the same stylesheets, and no style of a rule ever changes."""
    known: dict[tuple[object, ...], _Parsed] = {}
    of_sheet: WeakKeyDictionary[Stylesheet, tuple[dict[str, str], _Parsed]] = WeakKeyDictionary()
    parse, parse_style = Stylesheet._parse_rules, Stylesheet.parse_style

    def parsed(sheet: Stylesheet) -> _Parsed:
        if sheet not in of_sheet or of_sheet[sheet][0] is not sheet._variables:
            of_sheet[sheet] = sheet._variables, known.setdefault((*sheet._variables.items(),), _Parsed())
        return of_sheet[sheet][1]

    def parse_once(sheet: Stylesheet, css: str, read_from: CSSLocation, **more: Any) -> list[RuleSet]:
        rules, key = parsed(sheet).rules, (css, read_from, *more.items())
        if key not in rules:
            rules[key] = parse(sheet, css, read_from, **more)
        return rules[key]

    def style_once(sheet: Stylesheet, text: str | Style) -> Style:
        if isinstance(text, str) and text not in sheet._style_parse_cache:
            styles = parsed(sheet).styles
            if text not in styles:
                styles[text] = parse_style(sheet, text)
            sheet._style_parse_cache[text] = styles[text]
        return parse_style(sheet, text)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stylesheet, "_parse_rules", parse_once)
        patch.setattr(Stylesheet, "parse_style", style_once)
        yield


@pytest.fixture
def every_frame() -> None:
    """Asked for by tests that watch what is painted, and when."""


@pytest.fixture(autouse=True)
def painting(request: pytest.FixtureRequest) -> Iterator[None]:
    """Pilots paint where they are asked to, and nothing on the way."""
    if "every_frame" in request.fixturenames:
        yield
        return
    with painting_at_rest():
        yield
