"""The screen of one package: four lists, Detail, and the verdict above them."""

import os
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from typing import ClassVar, cast

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.reactive import var

from xpkgtui.app import messages
from xpkgtui.app.commands.command import Scope
from xpkgtui.app.commands.table import bindings
from xpkgtui.app.screen_model import ScreenModel, settled_model
from xpkgtui.app.state.dependencies import DependencySelection
from xpkgtui.app.state.keys import arrival, enter, jumps, navigator, retry, transitions
from xpkgtui.app.state.lists import platforms, problems_only
from xpkgtui.app.state.outcomes import (
    Ask,
    CompareSource,
    FindField,
    FoldText,
    MarkSource,
    Move,
    Outcome,
    Purpose,
    Reopen,
    Return,
    ReturnTo,
    Scene,
    SearchDetail,
    ShowDependencies,
    ShowExamples,
    ShowReferrers,
    ShowSchema,
    ShowTags,
    Tell,
)
from xpkgtui.app.state.places import PlaceKind, ScreenPlace
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.selection import PaneId, Selection, TabId
from xpkgtui.app.textual_private import PaintedScreen
from xpkgtui.app.toast import notify
from xpkgtui.app.views.package_view import PackageView
from xpkgtui.app.views.pane_screen import PaneScreen
from xpkgtui.app.widgets.row_list import RowList
from xpkgtui.app.widgets.text_view import TextView
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.requests import Open, Options
from xpkgtui.inspection.rows.platforms import PlatformRow

_OPENED: dict[str, ShowDependencies | ShowExamples | ShowReferrers | FindField] = {
    "dependencies": ShowDependencies(),
    "composed": ShowDependencies(DependencySelection(tab=TabId.COMPOSED)),
    "examples": ShowExamples(),
    "referrers": ShowReferrers(),
    "fields": FindField(),
}
"""What is opened over the package, by name."""


