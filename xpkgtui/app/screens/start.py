"""The start screen: the demo, packages found here, recent ones, or anything else."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.screen import Screen

from xpkgtui import visible
from xpkgtui.app.commands.footers import Situation, hints
from xpkgtui.app.commands.table import chosen_bindings
from xpkgtui.app.drawing.rows import Cell, Pane, Row, sentence
from xpkgtui.app.drawing.styled_text import middle, safe, words
from xpkgtui.app.messages import Requested
from xpkgtui.app.state import filtering
from xpkgtui.app.state.outcomes import Purpose
from xpkgtui.app.widgets.footer_line import FooterLine
from xpkgtui.app.widgets.prompt import Prompt
from xpkgtui.app.widgets.row_list import RowList
from xpkgtui.inspection.filters.filter import NO_FILTER, Filter, parse
from xpkgtui.inspection.requests import Open
from xpkgtui.reporting.short_forms import without_host

DEMO = "demo"
"""The built-in package, as sources name it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A source that can be opened."""

    label: str
    source: str
    note: str = ""
    group: str = ""


class Start(Screen[None]):
    """The sources that can be opened."""

    BINDINGS: ClassVar[list[BindingType]] = [*chosen_bindings("source.other", "filter", "cancel")]
    AUTO_FOCUS = "#start"

    def __init__(self, choices: Sequence[Choice]) -> None:
        super().__init__()
        self._choices = tuple(choices)
        self._filter = ""

    def compose(self) -> ComposeResult:
        """One list."""
        yield RowList("start").data_bind(pane=pane(self._choices))
        yield Prompt()
        yield FooterLine()

    def on_mount(self) -> None:
        """The keys."""
        self.query_one(FooterLine).hints = hints(Situation.START)

    def action_other(self) -> None:
        """Asks for a reference or a path."""
        self.query_one(FooterLine).display = False
        self.query_one(Prompt).open(Purpose.SOURCE)

    def action_filter(self) -> None:
        """Filters what is offered."""
        self.query_one(FooterLine).display = False
        self.query_one(RowList).is_filtered_now = True
        self.query_one(Prompt).open(Purpose.FILTER, self._filter, filtering.HINT)

    def action_cancel(self) -> None:
        """Everything again."""
        self._narrow("")

    @on(Prompt.Typed)
    def _typed(self, event: Prompt.Typed) -> None:
        if event.purpose == Purpose.FILTER:
            self._narrow(event.text)

    @on(Prompt.Moved)
    def _moved(self, event: Prompt.Moved) -> None:
        self.query_one(RowList).move(event.rows, event.half_pages)

    @on(RowList.Entered)
    def _entered(self, event: RowList.Entered) -> None:
        source = source_of(event.key)
        if source:
            self.post_message(Requested(Open(source=source)))

    @on(Prompt.Done)
    def _done(self, event: Prompt.Done) -> None:
        self._end_prompt()
        if event.purpose == Purpose.SOURCE and event.text.strip():
            self.post_message(Requested(Open(source=event.text.strip())))

    @on(Prompt.Closed)
    def _given_up(self, event: Prompt.Closed) -> None:
        self._end_prompt()
        if event.purpose == Purpose.FILTER:
            self._narrow("")

    def _narrow(self, text: str) -> None:
        self._filter = text
        self.query_one(RowList).pane = found = pane(self._choices, parse(text))
        self.query_one(Prompt).say(Purpose.FILTER, found.problem)

    def _end_prompt(self) -> None:
        self.query_one(FooterLine).display = True
        self.query_one(RowList).is_filtered_now = False
        self.query_one(RowList).focus()


def choices(recents: Iterable[str], found: Iterable[str]) -> tuple[Choice, ...]:
    """The demo, what was found in this folder, and what was opened before."""
    return (
        Choice(label="demo", source=DEMO, note="a built-in package; needs no network", group="Try it"),
        *(Choice(label=name, source=name, group="Packages in this folder") for name in found),
        *(Choice(label=name, source=name, group="Recent") for name in recents if name != DEMO),
    )


def pane(offered: Sequence[Choice], wanted: Filter = NO_FILTER) -> Pane:
    """The choices under their headings; with a filter those that match, counted."""
    found = [(number, each) for number, each in enumerate(offered) if wanted.fits(f"{each.label}\n{each.note}")]
    counted = f"{len(found)} of {len(offered)} · " if wanted.text else ""
    note = words(f"{counted}enter opens · : opens a reference or a path", "$muted")
    empty = (words("Nothing matches the filter.  esc clears it, : opens anything else", "$muted"),)
    pane = Pane(name="Open a package", rows=tuple(_rows(found)), filter=wanted, note=note, empty=empty)
    return replace(pane, heading=Content.styled(pane.title, "bold $accent"))


def source_of(key: str) -> str:
    """The source behind a row."""
    return key.partition("#")[2]


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
    room = max(1, width - 3 - note.cell_length)
    label = visible.line(choice.label)
    name = middle(label if len(label) <= room else without_host(label, choice.label), room)
    return (Cell(Content.styled(name, "$foreground"), keys=("",)), Cell(note, note.cell_length, ("",)))
