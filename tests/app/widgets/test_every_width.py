"""Lines of a screen at every width, each as often as it is another one."""

from collections.abc import Iterator
from typing import Any

from builders.goldens import Golden
from builders.screens.pages import agreed
from builders.screens.states import STATES
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

from xpkgtui.app.screen_model import screen_model
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.selection import Selection
from xpkgtui.app.widgets.footer_line import FooterLine
from xpkgtui.app.widgets.identity_line import IdentityLine
from xpkgtui.app.widgets.verdict_line import VerdictLine
from xpkgtui.inspection.messages.requests import Options

SHOWN = ("nothing known", "a layer comes", "refused", "outdated", "accepted", "an attestation")


def wide(kind: type[Widget]) -> Any:
    """One that is as wide as a test says."""
    return type(kind.__name__, (kind,), {"size": Size(0, 1)})()


def at_widths(line: Any) -> Iterator[Content]:
    """The line at each width at which it has another text."""
    before = ""
    for width in range(12, 180):
        line.size = Size(width, 1)
        drawn = line.render()
        if (text := " ".join(drawn.plain.split())) != before:
            before = text
            yield Content(f"{width:3}") + drawn


def test_lines_look_as_they_were_agreed(golden: Golden) -> None:
    parts = []
    for name in SHOWN:
        model = screen_model(STATES[name], Selection(), Replies(), Options(), busy="comes" in name, width=120)
        footer, verdict, identity = wide(FooterLine), wide(VerdictLine), wide(IdentityLine)
        footer.set_reactive(FooterLine.hints, model.hints)
        footer.set_reactive(FooterLine.cost, "330 kB of 21.8 MB fetched")
        footer.set_reactive(FooterLine.spare, ("y", "p"))
        verdict.set_reactive(VerdictLine.headline, model.headline)
        identity.set_reactive(IdentityLine.identity, model.identity)
        parts += [Content(f"── {name}"), *at_widths(identity), *at_widths(verdict), *at_widths(footer)]
    golden("lines_at_widths", agreed(*parts))
