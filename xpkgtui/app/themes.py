"""The themes (blue is focus and keys, violet an xpkg annotation, green, yellow, red status) and the stylesheets.

Grays are so gray that they stay so, and the cursor so blue, where a terminal has 256 colors only. With fewer colors
the terminal's own are used, each bright enough for a dark screen and dark enough for a light one.
"""

import atexit
import io
import zipfile
from collections.abc import Mapping
from pathlib import Path, PurePath
from typing import Any, cast

from rich.console import Console
from textual import constants
from textual.app import App
from textual.css.stylesheet import Stylesheet
from textual.theme import Theme

from xpkgtui.app import palettes
from xpkgtui.app.textual_private import forget_parsed
from xpkgtui.private_files import new_folder, remove_folder


def _theme(name: str, colors: Mapping[str, str], variables: Mapping[str, str], *, dark: bool) -> Theme:
    named: dict[str, Any] = dict(colors)
    return Theme(name=name, dark=dark, variables=dict(variables), **named)


DARK = _theme("xpkg-dark", palettes.DARK, palettes.DARK_VARIABLES, dark=True)
LIGHT = _theme("xpkg-light", palettes.LIGHT, palettes.LIGHT_VARIABLES, dark=False)
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
        "yamltext": "ansi_default",
        "yamlother": "ansi_default",
        "mark": "ansi_magenta",
        "mark-back": "transparent",
        "cursor": "ansi_blue",
        "cursor-text": "ansi_bright_white",
        "cursor-key": "ansi_bright_white",
        "cursor-mark": "ansi_bright_white",
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
"""The colors of the terminal. NO_COLOR leaves them out, and turns those of the other themes gray."""

THEMES = (DARK, LIGHT, ANSI)


def fitting(chosen: str | None, *, few_colors: bool) -> str:
    """The name of the theme to begin with: what was chosen, as far as the terminal can show it."""
    if few_colors:
        return ANSI.name
    return chosen if chosen in {theme.name for theme in THEMES} else DARK.name


def registered(app: App[Any], name: str) -> str:
    """Makes the themes known to the application; gives the one of that name, or the dark one."""
    for theme in THEMES:
        app.register_theme(theme)
    return name if name in app.available_themes else DARK.name


def after(name: str) -> str:
    """The name of the next theme."""
    names = [theme.name for theme in THEMES]
    return names[(names.index(name) + 1) % len(names)] if name in names else names[0]


def has_few_colors() -> bool:
    """Whether the terminal says that it has 8 or 16 colors, as Textual and Rich read its environment."""
    console = Console(color_system=cast(Any, constants.COLOR_SYSTEM), force_terminal=True, file=io.StringIO())
    return console.color_system == "standard"


_FIRST = "application.tcss"


def folder() -> Path:
    """The folder that holds the stylesheets."""
    package = Path(__file__).resolve().parents[1]
    for place in (package / "tcss", package.parent / "tcss"):
        if (place / _FIRST).is_file():
            return place
    if archive := next((one for one in package.parents if one.is_file()), None):
        return _unpacked(archive)
    raise FileNotFoundError(f"{_FIRST} is neither in {package / 'tcss'} nor in {package.parent / 'tcss'}")


def _unpacked(archive: Path) -> Path:
    """The folder out of an archive that the program runs from; it goes with the process."""
    place = new_folder("xpkgtui-")
    atexit.register(remove_folder, place)
    with zipfile.ZipFile(archive) as packed:
        packed.extractall(place, (name for name in packed.namelist() if name.startswith("xpkgtui/tcss/")))
    return place / "xpkgtui" / "tcss"


def sheets() -> list[str | PurePath]:
    """Every stylesheet, the application's own first, those of screens last because they set sizes."""
    place = folder()
    kinds = ("widgets", "views", "screens")
    return [place / _FIRST, *(sheet for kind in kinds for sheet in sorted(place.glob(f"{kind}/*.tcss")))]


class Sheets(Stylesheet):
    """Stylesheets that are parsed once for each theme: Textual parses them in a copy, and then all of them again."""

    def reparse(self) -> None:
        """Parses them with the variables of now."""
        forget_parsed(self)
        self.parse()
