"""The second line: the verdict in words."""

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from xpkgtui.app.drawing.headline import Headline, Status
from xpkgtui.app.drawing.styled_text import COLORS, join, safe, sides

_WIDE = 100


class VerdictLine(Widget):
    """A tinted band; its first clause has the color of its status."""

    headline: reactive[Headline] = reactive(Headline())

    def watch_headline(self, headline: Headline) -> None:
        """The band takes the color of the status."""
        for status in Status:
            self.set_class(headline.status is status, f"-{status}")

    def render(self) -> Content:
        """One line; counts go before a word of the reason does."""
        width = self.size.width
        headline = self.headline
        color = "$accent" if headline.status is Status.WAIT else COLORS.get(headline.sign, "$muted")
        clause = (f" {headline.sign} {headline.clause}", f"bold {color}")
        key = (
            join((headline.key, "bold $accent"), (f" {headline.does} ", "$foreground"))
            if headline.key
            else Content("")
        )
        counted = headline.counts if width >= _WIDE else headline.marks
        counts = join(counted, "   " if width >= _WIDE else "  ") if counted.plain else Content("")
        room = width - len(clause[0]) - 1
        short = headline.reason.replace("(annotated base)", "(base)").replace("(all layers flattened)", "(flattened)")
        reasons = tuple(safe(text, "$foreground") for text in (headline.reason, short))
        for right in (join(counts, key), key):
            for reason in reasons:
                if reason.cell_length < room - right.cell_length:
                    return sides(join(clause, " ", reason), right, width)
        return sides(join(clause, " ", reasons[1]), join(" ", key), width)
