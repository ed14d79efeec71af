"""The facts of an object as lines of a page."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from textual.content import Content

from xpkgtui.app.drawing.page import Ends, Fact, Grid, Hanging, Line, Listed, Page
from xpkgtui.app.drawing.styled_text import block, join, safe, sign
from xpkgtui.app.drawing.waiting import state_of
from xpkgtui.app.state.replies import Replies
from xpkgtui.formats.fact import HEADING
from xpkgtui.inspection.messages.replies import FactsRead
from xpkgtui.inspection.messages.requests import ReadFacts

_HEADS = ("object", HEADING)
_SIGNED = ("✓ ", "! ", "✗ ", "– ", "= ")
_SPACED = {
    "annotation",
    "comes from",
    "conversion",
    "install modes",
    "installs",
    "label",
    "part",
    "provides",
    "size",
    "step 1",
    "uses",
    "version",
    "webhook",
}
"""Facts before which a blank line stands, where the one before is of another name."""


def with_facts(page: Page, request: ReadFacts, replies: Replies, *more: tuple[str, str]) -> Page:
    """The page with the facts of the reply; `more` is what the screen knows itself."""
    ready = replies.of(request, FactsRead)
    if ready is None:
        return replace(page, body=state_of(request, replies, "reading the object"), request=request)
    last = [("comes from", ready.origin)] if ready.origin else []
    said: tuple[Line, ...] = ()
    below: tuple[Line, ...] = ()
    if ready.overview is not None:
        from xpkgtui.app.objects import overview  # not before the first paint

        said, below = overview.above(ready.overview), overview.below(ready.overview)
    if said:
        said = (*facts(ready.facts), *said, *facts([*more, *last]))
    else:
        said = tuple(facts([*ready.facts, *more, *last]))
    body = (*said, *below)
    return replace(page, body=body, request=request)


def facts(pairs: Iterable[tuple[str, str]]) -> Iterator[Line]:
    """Labels and texts; an object's own line is its heading, and lines of cells that follow each other a table."""
    before, is_beneath = "", False
    for has_cells, group in groupby(pairs, key=lambda pair: "\t" in pair[1]):
        rows = list(group)
        if has_cells and len(rows) > 1:
            yield _table(rows)
            before = rows[-1][0]
            continue
        for label, text in rows:
            if label in _HEADS:
                yield from _head(label, text, is_first=not before)
                is_beneath = False
            else:
                if label and is_beneath:
                    yield Content("")
                is_beneath = not label and (is_beneath or before == HEADING)
                if label in _SPACED and before not in (label, "", "object", "installs", "size"):
                    yield Content("")
                is_again = label == before and not label.startswith(_SIGNED)
                yield from [_fact("" if is_again else label, text)] if label else _across(text)
            before = label


def _head(label: str, text: str, *, is_first: bool) -> Iterator[Line]:
    if label == "object":
        yield _identity(text)
        yield Content("")
        return
    if not is_first:
        yield Content("")
    title, _, note = text.partition("  ")
    yield Ends(safe(title, "bold $foreground"), safe(note, "$muted"))


def _fact(label: str, text: str) -> Line:
    lines = text.split("\n")
    if "\t" in text:
        return Listed(label, tuple(tuple(_signed(cell) for cell in line.split("\t")) for line in lines))
    return Fact(label, Content("\n").join(list(map(_signed, lines))))


def _across(text: str) -> Iterator[Line]:
    """Text without a label, line by line, over the whole width; of a line with a sign the further rows hang."""
    return (Hanging("", "  " if line.startswith(_SIGNED) else "", _signed(line)) for line in text.split("\n"))


def _table(rows: Sequence[tuple[str, str]]) -> Line:
    """Rows of cells, the first of which names the columns."""
    cells = [(label, *text.split("\t")) for label, text in rows]
    head, *others = (
        tuple(safe(cell, "$muted") if number == 0 else _signed(cell) for number, cell in enumerate(row))
        for row in cells
    )
    return Grid((tuple(cell.stylize("$muted") for cell in head), *others), ("left",) * len(head))


def _signed(text: str) -> Content:
    """A line whose first sign, if it begins with one, has its color."""
    if not text.startswith(_SIGNED):
        return block(text, "$foreground")
    return join(sign(text[0]), " ", block(text[2:], "$foreground"))


def _identity(text: str) -> Content:
    kind, _, rest = text.partition(" ")
    name, _, version = rest.partition("  ")
    return join(safe(f"{kind} ", "$muted"), safe(name, "bold $foreground"), safe(f"   {version}", "$muted"))
