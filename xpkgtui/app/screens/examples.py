"""The screen of the examples of a package: all of them by what becomes of them, and one in full."""

from dataclasses import replace
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.reactive import var

from xpkgtui.app import messages
from xpkgtui.app.commands.examples import KEYS, OWN, hints
from xpkgtui.app.commands.table import bindings_of
from xpkgtui.app.copy import clipboard
from xpkgtui.app.drawing.bands.cost import cost_of
from xpkgtui.app.drawing.bands.identity import identity
from xpkgtui.app.drawing.rows import Row
from xpkgtui.app.drawing.waiting import is_loading
from xpkgtui.app.examples import bands, detail
from xpkgtui.app.examples import list as example_list
from xpkgtui.app.state.examples import (
    CONSENTED,
    TABS,
    ExampleGroup,
    ExamplePane,
    ExampleRow,
    ExampleSelection,
    chosen_example,
    definition_of,
    example_groups,
    request_of,
)
from xpkgtui.app.state.keys.retry import may_pass
from xpkgtui.app.state.lists import filtering
from xpkgtui.app.state.outcomes import Purpose, Retry, ShowSchema, Stop
from xpkgtui.app.state.replies import Replies, is_under_way
from xpkgtui.app.state.schemas.selection import SchemaSelection
from xpkgtui.app.state.selection import TabId
from xpkgtui.app.toast import hush, tell
from xpkgtui.app.tty.painting import Room
from xpkgtui.app.widgets.footer_line import FooterLine
from xpkgtui.app.widgets.identity_line import IdentityLine
from xpkgtui.app.widgets.overlay import Overlay
from xpkgtui.app.widgets.prompt import Prompt
from xpkgtui.app.widgets.row_list import RowList
from xpkgtui.app.widgets.text_view import TextView
from xpkgtui.app.widgets.verdict_line import VerdictLine
from xpkgtui.errors import FailureKind
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.examples import ExamplesRead
from xpkgtui.inspection.messages.parts import Failed, Ready
from xpkgtui.reporting.example_list import ListedExamples

_NARROW, _TINY_WIDTH, _TINY_HEIGHT = 100, 60, 20
"""Cells below which the list stands above Detail, and there is room for one of them."""
_PANES = tuple(ExamplePane)


