"""The screens beside that of a package, each loaded when it is first shown: the first paint waits for none."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from textual.app import App
from textual.command import Provider

if TYPE_CHECKING:
    from xpkgtui.app.screens.copy_as import CopyAs
    from xpkgtui.app.screens.start import Choice


def commands() -> type[Provider]:
    """The provider of the palette."""
    from xpkgtui.app.screens.palette import Palette

    return Palette


def show_palette(app: App[Any]) -> None:
    """Commands, objects and rules by name."""
    from xpkgtui.app.screens.palette import PaletteScreen

    if not isinstance(app.screen, PaletteScreen):
        app.push_screen(PaletteScreen(id="--command-palette"))


def show_help(app: App[Any]) -> None:
    """All keys."""
    from xpkgtui.app.screens.help import Help

    if not isinstance(app.screen, Help):
        app.push_screen(Help())


def show_start(app: App[Any], choices: "Sequence[Choice]") -> None:
    """The sources that can be opened."""
    from xpkgtui.app.screens.start import Start

    app.push_screen(Start(choices))


def copy_as() -> "type[CopyAs]":
    """The screen of everything that can be copied of one thing."""
    from xpkgtui.app.screens.copy_as import CopyAs

    return CopyAs
