"""The screen of what a package depends on: the tree, the versions near the constraints, and one package in full."""

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.reactive import var

from xpkgtui.app import messages
from xpkgtui.app.commands.dependencies import KEYS, OWN, hints
from xpkgtui.app.commands.table import bindings_of
from xpkgtui.app.copy import clipboard
from xpkgtui.app.copy.dependencies import offers
from xpkgtui.app.dependencies import bands, detail
from xpkgtui.app.dependencies import list as tree_list
from xpkgtui.app.drawing.bands.identity import identity
from xpkgtui.app.drawing.rows import Row
from xpkgtui.app.state.dependencies import (
    TABS,
    DependencyPane,
    DependencySelection,
    NeededRow,
    ShownDependencies,
    chosen_row,
    dependency_rows,
    filtered,
    next_trouble,
    source_of,
)
from xpkgtui.app.state.lists import filtering
from xpkgtui.app.state.outcomes import OpenDependency, Purpose, ShowDependencies, ShowTags, StopDependencies
from xpkgtui.app.state.selection import TabId
from xpkgtui.app.toast import tell
from xpkgtui.app.tty.painting import Room
from xpkgtui.app.widgets.footer_line import FooterLine
from xpkgtui.app.widgets.identity_line import IdentityLine
from xpkgtui.app.widgets.overlay import Overlay
from xpkgtui.app.widgets.prompt import Prompt
from xpkgtui.app.widgets.row_list import RowList
from xpkgtui.app.widgets.text_view import TextView
from xpkgtui.app.widgets.verdict_line import VerdictLine
from xpkgtui.inspection.inspection import Inspection

_WIDE, _NARROW, _TINY_WIDTH, _TINY_HEIGHT = 120, 100, 60, 20
"""Cells below which Detail gets more of them, it has its narrow form, and there is room for one pane."""
_PANES = tuple(DependencyPane)
_HINT = f"{filtering.HINT}  kind:provider"


