"""What the start screen offers."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.drawing.rows import Cell, Pane, Row, sentence
from xpkgtui.app.drawing.styled_text import middle, safe, words

DEMO = "demo"
"""The built-in package, as sources name it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A source that can be opened."""

    label: str
    source: str
    note: str = ""
    group: str = ""


def choices(recents: Iterable[str], found: Iterable[str]) -> tuple[Choice, ...]:
    """The demo, what was found in this folder, and what was opened lately."""
    return (
        Choice(label="demo", source=DEMO, note="a package that comes with the program; no network", group="Try it"),
        *(Choice(label=name, source=name, group="Found here") for name in found),
        *(Choice(label=name, source=name, group="Opened lately") for name in recents if name != DEMO),
    )


def pane(offered: Sequence[Choice], wanted: str = "") -> Pane:
    """The choices under their headings; with a filter those that match, counted."""
    found = [(number, each) for number, each in enumerate(offered) if _matches(each, wanted.casefold())]
    counted = f"{len(found)} of {len(offered)} · " if wanted else ""
    note = words(f"{counted}enter opens · : takes a reference or a path", "$muted")
    heading = Content.styled("Open a package", "bold $accent")
    empty = (words("Nothing matches the filter.  esc clears it, : opens anything else", "$muted"),)
    return Pane(name="Open a package", rows=tuple(_rows(found)), note=note, heading=heading, empty=empty)


def source_of(key: str) -> str:
    """The source behind a row."""
    return key.partition("#")[2]


def _matches(choice: Choice, wanted: str) -> bool:
    return wanted in f"{choice.label} {choice.note}".casefold()


def _rows(offered: Sequence[tuple[int, Choice]]) -> Iterator[Row]:
    group = ""
    for place, (number, choice) in enumerate(offered):
        if choice.group != group:
            group = choice.group
            if place:
                yield sentence(f"blank {group}", Content(""))
            yield sentence(f"heading {group}", words(f"**{group}**"))
        yield Row(f"{number}#{choice.source}", choice, _cells)


def _cells(choice: Choice, width: int) -> tuple[Cell, ...]:
    note = safe(choice.note, "$muted")
    name = middle(visible.line(choice.label), max(1, width - 3 - note.cell_length))
    return (Cell(Content.styled(name, "$foreground")), Cell(note, note.cell_length))
