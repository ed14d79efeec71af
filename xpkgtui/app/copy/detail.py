"""The value of an offer in full, beneath the list of Copy as."""

from xpkgtui import visible
from xpkgtui.app.copy.offer import Offer
from xpkgtui.app.drawing.page import Page, TextRange
from xpkgtui.app.drawing.styled_text import block, words
from xpkgtui.app.state.replies import Replies
from xpkgtui.inspection.messages.replies import TextReady
from xpkgtui.inspection.messages.requests import ReadText

_LONGEST = 4000
"""Characters of a value that are shown; all of them are copied."""


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
