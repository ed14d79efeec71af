"""The list of the start screen: what can be opened, under headings."""

from collections.abc import Iterator, Sequence

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app import first_frame
from xpkgtui.app.drawing.rows import Cell, Pane, Row, sentence
from xpkgtui.app.drawing.styled_text import Part, join, safe, sign, words
from xpkgtui.app.start.choices import Choice
from xpkgtui.inspection.filters.filter import NO_FILTER, Filter
from xpkgtui.reporting.words import without_host

_WIDE, _WIDER = 84, 90
"""Cells from which on notes, and the size, have room."""
_LEAD = 2 + 2
"""Cells of the cursor and of the sign before a name."""
_WHEN, _SIZE, _NOTE = 15, 8, 22
_NAME = 13
"""Cells of the name of a demo."""
_NOTES = 26
"""Percent of the list that notes get where they need it."""
_MARK = "  marked"
_GROUP_NOTES = {"Recent": "verdict when last opened"}


def pane(offered: Sequence[Choice], folder: str, wanted: Filter = NO_FILTER, *, marked: str = "") -> Pane:
    """The choices under their headings; with a filter those that match, counted. One may be marked."""
    found = [each for each in offered if wanted.fits(f"{each.source}\n{each.note}")]
    here = sum(choice.group.startswith("Packages") for choice in offered)
    recent = sum(choice.group == "Recent" for choice in offered)
    counted = f"{len(found)} of {len(offered)} · " if wanted.text else ""
    note = words(f"{counted}{here} package{'' if here == 1 else 's'} here · {recent} recent", "$muted")
    empty = (words("Nothing matches the filter.  esc clears it, : opens anything else", "$muted"),)
    return Pane(
        name=first_frame.CHOOSE, rows=tuple(_rows(found, folder, marked)), filter=wanted, note=note, empty=empty
    )


def _rows(offered: Sequence[Choice], folder: str, marked: str) -> Iterator[Row]:
    group, longest = "", max((len(choice.note) for choice in offered if choice.size), default=0)
    notes = max((len(choice.note) for choice in offered if _is_plain(choice)), default=0)
    for number, choice in enumerate(offered):
        if choice.group != group:
            if group:
                yield sentence(f"blank {number}", Content(""))
            group = choice.group
            note = _GROUP_NOTES.get(group, folder if group.startswith("Packages") else "")
            yield Row(f"heading {number}", (group, note), _heading, selectable=False)
        beside = notes if _is_plain(choice) else longest
        yield Row(f"{number}#{choice.source}", (choice, beside, choice.source == marked), _cells)


def _is_plain(choice: Choice) -> bool:
    """Whether it has neither age nor size, as a demo has none."""
    return not choice.when and not choice.size


def _heading(value: tuple[str, str], width: int) -> tuple[Cell, ...]:
    name, note = value
    room = max(0, width - len(name) - 2)
    return (Cell(words(f"**{name}**")), Cell(safe(visible.middle(note, room) if room > 9 else "", "$muted"), -room))


def _cells(value: tuple[Choice, int, bool], width: int) -> tuple[Cell, ...]:
    """The name, and as much beside it as there is room for; the demo's sentence has no columns."""
    choice, longest, is_marked = value
    lead: list[Part] = [sign(choice.sign), " "] if choice.sign else ["  "]
    ends: list[Cell] = []
    if _is_plain(choice):
        beside = min(longest, max(width // 2, width - _LEAD - 1 - _NAME))
        ends = [Cell(safe(choice.note, "$muted"), beside)] if choice.note else []
    else:
        if width >= _WIDE and choice.note:
            notes = max(_NOTE, min(longest, width * _NOTES // 100))
            ends.append(Cell(safe(choice.note, "$muted"), notes))
        if width >= _WIDER and choice.size:
            ends.append(Cell(safe(choice.size, "$muted"), -_SIZE))
        ends.append(Cell(safe(f" {choice.when}", "$muted"), _WHEN))
    mark = _MARK if is_marked else ""
    room = width - _LEAD - len(mark) - sum(abs(end.width or 0) + 1 for end in ends)
    label = visible.line(choice.source)
    name = visible.middle(label if len(label) <= room else without_host(label, label), room)
    return (Cell(join(*lead, (name, "$foreground"), (mark, "bold $accent")), keys=("",)), *ends)
