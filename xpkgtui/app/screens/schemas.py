"""The screen of the schemas of a definition: its versions, the fields of one, and one field in full."""

from dataclasses import replace
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.reactive import var

from xpkgtui.app import messages
from xpkgtui.app.commands.schemas import KEYS, OWN, hints
from xpkgtui.app.commands.table import bindings_of
from xpkgtui.app.copy import clipboard
from xpkgtui.app.drawing.bands.cost import cost_of
from xpkgtui.app.drawing.bands.headline import headline
from xpkgtui.app.drawing.bands.identity import identity
from xpkgtui.app.drawing.rows import Pane
from xpkgtui.app.drawing.waiting import is_loading
from xpkgtui.app.schemas import detail
from xpkgtui.app.schemas.list import fields_pane, versions_pane
from xpkgtui.app.schemas.loading import examples_of, examples_request, request_of, schemas_of
from xpkgtui.app.state.lists import chosen
from xpkgtui.app.state.outcomes import FindField, Purpose
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.schemas.rows import (
    FieldRow,
    chosen_row,
    comparison_toggled,
    next_version,
    revealed,
    rows_of,
    shown_version,
    toggled,
)
from xpkgtui.app.state.schemas.selection import SchemaPane, SchemaSelection
from xpkgtui.app.state.schemas.versions import DefinedSchemas
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
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.requests import Options

_WIDE, _NARROW, _TINY_WIDTH, _TINY_HEIGHT = 120, 100, 60, 20
"""Cells below which Detail gets more of them, it has its narrow form, and there is room for one pane."""
_PANES = tuple(SchemaPane)
_COPIED = {TabId.SAMPLE: "the sample", TabId.JSON: "the JSON Schema"}
_HINT = "letters of a path: forprov region"


