"""The widgets of a package's screen, each bound to what it shows."""

from collections.abc import Iterator
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message

from xpkgtui import visible
from xpkgtui.app import messages, screen_model
from xpkgtui.app.drawing import shares
from xpkgtui.app.drawing.page import Page
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

_IMAGE_LISTS = (platform_list.NAME, layer_list.NAME)
"""Lists that only images fill."""


class PackageView(Room):
    """Two lines, lists beside (or above) Detail, and the keys."""

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
        yield IdentityLine()
        yield VerdictLine()
        with Room(id="body"):
            with Room(id="lists"):
                yield FoldedLists()
                for number, list_id in enumerate(LISTS, 1):
                    yield RowList(list_id, number=number)
            yield RowList(PaneId.FINDINGS)
            yield RowList(PaneId.READERS)
            yield RowList(PaneId.FIELDS)
            yield TextView(PaneId.DETAIL)
            yield TextView(PaneId.SIDE_PAGE)
            yield RowList(PaneId.FAILURE)
        yield Prompt()
        yield FooterLine()

    def on_mount(self) -> None:
        """Announces that the widgets exist; asks for previews when the objects scroll."""
        self.watch(self.query_one(f"#{PaneId.OBJECTS}"), "scroll_y", self._look, init=False)
        self.post_message(self.Composed())

    def fit(self, size: Size) -> None:
        """Takes the form of a screen of this size."""
        fit(self, size)

    @property
    def detail(self) -> TextView:
        """Detail."""
        return self.query_one(f"#{PaneId.DETAIL}", TextView)

    @property
    def page(self) -> Page:
        """The page that Detail shows."""
        return self.detail.page

    @property
    def is_narrow(self) -> bool:
        """Whether one list is shown at a time."""
        return self.has_class("-narrow")

    def show(self, model: ScreenModel, *, judging: str, is_marked: bool = False) -> None:
        """Gives each widget what it shows; what stays the same draws nothing. `judging`: by which profile."""
        selection, names = model.selection, screen_model.names(model.panes) if self.is_narrow else ()
        self.query_one(IdentityLine).identity = model.identity.marked(is_marked)
        self.query_one(VerdictLine).headline = model.headline
        detail, folded, footer = self.detail, self.query_one(FoldedLists), self.query_one(FooterLine)
        detail.page, detail.wrap = model.page, selection.wrap
        self.query_one(f"#{PaneId.SIDE_PAGE}", TextView).page = model.side_page
        folded.why = model.not_an_image
        folded.names = _IMAGE_LISTS if model.has_files else (*_IMAGE_LISTS, file_list.NAME)
        footer.hints, footer.cost = model.hints, model.cost.sentence
        for name, pane in model.panes.items():
            self.query_one(f"#{name}", RowList).pane = pane
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
        for rows in self.query("#lists RowList").results(RowList):
            rows.names, rows.extra = names, model.extra if names else ""
            rows.set_class(rows.id == selection.list_id, "-current")
        self.query_one(Prompt).say(Purpose.FILTER, model.problem)
        if not self.query_one(Prompt).display:
            self.screen.set_focus(self.query_one(f"#{model.target}"), scroll_visible=False)
        self._judging = judging
        self._look()

    def report(self, word: str) -> None:
        """Says that a word is nowhere in the text, where that is so."""
        if word and self.detail.is_missing:
            notify(self.app, f"{visible.clip(word, 40)} was not found.")

    def action_no_search(self) -> None:
        """Says where the keys of a search are of use."""
        notify(self.app, "n and N are for a search: 0 goes to the text, / searches in it.")

    def fold_text(self, *, closed: bool) -> None:
        """Closes or opens every block of the text."""
        if not self.detail.fold_all(closed=closed):
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
