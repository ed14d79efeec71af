"""Pages that wait for a reply."""

from dataclasses import replace

from xpkgtui.app.drawing.page import Line, Page, TextRange
from xpkgtui.app.drawing.styled_text import words
from xpkgtui.app.drawing.waiting import failed_lines
from xpkgtui.app.state.replies import Replies
from xpkgtui.inspection.messages.parts import Failed
from xpkgtui.inspection.messages.replies import TextReady
from xpkgtui.inspection.messages.requests import LookInto, ReadFacts, ReadText


def with_text(page: Page, request: ReadText, replies: Replies, what: str) -> Page:
    """The page with the text of the reply, or with why it is not there."""
    ready = replies.of(request, TextReady)
    if ready is not None:
        text = TextRange(path=ready.path, start=0, end=ready.size, language=ready.language, binary=ready.binary)
        return replace(page, text=text, request=request, file=page.file or page.note)
    return replace(page, body=state_of(request, replies, what), request=request)


def state_of(request: ReadText | ReadFacts | LookInto, replies: Replies, what: str) -> tuple[Line, ...]:
    """The lines in the place of a reply that is not there."""
    part = replies.get(request)
    if not isinstance(part, Failed):
        return (words(f"◌ {what}", "$muted"),)
    return failed_lines(part.failure)
