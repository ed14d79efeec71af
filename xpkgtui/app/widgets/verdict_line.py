"""The second line: the verdict in words."""

from collections.abc import Iterator

from rich.style import Style
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from xpkgtui import visible
from xpkgtui.app.commands.command import spelled
from xpkgtui.app.drawing.bands.headline import Headline, Status
from xpkgtui.app.drawing.styled_text import COLORS, clickable, join, safe, sides

_LEAST = 40
"""Cells of a cause that is cut, with which a clause before it is worth its room."""
_WIDE, _SMALL = 100, 64
"""Cells from which on counts are words, and below which the program's name gives way to the reason."""


class VerdictLine(Widget):
    """A tinted band; its first clause has the color of its status."""

    headline: reactive[Headline] = reactive(Headline())

    def watch_headline(self, headline: Headline) -> None:
        """The band takes the color of the status."""
        for status in Status:
            self.set_class(headline.status is status, f"-{status}")

    @property
    def link_style(self) -> Style:
        """None of their own: words that can be clicked keep their colors."""
        return Style.null()

    def render(self) -> Content:
        """One line; the reason is shortened before it is cut, and signs with numbers outlive its words."""
        width, headline = self.size.width, self.headline
        key = _key(headline)
        rights, has_marks = _ends(headline, key, width), bool(headline.marks.plain)
        for each in rights:
            for forms in _forms(headline, is_small=width < _SMALL):
                for right in each:
                    for clause, reason in forms:
                        left = join(self._clause(clause), " ", safe(reason, "$foreground"))
                        if left.cell_length < width - right.cell_length:
                            return sides(left, right, width)
        ends = (headline.marks, key) if width >= _SMALL else (headline.marks,)
        right = join(*(part for end in ends for part in ("  ", end))) if has_marks else join("  ", key)
        if longer := headline.short_clause if headline.shortest_clause else headline.brief_clause:
            # The cause is cut in any case; where enough of it is left, so is who accepts, or the verb.
            short = self._clause(longer)
            if width >= _SMALL or width - join(short, right).cell_length >= _LEAST:
                return _cut(short, (headline.short_reasons or (headline.reason,))[-1], right, width)
        if width < _SMALL and not has_marks and left.cell_length <= width:
            return left
        return _cut(self._clause(clause), reason, right, width)

    def _clause(self, text: str) -> tuple[str, str]:
        headline = self.headline
        color = "$accent" if headline.status is Status.WAIT else COLORS.get(headline.sign, "$muted")
        return (f" {headline.sign} {text}", f"bold {color}")


def _cut(clause: tuple[str, str], reason: str, right: Content, width: int) -> Content:
    """The clause and its reason cut at a word, with an end that is whole."""
    words, style = clause
    said = visible.sentence(f"{words} {visible.line(reason)}", width - right.cell_length)
    return sides(join((said[: len(words)], style), (said[len(words) :], "$foreground")), right, width)


def _ends(headline: Headline, key: Content, width: int) -> list[list[Content]]:
    """What may stand at the right, in shorter and shorter forms: the count outlives the key."""
    counts = [join(headline.counts, "   ", key)] if width >= _WIDE and headline.counts.plain else []
    if not headline.marks.plain:
        return [[*counts, key]]
    counts.append(join(headline.marks, "   " if width >= _WIDE else "  ", key))
    # The footer has the key too.
    return [counts, [headline.marks]] if width < _SMALL else [counts]


def _key(headline: Headline) -> Content:
    """The key that explains, which a click presses."""
    if not headline.key:
        return Content("")
    parts = ((headline.key, "bold $accent"), (f" {headline.does} ", "$foreground"))
    return join(*((text, clickable(style, "app.simulate_key", spelled(headline.key))) for text, style in parts))


def _forms(headline: Headline, *, is_small: bool) -> Iterator[tuple[tuple[str, str], ...]]:
    """(clause, reason) in shorter and shorter forms: whole; cause before place; short."""
    clause, shorter = headline.clause, headline.short_reasons
    if headline.shortest_clause:
        forms = (headline.reason, *shorter)
        yield (*((clause, text) for text in forms), *((headline.short_clause, text) for text in shorter))
        yield tuple((headline.shortest_clause, text) for text in shorter)
        return
    yield tuple((clause, text) for text in (headline.reason, *shorter[:1]))
    yield tuple((clause, text) for text in shorter[1:])
    # Counts outlive words that say how others decide; on a small screen also the verb, which the sign says too.
    brief, short = headline.brief_clause, headline.short_clause
    named = brief[brief.rfind(short[:-1]) :] if short[:-1] in brief else ""  # "2.4 refuses it:"
    clauses = filter(None, (brief, named, short) if is_small or not brief else (brief,))
    yield tuple((clause, text) for clause in clauses for text in shorter[1:] or shorter)