class Browsing(PaintedScreen, PaneScreen[None]):
    """Gives each widget what it shows; what widgets report becomes an outcome, most outcomes another selection."""

    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Scope.SCREEN)]

    inspection: var[Inspection] = var(Inspection(source=""), init=False)
    replies: var[Replies] = var(Replies(), init=False)
    busy: var[bool] = var(True, init=False)
    marked: var[str] = var("", init=False)
    marked_entry: var[PlatformRow | None] = var(None, init=False)
    selection: var[Selection] = var(Selection(), init=False)

    def __init__(
        self, options: Options, *, ready: Callable[[], None] = lambda: None, at: ScreenPlace | None = None
    ) -> None:
        """Once it can draw, `ready` is called, so that what is known by then is in its first frame.

        The screen goes to the place `at` once that is loaded, unless the person who waits goes elsewhere.
        """
        super().__init__()
        self.navigator = navigator.Navigator()
        self._options, self._tell_ready, self._view = options, ready, PackageView()
        self._at = at
        self._model, self._is_due = cast("ScreenModel | None", None), False
        self._drawn: object = None
        """The size that was drawn, and whether in its narrow form."""

    def compose(self) -> ComposeResult:
        """Composes the package view."""
        yield self._view

    @on(PackageView.Composed)
    def _ready(self) -> None:
        self._tell_ready()
        self._draw_soon()

    def on_resize(self, event: events.Resize) -> None:
        """The form follows the size."""
        self._view.fit(event.size)
        if self._drawn != (event.size, self._view.is_narrow):  # Textual tells a size up to three times
            self._draw()

    def watch_inspection(self, before: Inspection, after: Inspection) -> None:
        """News; another source, or another image of the same name, begins anew."""
        if after.begins_anew_after(before):
            self.navigator.history = self.navigator.history.opened(before.source, after.source)
            kept = Selection(wrap=self.selection.wrap, flat=self.selection.flat)
            self.set_reactive(Browsing.selection, kept)
        self._draw_soon()

    def go(self, selection: Selection, *, is_jump: bool = False, is_chosen: bool = True) -> None:
        """Another selection; a jump can be taken back."""
        if is_jump and selection != self.selection:
            self.navigator.leave(self.inspection, self.selection, self._view.tops())
        self.selection = replace(selection, touched=is_chosen or selection.touched)

    def arrive(self, place: ScreenPlace) -> None:
        """Goes to a place once it is loaded, unless the person who waits goes elsewhere."""
        self._at = place
        self._draw_soon()

    def action_go(self, action: str, *arguments: object) -> None:
        """A key of the navigator."""
        outcome = self.navigator.press(action, self._scene, *arguments)
        self._perform(outcome)
        if action == "back" and isinstance(outcome, Open | Tell):
            self.ask(ReturnTo(outcome.source if isinstance(outcome, Open) else ""))

    def action_cancel(self) -> None:
        """Closes the topmost thing, or stops loading."""
        self.action_go("cancel")

    @property
    def detail_pane(self) -> PaneId:
        """The pane of Detail."""
        return PaneId.DETAIL

    def action_pane(self, number: int) -> None:
        """Gives the keys to a list by its number, or to Detail, which is 0."""
        self.action_go("pane", number)

    def action_next_pane(self, step: int) -> None:
        """Gives the keys to the pane after or before."""
        self.action_go("next_pane", step)

    def action_tab(self, step: int) -> None:
        """Shows the tab after or before."""
        self.action_go("tab", step)

    def action_tab_at(self, number: int) -> None:
        """Shows the tab of Detail that was clicked."""
        self.action_go("tab_at", number)

    def action_mark(self) -> None:
        """Marks the package as the old one of a comparison."""
        entry = platforms.under_cursor(self.inspection, self.selection)
        self.ask(MarkSource(self.inspection.source, entry))

    def action_compare(self) -> None:
        """Compares the package with the one that is marked."""
        entry = platforms.under_cursor(self.inspection, self.selection)
        self.ask(CompareSource(self.inspection.source, entry))

    def action_tags(self) -> None:
        """Lists the tags of the package's repository."""
        self.ask(ShowTags(self.inspection.source))

    def action_open(self, screen: str) -> None:
        """Opens the dependencies, what is judged by them, the examples, the referrers, or the search for a field."""
        self.ask(_OPENED[screen])

    def action_schema(self) -> None:
        """Shows the schemas of the definition under the cursor on a screen of their own."""
        from xpkgtui.app.schemas.keys import shown_in_full  # not before the first paint

        self._perform(shown_in_full(self._scene))

    def action_schema_version(self) -> None:
        """Shows the next version of the schema."""
        from xpkgtui.app.schemas.keys import to_next_version

        self._perform(to_next_version(self._scene))

    def action_schema_compare(self) -> None:
        """Puts the version before beside the schema, or takes it away."""
        from xpkgtui.app.schemas.keys import compared

        self._perform(compared(self._scene))

    def action_filter(self) -> None:
        """Filters the list, or searches in the text."""
        self.action_go("ask")

    def action_profile(self) -> None:
        """Judges by the next profile; in Why the cursor goes to its reader."""
        self.go(replace(self.selection, reader="", beneath=False), is_chosen=False)
        self.post_message(messages.ProfileRequested())

    def action_refresh(self, refresh: bool) -> None:
        """Requests again what failed, or opens the source again."""
        self._perform(Reopen(refresh=True) if refresh else retry.refresh(self._scene))

    def action_copy(self) -> None:
        """Copies the natural value of what is looked at."""
        from xpkgtui.app.copy.clipboard import copy

        copy(self.app, self.inspection, self._view.page, self.selection)

    def action_copy_as(self) -> None:
        """Offers everything that can be copied of it."""
        from xpkgtui.app.copy.offers import offers

        offered = offers(self.inspection, self.selection, self.replies, self._view.page)
        self.post_message(messages.CopyAsRequested(offered))

    def on_click(self, event: events.Click) -> None:
        """A click into a pane gives it the keys."""
        self._perform(transitions.clicked(self.selection, event.widget.id if event.widget else None))

    def row_moved(self, where: str, key: str) -> None:
        """The cursor stands on another row of a list."""
        if where == PaneId.FIELDS:
            from xpkgtui.app.schemas import keys  # not before the first paint

            self._perform(keys.moved(self._scene, key))
            return
        self._perform(transitions.moved(self.inspection, self.selection, PaneId(where), key))

    @on(RowList.Toggled)
    def _toggled(self, event: RowList.Toggled) -> None:
        if event.where == PaneId.FIELDS:
            from xpkgtui.app.schemas import keys

            self._perform(keys.folded(self._scene, event.key, event.unfold))
            return
        self.go(transitions.fold(self.inspection, self.selection, event.key, event.unfold))

    @on(RowList.Entered)
    def _entered(self, event: RowList.Entered) -> None:
        if event.where == PaneId.FIELDS:
            from xpkgtui.app.schemas import keys

            self._perform(keys.open_row(self._scene, event.key))
            return
        pane, where = event.rows.pane, PaneId(event.where)
        outcome = enter.open_row(self._scene, where, event.key, is_empty=not pane.rows, is_loading=pane.is_loading)
        self._perform(outcome)

    @on(TextView.EnterPressed)
    def _page_entered(self) -> None:
        self._perform(enter.open_page(self._scene))

    @on(messages.DocumentRequested)
    def _document(self, event: messages.DocumentRequested) -> None:
        self.go(jumps.show_document(self.inspection, self.selection, event.document), is_jump=True)

    @on(messages.FieldRequested)
    def _field(self, event: messages.FieldRequested) -> None:
        schema = self.selection.schema.at(event.document, event.version, event.path)
        self.ask(ShowSchema(schema))

    @on(messages.SchemaLeft)
    def _schema_left(self, event: messages.SchemaLeft) -> None:
        document = event.selection.document
        selection = self.selection
        if document != selection.document:
            selection = jumps.show_document(self.inspection, selection, document)
        self.go(replace(selection, schema=event.selection), is_jump=True)
        if event.why:
            self.action_go("why")

    @on(messages.FileRequested)
    def _file(self, event: messages.FileRequested) -> None:
        self.go(replace(jumps.reveal(self.selection, event.path), verdict=False), is_jump=True)

    @on(messages.ManualRequested)
    def _manual(self, event: messages.ManualRequested) -> None:
        self.go(jumps.manual_of_rule(self.selection, event.rule), is_jump=True)

    def typed(self, purpose: Purpose, text: str) -> None:
        """Filters or searches after every letter."""
        self._perform(navigator.typed(self._scene, purpose, text))

    def submitted(self, purpose: Purpose, text: str) -> None:
        """Keeps the filter, and goes on with the word."""
        self._draw()
        self._perform(self.navigator.submit(self._scene, purpose, text))

    def given_up(self, purpose: Purpose) -> None:
        """Lists all again, or searches for nothing."""
        self._draw()
        self._perform(navigator.given_up(self._scene, purpose))

    def _perform(self, outcome: Outcome | None) -> None:  # noqa: C901 - a dispatch
        match outcome:
            case Move(selection, is_jump, is_chosen):
                self.go(selection, is_jump=is_jump, is_chosen=is_chosen)
            case Return(visit, request):
                if request:
                    self.ask(request)
                self.selection = visit.selection
                self._view.scroll_back(visit.tops)
            case SearchDetail(word, is_entered):
                self.detail.search = word
                self._view.report(word if is_entered else "")
                self._draw()
            case FoldText(closed):
                self._view.fold_text(closed=closed)
            case Ask(Purpose.SEARCH, text, past):
                self.search_in(text, past)
            case Ask(text=text):
                pane = self.selection.filtered
                self.filter_list(self.query_one(f"#{pane}", RowList), text, problems_only.hint(pane))
            case Tell(words):
                notify(self.app, words)
            case request if request is not None:
                if navigator.leads_away(self.inspection, request):
                    self.navigator.leave(self.inspection, self.selection, self._view.tops())
                self.ask(request)

    @property
    def _scene(self) -> Scene:
        page = self._view.page
        return Scene(
            inspection=self.inspection,
            selection=self.selection,
            replies=self.replies,
            subject=page.subject,
            tabs=tuple(tab.id for tab in page.tabs),
            tab=page.tab,
            findings=page.findings,
            busy=self.busy,
            is_searched=bool(self.detail.search),
            can_search=page.is_text,
            can_wrap=page.has_lines,
            can_filter=self._model is None or self._model.can_filter,
        )

    def _draw_soon(self) -> None:
        """News that come close together are drawn once."""
        if not self._is_due:
            self._is_due = True
            self.call_next(self._draw)

    def _arrive(self) -> None:
        """Goes to the place that the call named, as far as it is loaded."""
        place, self._at = self._at, None
        if place is None or (self.selection.touched and place.kind is not PlaceKind.FILE):
            return
        arrived = arrival.arrive(self._scene, place, self._read)
        self._at = None if arrived.is_over else place
        for outcome in arrived.outcomes:
            if isinstance(outcome, Move):
                self.set_reactive(Browsing.selection, replace(outcome.selection, touched=True))
            else:
                self._perform(outcome)

    def _read(self, start: int, end: int) -> bytes:
        """A range of the stream; empty where it cannot be read."""
        try:
            with open(self.inspection.stream.path if self.inspection.stream else os.devnull, "rb") as file:
                file.seek(start)
                return file.read(end - start)
        except OSError:
            return b""

    def _draw(self) -> None:
        """Gives each widget what it shows; what stays the same draws nothing."""
        self._is_due = False
        if not self._view.is_mounted or not self.size.width:
            return
        self._arrive()
        selection, note = navigator.followed(self._scene)
        self._perform(note)
        scene, narrow = replace(self._scene, selection=selection), self._view.is_narrow
        width, before, self._drawn = self.size.width, self._model, (self.size, narrow)
        self._model = new = settled_model(scene, self._options, width=width, is_narrow=narrow, before=before)
        self.set_reactive(Browsing.selection, new.selection)
        is_marked = self.marked == self.inspection.source and platforms.shows(self.inspection, self.marked_entry)
        self._view.show(new, judging=self.inspection.judging, is_marked=is_marked)
        for request in new.requests:
            self.ask(request)
        if new.page.tab is TabId.SCHEMA and new.requests:
            self._load_schemas()

    watch_selection = _draw
    watch_replies = watch_busy = watch_marked = watch_marked_entry = _draw_soon

    @work(thread=True, exit_on_error=False)
    def _load_schemas(self) -> None:
        """Loads what draws a schema while its text is made."""
        import_module("xpkgtui.app.schemas.list")
