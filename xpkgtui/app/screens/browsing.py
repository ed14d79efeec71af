"""The screen of one package: four lists, Detail, and the verdict above them."""

from dataclasses import replace

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.reactive import reactive

from xpkgtui import visible
from xpkgtui.app import enter, screen_model, transitions
from xpkgtui.app.drawing.headline import Headline, Identity
from xpkgtui.app.drawing.rows import Pane
from xpkgtui.app.messages import AnswerWanted, DocumentWanted, ManualWanted, SourceWanted
from xpkgtui.app.navigator import Steered
from xpkgtui.app.screen_model import LISTS, Board
from xpkgtui.app.state.selection import Selection, Spot
from xpkgtui.app.widgets.footer_line import FooterLine
from xpkgtui.app.widgets.identity_line import IdentityLine
from xpkgtui.app.widgets.prompt import Prompt
from xpkgtui.app.widgets.row_list import RowList
from xpkgtui.app.widgets.text_view import TextView
from xpkgtui.app.widgets.verdict_line import VerdictLine
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.requests import Options

_NARROW, _WIDE, _TINY_WIDTH, _TINY_HEIGHT = 100, 150, 60, 20
_PANEL, _MARGIN = 44, 6
"""Columns around the text of the failure's panel, on a wide screen and on a narrow one."""
_NO_PANE = Pane(name="")


