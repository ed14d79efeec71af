"""The screen of the schemas of a definition: its versions, the fields of one, and one field in full."""

from typing import Any, ClassVar

from textual import on
from textual.binding import BindingType
from textual.reactive import var

from xpkgtui.app import messages
from xpkgtui.app.commands.screens import SCHEMAS, schema_hints
from xpkgtui.app.copy import clipboard
from xpkgtui.app.drawing.bands.cost import cost_of
from xpkgtui.app.drawing.bands.headline import headline
from xpkgtui.app.drawing.page import Page
from xpkgtui.app.drawing.rows import Pane
from xpkgtui.app.drawing.waiting import is_loading
from xpkgtui.app.schemas import detail
from xpkgtui.app.schemas.list import fields_pane, versions_pane
from xpkgtui.app.schemas.loading import examples_of, examples_request, request_of, schemas_of
from xpkgtui.app.state.lists import chosen
from xpkgtui.app.state.outcomes import FindField
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
from xpkgtui.app.toast import notify
from xpkgtui.app.views.list_and_detail import PanesModel, TwoListScreen
from xpkgtui.app.widgets.row_list import RowList
from xpkgtui.app.widgets.text_view import TextView
from xpkgtui.inspection.messages.requests import Options

_COPIED = {TabId.SAMPLE: "the sample", TabId.JSON: "the JSON Schema"}


