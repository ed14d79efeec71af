"""The screen of two packages: what changes, the worst first, and one change in full."""

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.reactive import var
from textual.widgets import Static

from xpkgtui.app.changes import bands, detail
from xpkgtui.app.changes import list as change_list
from xpkgtui.app.commands.screens import CHANGES, change_hints, spare_changes
from xpkgtui.app.copy import clipboard
from xpkgtui.app.drawing.rows import Pane
from xpkgtui.app.state.changes import (
    RISKS,
    ChangeSelection,
    ChangeText,
    ComparedPackages,
    FindingsCheck,
    all_toggled,
    group_of,
    level_after,
    level_words,
    next_risk,
    shown_change,
    toggled,
)
from xpkgtui.app.state.list_and_detail import ListPane
from xpkgtui.app.state.outcomes import CheckBoth, CompareSource, ReadChange
from xpkgtui.app.state.selection import TabId
from xpkgtui.app.toast import notify
from xpkgtui.app.views.list_and_detail import PanesModel, SelectionScreen
from xpkgtui.app.widgets.row_list import RowList
from xpkgtui.reporting.as_text.diff import markdown


class ChangeScreen(SelectionScreen[None]):
    """A title, the verdict, a card, the list beside (or above) Detail, and the keys."""

    BINDINGS: ClassVar[list[BindingType]] = [*CHANGES.bindings]
    AUTO_FOCUS = f"#{ListPane.LIST}"

    compared: var[ComparedPackages] = var(ComparedPackages(), init=False)
    both: var[ChangeText] = var(ChangeText(), init=False)
    checks: var[FindingsCheck] = var(FindingsCheck(), init=False)
    selection: var[ChangeSelection] = var(ChangeSelection(), init=False)
    keys = CHANGES.all
    short, has_title = 30, True

    def __init__(self) -> None:
        super().__init__()
        self._weighed = ComparedPackages()
        """The comparison at the chosen level."""
        self._rows_of: tuple[object, ...] = ()
        self._list: Pane | None = None
        self._asked = -1
        """The number of the change whose texts were asked for last."""
        self._checked: object = None
        """The comparison whose checks were asked for."""

    def compose_panes(self) -> ComposeResult:
        """The card above the list beside Detail."""
        yield Static(id="card")
        yield from super().compose_panes()

    watch_compared = watch_both = watch_checks = SelectionScreen.watch_selection

    def action_risks_only(self) -> None:
        """Only risks, or everything."""
        self.go(risks_only=not self.selection.risks_only)

    def action_level(self) -> None:
        """The next level."""
        self.go(level=level_after(self.selection.level))
        notify(self.app, level_words(self.selection.level))

    def action_columns(self) -> None:
        """Side by side, or one column."""
        self.go(one_column=not self.selection.one_column, tab=TabId.TEXT)

    def action_open_all(self, unfold: bool) -> None:
        """Every group."""
        self.selection = all_toggled(self._weighed, self.selection, unfold=unfold)

    def action_risk(self, step: int) -> None:
        """The next or the previous risk."""
        selection = next_risk(self._weighed, self.selection, step)
        if selection is None:
            notify(self.app, "Nothing breaks, and nothing has to be checked.")
        else:
            self.selection = selection

    def action_copy(self) -> None:
        """Copies the change."""
        change = shown_change(self._weighed, self.selection)
        clipboard.give(self.app, "the change", detail.copied(change) if change is not None else "")

    def action_copy_as(self) -> None:
        """Copies the comparison as Markdown."""
        if self._weighed.is_done:
            clipboard.send(self.app, "the comparison as Markdown", markdown(self._weighed.found))
        else:
            notify(self.app, "The comparison is still under way.")

    def action_again(self) -> None:
        """Compares again."""
        self.ask(CompareSource("", is_again=True))

    @on(RowList.Toggled)
    def _toggled(self, event: RowList.Toggled) -> None:
        self.selection = toggled(self.selection, event.key, unfold=event.unfold)

    @on(RowList.Entered)
    def _entered(self, event: RowList.Entered) -> None:
        if event.key and group_of(event.key) is None:
            self.go(row=event.key, pane=ListPane.DETAIL)
        else:
            self.selection = toggled(self.selection, event.key)

    def model(self) -> PanesModel:
        """What is shown now; asks for what the page needs."""
        selection = self.selection
        if self._weighed.found.level is not selection.level or self._rows_of[:1] != (self.compared,):
            self._weighed = self.compared.at(selection.level)
        weighed = self._weighed
        rows_of = (
            self.compared,
            selection.level,
            selection.toggled,
            selection.whole,
            selection.risks_only,
            selection.filter,
        )
        before = self._list if self._rows_of == rows_of else None
        self._rows_of = rows_of
        self._list = change_list.pane(weighed, selection, before=before)
        card = self.query_one("#card", Static)
        card.border_title = bands.question(weighed)
        card.update(bands.counts(weighed, self.size.width - 4))
        self._ask_texts()
        self._ask_checks()
        can_risk = bool(weighed.groups.keys() & set(RISKS))
        return PanesModel(
            title=bands.title(weighed, self.size.width),
            headline=bands.headline(weighed),
            panes=(self._list,),
            page=detail.page(weighed, selection, self.both, self.checks),
            hints=change_hints(is_failed=weighed.failure is not None, can_risk=can_risk, level=selection.level),
            spare=spare_changes(),
        )

    def _ask_texts(self) -> None:
        """Asks for old and new text of the change that is shown, once it is known that no more comes."""
        change = shown_change(self._weighed, self.selection)
        if change is None or not self._weighed.is_done or change.number in (self._asked, self.both.number):
            return
        self._asked = change.number
        self.ask(ReadChange(change.number))

    def _ask_checks(self) -> None:
        """Asks for the checks of both packages, once they are looked at."""
        is_due = self.selection.tab is TabId.FINDINGS and self._weighed.is_done and self._weighed.failure is None
        if is_due and self._checked is not self.compared.found:
            self._checked = self.compared.found
            self.ask(CheckBoth())