class DependencyScreen(Overlay[None]):
    """The first two lines, two lists beside (or above) Detail, and the keys."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of(OWN)]
    AUTO_FOCUS = f"#{DependencyPane.TREE}"

    needed: var[ShownDependencies] = var(ShownDependencies(), init=False)
    inspection: var[Inspection] = var(Inspection(source=""), init=False)
    selection: var[DependencySelection] = var(DependencySelection(), init=False)
    keys = KEYS

    def __init__(self, left: DependencySelection) -> None:
        """`left` is how it was looked at before."""
        super().__init__()
        self.set_reactive(DependencyScreen.selection, left)
        self._all: Sequence[NeededRow] = ()
        self._rows: Sequence[NeededRow] = ()
        self._listed: Sequence[Row] = ()
        self._rows_of: tuple[object, ...] = ()

    def compose(self) -> ComposeResult:
        """Every widget."""
        yield IdentityLine()
        yield VerdictLine()
        with Room(id="body"):
            with Room(id="lists"):
                yield RowList(DependencyPane.TREE, number=1)
                yield RowList(DependencyPane.VERSIONS, number=2)
            yield TextView(DependencyPane.DETAIL)
        yield Prompt()
        yield FooterLine()

    def on_mount(self) -> None:
        """What is known by now."""
        self._draw()

    def on_resize(self, event: events.Resize) -> None:
        """The form follows the size."""
        size = event.size
        self.set_class(_NARROW <= size.width < _WIDE, "-small")
        self.set_class(size.width < _NARROW, "-narrow")
        self.set_class(size.width < _TINY_WIDTH or size.height < _TINY_HEIGHT, "-tiny")
        self._draw()

    def watch_needed(self) -> None:
        """News."""
        self._draw()

    watch_selection = watch_needed

    def watch_inspection(self) -> None:
        """News of the package; once another one is open, its screen is shown instead."""
        if self.needed.source and self.inspection.source != self.needed.source:
            self.dismiss()
        else:
            self._draw()

    @property
    def _row(self) -> NeededRow | None:
        return chosen_row(self._rows, self.selection)

    def action_close(self) -> None:
        """Stops what is under way, else ends the filter, else goes to the tree, else back to the package."""
        if self.needed.doing:
            self.post_message(messages.Requested(StopDependencies()))
        elif self.selection.pane is not DependencyPane.TREE:
            self._go(pane=DependencyPane.TREE)
        elif self.selection.filter:
            self._go(filter="")
        else:
            self.dismiss()

    def action_pane(self, number: int) -> None:
        """The packages, the versions, or Detail."""
        self._go(pane=_PANES[number])

    def action_list_at(self, number: int) -> None:
        """The list whose name was clicked."""
        self.action_pane(number)

    def action_next_pane(self, step: int) -> None:
        """The pane after or before."""
        self._go(pane=_PANES[(_PANES.index(self.selection.pane) + step) % len(_PANES)])

    def action_tab(self, step: int) -> None:
        """The tab after or before."""
        self._go(tab=TABS[(TABS.index(self.selection.tab) + step) % len(TABS)])

    def action_tab_at(self, number: int) -> None:
        """The tab that was clicked."""
        self._go(tab=TABS[number], pane=DependencyPane.DETAIL)

    def action_why(self) -> None:
        """Each step of resolving, or the package again."""
        self._go(tab=TabId.FACTS if self.selection.tab is TabId.WHY else TabId.WHY)

    def action_trouble(self, step: int) -> None:
        """The next or the previous row that is wrong."""
        found = next_trouble(self._rows, self._row, step)
        if found is None:
            tell(self.app, "Nothing is in conflict." if self.needed.is_done else "It is not resolved yet.")
        else:
            self._go(row=found.key, version="", pane=DependencyPane.TREE)

    def action_upgrades(self) -> None:
        """Resolves with upgrades of dependencies, or without."""
        upgrades = not self.needed.upgrades
        said = "With upgrades of dependencies, as --upgrades" if upgrades else "Without upgrades of dependencies"
        tell(self.app, f"{said}.")
        self.post_message(messages.Requested(ShowDependencies(is_again=True, upgrades=upgrades)))

    def action_ask_rest(self) -> None:
        """Opens the packages that were not opened for their size."""
        if self.needed.found.is_priced:
            self.post_message(messages.Requested(ShowDependencies(is_again=True, consent=True)))
        else:
            tell(self.app, "No package was left unopened because of its size.")

    def action_again(self) -> None:
        """Asks registries again."""
        again = ShowDependencies(is_again=True, consent=self.needed.consent)
        self.post_message(messages.Requested(again))

    def action_tags(self) -> None:
        """Lists all versions of the package."""
        row = self._row
        if row is not None:
            name = row.branch.package.package if row.branch.edge else self.inspection.source
            self.post_message(messages.Requested(ShowTags(name)))

    def action_copy(self) -> None:
        """Copies the name of the package."""
        row = self._row
        if row is None:
            tell(self.app, "Nothing to copy here.")
        else:
            clipboard.send(self.app, "the name", row.branch.package.package)

    def action_copy_as(self) -> None:
        """Offers the tree in all its forms."""
        row = self._row
        found = offers(self.needed, self.inspection, row.branch.package if row is not None else None)
        self.post_message(messages.CopyAsRequested(found))

    def action_filter(self) -> None:
        """Filters the packages."""
        self._go(pane=DependencyPane.TREE)
        self.query_one(FooterLine).display = False
        self._tree.is_filtered_now = True
        self.query_one(Prompt).open(Purpose.FILTER, self.selection.filter, _HINT)

    @on(Prompt.Typed)
    def _typed(self, event: Prompt.Typed) -> None:
        self._go(filter=event.text)
        self.query_one(Prompt).say(Purpose.FILTER, self.selection.wanted.problem)

    @on(Prompt.Moved)
    def _prompt_moved(self, event: Prompt.Moved) -> None:
        self._tree.move(event.rows, event.half_pages)

    @on(Prompt.Done)
    @on(Prompt.Closed)
    def _prompt_left(self, event: Prompt.PromptMessage) -> None:
        if isinstance(event, Prompt.Closed):
            self._go(filter="")
        self.query_one(FooterLine).display = True
        self._tree.is_filtered_now = False
        self.set_focus(self._tree, scroll_visible=False)

    @on(RowList.Moved)
    def _moved(self, event: RowList.Moved) -> None:
        if event.where == DependencyPane.TREE:
            self._go(row=event.key, version="")
        else:
            self._go(version=event.key)

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
            left = replace(self.selection, row=row.key)
            self.app.post_message(messages.Requested(OpenDependency(source, left)))
            self.dismiss()
        elif not self.needed.found.tree.is_resolved:
            tell(self.app, "Its version is not known yet.")
        else:
            tell(self.app, "No version of it is installed. T lists those that there are.")

    @on(events.DescendantFocus)
    def _focused(self, event: events.DescendantFocus) -> None:
        if event.widget.id in set(_PANES):
            self._go(pane=DependencyPane(event.widget.id))

    @property
    def _tree(self) -> RowList:
        return self.query_one(f"#{DependencyPane.TREE}", RowList)

    def _go(self, **changed: object) -> None:
        self.selection = replace(self.selection, **changed)  # type: ignore[arg-type]

    def _draw(self) -> None:
        """Gives each widget what it shows."""
        if not self.is_mounted or not self.size.width or not self.query("FooterLine"):
            return
        needed, selection, is_narrow = self.needed, self.selection, self.has_class("-narrow")
        rows_of = (needed.found, selection.wanted, bool(needed.doing))
        if self._rows_of != rows_of:
            if self._rows_of[:1] != rows_of[:1]:
                self._all = dependency_rows(needed.found)
            self._rows = filtered(self._all, selection.wanted)
            self._listed = tree_list.tree_rows(needed, self._rows)
            self._rows_of = rows_of
        row = self._row
        package = row.branch.package if row is not None else None
        self.query_one(IdentityLine).identity = identity(self.inspection)
        self.query_one(VerdictLine).headline = bands.headline(self.inspection, needed)
        tree, versions = self._tree, self.query_one(f"#{DependencyPane.VERSIONS}", RowList)
        key = row.key if row is not None else ""
        tree.pane = tree_list.pane(needed, selection, self._listed, key, is_narrow=is_narrow)
        versions.pane = tree_list.near_pane(needed, package, selection, is_narrow=is_narrow)
        tree.names = versions.names = ("1 Dependencies", "2 Versions") if is_narrow else ()
        page = detail.page(self.inspection, needed, row, selection)
        self.query_one(f"#{DependencyPane.DETAIL}", TextView).page = page
        self._draw_keys(selection)

    def _draw_keys(self, selection: DependencySelection) -> None:
        """The pane that has the keys, and the keys that matter."""
        self.set_class(selection.pane is DependencyPane.VERSIONS, "-on-versions")
        self.set_class(selection.pane is DependencyPane.DETAIL, "-on-detail")
        wanted = self.query_one(f"#{selection.pane}")
        if self.focused is not wanted and not self.query_one(Prompt).display:
            self.set_focus(wanted, scroll_visible=False)
        needed = self.needed
        self.query_one(FooterLine).hints = hints(
            is_failed=needed.found.failure is not None and not self._rows,
            has_trouble=any(one.trouble is not None for one in self._rows),
            has_rest=needed.found.is_priced,
            is_asking=bool(needed.doing),
        )