class SchemaScreen(Overlay[messages.SchemaLeft]):
    """The first two lines, two lists beside (or above) Detail, and the keys."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of(OWN)]
    AUTO_FOCUS = f"#{SchemaPane.FIELDS}"

    inspection: var[Inspection] = var(Inspection(source=""), init=False)
    replies: var[Replies] = var(Replies(), init=False)
    selection: var[SchemaSelection] = var(SchemaSelection(), init=False)
    pane: var[SchemaPane] = var(SchemaPane.FIELDS, init=False)
    tab: var[TabId] = var(TabId.FIELD, init=False)
    keys = KEYS

    def __init__(self, left: SchemaSelection) -> None:
        """`left` is how the definition was looked at before."""
        super().__init__()
        self.set_reactive(SchemaScreen.selection, left)
        self._source = ""
        self._schemas: DefinedSchemas | None = None
        self._rows: tuple[FieldRow, ...] = ()
        self._listed: Pane | None = None
        self._told: DefinedSchemas | None = None
        """The schemas of which all is said: their versions are compared after they were painted."""

    def compose(self) -> ComposeResult:
        """Every widget."""
        yield IdentityLine()
        yield VerdictLine()
        with Room(id="body"):
            with Room(id="lists"):
                yield RowList(SchemaPane.VERSIONS, number=1)
                yield RowList(SchemaPane.FIELDS, number=2)
            yield TextView(SchemaPane.DETAIL)
        yield Prompt()
        yield FooterLine()

    def on_mount(self) -> None:
        """What is known by now."""
        self._source = self.inspection.source
        self._draw()

    def on_resize(self, event: events.Resize) -> None:
        """The form follows the size."""
        size = event.size
        self.set_class(_NARROW <= size.width < _WIDE, "-small")
        self.set_class(size.width < _NARROW, "-narrow")
        self.set_class(size.width < _TINY_WIDTH or size.height < _TINY_HEIGHT, "-tiny")
        self._draw()

    def watch_replies(self) -> None:
        """News."""
        self._draw()

    watch_selection = watch_pane = watch_tab = watch_replies

    def watch_inspection(self) -> None:
        """News of the package; once another one is open, its screen is shown instead."""
        if self._source and self.inspection.source != self._source:
            self.dismiss()
        else:
            self._draw()

    def action_close(self) -> None:
        """From the other panes to the fields, from there to all of them, and then to the package."""
        if self.pane is not SchemaPane.FIELDS:
            self.pane = SchemaPane.FIELDS
        elif self.selection.filter:
            self._unfilter()
        else:
            self.dismiss(messages.SchemaLeft(self.selection))

    def action_why(self) -> None:
        """Why the package is accepted or refused, on its screen."""
        self.dismiss(messages.SchemaLeft(self.selection, why=True))

    def action_pane(self, number: int) -> None:
        """The versions, the fields, or Detail."""
        self.pane = _PANES[number]

    def action_list_at(self, number: int) -> None:
        """The list whose name was clicked."""
        self.action_pane(number)

    def action_next_pane(self, step: int) -> None:
        """The pane after or before."""
        self.pane = _PANES[(_PANES.index(self.pane) + step) % len(_PANES)]

    def action_tab(self, step: int) -> None:
        """The tab after or before."""
        self.tab = detail.TABS[(detail.TABS.index(self.tab) + step) % len(detail.TABS)]

    def action_tab_at(self, number: int) -> None:
        """The tab that was clicked."""
        self.tab, self.pane = detail.TABS[number], SchemaPane.DETAIL

    def action_schema_version(self) -> None:
        """The next version."""
        found = next_version(self._schemas, self.selection) if self._schemas else None
        self._take(found, "This definition has one version.")

    def action_schema_compare(self) -> None:
        """The version before beside the one that is shown, or no more."""
        found = comparison_toggled(self._schemas, self.selection) if self._schemas else None
        self._take(found, "This kind has one version.")

    def action_open_all(self, unfold: bool) -> None:
        """Every field; where a text has the keys, every block of it."""
        if self.pane is SchemaPane.DETAIL:
            self.query_one(TextView).fold_all(closed=not unfold)
        else:
            self.selection = self.selection.with_all(unfold=unfold)

    def action_search_fields(self) -> None:
        """Finds a field of all definitions."""
        self.post_message(messages.Requested(FindField()))

    def action_copy(self) -> None:
        """Copies the path of the field."""
        row, page = chosen_row(self._rows, self.selection), self._detail.page
        if self.pane is SchemaPane.DETAIL and self.tab in _COPIED and page.copied:
            clipboard.send(self.app, _COPIED[self.tab], page.copied)
        elif row is None:
            tell(self.app, "Nothing to copy here.")
        else:
            clipboard.send(self.app, "the path", row.field.path)

    def action_copy_as(self) -> None:
        """Offers the path, the command and the text."""
        from xpkgtui.app.copy.schemas import offers  # not before the first paint

        row = chosen.row_of_document(self.inspection, self.selection.document)
        if self._schemas is None or row is None:
            tell(self.app, "Nothing to copy here.")
        else:
            one = chosen_row(self._rows, self.selection)
            found = offers(self.inspection, row, self._schemas, self.selection, one.field if one else None)
            self.post_message(messages.CopyAsRequested(found))

    def action_filter(self) -> None:
        """Asks for letters of a path; where a text has the keys, for a word of it."""
        hush(self.app)
        self.query_one(FooterLine).display = False
        if self.pane is SchemaPane.DETAIL:
            self._detail.begin_typing()
            self.query_one(Prompt).open(Purpose.SEARCH, self._detail.search)
            return
        self.pane = SchemaPane.FIELDS
        self._fields.is_filtered_now = True
        self.query_one(Prompt).open(Purpose.FILTER, self.selection.filter, _HINT)

    @on(Prompt.Typed)
    def _typed(self, event: Prompt.Typed) -> None:
        if event.purpose is Purpose.SEARCH:
            self._detail.search = event.text
        else:
            self.selection = replace(self.selection, filter=event.text, path="")

    @on(Prompt.Moved)
    def _prompt_moved(self, event: Prompt.Moved) -> None:
        self._fields.move(event.rows, event.half_pages)

    @on(Prompt.Done)
    @on(Prompt.Closed)
    def _prompt_ended(self, event: Prompt.Done | Prompt.Closed) -> None:
        is_given_up = isinstance(event, Prompt.Closed)
        self._fields.is_filtered_now = False
        self.query_one(FooterLine).display = True
        if event.purpose is Purpose.SEARCH:
            self._detail.end_typing(is_given_up=is_given_up)
            self._detail.search = "" if is_given_up else event.text
        elif is_given_up:
            self._unfilter()
        self._draw()

    @on(TextView.Sought)
    def _sought(self, event: TextView.Sought) -> None:
        self.query_one(Prompt).say(Purpose.SEARCH, event.words)

    @on(TextView.Entered)
    def _page_entered(self) -> None:
        self.tab = TabId.YAML

    @on(RowList.Moved)
    def _moved(self, event: RowList.Moved) -> None:
        if event.where == SchemaPane.VERSIONS:
            self.selection = replace(self.selection, version=event.key)
        else:
            self.selection = replace(self.selection, path=event.key)

    @on(RowList.Toggled)
    def _toggled(self, event: RowList.Toggled) -> None:
        if event.where == SchemaPane.FIELDS:
            self.selection = toggled(self._rows, self.selection, event.key, event.unfold)

    @on(RowList.Entered)
    def _entered(self, event: RowList.Entered) -> None:
        """A version leads to its fields; a field opens, is shown among the others, or leads to its text."""
        row = next((one for one in self._rows if one.key == event.key), None)
        if event.where == SchemaPane.VERSIONS:
            self.pane = SchemaPane.FIELDS
        elif row is not None and row.is_whole:
            self.selection = replace(self.selection, path=row.key)
            self._unfilter()
        elif row is not None and row.is_open is not None:
            self.selection = toggled(self._rows, self.selection, row.key, None)
        elif row is not None:
            self.tab, self.pane = TabId.YAML, SchemaPane.DETAIL

    @on(messages.FieldRequested)
    def _field(self, event: messages.FieldRequested) -> None:
        self.tab, self.pane = TabId.FIELD, SchemaPane.FIELDS
        self.selection = self.selection.at(event.document, event.version, event.path)
        self._reveal()

    @on(events.DescendantFocus)
    def _focused(self, event: events.DescendantFocus) -> None:
        if event.widget.id in set(_PANES):
            self.pane = SchemaPane(event.widget.id)

    @property
    def _fields(self) -> RowList:
        return self.query_one(f"#{SchemaPane.FIELDS}", RowList)

    @property
    def _detail(self) -> TextView:
        return self.query_one(f"#{SchemaPane.DETAIL}", TextView)

    def _take(self, found: SchemaSelection | None, none: str) -> None:
        if found is not None:
            self.selection = found
        else:
            tell(self.app, (self._schemas.problem or none) if self._schemas else "The schema is not there yet.")

    def _unfilter(self) -> None:
        """All fields, with the chosen one in sight."""
        self.selection = replace(self.selection, filter="")
        self._reveal()

    def _reveal(self) -> None:
        """Opens what is above the chosen field."""
        if self._schemas is not None:
            self.selection = revealed(self._schemas, self.selection)

    def _draw(self) -> None:
        """Gives each widget what it shows, and asks for the schemas."""
        if not self.is_mounted or not self.size.width or not self.query("FooterLine"):
            return
        inspection, selection = self.inspection, self.selection
        self.query_one(IdentityLine).identity = identity(inspection)
        busy = is_loading(inspection.verdict)
        self.query_one(VerdictLine).headline = headline(inspection, Options(), busy=busy)
        schemas = schemas_of(selection.document, self.replies)
        is_new, self._schemas = schemas is not self._schemas, schemas
        if schemas is None:
            self._draw_waiting()
        else:
            if is_new:
                self.set_reactive(SchemaScreen.selection, revealed(schemas, selection))
            self._draw_schemas(schemas, self.selection)
        self._draw_keys(schemas)

    def _draw_waiting(self) -> None:
        request = request_of(self.selection.document)
        page = detail.waiting(request, self.replies)
        self._fields.pane = Pane(name="Fields", empty=detail.contents(page), is_loading=True)
        self.query_one(f"#{SchemaPane.VERSIONS}", RowList).pane = Pane(name="Versions", is_loading=True)
        self._detail.page = page
        self._rows, self._listed = (), None
        if self.replies.is_new(request):
            self.post_message(messages.Requested(request))

    def _draw_schemas(self, schemas: DefinedSchemas, selection: SchemaSelection) -> None:
        is_narrow, is_told = self.has_class("-narrow"), self._told is schemas
        rows = rows_of(schemas, selection)
        before = self._listed if rows is self._rows and rows else None
        self._rows = rows
        self._listed = fields_pane(schemas, selection, rows, before=before, is_told=is_told)
        name = (f"1 Versions {len(schemas.versions):,}", f"2 {self._listed.name}") if is_narrow else ("", "")
        versions = self.query_one(f"#{SchemaPane.VERSIONS}", RowList)
        versions.pane = versions_pane(schemas, selection, name=name[0], is_told=is_told)
        versions.styles.height = None if is_narrow else min(len(schemas.versions), 8) + 2
        self._fields.pane = replace(self._listed, name=name[1] or self._listed.name)
        versions.names = self._fields.names = name if is_narrow else ()
        row = chosen.row_of_document(self.inspection, selection.document)
        one = chosen_row(rows, selection)
        examples = examples_of(selection.document, self.replies)
        self._detail.page = detail.page(
            self.inspection, row, schemas, selection, one, tab=self.tab, pane=self.pane, examples=examples
        )
        request = examples_request(selection.document)
        if is_told and one is not None and self.replies.is_new(request):
            self.post_message(messages.Requested(request))
        if not is_told:
            self.call_after_refresh(self._tell, schemas)

    def _tell(self, schemas: DefinedSchemas) -> None:
        """Says what takes a while to know, now that the fields are painted."""
        if self._schemas is schemas and self._told is not schemas:
            self._told = schemas
            self._draw()

    def _draw_keys(self, schemas: DefinedSchemas | None) -> None:
        """The pane that has the keys, and the keys that matter."""
        self.set_class(self.pane is SchemaPane.VERSIONS, "-on-versions")
        self.set_class(self.pane is SchemaPane.DETAIL, "-on-detail")
        wanted = self.query_one(f"#{self.pane}")
        if self.focused is not wanted and not self.query_one(Prompt).display:
            self.set_focus(wanted, scroll_visible=False)
        shown = shown_version(schemas, self.selection) if schemas is not None else None
        footer = self.query_one(FooterLine)
        footer.hints = hints(
            has_versions=schemas is not None and shown is not None and len(schemas.versions) > 1,
            has_other=schemas is not None and shown is not None and schemas.before(shown) is not None,
            is_compared=self.selection.is_compared,
            is_text=self.pane is SchemaPane.DETAIL,
        )
        footer.cost = cost_of(self.inspection).sentence