class Browsing(Steered):
    """Deals out what each widget shows, and turns what widgets tell into another selection."""

    AUTO_FOCUS = ""

    identity: reactive[Identity] = reactive(Identity(), init=False)
    headline: reactive[Headline] = reactive(Headline(), init=False)
    hints: reactive[tuple[tuple[str, str], ...]] = reactive((), init=False)
    cost: reactive[str] = reactive("", init=False)
    wrap: reactive[bool] = reactive(False, init=False)
    names: reactive[tuple[str, ...]] = reactive((), init=False)
    extra: reactive[str] = reactive("", init=False)
    platforms_pane: reactive[Pane] = reactive(_NO_PANE, init=False)
    layers_pane: reactive[Pane] = reactive(_NO_PANE, init=False)
    files_pane: reactive[Pane] = reactive(_NO_PANE, init=False)
    objects_pane: reactive[Pane] = reactive(_NO_PANE, init=False)
    findings_pane: reactive[Pane] = reactive(_NO_PANE, init=False)
    failure_pane: reactive[Pane] = reactive(_NO_PANE, init=False)

    def __init__(self, options: Options) -> None:
        super().__init__()
        self._options = options
        self._board: Board | None = None
        self._objects: tuple[object, ...] = ()
        self._is_due = False

    def compose(self) -> ComposeResult:
        """Two lines, lists beside (or above) Detail, and the keys."""
        yield IdentityLine().data_bind(Browsing.identity)
        yield VerdictLine().data_bind(Browsing.headline)
        with Container(id="body"):
            with Vertical(id="lists"):
                panes = (Browsing.platforms_pane, Browsing.layers_pane, Browsing.files_pane, Browsing.objects_pane)
                for number, (spot, pane) in enumerate(zip(LISTS, panes, strict=True), 1):
                    rows = RowList(spot.value, number=number)
                    yield rows.data_bind(Browsing.names, Browsing.extra, pane=pane)
            yield RowList("findings").data_bind(pane=Browsing.findings_pane)
            yield TextView("detail").data_bind(Browsing.page, Browsing.wrap, Browsing.search)
            yield RowList("failure").data_bind(pane=Browsing.failure_pane)
        yield Prompt()
        yield FooterLine().data_bind(Browsing.hints, Browsing.cost)

    def on_mount(self) -> None:
        """The first picture."""
        self._deal()

    def on_resize(self, event: events.Resize) -> None:
        """The form follows the size."""
        width, height = event.size
        self.set_class(width < _NARROW, "-narrow")
        self.set_class(width >= _WIDE, "-wide")
        self.set_class(width < _TINY_WIDTH or height < _TINY_HEIGHT, "-tiny")
        self._deal()

    def watch_inspection(self, before: Inspection, after: Inspection) -> None:
        """News; another source, or the same once more, begins anew."""
        if before.source != after.source or (after.resolved is None and before.resolved is not None):
            self.left(before.source, after.source)
            kept = Selection(wrap=self.selection.wrap, flat=self.selection.flat)
            self.set_reactive(Browsing.selection, kept)
        self._deal_soon()

    def watch_answers(self) -> None:
        """A folder, a text or facts came."""
        self._deal_soon()

    def watch_busy(self) -> None:
        """Loading begins or ends."""
        self._deal_soon()

    def watch_selection(self) -> None:
        """A person moved."""
        self._deal()

    def ask(self, purpose: str, label: str, text: str, hint: str = "") -> None:
        """Puts the prompt into the footer's place."""
        self.query_one(FooterLine).display = False
        self.query_one(Prompt).open(purpose, label, text, hint)

    def on_click(self, event: events.Click) -> None:
        """A click into a pane gives it the keys."""
        clicked, now = event.widget.id if event.widget else None, self.selection
        spot = next((spot for spot in LISTS if spot.value == clicked), None)
        if spot:
            self.go(replace(now, spot=spot, in_detail=False, verdict=False))
        elif clicked == "detail" and not now.verdict:
            self.go(replace(now, in_detail=True))

    @on(RowList.Moved)
    def _moved(self, event: RowList.Moved) -> None:
        spot = next((spot for spot in LISTS if spot.value == event.control.id), None)
        if spot:
            found = replace(self.selection.with_row(spot, event.key), spot=spot, in_detail=False)
            self.go(transitions.follow_layer(self.inspection, found) if spot is Spot.LAYERS else found)
        elif event.control.id == "findings":
            self.go(replace(self.selection, finding=int(event.key.partition(":")[2])))

    @on(RowList.Toggled)
    def _toggled(self, event: RowList.Toggled) -> None:
        self.go(transitions.fold(self.inspection, self.selection, event.key, event.unfold))

    @on(RowList.Entered)
    def _entered(self, event: RowList.Entered) -> None:
        where = event.control.id or ""
        wish = enter.enter(self.inspection, self.selection, self.answers, where, event.key)
        if not event.control.pane.rows and wish in (None, self.selection):
            loads = event.control.pane.note.plain in ("loading", "waits")
            self.tell("The list is still loading; nothing was opened." if loads else "There is nothing to open here.")
        elif isinstance(wish, Selection):
            self.go(wish, jump=True)
        elif wish is not None:
            self.post_message(wish)

    @on(TextView.Entered)
    def _page_entered(self) -> None:
        found = enter.enter_page(self.inspection, self.selection, self.page)
        if found:
            self.go(found, jump=True)

    @on(TextView.Missed)
    def _missed(self, event: TextView.Missed) -> None:
        self.tell(f"{visible.clip(event.wanted, 40)} was not found.")

    @on(DocumentWanted)
    def _document(self, event: DocumentWanted) -> None:
        self.go(transitions.show_document(self.inspection, self.selection, event.document), jump=True)

    @on(ManualWanted)
    def _manual(self, event: ManualWanted) -> None:
        self.go(transitions.manual_of_rule(self.selection, event.rule), jump=True)

    @on(Prompt.Typed)
    def _typed(self, event: Prompt.Typed) -> None:
        if event.purpose == "filter":
            self.go(self.selection.with_filter(self.selection.spot, event.text))
        elif event.purpose == "search":
            self.search = event.text

    @on(Prompt.Done)
    def _done(self, event: Prompt.Done) -> None:
        self._end_prompt()
        if event.purpose == "source" and event.text.strip():
            self.post_message(SourceWanted(event.text.strip()))
        elif event.purpose == "search":
            self.search = event.text
            self.query_one("#detail", TextView).action_search()

    @on(Prompt.Closed)
    def _given_up(self, event: Prompt.Closed) -> None:
        self._end_prompt()
        if event.purpose == "filter":
            self.go(transitions.unfiltered(self.selection))
        elif event.purpose == "search":
            self.search = ""

    def _end_prompt(self) -> None:
        self.query_one(FooterLine).display = True
        self._deal()

    def _deal_soon(self) -> None:
        """News that come close together are dealt out once."""
        if not self._is_due:
            self._is_due = True
            self.call_next(self._deal)

    def _deal(self) -> None:
        """Deals out what each widget shows; what stays the same draws nothing."""
        self._is_due = False
        if not self.is_mounted or not self.size.width:
            return
        selection = self.followed()
        new = self._make(selection)
        settled = enter.settled(self.inspection, new.panes[selection.spot], selection)
        if settled != selection:
            selection, new = settled, self._make(settled)
        self.set_reactive(Browsing.selection, selection)
        self._form(new, selection)
        self.identity, self.headline = new.identity, new.headline
        self.hints, self.cost, self.wrap = new.hints, new.cost, selection.wrap
        narrow = self.has_class("-narrow")
        self.names = screen_model.names(new.panes) if narrow else ()
        self.extra = new.extra if narrow else ""
        for name, pane in new.panes.items():
            setattr(self, f"{name}_pane", pane)
        self.page = new.page
        if not self.query_one(Prompt).display:
            self.set_focus(self.query_one(f"#{new.target}"), scroll_visible=False)
        for wish in new.wishes:
            self.post_message(AnswerWanted(wish))

    def _make(self, selection: Selection) -> Board:
        width = self.size.width
        key = screen_model.objects_key(self.inspection, selection, self.answers)
        same, self._objects = key == self._objects, key
        self._board = screen_model.board(
            self.inspection,
            selection,
            self.answers,
            self._options,
            busy=self.busy,
            width=width - (_PANEL if width >= _NARROW else _MARGIN),
            before=self._board,
            same_objects=same,
        )
        return self._board

    def _form(self, new: Board, selection: Selection) -> None:
        """Which of the panes are there; the stylesheet says where."""
        self.set_class(new.target == "failure", "-failed")
        self.set_class(selection.verdict, "-verdict")
        self.set_class(new.target == "findings", "-findings")
        self.set_class(selection.full, "-full")
        self.set_class(selection.in_detail, "-in-detail")
        for rows in self.query("#lists RowList"):
            rows.set_class(rows.id == selection.spot.value, "-current")
