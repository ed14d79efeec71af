"""The last line: the few keys that matter here, and what it has cost."""

from rich.style import Style
from textual.content import Content
from textual.reactive import reactive

from xpkgtui.app.commands.command import spelled
from xpkgtui.app.drawing.styled_text import Part, clickable, join, sides
from xpkgtui.app.toast import RoomForSentence

_WIDE = 100


class FooterLine(RoomForSentence):
    """Keys at the left, cost at the right where there is room; a sentence that appears there takes its place."""

    hints: reactive[tuple[tuple[str, str], ...]] = reactive(())
    spare: reactive[tuple[str, ...]] = reactive(())
    """Keys that give way before all others, in this order."""
    cost: reactive[str] = reactive("")

    def __init__(self, hints: tuple[tuple[str, str], ...] = ()) -> None:
        super().__init__()
        self.set_reactive(FooterLine.hints, hints)

    @property
    def link_style(self) -> Style:
        """Links have no style; clickable words keep their colors."""
        return Style.null()

    def render(self) -> Content:
        """One line; of the keys those that are spare give way first, then the last but two."""
        width = self.size.width - self.taken
        has_cost = self.size.width >= _WIDE and self.cost and not self.taken
        right = Content.styled(f"{self.cost} ", "$muted") if has_cost else Content("")
        hints = list(self.hints)
        spare = [hint for key in self.spare for hint in hints if hint[0] == key]
        left = _keys(hints)
        while left.cell_length + right.cell_length + 1 > width and len(hints) > 2:
            hints.remove(spare.pop(0) if spare else hints[-3 if len(hints) > 3 else 0])
            left = _keys(hints)
        if self.taken and left.cell_length + 1 > width:
            return Content("")
        return sides(left, right, width)


def _keys(hints: list[tuple[str, str]]) -> Content:
    parts: list[Part] = [" "]
    for number, (key, does) in enumerate(hints):
        name = spelled(key)
        parts.append("" if not number else "   ")
        parts.append((key, clickable("bold $accent", "app.simulate_key", name)))
        parts.append((f" {does}", clickable("$muted", "app.simulate_key", name)))
    return join(*parts)