class ExampleScreen(Overlay[None]):
    """The first two lines, the list beside (or above) Detail, and the keys."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of(OWN)]
    AUTO_FOCUS = f"#{ExamplePane.LIST}"

    inspection: var[Inspection] = var(Inspection(source=""), init=False)
    replies: var[Replies] = var(Replies(), init=False)
    busy: var[bool] = var(False, init=False)
    selection: var[ExampleSelection] = var(ExampleSelection(), init=False)
    keys = KEYS

    def __init__(self) -> None:
        super().__init__()
        self._source = ""
        self._found: ListedExamples | None = None
        self._found_of: object = None
        self._groups: tuple[ExampleGroup, ...] = ()
        self._listed: tuple[Row, ...] = ()
        self._listed_of: tuple[object, ...] = ()

    def compose(self) -> ComposeResult:
        """Every widget."""
        yield IdentityLine()
        yield VerdictLine()
        with Room(id="body"):
            yield RowList(ExamplePane.LIST, number=1)
            yield TextView(ExamplePane.DETAIL)
        yield Prompt()
        yield FooterLine()

    def on_mount(self) -> None:
        """What is known by now."""
        self._source = self.inspection.source
        self._draw()

    def on_resize(self, event: events.Resize) -> None:
        """The form follows the size."""
        size = event.size
        self.set_class(size.width < _NARROW, "-narrow")
        self.set_class(size.width < _TINY_WIDTH or size.height < _TINY_HEIGHT, "-tiny")
        self._draw()

    def watch_replies(self) -> None:
        """News."""
        self._draw()

    watch_selection = watch_replies

    def watch_inspection(self) -> None:
        """News of the package; once another one is open, its screen is shown instead."""
        if self._source and self.inspection.source != self._source:
            self.dismiss()
        else:
            self._draw()

    @property
    def _row(self) -> ExampleRow | None:
        return chosen_example(self._groups, self.selection)

    @property
    def _is_priced(self) -> bool:
        failure = self._found.failure if self._found is not None else None
        return failure is not None and failure.kind is FailureKind.PRICE

    def action_close(self) -> None:
        """From Detail to the list, to all of it, then to the package; while a layer is fetched, stops that."""
        if self.selection.pane is ExamplePane.DETAIL:
            self._go(pane=ExamplePane.LIST)
        elif not self.busy and self.inspection.progress and is_under_way(self.replies.get(request_of(self.replies))):
            self.post_message(messages.Requested(Stop()))
        elif self.selection.filter:
            self._go(filter="")
        else:
            self.dismiss()

    def action_pane(self, number: int) -> None:
        """The list, or Detail."""
        self._go(pane=_PANES[number])

    def action_next_pane(self) -> None:
        """The other pane."""
        self._go(pane=_PANES[self.selection.pane is ExamplePane.LIST])

    def action_tab(self, step: int) -> None:
        """The tab after or before."""
        self._go(tab=TABS[(TABS.index(self.selection.tab) + step) % len(TABS)])

    def action_tab_at(self, number: int) -> None:
        """The tab that was clicked."""
        self._go(tab=TABS[number], pane=ExamplePane.DETAIL)

    def action_again(self) -> None:
        """Reads again what could not be read."""
        failure = self._found.failure if self._found is not None else None
        if failure is not None and may_pass(failure.kind):
            self.post_message(messages.Requested(Retry((request_of(self.replies),))))
        else:
            tell(self.app, "Nothing failed that another try could change.")

    def action_copy(self) -> None:
        """Copies the name of the example; of a kind without one, the kind."""
        row = self._row
        name = (row.example.name if row.example is not None else row.kind) if row is not None else ""
        if name:
            clipboard.send(self.app, "the name", name)
        else:
            tell(self.app, "Nothing to copy here.")

    def action_copy_as(self) -> None:
        """Offers the example, the list and the command."""
        from xpkgtui.app.copy.examples import offers  # not before the first paint

        if self._found is None or self._found.failure is not None:
            tell(self.app, "Nothing to copy here.")
        else:
            self.post_message(messages.CopyAsRequested(offers(self.inspection, self._found, self._row)))

    def action_filter(self) -> None:
        """Filters the examples; where a text has the keys, searches it."""
        hush(self.app)
        self.query_one(FooterLine).display = False
        if self.selection.pane is ExamplePane.DETAIL:
            self._detail.begin_typing()
            self.query_one(Prompt).open(Purpose.SEARCH, self._detail.search)
            return
        self._examples.is_filtered_now = True
        self.query_one(Prompt).open(Purpose.FILTER, self.selection.filter, filtering.HINT)

    @on(Prompt.Typed)
    def _typed(self, event: Prompt.Typed) -> None:
        if event.purpose is Purpose.SEARCH:
            self._detail.search = event.text
        else:
            self._go(filter=event.text)
            self.query_one(Prompt).say(Purpose.FILTER, self.selection.wanted.problem)

    @on(Prompt.Moved)
    def _prompt_moved(self, event: Prompt.Moved) -> None:
        self._examples.move(event.rows, event.half_pages)

    @on(Prompt.Done)
    @on(Prompt.Closed)
    def _prompt_left(self, event: Prompt.Done | Prompt.Closed) -> None:
        is_given_up = isinstance(event, Prompt.Closed)
        self._examples.is_filtered_now = False
        self.query_one(FooterLine).display = True
        if event.purpose is Purpose.SEARCH:
            self._detail.end_typing(is_given_up=is_given_up)
            self._detail.search = "" if is_given_up else event.text
        elif is_given_up:
            self._go(filter="")
        self._draw()

    @on(TextView.Sought)
    def _sought(self, event: TextView.Sought) -> None:
        self.query_one(Prompt).say(Purpose.SEARCH, event.words)

    @on(TextView.Entered)
    def _page_entered(self) -> None:
        self._enter()

    @on(RowList.Moved)
    def _moved(self, event: RowList.Moved) -> None:
        self._go(row=event.key)

    @on(RowList.Entered)
    def _entered(self) -> None:
        self._enter()

    def _enter(self) -> None:
        """Agrees to the price; shows the text of an example, or the schema of a kind that has none."""
        row = self._row
        if self._is_priced:
            self.post_message(messages.Requested(CONSENTED))
        elif row is not None and row.example is not None:
            self._go(tab=TabId.YAML, pane=ExamplePane.DETAIL)
        elif row is not None and (found := definition_of(self.inspection, row)) is not None:
            app = self.app
            self.dismiss()
            app.post_message(messages.Requested(ShowSchema(SchemaSelection(document=found.document))))

    @on(events.DescendantFocus)
    def _focused(self, event: events.DescendantFocus) -> None:
        if event.widget.id in set(_PANES):
            self._go(pane=ExamplePane(event.widget.id))

    @property
    def _examples(self) -> RowList:
        return self.query_one(f"#{ExamplePane.LIST}", RowList)

    @property
    def _detail(self) -> TextView:
        return self.query_one(f"#{ExamplePane.DETAIL}", TextView)

    def _go(self, **changed: object) -> None:
        self.selection = replace(self.selection, **changed)  # type: ignore[arg-type]

    def _draw(self) -> None:
        """Gives each widget what it shows, and asks for the examples and their text."""
        if not self.is_mounted or not self.size.width or not self.query("FooterLine"):
            return
        inspection = self.inspection
        self._read()
        found = self._found
        self.query_one(IdentityLine).identity = identity(inspection)
        self.query_one(VerdictLine).headline = bands.headline(found, inspection.progress)
        row = self._row
        if found is None or found.failure is not None:
            self._examples.pane = example_list.unread(found)
        else:
            key = row.key if row is not None else ""
            self._examples.pane = example_list.pane(found, self.selection, self._listed, key)
        page = detail.page(inspection, self.replies, found, row, self.selection)
        self._detail.page = page
        if page.request is not None and self.replies.is_new(page.request):
            self.post_message(messages.Requested(page.request))
        self._draw_keys(row)

    def _read(self) -> None:
        """Takes what has come of the examples, or asks for them once the package is listed."""
        request = request_of(self.replies)
        part = self.replies.get(request)
        if part is not self._found_of:
            self._found, self._found_of = _found(self.inspection, part), part
        if self._found is None and self.replies.is_new(request) and not is_loading(self.inspection.objects):
            self.post_message(messages.Requested(request))
        listed_of = (self._found, self.selection.wanted)
        if self._listed_of != listed_of:
            found, wanted = self._found, self.selection.wanted
            self._groups = example_groups(found.list, wanted) if found is not None else ()
            is_filtered = bool(wanted.terms)
            self._listed = example_list.rows(found, self._groups, is_filtered=is_filtered) if found else ()
            self._listed_of = listed_of

    def _draw_keys(self, row: ExampleRow | None) -> None:
        """The pane that has the keys, and the keys that matter."""
        pane, failure = self.selection.pane, self._found.failure if self._found is not None else None
        self.set_class(pane is ExamplePane.DETAIL, "-on-detail")
        wanted = self.query_one(f"#{pane}")
        if self.focused is not wanted and not self.query_one(Prompt).display:
            self.set_focus(wanted, scroll_visible=False)
        is_text = pane is ExamplePane.DETAIL and self.selection.tab is TabId.YAML
        enter = "" if row is None or is_text else "Text" if row.example is not None else "Schema"
        footer = self.query_one(FooterLine)
        footer.hints = hints(
            enter="Fetch" if self._is_priced else enter,
            is_read=bool(self._groups or self.selection.filter),
            is_text=pane is ExamplePane.DETAIL,
            has_failed=failure is not None and may_pass(failure.kind),
        )
        footer.cost = cost_of(self.inspection).sentence


def _found(inspection: Inspection, part: object) -> ListedExamples | None:
    """The examples, or why there are none; None while they are still to come."""
    if isinstance(part, Failed):
        return ListedExamples(inspection=inspection, failure=part.failure)
    if isinstance(part, Ready) and isinstance(part.value, ExamplesRead) and part.value.is_whole:
        return ListedExamples(inspection=inspection, list=part.value.part)
    return None
