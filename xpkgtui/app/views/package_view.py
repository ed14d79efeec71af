"""The widgets of a package's screen, each bound to what it shows."""

from collections.abc import Iterator
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.reactive import var

from xpkgtui import visible
from xpkgtui.app import messages, screen_model
from xpkgtui.app.drawing import shares
from xpkgtui.app.drawing.bands.headline import Headline
from xpkgtui.app.drawing.bands.identity import PackageIdentity
from xpkgtui.app.drawing.page import Page
from xpkgtui.app.drawing.rows import Pane
from xpkgtui.app.files import list as file_list
from xpkgtui.app.layers import list as layer_list
from xpkgtui.app.objects.list import Sight
from xpkgtui.app.platforms import list as platform_list
from xpkgtui.app.screen_model import LISTS, ScreenModel
from xpkgtui.app.state.history import Tops
from xpkgtui.app.state.outcomes import Purpose
from xpkgtui.app.state.selection import PaneId
from xpkgtui.app.textual_private import Room
from xpkgtui.app.toast import notify
from xpkgtui.app.views.pane_screen import fit
from xpkgtui.app.widgets.folded_lists import FoldedLists
from xpkgtui.app.widgets.footer_line import FooterLine
from xpkgtui.app.widgets.identity_line import IdentityLine
from xpkgtui.app.widgets.prompt import Prompt
from xpkgtui.app.widgets.row_list import RowList
from xpkgtui.app.widgets.text_view import TextView
from xpkgtui.app.widgets.verdict_line import VerdictLine

_NO_PANE = Pane(name="")
_IMAGE_LISTS = (platform_list.NAME, layer_list.NAME)
"""Lists that only images fill."""


