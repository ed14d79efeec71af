"""An error that ends the inspection, as a panel: who failed, what was tried, what to do."""

from collections.abc import Iterator

from textual.content import Content

from xpkgtui.app.lettering import join, labelled, safe, sign, wrapped
from xpkgtui.app.rows import Cell, Pane, Row, sentence
from xpkgtui.errors import Failure

_COLUMN = 9


def pane(failure: Failure, width: int) -> Pane:
    """The panel; names that were perhaps meant can be opened with enter."""
    note = safe("enter opens the chosen one" if failure.suggestions else "r tries again", "$muted")
    rows = tuple(sentence(f"line:{number}", line) for number, line in enumerate(_lines(failure, max(20, width))))
    nearest = failure.kind == "not-found"
    offered = tuple(
        Row(f"suggestion:{name}", (name, nearest and number == 0), _cells)
        for number, name in enumerate(failure.suggestions)
    )
    return Pane(
        name="Cannot open the package",
        rows=(*rows, *offered, sentence("line:last", Content(""))),
        note=note,
        heading=join(sign("✗"), " ", ("Cannot open the package", "bold $accent")),
        default=offered[0].key if offered else "",
    )


def report(failure: Failure) -> str:
    """What `y` copies of it."""
    lines = [failure.title, *(f"{number}  {tried}" for number, tried in enumerate(failure.tried, 1))]
    return "\n".join([*lines, *([failure.hint] if failure.hint else [])])


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
        words = "Did you mean" if failure.kind == "not-found" else "There are"
        yield Content.styled(words, "bold $foreground")
        yield Content("")


def _cells(value: tuple[str, bool], _width: int) -> tuple[Cell, ...]:
    name, nearest = value
    return (Cell(safe(name, "$foreground")), Cell(safe("nearest" if nearest else "", "$muted"), 7))
