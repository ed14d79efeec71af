"""The themes: blue is focus and keys, violet an xpkg annotation, green, yellow and red status.

Greys are so grey that they stay so, and the cursor so blue, where a terminal has 256 colors only. With fewer colors
the terminal's own are used, each bright enough for a dark screen and dark enough for a light one.
"""

import io
from typing import Any, cast

from rich.console import Console
from textual import constants
from textual.theme import Theme

DARK = Theme(
    name="xpkg-dark",
    dark=True,
    primary="#7CB3FF",
    accent="#7CB3FF",
    success="#7FCB8A",
    warning="#E9C46A",
    error="#FF8078",
    foreground="#D9DEE7",
    background="#15181C",
    surface="#15181C",
    panel="#1F2329",
    variables={
        "muted": "#9BA3B1",
        "line": "#49515F",
        "yamlkey": "#A9C3EA",
        "mark": "#C4A7F5",
        "mark-back": "#352A4D",
        "cursor": "#212F5C",
        "cursor-text": "#D9DEE7",
        "cursor-key": "#7CB3FF",
        "cursor-off": "#282C34",
        "cursor-off-text": "#D9DEE7",
        "cursor-off-muted": "#9BA3B1",
        "tab": "#242F5F",
        "ok-back": "#18381F",
        "warn-back": "#393013",
        "bad-back": "#511E20",
        "wait-back": "#1D2A3E",
        "veil": "#15181C 60%",
    },
)

LIGHT = Theme(
    name="xpkg-light",
    dark=False,
    primary="#0A58A8",
    accent="#0A58A8",
    success="#1B6B33",
    warning="#7A5200",
    error="#AD211B",
    foreground="#1E232B",
    background="#FBFBF9",
    surface="#FBFBF9",
    panel="#ECEDE9",
    variables={
        "muted": "#566070",
        "line": "#B3BAC5",
        "yamlkey": "#274C82",
        "mark": "#63359C",
        "mark-back": "#ECE2F8",
        "cursor": "#CFE1FA",
        "cursor-text": "#1E232B",
        "cursor-key": "#0A58A8",
        "cursor-off": "#EAEBEF",
        "cursor-off-text": "#1E232B",
        "cursor-off-muted": "#566070",
        "tab": "#DCE8F8",
        "ok-back": "#DDF1E1",
        "warn-back": "#F8EBC8",
        "bad-back": "#FADFDC",
        "wait-back": "#E0EAF7",
        "veil": "#FBFBF9 60%",
    },
)

ANSI = Theme(
    name="xpkg-ansi",
    ansi=True,
    primary="ansi_bright_blue",
    accent="ansi_bright_blue",
    success="ansi_green",
    warning="ansi_yellow",
    error="ansi_bright_red",
    foreground="ansi_default",
    background="ansi_default",
    surface="ansi_default",
    panel="ansi_default",
    variables={
        "muted": "ansi_default",
        "line": "ansi_default",
        "yamlkey": "ansi_cyan",
        "mark": "ansi_magenta",
        "mark-back": "ansi_default",
        "cursor": "ansi_blue",
        "cursor-text": "ansi_bright_white",
        "cursor-key": "ansi_bright_white",
        "cursor-off": "ansi_bright_black",
        "cursor-off-text": "ansi_bright_white",
        "cursor-off-muted": "ansi_bright_white",
        "tab": "ansi_default",
        "ok-back": "ansi_default",
        "warn-back": "ansi_default",
        "bad-back": "ansi_default",
        "wait-back": "ansi_default",
        "veil": "transparent",
        "ansi-background": "ansi_default",
        "ansi-foreground": "ansi_default",
        "input-cursor-background": "ansi_bright_blue",
        "input-cursor-foreground": "ansi_bright_white",
        "input-selection-background": "ansi_blue",
        "input-selection-foreground": "ansi_bright_white",
    },
)
"""The colors of the terminal. NO_COLOR leaves them out, and turns those of the other themes grey."""

THEMES = (DARK, LIGHT, ANSI)


def fitting(chosen: str | None, *, few_colors: bool) -> str:
    """The name of the theme to begin with: what was chosen, as far as the terminal can show it."""
    if few_colors:
        return ANSI.name
    return chosen if chosen in {theme.name for theme in THEMES} else DARK.name


def after(name: str) -> str:
    """The name of the next theme."""
    names = [theme.name for theme in THEMES]
    return names[(names.index(name) + 1) % len(names)] if name in names else names[0]


def has_few_colors() -> bool:
    """Whether the terminal says that it has 8 or 16 colors, as Textual and Rich read its environment."""
    console = Console(color_system=cast(Any, constants.COLOR_SYSTEM), force_terminal=True, file=io.StringIO())
    return console.color_system == "standard"