class SchemaScreen(TwoListScreen[messages.SchemaLeft]):
    """The first two lines, two lists beside (or above) Detail, and the keys."""

    BINDINGS: ClassVar[list[BindingType]] = [*SCHEMAS.bindings]
    AUTO_FOCUS = f"#{SchemaPane.FIELDS}"

    selection: var[SchemaSelection] = var(SchemaSelection(), init=False)
    pane: var[SchemaPane] = var(SchemaPane.FIELDS, init=False)
    tab: var[TabId] = var(TabId.FIELD, init=False)
    watch_pane = watch_tab = TwoListScreen.watch_selection
    keys = SCHEMAS.all
    panes = tuple(SchemaPane)
    filtered = SchemaPane.FIELDS
    hint = "letters of a path: forprov region"

    def __init__(self, left: SchemaSelection) -> None:
        """`left` is how the definition was looked at before."""
        super().__init__()
        self.set_reactive(SchemaScreen.selection, left)
        self._schemas: DefinedSchemas | None = None
        self._fields: tuple[FieldRow, ...] = ()
        self._listed: Pane | None = None
        self._told: DefinedSchemas | None = None
        """The schemas of which all is said: their versions are compared after they were painted."""

    def leave(self) -> None:
        """Closes the screen; it opens again as it was left."""
        self.dismiss(messages.SchemaLeft(self.selection))

    def action_why(self) -> None:
        """Why the package is accepted or refused, on its screen."""
        self.dismiss(messages.SchemaLeft(self.selection, why=True))

    def action_schema_version(self) -> None:
        """The next version."""
        selection = next_version(self._schemas, self.selection) if self._schemas else None
        self._take(selection, "This definition has one version.")

    def action_schema_compare(self) -> None:
        """The version before beside the one that is shown, or no more."""
        selection = comparison_toggled(self._schemas, self.selection) if self._schemas else None
        self._take(selection, "This kind has one version.")

    def action_open_all(self, unfold: bool) -> None:
        """Every field; where a text has the keys, every block of it."""
        if self.pane is SchemaPane.DETAIL:
            self.detail.fold_all(closed=not unfold)
        else:
            self.selection = self.selection.with_all(unfold=unfold)

    def action_search_fields(self) -> None:
        """Finds a field of all definitions."""
        self.ask(FindField())

    def action_copy(self) -> None:
        """Copies the path of the field."""
        row, page = chosen_row(self._fields, self.selection), self.detail.page
        if self.pane is SchemaPane.DETAIL and self.tab in _COPIED and page.copied:
            clipboard.send(self.app, _COPIED[self.tab], page.copied)
        else:
            clipboard.give(self.app, "the path", row.field.path if row is not None else "")

    def action_copy_as(self) -> None:
        """Offers the path, the command and the text."""
        from xpkgtui.app.copy.schemas import offers  # not before the first paint

        row = chosen.row_of_document(self.inspection, self.selection.document)
        if self._schemas is None or row is None:
            notify(self.app, "Nothing to copy here.")
        else:
            field = chosen_row(self._fields, self.selection)
            offered = offers(self.inspection, row, self._schemas, self.selection, field.field if field else None)
            self.post_message(messages.CopyAsRequested(offered))

    def filter_by(self, text: str) -> None:
        """Lists the fields whose paths have the letters that are typed."""
        self.go(filter=text, path="")

    @on(TextView.EnterPressed)
    def _page_entered(self) -> None:
        self.tab = TabId.YAML

    def row_moved(self, where: str, key: str) -> None:
        """Another version, or another field."""
        self.go(**{"version" if where == SchemaPane.VERSIONS else "path": key})

    @on(RowList.Toggled)
    def _toggled(self, event: RowList.Toggled) -> None:
        if event.where == SchemaPane.FIELDS:
            self.selection = toggled(self._fields, self.selection, event.key, event.unfold)

    @on(RowList.Entered)
    def _entered(self, event: RowList.Entered) -> None:
        """A version leads to its fields; a field opens, is shown among the others, or leads to its text."""
        row = next((field for field in self._fields if field.key == event.key), None)
        if event.where == SchemaPane.VERSIONS:
            self.pane = SchemaPane.FIELDS
        elif row is not None and row.is_whole:
            self.go(path=row.key)
            self.unfilter()
        elif row is not None and row.is_open is not None:
            self.selection = toggled(self._fields, self.selection, row.key, None)
        elif row is not None:
            self.tab, self.pane = TabId.YAML, SchemaPane.DETAIL

    @on(messages.FieldRequested)
    def _field(self, event: messages.FieldRequested) -> None:
        self.tab, self.pane = TabId.FIELD, SchemaPane.FIELDS
        self.selection = self.selection.at(event.document, event.version, event.path)
        self._reveal()

    def go(self, **changed: Any) -> None:
        """Another pane or tab, which are forgotten as the screen is left; another selection."""
        self.pane, self.tab = changed.pop("pane", self.pane), changed.pop("tab", self.tab)
        super().go(**changed)

    def _take(self, selection: SchemaSelection | None, none: str) -> None:
        if selection is not None:
            self.selection = selection
        else:
            notify(self.app, (self._schemas.problem or none) if self._schemas else "The schema is not there yet.")

    def unfilter(self) -> None:
        """All fields, with the chosen one in sight."""
        self.go(filter="")
        self._reveal()

    def _reveal(self) -> None:
        """Opens what is above the chosen field."""
        if self._schemas is not None:
            self.selection = revealed(self._schemas, self.selection)

    def model(self) -> PanesModel:
        """What is shown now; asks for the schemas."""
        schemas = schemas_of(self.selection.document, self.replies)
        if schemas is not None and schemas is not self._schemas:
            self.set_reactive(SchemaScreen.selection, revealed(schemas, self.selection))
        self._schemas = schemas
        panes, names, page = self._waiting() if schemas is None else self._shown(schemas, self.selection)
        shown = shown_version(schemas, self.selection) if schemas is not None else None
        return PanesModel(
            headline=headline(self.inspection, Options(), busy=is_loading(self.inspection.verdict)),
            panes=panes,
            names=names if self.has_class("-narrow") else (),
            page=page,
            hints=schema_hints(
                has_versions=schemas is not None and shown is not None and len(schemas.versions) > 1,
                has_other=schemas is not None and shown is not None and schemas.before(shown) is not None,
                is_compared=self.selection.is_compared,
                is_text=self.pane is SchemaPane.DETAIL,
            ),
            cost=cost_of(self.inspection).sentence,
        )

    def _waiting(self) -> tuple[tuple[Pane, ...], tuple[str, ...], Page]:
        """Lists and page before the schemas are there, which are asked for."""
        request = request_of(self.selection.document)
        page = detail.waiting(request, self.replies)
        self._fields, self._listed = (), None
        if self.replies.is_new(request):
            self.ask(request)
        fields = Pane(name="Fields", empty=detail.contents(page), is_loading=True)
        return (Pane(name="Versions", is_loading=True), fields), (), page

    def _shown(
        self, schemas: DefinedSchemas, selection: SchemaSelection
    ) -> tuple[tuple[Pane, ...], tuple[str, ...], Page]:
        """The lists, their names as tabs, and the page."""
        is_told, rows = self._told is schemas, rows_of(schemas, selection)
        before = self._listed if rows is self._fields and rows else None
        self._fields = rows
        self._listed = fields_pane(schemas, selection, rows, before=before, is_told=is_told)
        height = None if self.has_class("-narrow") else min(len(schemas.versions), 8) + 2
        self.query_one(f"#{SchemaPane.VERSIONS}", RowList).styles.height = height
        row = chosen.row_of_document(self.inspection, selection.document)
        field = chosen_row(rows, selection)
        examples = examples_of(selection.document, self.replies)
        page = detail.page(
            self.inspection, row, schemas, selection, field, tab=self.tab, pane=self.pane, examples=examples
        )
        request = examples_request(selection.document)
        if is_told and field is not None and self.replies.is_new(request):
            self.ask(request)
        if not is_told:
            self.call_after_refresh(self._tell, schemas)
        names = (f"1 Versions {len(schemas.versions):,}", f"2 {self._listed.name}")
        return (versions_pane(schemas, selection, is_told=is_told), self._listed), names, page

    def _tell(self, schemas: DefinedSchemas) -> None:
        """Says what takes a while to know, now that the fields are painted."""
        if self._schemas is schemas and self._told is not schemas:
            self._told = schemas
            self._draw()
