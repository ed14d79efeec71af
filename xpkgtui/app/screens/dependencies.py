"""The screen of what a package depends on: the tree, the versions near the constraints, and one package in full."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import ClassVar, cast

from textual import on
from textual.binding import BindingType
from textual.reactive import var

from xpkgtui.app import messages
from xpkgtui.app.commands.screens import DEPENDENCIES, dependency_hints
from xpkgtui.app.copy import clipboard
from xpkgtui.app.copy.dependencies import offers
from xpkgtui.app.dependencies import composed, detail
from xpkgtui.app.dependencies import list as tree_list
from xpkgtui.app.drawing.rows import Row
from xpkgtui.app.state.dependencies import (
    DependencyPane,
    DependencySelection,
    NeededRow,
    ShownDependencies,
    asking,
    chosen_row,
    dependency_rows,
    filtered,
    next_trouble,
    shown_after,
    source_of,
)
from xpkgtui.app.state.lists import problems_only
from xpkgtui.app.state.outcomes import OpenDependency, Retry, ShowTags, StopLoading
from xpkgtui.app.state.replies import is_under_way
from xpkgtui.app.state.selection import TabId
from xpkgtui.app.toast import notify
from xpkgtui.app.views.list_and_detail import PanesModel, TwoListScreen
from xpkgtui.app.widgets.row_list import RowList
from xpkgtui.formats.dependencies.questions import ResolveOptions
from xpkgtui.inspection.messages.dependencies import ReadComposed, ReadDependencies
from xpkgtui.inspection.messages.requests import Options


class DependencyScreen(TwoListScreen[None]):
    """The first two lines, two lists beside (or above) Detail, and the keys."""

    BINDINGS: ClassVar[list[BindingType]] = [*DEPENDENCIES.bindings]
    AUTO_FOCUS = f"#{DependencyPane.TREE}"

    selection: var[DependencySelection] = var(DependencySelection(), init=False)
    watch_busy = TwoListScreen.watch_selection
    keys = DEPENDENCIES.all
    panes = tuple(DependencyPane)
    filtered = DependencyPane.TREE
    hint = f"{problems_only.HINT}  kind:provider"

    def __init__(
        self,
        options: Options,
        needed: ShownDependencies,
        left: DependencySelection,
        shown: Callable[[ShownDependencies], None],
    ) -> None:
        """`needed` is known of this package, `left` is how it was looked at, `shown` gets what is known next."""
        super().__init__()
        self.set_reactive(DependencyScreen.selection, left)
        self.needed, self._options, self._shown = needed, options, shown
        self._needed_of: tuple[object, ...] = ()
        self._request = self._asking(upgrades=needed.upgrades, consent=needed.consent)
        self._is_stopped = False
        self._judged, self._judged_of = composed.JudgedCompositions(), cast("tuple[object, ...]", ())
        self._all: Sequence[NeededRow] = ()
        self._needed: Sequence[NeededRow] = ()
        self._listed: Sequence[Row] = ()
        self._rows_of: tuple[object, ...] = ()

    @property
    def opened(self) -> str:
        """The source that was asked about."""
        return self.needed.source or super().opened

    def _asking(self, *, upgrades: bool, consent: bool) -> ReadDependencies:
        crossplane, policies = self._options.crossplane, self._options.policies
        resolve = ResolveOptions(crossplane=crossplane, upgrades=upgrades, policies=policies)
        return ReadDependencies(resolve=resolve, consent=consent)

    def _ask(self, *, upgrades: bool | None = None, consent: bool = False) -> None:
        """Asks anew; what is known stays in sight."""
        upgrades = self.needed.upgrades if upgrades is None else upgrades
        before = self._request, self._judging
        self._request = self._asking(upgrades=upgrades, consent=consent)
        self._is_stopped = False
        if is_under_way(self.replies.get(self._request)):
            return
        self.ask(Retry((*before, self._request, self._judging)))
        self.ask(self._request)

    @property
    def _judging(self) -> ReadComposed:
        """The question of what the package composes, by the tree that is shown."""
        assert self._request.resolve is not None
        return ReadComposed(resolve=self._request.resolve, consent=self._request.consent)

    @property
    def _under_way(self) -> list[ReadDependencies | ReadComposed]:
        return [request for request in (self._request, self._judging) if is_under_way(self.replies.get(request))]

    @property
    def _row(self) -> NeededRow | None:
        return chosen_row(self._needed, self.selection)

    @property
    def _is_composed_shown(self) -> bool:
        row = self._row
        return self.selection.tab is TabId.COMPOSED and row is not None and row.branch.edge is None

    def action_close(self) -> None:
        """Stops what is under way, else ends the filter, else goes to the tree, else back to the package."""
        if not (self.needed.doing or self._under_way):
            super().action_close()
            return
        self._is_stopped = True
        for request in self._under_way:
            self.ask(StopLoading(request))
        self._draw()

    def action_why(self) -> None:
        """Each step of resolving, or the package again."""
        self.go(tab=TabId.FACTS if self.selection.tab is TabId.WHY else TabId.WHY)

    def action_composed(self) -> None:
        """What the package composes, by the definitions of these packages; or the package again."""
        if not composed.is_composing(self.inspection):
            notify(self.app, "Packages of this format compose nothing.")
        elif self._is_composed_shown:
            self.go(tab=TabId.FACTS)
        elif self._needed:
            self.go(row=self._needed[0].key, version="", tab=TabId.COMPOSED)

    def action_trouble(self, step: int) -> None:
        """The next or the previous row that is wrong."""
        wrong = next_trouble(self._needed, self._row, step)
        if wrong is None:
            notify(self.app, "Nothing is in conflict." if self.needed.is_done else "It is not resolved yet.")
        else:
            self.go(row=wrong.key, version="", pane=DependencyPane.TREE)

    def action_upgrades(self) -> None:
        """Resolves with upgrades of dependencies, or without."""
        upgrades = not self.needed.upgrades
        how = "With upgrades of dependencies, as --upgrades" if upgrades else "Without upgrades of dependencies"
        notify(self.app, f"{how}.")
        self._ask(upgrades=upgrades)

    def action_ask_rest(self) -> None:
        """Opens the packages that were not opened for their size."""
        if self.needed.found.is_priced:
            self._ask(consent=True)
        else:
            notify(self.app, "No package was left unopened because of its size.")

    def action_again(self) -> None:
        """Asks registries again."""
        self._ask(consent=self.needed.consent)

    def action_tags(self) -> None:
        """Lists all versions of the package."""
        row = self._row
        if row is not None:
            name = row.branch.package.package if row.branch.edge else self.inspection.source
            self.ask(ShowTags(name))

    def action_copy(self) -> None:
        """Copies the name of the package."""
        row = self._row
        clipboard.give(self.app, "the name", row.branch.package.package if row is not None else "")

    def action_copy_as(self) -> None:
        """Offers the tree in all its forms."""
        row = self._row
        offered = offers(self.needed, self.inspection, row.branch.package if row is not None else None)
        self.post_message(messages.CopyAsRequested(offered))

    def action_filter(self) -> None:
        """Filters the packages, whatever has the keys."""
        self.go(pane=DependencyPane.TREE)
        super().action_filter()

    def row_moved(self, where: str, key: str) -> None:
        """Another package, or another version of it."""
        if where == DependencyPane.TREE:
            self.go(row=key, version="")
        else:
            self.go(version=key)

    @on(RowList.Entered)
    def _entered(self, event: RowList.Entered) -> None:
        row = self._row
        if row is None:
            return
        package = row.branch.package
        if row.branch.edge is None:
            self.dismiss()
            return
        is_tree = event.where == DependencyPane.TREE
        source = source_of(package) if is_tree else source_of(package, event.key)
        if source:
            self.leave_for(OpenDependency(source, self.needed, replace(self.selection, row=row.key)))
        elif not self.needed.found.tree.is_resolved:
            notify(self.app, "Its version is not known yet.")
        else:
            notify(self.app, "No version of it is installed. T lists those that there are.")

    def model(self) -> PanesModel:
        """What is shown now; asks once the package is read."""
        needed, selection = self._known(), self.selection
        rows_of = (needed.found, selection.wanted, bool(needed.doing))
        if self._rows_of != rows_of:
            if self._rows_of[:1] != rows_of[:1]:
                self._all = dependency_rows(needed.found)
            self._needed = filtered(self._all, selection.wanted)
            self._listed = tree_list.tree_rows(needed, self._needed)
            self._rows_of = rows_of
        row = self._row
        key, package = (row.key, row.branch.package) if row is not None else ("", None)
        judged = self._composed(needed)
        return PanesModel(
            headline=tree_list.headline(self.inspection, needed, judged.findings),
            panes=(
                tree_list.pane(needed, selection, self._listed, key),
                tree_list.near_pane(needed, package, selection),
            ),
            names=("1 Dependencies", "2 Versions") if self.has_class("-narrow") else (),
            page=detail.page(self.inspection, needed, row, selection, judged),
            hints=dependency_hints(
                is_failed=needed.found.failure is not None and not self._needed,
                has_trouble=any(each.trouble is not None for each in self._needed),
                has_rest=needed.found.is_priced,
                is_composing=composed.is_composing(self.inspection) and needed.found.tree.is_resolved,
                is_asking=bool(needed.doing or self._under_way),
            ),
        )

    def _known(self) -> ShownDependencies:
        """What is known now; asks where nothing was asked yet."""
        inspection, part = self.inspection, self.replies.get(self._request)
        is_read = inspection.case is not None or inspection.failure is not None or not self.busy
        needed_of = (part, is_read, inspection.failure)
        if self._needed_of != needed_of:
            self._needed_of = needed_of
            self.needed = shown_after(self.needed, inspection, self._request, part, is_read=is_read)
        is_due = (
            is_read and not self._is_stopped and inspection.failure is None and not self.needed.found.tree.is_resolved
        )
        if is_due and self.replies.is_new(self._request):
            self.ask(self._request)
        if self.needed.doing:
            is_asked = is_under_way(part)
            doing = asking(inspection.progress) if is_asked else "" if self._is_stopped else self.needed.doing
            self.needed = replace(self.needed, doing=doing)
        self._shown(self.needed)
        return self.needed

    def _composed(self, needed: ShownDependencies) -> composed.JudgedCompositions:
        """What is known of what the package composes; asks for it where it is looked at and nothing was asked."""
        part, case = self.replies.get(self._judging), self.inspection.case
        is_resolved = needed.is_done and needed.found.tree.is_resolved and case is not None
        is_due = is_resolved and self._is_composed_shown and composed.is_composing(self.inspection)
        if is_due and self.replies.is_new(self._judging):
            self.ask(self._judging)
        if self._judged_of != (part, case):
            self._judged_of, self._judged = (part, case), composed.judged(part, case)
        return self._judged
