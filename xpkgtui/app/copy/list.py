"""Copy as: the list of what can be copied, and beneath it the chosen value in full."""

from collections.abc import Iterator

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.copy.offer import Offer, Offers
from xpkgtui.app.drawing.page import Page, TextRange
from xpkgtui.app.drawing.rows import Cell, Pane, Row, sentence
from xpkgtui.app.drawing.styled_text import block, join, safe, words
from xpkgtui.app.state.replies import Replies
from xpkgtui.inspection.messages.replies import TextReady
from xpkgtui.inspection.messages.requests import ReadText
from xpkgtui.visible import plural

_LABEL = 21
_LONGEST = 4000
"""Characters of a value that are shown; all of them are copied."""


def pane(offers: Offers) -> Pane:
    """The offers as rows."""
    heading = join(
        ("Copy as", "bold $accent"), (" · ", "$muted"), safe(visible.clip(offers.title, 60), "$foreground")
    )
    empty = (words("Nothing to copy here.  esc closes", "$muted"),)
    note = words("enter or the letter copies · esc closes", "$muted")
    return Pane(name="Copy as", rows=tuple(_rows(offers)), heading=heading, note=note, empty=empty)


def preview(offer: Offer, replies: Replies) -> Page:
    """The value in full."""
    part = offer.part or part_of(offer, replies)
    key = f"{offer.key}:{part is not None}"
    if offer.refusal:
        return Page(key=key, body=(words(f"! {offer.refusal}", "$foreground"),))
    if part is not None:
        return Page(key=key, text=part, note=visible.size(part.end - part.start))
    if offer.request is not None:
        return Page(key=key, body=(words("◌ made when you copy it", "$muted"),))
    shown = block(visible.clip(offer.text, _LONGEST), "$foreground")
    return Page(key=key, body=tuple(shown.split("\n", allow_blank=True)), note=f"{len(offer.text):,} characters")


def part_of(offer: Offer, replies: Replies) -> TextRange | None:
    """Where the text lies that was requested for an offer; None while it is not there."""
    ready = replies.of(offer.request, TextReady) if isinstance(offer.request, ReadText) else None
    return TextRange(path=ready.path, start=0, end=ready.size, language=ready.language) if ready else None


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
