"""The facts of an object as lines of a page."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from textual.content import Content

from xpkgtui.app.drawing.awaited import state_of
from xpkgtui.app.drawing.page import Fact, Line, Page
from xpkgtui.app.drawing.styled_text import block, join, safe
from xpkgtui.app.state.replies import Replies
from xpkgtui.inspection.requests import ReadFacts

_SPACED = {
    "annotation",
    "comes from",
    "conversion",
    "installs",
    "label",
    "part",
    "size",
    "step 1",
    "uses",
    "version",
    "webhook",
}
"""Facts before which a blank line stands, where the one before is of another name."""


def with_facts(page: Page, request: ReadFacts, replies: Replies, *more: tuple[str, str]) -> Page:
    """The page with the facts of the reply; `more` is what the screen knows itself."""
    ready = replies.facts(request)
    if ready is None:
        return replace(page, body=state_of(request, replies, "reading the object"), request=request)
    last = [("comes from", ready.origin)] if ready.origin else []
    said: tuple[Line, ...] = ()
    below: tuple[Line, ...] = ()
    if ready.overview is not None:
        from xpkgtui.app.objects import overview  # not before the first paint

        said, below = overview.above(ready.overview), overview.below(ready.overview)
    body = (*facts(ready.facts), *said, *facts([*more, *last]), *below)
    return replace(page, body=body, request=request)


def facts(pairs: Iterable[tuple[str, str]]) -> Iterator[Line]:
    """Labels and texts; an object's own line is its heading."""
    before = ""
    for label, text in pairs:
        if label == "object":
            yield _identity(text)
            yield Content("")
        else:
            if label in _SPACED and before not in (label, "", "object", "installs", "size"):
                yield Content("")
            yield Fact(label if label != before else "", block(text, "$foreground"))
        before = label


def _identity(text: str) -> Content:
    kind, _, rest = text.partition(" ")
    name, _, version = rest.partition("  ")
    return join(safe(f"{kind} ", "$muted"), safe(name, "bold $foreground"), safe(f"   {version}", "$muted"))
