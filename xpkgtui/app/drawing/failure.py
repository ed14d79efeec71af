"""An error that ends the inspection, as a panel: who failed, what was tried, what to do."""

from collections.abc import Iterator
from itertools import zip_longest

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.drawing.rows import Cell, Pane, Row, sentence
from xpkgtui.app.drawing.styled_text import join, labelled, middle, safe, sign, wrapped
from xpkgtui.errors import Failure, FailureKind

_COLUMN = 9


def pane(failure: Failure, width: int) -> Pane:
    """The panel; names that were perhaps meant can be opened with enter."""
    note = safe("enter opens the chosen one" if failure.suggestions else "r tries again", "$muted")
    rows = tuple(sentence(f"line:{number}", line) for number, line in enumerate(_lines(failure, max(20, width))))
    nearest = failure.kind is FailureKind.NOT_FOUND
    offered = tuple(
        Row(f"suggestion:{name}", (name, "nearest" if nearest and not number else detail), _cells)
        for number, (name, detail) in enumerate(zip_longest(failure.suggestions, failure.details, fillvalue=""))
    )
    return Pane(
        name="Cannot open the package",
        rows=(*rows, *offered, sentence("line:last", Content(""))),
        note=note,
        heading=join(sign("✗"), " ", ("Cannot open the package", "bold $accent")),
        default=offered[0].key if offered else "",
    )


def report(failure: Failure) -> str:
    """The text that `y` copies."""
    lines = [failure.title, *(f"{number}  {tried}" for number, tried in enumerate(failure.tried, 1))]
    return "\n".join(map(visible.line, [*lines, *([failure.hint] if failure.hint else [])]))


def _lines(failure: Failure, width: int) -> Iterator[Content]:
    yield Content("")
    yield from wrapped(safe(failure.title, "bold $foreground"), width)
    yield Content("")
    for number, tried in enumerate(failure.tried, 1):
        label = f"{'tried' if number == 1 else '':<{_COLUMN}}{number}"
        yield from labelled(label, safe(tried, "$foreground"), width, column=_COLUMN + 3)
    if failure.tried:
        yield Content("")
    if failure.hint:
        yield from labelled("next", safe(failure.hint, "$foreground"), width, column=_COLUMN)
        yield Content("")
    if failure.suggestions:
        words = "Did you mean" if failure.kind is FailureKind.NOT_FOUND else "Choose one"
        yield Content.styled(words, "bold $foreground")
        yield Content("")


def _cells(value: tuple[str, str], width: int) -> tuple[Cell, ...]:
    name, detail = value
    words = safe(detail, "$muted")
    right = max(7, min(words.cell_length, width // 2))
    # The file's name is in the title; what tells choices apart is behind it.
    shown = visible.line(name.rpartition("#")[2] if detail and "#" in name else name)
    return (Cell(Content.styled(middle(shown, max(1, width - right - 3)), "$foreground")), Cell(words, right))
