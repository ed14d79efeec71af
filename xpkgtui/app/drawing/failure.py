"""An error that ends the inspection, or a question before it, as a panel: what failed, what was tried, what to do."""

from collections.abc import Iterable, Iterator
from itertools import zip_longest

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.drawing.rows import Cell, Pane, Row, sentence
from xpkgtui.app.drawing.styled_text import join, labeled, safe, sign, wrapped
from xpkgtui.errors import Failure, FailureKind

_COLUMN = 9


def pane(failure: Failure, width: int, *, can_retry: bool = True) -> Pane:
    """The panel; similar names can be opened with enter."""
    name = "Choose an image" if failure.is_question else "Cannot open the package"
    key = "enter opens the chosen one" if failure.suggestions else "r tries again" if can_retry else ""
    note = safe(key, "$muted")
    above, beneath = (_question if failure.is_question else _error)(failure, max(20, width))
    offered = tuple(_offered(failure))
    return Pane(
        name=name,
        rows=(*_sentences("above", above), *offered, *_sentences("beneath", beneath)),
        note=note,
        heading=join(sign("?" if failure.is_question else "✗"), " ", (name, "bold $accent")),
        default=offered[0].key if offered else "",
    )


def report(failure: Failure) -> str:
    """The text that `y` copies."""
    lines = [failure.title, *(f"{number}  {tried}" for number, tried in enumerate(failure.tried, 1))]
    return "\n".join(map(visible.line, [*lines, *([failure.hint] if failure.hint else [])]))


def _error(failure: Failure, width: int) -> tuple[list[Content], list[Content]]:
    """What failed, what was tried and what to do, above similar names."""
    above = [Content(""), *wrapped(safe(_bare(failure.title), "bold $foreground"), width), Content("")]
    for number, tried in enumerate(failure.tried, 1):
        label = f"{'tried' if number == 1 else '':<{_COLUMN}}{number}"
        above += labeled(label, safe(tried, "$foreground"), width, column=_COLUMN + 3)
    if failure.tried:
        above.append(Content(""))
    if failure.hint:
        above += [*labeled("next", safe(failure.hint, "$foreground"), width, column=_COLUMN), Content("")]
    if failure.suggestions:
        words = "Did you mean" if failure.kind is FailureKind.NOT_FOUND else "Choose one"
        above += [Content.styled(words, "bold $foreground"), Content("")]
    return above, [Content("")]


def _question(failure: Failure, width: int) -> tuple[list[Content], list[Content]]:
    """The question above its choices, and beneath them how to answer it without this screen."""
    above = [Content(""), *wrapped(safe(failure.title, "bold $foreground"), width), Content("")]
    hint = labeled("or", safe(failure.hint, "$muted"), width, column=4) if failure.hint else []
    return above, [Content(""), *hint, *([Content("")] if hint else [])]


def _bare(text: str) -> str:
    """A single sentence without its period, which could be taken for a part of the name before it."""
    return text if ". " in text else text.removesuffix(".")


def _sentences(name: str, lines: Iterable[Content]) -> Iterator[Row]:
    return (sentence(f"{name}:{number}", line) for number, line in enumerate(lines))


def _offered(failure: Failure) -> Iterator[Row]:
    """The names that can be opened, each with what is known of it behind the longest."""
    nearest = failure.kind is FailureKind.NOT_FOUND
    both = list(zip_longest(failure.suggestions, failure.details, fillvalue=""))
    # The file's name is in the title; choices differ in what is behind it.
    shown = [visible.line(name.rpartition("#")[2] if detail and "#" in name else name) for name, detail in both]
    longest = max(map(len, shown), default=0)
    for number, ((name, detail), label) in enumerate(zip(both, shown, strict=True)):
        words = "nearest" if nearest and not number else detail
        yield Row(f"suggestion:{name}", (label, words, longest), _cells)


def _cells(value: tuple[str, str, int], width: int) -> tuple[Cell, ...]:
    label, detail, longest = value
    words = safe(detail, "$muted")
    if not detail:
        return (Cell(Content.styled(visible.middle(label, width - 2), "$foreground")),)
    names = max(1, min(longest, width - 3 - max(7, min(words.cell_length, width // 2))))
    return (Cell(Content.styled(visible.middle(label, names), "$foreground"), names + 1), Cell(words))
