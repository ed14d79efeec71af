"""The list of Copy as: what can be copied, values first, then commands."""

from collections.abc import Iterator

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.copy.offer import Offer, Offers
from xpkgtui.app.drawing.rows import Cell, Pane, Row, sentence
from xpkgtui.app.drawing.styled_text import join, safe, words
from xpkgtui.reporting.as_text.tables import plural

_LABEL = 21


def pane(offers: Offers) -> Pane:
    """The offers as rows."""
    heading = join(
        ("Copy as", "bold $accent"), (" · ", "$muted"), safe(visible.clip(offers.title, 60), "$foreground")
    )
    empty = (words("Nothing to copy here.  esc closes", "$muted"),)
    note = words("enter or the letter copies · esc closes", "$muted")
    return Pane(name="Copy as", rows=tuple(_rows(offers)), heading=heading, note=note, empty=empty)


def _rows(offers: Offers) -> Iterator[Row]:
    is_headed = False
    for offer in offers.items:
        if offer.is_command and not is_headed:
            is_headed = True
            yield sentence("commands", words("**as a command**"))
        yield Row(offer.key, offer, _cells)


def _cells(offer: Offer, _width: int) -> tuple[Cell, ...]:
    return (
        Cell(Content.styled(offer.key, "bold $accent"), 1),
        Cell(safe(offer.label, "$foreground"), _LABEL),
        Cell(safe(_summary(offer), "$muted")),
    )


def _summary(offer: Offer) -> str:
    if offer.refusal:
        return offer.refusal
    if offer.controls:
        return f"with {plural(offer.controls, 'control character')}; pasting it may run commands"
    if offer.part is not None:
        return visible.size(offer.part.end - offer.part.start)
    if offer.request is not None:
        return "converted from its YAML"
    return visible.clip(" ".join(offer.text.split()), 300)
