"""The line that stands for lists that stay empty."""

from collections.abc import Sequence

from rich.style import Style
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from xpkgtui.app.drawing.styled_text import clickable, fit, join, safe


class FoldedLists(Widget):
    """Names of lists, which a click opens, and why they are empty."""

    names: reactive[tuple[str, ...]] = reactive(())
    why: reactive[str] = reactive("")

    @property
    def link_style(self) -> Style:
        """None of their own: words that can be clicked keep their colors."""
        return Style.null()

    def render(self) -> Content:
        """One line: the names, or where there is no room for them their keys."""
        width = self.size.width
        line = _line(self.names, " · ", self.why)
        if line.cell_length > width:
            line = _line([name[:1] for name in self.names], " ", self.why)
        return fit(line, width)


def _line(names: Sequence[str], between: str, why: str) -> Content:
    shown = [Content.styled(name, clickable("$muted", "screen.list_at", number)) for number, name in enumerate(names)]
    return join("  ", Content.styled(between, "$muted").join(shown), safe(f"   no image: {why}", "$muted"))
