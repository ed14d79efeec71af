"""The screen of the examples of a package: all of them by what becomes of them, and one in full."""

from typing import ClassVar

from textual.binding import BindingType

from xpkgtui.app import messages
from xpkgtui.app.commands.screens import EXAMPLES, example_hints
from xpkgtui.app.copy import clipboard
from xpkgtui.app.drawing.bands.cost import cost_of
from xpkgtui.app.drawing.rows import Row
from xpkgtui.app.drawing.waiting import is_loading
from xpkgtui.app.examples import detail
from xpkgtui.app.examples import list as example_list
from xpkgtui.app.state.examples import (
    CONSENTED,
    ExampleGroup,
    ExampleRow,
    chosen_example,
    definition_of,
    example_groups,
    request_of,
)
from xpkgtui.app.state.keys.retry import may_pass
from xpkgtui.app.state.list_and_detail import ListPane
from xpkgtui.app.state.outcomes import Retry, ShowSchema
from xpkgtui.app.state.schemas.selection import SchemaSelection
from xpkgtui.app.state.selection import TabId
from xpkgtui.app.toast import notify
from xpkgtui.app.views.list_and_detail import ListScreen, PanesModel
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.examples import ExamplesRead, ReadExamples
from xpkgtui.inspection.messages.parts import Failed, Ready
from xpkgtui.reporting.contents.example_list import ListedExamples


class ExampleScreen(ListScreen):
    """The examples, and one of them as text or in words."""

    BINDINGS: ClassVar[list[BindingType]] = [*EXAMPLES.bindings]
    keys = EXAMPLES.all

    def __init__(self) -> None:
        super().__init__()
        self._examples: ListedExamples | None = None
        self._reply: object = None
        self._groups: tuple[ExampleGroup, ...] = ()
        self._listed: tuple[Row, ...] = ()
        self._listed_of: tuple[object, ...] = ()

    @property
    def asked(self) -> ReadExamples:
        """What is asked for: with consent once that was given."""
        return request_of(self.replies)

    @property
    def _row(self) -> ExampleRow | None:
        return chosen_example(self._groups, self.selection)

    @property
    def _failure(self) -> Failure | None:
        return self._examples.failure if self._examples is not None else None

    @property
    def _is_priced(self) -> bool:
        return self._failure is not None and self._failure.kind is FailureKind.PRICE

    def action_again(self) -> None:
        """Reads again what could not be read."""
        if self._failure is not None and may_pass(self._failure.kind):
            self.ask(Retry((self.asked,)))
        else:
            notify(self.app, "Nothing failed that another try could change.")

    def action_copy(self) -> None:
        """Copies the name of the example; of a kind without one, the kind."""
        row = self._row
        name = (row.example.name if row.example is not None else row.kind) if row is not None else ""
        clipboard.give(self.app, "the name", name)

    def action_copy_as(self) -> None:
        """Offers the example, the list and the command."""
        from xpkgtui.app.copy.examples import offers  # not before the first paint

        if self._examples is None or self._failure is not None:
            notify(self.app, "Nothing to copy here.")
        else:
            self.post_message(messages.CopyAsRequested(offers(self.inspection, self._examples, self._row)))

    def enter(self) -> None:
        """Agrees to the price; shows the text of an example, or the schema of a kind that has none."""
        row = self._row
        if self._is_priced:
            self.ask(CONSENTED)
        elif row is not None and row.example is not None:
            self.go(tab=TabId.YAML, pane=ListPane.DETAIL)
        elif row is not None and (definition := definition_of(self.inspection, row)) is not None:
            self.leave_for(ShowSchema(SchemaSelection(document=definition.document)))

    def model(self) -> PanesModel:
        """The examples as far as they came."""
        self._read()
        examples, row, selection = self._examples, self._row, self.selection
        if examples is None or examples.failure is not None:
            pane = example_list.unread(examples)
        else:
            pane = example_list.pane(examples, selection, self._listed, row.key if row is not None else "")
        is_detail = selection.pane is ListPane.DETAIL
        enter = (
            "" if row is None or (is_detail and selection.tab is TabId.YAML) else "Text" if row.example else "Schema"
        )
        return PanesModel(
            cost=cost_of(self.inspection).sentence,
            headline=example_list.headline(examples, self.inspection.progress),
            panes=(pane,),
            page=detail.page(self.inspection, self.replies, examples, row, selection),
            hints=example_hints(
                enter="Fetch" if self._is_priced else enter,
                is_read=bool(self._groups or selection.filter),
                is_text=is_detail,
                has_failed=self._failure is not None and may_pass(self._failure.kind),
            ),
        )

    def _read(self) -> None:
        """Takes what has come of the examples, or asks for them once the package is listed."""
        request = self.asked
        part = self.replies.get(request)
        if part is not self._reply:
            self._examples, self._reply = _listed_examples(self.inspection, part), part
        if self._examples is None and self.replies.is_new(request) and not is_loading(self.inspection.objects):
            self.ask(request)
        listed_of = (self._examples, self.selection.wanted)
        if self._listed_of != listed_of:
            examples, wanted = self._examples, self.selection.wanted
            self._groups = example_groups(examples.list, wanted) if examples is not None else ()
            is_filtered = bool(wanted.terms)
            self._listed = example_list.rows(examples, self._groups, is_filtered=is_filtered) if examples else ()
            self._listed_of = listed_of


def _listed_examples(inspection: Inspection, part: object) -> ListedExamples | None:
    """The examples, or why there are none; None while they are still to come."""
    if isinstance(part, Failed):
        return ListedExamples(inspection=inspection, failure=part.failure)
    if isinstance(part, Ready) and isinstance(part.value, ExamplesRead):
        return ListedExamples(inspection=inspection, list=part.value.whole)
    return None
