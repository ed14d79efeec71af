"""The screens beside that of a package, each loaded when it is first shown: the first paint waits for none."""

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from textual.app import App
from textual.screen import Screen

from xpkgtui.app import messages
from xpkgtui.app.commands.command import Scope
from xpkgtui.app.port_client import Known
from xpkgtui.app.screens.browsing import Browsing
from xpkgtui.app.start.choices import Offered
from xpkgtui.app.state.replies import Replies
from xpkgtui.inspection.inspection import Inspection

if TYPE_CHECKING:
    from xpkgtui.app.palette.entries import Entry
    from xpkgtui.app.screens.copy_as import CopyAs


def show_palette(app: App[Any], known: Known) -> None:
    """Commands, objects, files and rules by name, of the screen that is shown."""
    from xpkgtui.app.palette.entries import Entry, entries
    from xpkgtui.app.screens.palette import Palette, Titles

    beneath = app.screen
    if beneath.is_modal:
        return
    selection = beneath.selection if isinstance(beneath, Browsing) else None

    def answers(action: str) -> bool:
        return hasattr(beneath, f"action_{action}")

    @lru_cache(maxsize=1)
    def made(inspection: Inspection, replies: Replies, rules: Titles) -> Sequence[Entry]:
        return entries(inspection, selection, replies, rules, answers=answers)

    def offered(rules: Titles) -> Sequence[Entry]:
        return made(known.inspection, known.replies, rules)

    async def run(chosen: Entry | None) -> None:
        if chosen is not None:
            await _run(app, beneath, chosen)

    app.push_screen(Palette(offered), run)


async def _run(app: App[Any], screen: Screen[Any], chosen: "Entry") -> None:
    """Does what an entry of the palette says."""
    if chosen.command is not None:
        target = app if chosen.command.scope is Scope.APP else screen
        await app.run_action(chosen.command.action, default_namespace=target)
    elif chosen.document is not None:
        screen.post_message(messages.DocumentRequested(chosen.document))
    elif chosen.rule:
        screen.post_message(messages.ManualRequested(chosen.rule))
    else:
        screen.post_message(messages.FileRequested(chosen.path))


def show_help(app: App[Any]) -> None:
    """All keys."""
    from xpkgtui.app.screens.help import Help

    if not isinstance(app.screen, Help):
        app.push_screen(Help())


def show_start(app: App[Any], offered: Offered) -> None:
    """The sources that can be opened."""
    from xpkgtui.app.screens.start import Start

    app.push_screen(Start(offered))


def ask_source(app: App[Any], offered: Offered) -> None:
    """The same over the screen of a package."""
    from xpkgtui.app.screens.start import StartOver

    if not app.screen.is_modal:
        app.push_screen(StartOver(offered))


def copy_as() -> "type[CopyAs]":
    """The screen of everything that can be copied of one thing."""
    from xpkgtui.app.screens.copy_as import CopyAs

    return CopyAs