class PackageView(Room):
    """Two lines, lists beside (or above) Detail, and the keys."""

    identity: var[PackageIdentity] = var(PackageIdentity(), init=False)
    headline: var[Headline] = var(Headline(), init=False)
    hints: var[tuple[tuple[str, str], ...]] = var((), init=False)
    cost: var[str] = var("", init=False)
    page: var[Page] = var(Page(), init=False)
    side_page: var[Page] = var(Page(), init=False)
    wrap: var[bool] = var(False, init=False)
    search: var[str] = var("", init=False)
    names: var[tuple[str, ...]] = var((), init=False)
    extra: var[str] = var("", init=False)
    why: var[str] = var("", init=False)
    folded: var[tuple[str, ...]] = var((), init=False)
    platforms_pane: var[Pane] = var(_NO_PANE, init=False)
    layers_pane: var[Pane] = var(_NO_PANE, init=False)
    files_pane: var[Pane] = var(_NO_PANE, init=False)
    objects_pane: var[Pane] = var(_NO_PANE, init=False)
    findings_pane: var[Pane] = var(_NO_PANE, init=False)
    readers_pane: var[Pane] = var(_NO_PANE, init=False)
    fields_pane: var[Pane] = var(_NO_PANE, init=False)
    failure_pane: var[Pane] = var(_NO_PANE, init=False)

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n,N", "no_search", show=False, id="search.none"),
    ]

    class Composed(Message):
        """Its widgets are there."""

    def __init__(self) -> None:
        super().__init__()
        self._judging = ""
        self._sight = Sight()

    def compose(self) -> ComposeResult:
        """Every widget, whether it is displayed or not."""
        here = PackageView
        yield IdentityLine().data_bind(here.identity)
        yield VerdictLine().data_bind(here.headline)
        with Room(id="body"):
            with Room(id="lists"):
                yield FoldedLists().data_bind(here.why, names=here.folded)
                panes = (here.platforms_pane, here.layers_pane, here.files_pane, here.objects_pane)
                for number, (list_id, pane) in enumerate(zip(LISTS, panes, strict=True), 1):
                    yield RowList(list_id, number=number).data_bind(here.names, here.extra, pane=pane)
            yield RowList(PaneId.FINDINGS).data_bind(pane=here.findings_pane)
            yield RowList(PaneId.READERS).data_bind(pane=here.readers_pane)
            yield RowList(PaneId.FIELDS).data_bind(pane=here.fields_pane)
            yield TextView(PaneId.DETAIL).data_bind(here.page, here.wrap, here.search)
            yield TextView(PaneId.SIDE_PAGE).data_bind(page=here.side_page)
            yield RowList(PaneId.FAILURE).data_bind(pane=here.failure_pane)
        yield Prompt()
        yield FooterLine().data_bind(here.hints, here.cost)

    def on_mount(self) -> None:
        """Announces that the widgets exist; asks for previews when the objects scroll."""
        self.watch(self.query_one(f"#{PaneId.OBJECTS}"), "scroll_y", self._look, init=False)
        self.post_message(self.Composed())

    def fit(self, size: Size) -> None:
        """Takes the form of a screen of this size."""
        fit(self, size)

    @property
    def is_narrow(self) -> bool:
        """Whether one list is shown at a time."""
        return self.has_class("-narrow")

    def show(self, model: ScreenModel, *, judging: str, is_marked: bool = False) -> None:
        """Gives each widget what it shows; what stays the same draws nothing. `judging`: by which profile."""
        selection, is_narrow = model.selection, self.is_narrow
        self.identity, self.headline, self.page = model.identity.marked(is_marked), model.headline, model.page
        self.side_page, self.why = model.side_page, model.not_an_image
        self.folded = _IMAGE_LISTS if model.has_files else (*_IMAGE_LISTS, file_list.NAME)
        self.hints, self.cost, self.wrap = model.hints, model.cost.sentence, selection.wrap
        self.names = screen_model.names(model.panes) if is_narrow else ()
        self.extra = model.extra if is_narrow else ""
        for name, pane in model.panes.items():
            setattr(self, f"{name}_pane", pane)
        has_side_page, width, before = bool(model.side_page.key), self.screen.size.width, self.classes
        is_pictured = selection.verdict and has_side_page
        for form, is_so in {
            "-failed": model.target is PaneId.FAILURE,
            "-verdict": selection.verdict,
            "-findings": model.target is PaneId.FINDINGS,
            "-bare": bool(model.not_an_image),
            "-fileless": bool(model.not_an_image) and not model.has_files,
            "-readers": model.has_readers,
            "-fields": model.has_fields,
            "-pictured": is_pictured and shares.is_pictured(width),
            "-split": has_side_page and not is_pictured and shares.is_split(width),
            "-full": selection.full,
            "-in-detail": selection.in_detail,
        }.items():
            self.set_class(is_so, form, update=False)
        if self.classes != before:  # each update styles all that is in the view anew
            self.update_node_styles()
        self._share(model)
        for rows in self.query("#lists RowList"):
            rows.set_class(rows.id == selection.list_id, "-current")
        self.query_one(Prompt).say(Purpose.FILTER, model.problem)
        if not self.query_one(Prompt).display:
            self.screen.set_focus(self.query_one(f"#{model.target}"), scroll_visible=False)
        self._judging = judging
        self._look()

    def report(self, word: str) -> None:
        """Says that a word is nowhere in the text, where that is so."""
        if word and self.query_one(TextView).is_missing:
            notify(self.app, f"{visible.clip(word, 40)} was not found.")

    def action_no_search(self) -> None:
        """Says where the keys of a search are of use."""
        notify(self.app, "n and N are for a search: 0 goes to the text, / searches in it.")

    def fold_text(self, *, closed: bool) -> None:
        """Closes or opens every block of the text."""
        if not self.query_one(TextView).fold_all(closed=closed):
            notify(self.app, "This text has no blocks to open or close.")

    def tops(self) -> Tops:
        """How far each pane is scrolled."""
        return {pane.id or "": pane.top for pane in self._panes()}

    def scroll_back(self, tops: Tops) -> None:
        """Scrolls the panes there, after whatever another selection makes them do."""
        for pane in self._panes():
            pane.call_after_refresh(pane.return_to, tops.get(pane.id or "", (0, None)))

    def _share(self, model: ScreenModel) -> None:
        """The columns of the lists, where they stand beside Detail."""
        names = max(pane.names for pane in model.panes.values())
        columns = shares.of_lists(self.screen.size.width, names=names, may_split=model.may_split)
        self.query_one("#lists").styles.width = None if self.is_narrow or model.selection.full else columns

    def _look(self) -> None:
        """Asks what can be said of the objects in sight that are not judged yet."""
        rows = self.query_one(f"#{PaneId.OBJECTS}", RowList)
        asked = self._sight.request(
            self._judging, rows.pane.rows, top=rows.top[0], height=rows.size.height, cursor=rows.row
        )
        if asked:
            self.post_message(messages.Requested(asked))

    def _panes(self) -> Iterator[RowList | TextView]:
        yield from self.query(RowList)
        yield from self.query(TextView)
