"""The list of examples by what becomes of them, and below it the kinds that have none."""

from collections.abc import Iterator
from dataclasses import replace

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.drawing.bands.headline import Headline, Status
from xpkgtui.app.drawing.rows import Cell, Pane, Row, column, sentence
from xpkgtui.app.drawing.styled_text import join, safe, sign, words
from xpkgtui.app.drawing.waiting import failed_lines
from xpkgtui.app.state.examples import ExampleGroup, ExampleRow
from xpkgtui.app.state.keys.retry import may_pass
from xpkgtui.app.state.list_and_detail import ListSelection
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.formats.examples.example import Example, ExampleVerdict
from xpkgtui.inspection.messages.events import Progressed
from xpkgtui.reporting.contents.example_list import WORDS, ListedExamples
from xpkgtui.values import dataclass
from xpkgtui.visible import plural

_SIGNS = {True: (Status.OK, "✓"), False: (Status.BAD, "✗"), None: (Status.WARN, "!")}


def headline(found: ListedExamples | None, progress: Progressed | None) -> Headline:
    """What becomes of the examples; meanwhile what is under way, or why they are not read."""
    if found is None:
        what = visible.line(progress.what) if progress is not None else "Reading the examples"
        done = visible.part_of(progress.done, progress.total) if progress is not None and progress.total else ""
        return Headline(clause=what + (":" if done else ""), reason=done, key="esc", does="stop")
    if found.failure is not None:
        return _unread(found.failure)
    lead, colon, rest = visible.line(found.sentence).partition(": ")
    status, mark = _SIGNS[found.is_sound]
    if not found.list.examples:
        status, mark = Status.WAIT, "·"
    parts = rest.split(", ")
    few = (rest, *(", ".join(parts[:count]) for count in range(len(parts) - 1, 0, -1)))
    clause = f"{visible.capitalized(lead)}{colon}".rstrip()
    return Headline(status=status, sign=mark, clause=clause, reason=rest, short_reasons=few)


def _unread(failure: Failure) -> Headline:
    reason = visible.line(failure.title).rstrip(".")
    said = Headline(status=Status.WARN, sign="!", clause="Not read:", reason=reason, short_reasons=(reason,))
    if failure.kind is FailureKind.PRICE:
        return replace(said, key="enter", does="fetch")
    return replace(said, key="r", does="retry") if may_pass(failure.kind) else said


SIGNS = {ExampleVerdict.REFUSED: "✗", ExampleVerdict.UNDECIDED: "!", ExampleVerdict.ACCEPTED: "✓"}
"""The signs of verdicts; of those that are not judged none."""
_NAME = "Examples"
_KIND, _OBJECT = (8, 22), (8, 18)
"""Cells of a kind and of a name, at least and at most."""


@dataclass(frozen=True, slots=True)
class ListedExample:
    """A row with the cells of its columns."""

    row: ExampleRow
    columns: tuple[int, int]


def sign_of(verdict: ExampleVerdict) -> str:
    """The sign of a verdict."""
    return SIGNS.get(verdict, "·")


def rows(found: ListedExamples, groups: tuple[ExampleGroup, ...], *, is_filtered: bool) -> tuple[Row, ...]:
    """The rows of all groups, each under its heading."""
    return tuple(_rows(found, groups, is_filtered=is_filtered))


def pane(found: ListedExamples, selection: ListSelection, listed: tuple[Row, ...], cursor: str) -> Pane:
    """The examples that fit the filter."""
    note = plural(len(found.list.examples), "example") if found.list.examples else ""
    empty = (words("No example matches the filter.  **/** changes it", "$muted"),)
    if not selection.wanted.terms:
        empty = (safe(_none(found), "$muted"),)
    return Pane(
        name=_NAME,
        rows=listed,
        filter=selection.wanted,
        note=words(note, "$muted"),
        cursor=cursor,
        empty=empty,
    )


def unread(found: ListedExamples | None) -> Pane:
    """The list while it is not there, or where it cannot be had."""
    if found is None or found.failure is None:
        line = words("◌ The examples are read and judged.", "$muted")
        return Pane(name=_NAME, is_loading=True, note=words("loading", "$muted"), empty=(line,))
    failure = found.failure
    lines = failed_lines(failure)
    if failure.kind is FailureKind.PRICE:
        price = join(words("! "), safe(failure.title, "$foreground"))
        lines = (price, words(failure.hint.replace("enter", "**enter**", 1), "$muted"))
    return Pane(name=_NAME, note=words("not read", "$muted"), empty=lines)


def _none(found: ListedExamples) -> str:
    said = visible.line(found.sentence)
    return f"{visible.capitalized(said)}."


def _rows(found: ListedExamples, groups: tuple[ExampleGroup, ...], *, is_filtered: bool) -> Iterator[Row]:
    if groups and not found.list.examples and not is_filtered:
        yield sentence("none", safe(_none(found), "$foreground"))
    columns = _columns(groups)
    for group in groups:
        yield Row(f"heading {group.verdict}", (group, found.list.kinds), _heading, selectable=False)
        for row in group.rows:
            yield Row(row.key, ListedExample(row, columns), _cells, is_steady=True)


def _columns(groups: tuple[ExampleGroup, ...]) -> tuple[int, int]:
    """The cells of kinds and of names: as many as the longest needs."""
    every = [row for group in groups for row in group.rows]
    names = (row.example.name for row in every if row.example is not None)
    return column((row.kind for row in every), _KIND), column(names, _OBJECT)


def _heading(value: tuple[ExampleGroup, int], _width: int) -> tuple[Cell, ...]:
    group, kinds = value
    name = WORDS[group.verdict] if group.verdict is not None else "kinds without an example"
    count = f"{len(group.rows):,}" if len(group.rows) == group.total else f"{len(group.rows):,} of {group.total:,}"
    aside = f" of {kinds:,}" if group.verdict is None and len(group.rows) == group.total else ""
    said = f"{visible.capitalized(name)}  {count}"
    return (Cell(join("  ", (said, "bold $muted"), (aside, "$muted"))),)


def _cells(value: ListedExample, width: int) -> tuple[Cell, ...]:
    row, (kind, name) = value.row, value.columns
    one = row.example
    if one is None:
        named = Cell(safe(visible.middle(row.kind, kind), "$foreground"), kind, keys=("",))
        return Cell(Content(" "), 1), named, Cell(safe(row.group, "$muted"), keys=("",))
    # The cursor, the sign, and a blank behind each column but the last.
    room = max(0, width - 2 - 1 - kind - name - 3)
    at = _place(one, room)
    return (
        Cell(sign(sign_of(one.verdict)), 1),
        Cell(safe(visible.middle(row.kind or "(no kind)", kind), "$foreground"), kind, keys=("",)),
        Cell(safe(visible.middle(one.name or "(no name)", name), "bold $foreground"), name, keys=("",)),
        Cell(safe(visible.ending(at, room), "$muted"), keys=("",)),
    )


def _place(one: Example, room: int) -> str:
    """File and line; without the folders where there is no room for them."""
    if not one.file:
        return f"line {one.line:,}"
    whole = f"{visible.line(one.file)}:{one.line}"
    return whole if len(whole) <= room else whole.rpartition("/")[2]
