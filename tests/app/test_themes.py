"""The themes: what a terminal can show, and what every theme names."""

import re
from typing import Any

import pytest
from builders.cases import each_row
from builders.goldens import Golden
from builders.pilots import Show
from builders.screens import stories
from textual.content import Content
from textual.css import parse as textual_parse
from textual.css import stylesheet

from xpkgtui.app import palettes, themes
from xpkgtui.app.drawing.styled_text import on_cursor
from xpkgtui.app.palettes import DARK
from xpkgtui.app.themes import Sheets


@each_row(
    ("variables", "few"),
    [
        ({"TERM": "linux"}, True),
        ({"TERM": "xterm"}, True),
        ({"TERM": "xterm-16color"}, True),
        ({"TERM": "xterm-256color"}, False),
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, False),
    ],
)
def test_a_terminal_says_how_many_colors_it_has(
    variables: dict[str, str], few: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COLORTERM", raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert themes.has_few_colors() is few


def test_with_few_colors_those_of_the_terminal_are_used_whatever_was_chosen() -> None:
    assert themes.fitting("xpkg-light", few_colors=True) == "xpkg-ansi"
    assert themes.fitting("xpkg-light", few_colors=False) == "xpkg-light"
    assert themes.fitting(None, few_colors=False) == "xpkg-dark"


def test_every_theme_names_the_same_colors() -> None:
    dark, light = palettes.colors(None), palettes.colors("xpkg-light")
    assert dark.keys() == light.keys()
    assert [one for one in (*dark.values(), *light.values()) if not re.fullmatch(r"#[0-9A-F]{6}( \d+%)?", one)] == []
    terminal = {name for name in themes.ANSI.variables if not name.startswith(("ansi-", "input-"))}
    assert terminal == themes.DARK.variables.keys() == themes.LIGHT.variables.keys()
    values = [getattr(themes.ANSI, name) for name in palettes.DARK] + [*themes.ANSI.variables.values()]
    assert [one for one in values if not re.fullmatch("ansi_[a-z_]+|transparent", one)] == []
    names = [theme.name for theme in themes.THEMES]
    assert [themes.fitting(name, few_colors=False) for name in names] == names


def test_the_colors_of_the_themes_are_what_was_agreed(golden: Golden) -> None:
    lines = []
    for theme in themes.THEMES:
        lines.append(f"── {theme.name} dark={theme.dark} ansi={theme.ansi}")
        named = {name: getattr(theme, name) for name in (*DARK, "secondary")} | theme.variables
        lines += [f"{name:28}{color}" for name, color in named.items()]
    golden("themes", "\n".join([*lines, ""]))


def test_themes_come_one_after_the_other() -> None:
    assert [themes.after(one) for one in ("xpkg-dark", "xpkg-light", "xpkg-ansi", "other")] == [
        *("xpkg-light", "xpkg-ansi", "xpkg-dark", "xpkg-dark"),
    ]
    assert themes.fitting("other", few_colors=False) == "xpkg-dark"


def test_every_theme_names_the_same_variables() -> None:
    ours = {name for name in themes.ANSI.variables if not name.startswith(("ansi-", "input-"))}
    assert set(themes.DARK.variables) == set(themes.LIGHT.variables) == ours


@pytest.mark.parametrize("size", [(60, 20), (120, 40)])
async def test_the_terminals_theme_draws_with_its_16_colors_only(size: tuple[int, int], show: Show) -> None:
    async with show(stories.refused, size=size, theme_name="xpkg-ansi") as shown:
        for keys in ((), ("ctrl+p",), ("escape", "question_mark"), ("escape", "Y")):
            await shown.press(*keys)
            strips = shown.app.screen._compositor.render_strips()
            styles = [segment.style for strip in strips for segment in strip if segment.style]
            colors = {color.name for style in styles for color in (style.color, style.bgcolor) if color}
            assert not [name for name in colors if name.startswith("#")]


async def test_with_16_colors_the_row_of_the_cursor_has_one_background(show: Show) -> None:
    async with show(stories.refused, size=(80, 24), theme_name="xpkg-ansi") as shown:
        strip = next(each for each in shown.app.screen._compositor.render_strips() if "▶" in each.text)
        styles = [segment.style for segment in strip.crop(2, 78) if segment.style]
        assert {style.bgcolor.name for style in styles if style.bgcolor} == {"color(4)"}
        assert "color(5)" not in {style.color.name for style in styles if style.color}


def test_on_the_row_of_the_cursor_words_take_a_color_that_stands_out() -> None:
    line = Content.assemble(("x", "bold $accent"), ("y", "$muted"), ("z", "$success"))
    assert [str(span.style) for span in on_cursor(line, focused=True).spans] == [
        "bold $cursor-text on $cursor",
        "bold $cursor-key",
        "$cursor-text",
        "$success",
    ]


async def test_no_color_leaves_the_terminals_colors_out(show: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with show(stories.accepted, theme_name="xpkg-ansi") as shown:
        strips = [
            strip.apply_filter(each, shown.app.screen.background_colors[1])
            for each in shown.app._filters[1:]
            for strip in shown.app.screen._compositor.render_strips()
        ]
        styles = [segment.style for strip in strips for segment in strip if segment.style]
        assert styles
        assert all(color is None or color.is_default for style in styles for color in (style.color, style.bgcolor))


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
