"""The screen of a plan: the packages of a set with what happens to each, the findings, and one of them in full."""

import gc
from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from textual import on
from textual.binding import BindingType
from textual.reactive import var

from xpkgtui.app import messages
from xpkgtui.app.commands.screens import PLAN, plan_hints
from xpkgtui.app.commands.typed import RULES, TypedCommand
from xpkgtui.app.copy import clipboard
from xpkgtui.app.copy.sets import offers
from xpkgtui.app.sets import detail
from xpkgtui.app.sets import list as set_list
from xpkgtui.app.state.changes import level_after, level_words
from xpkgtui.app.state.outcomes import CompareAgain, PlanAgain, ShowChanges, ShowTags, StopPlan
from xpkgtui.app.state.selection import TabId
from xpkgtui.app.state.sets import (
    UNCHANGED,
    PlanPane,
    PlanSelection,
    ShownPlan,
    about,
    chosen,
    chosen_finding,
    finding_key,
    key_of,
    listed,
    needs_others,
    next_finding,
)
from xpkgtui.app.toast import notify
from xpkgtui.app.views.list_and_detail import PanesModel, TwoListScreen
from xpkgtui.app.widgets.row_list import RowList
from xpkgtui.app.widgets.text_view import TextView
from xpkgtui.errors import FailureKind
from xpkgtui.formats.sets.plan import FAILS, PlannedMember, SetFinding
from xpkgtui.inspection.messages.requests import Open
from xpkgtui.rules.changes.change import Level
from xpkgtui.visible import plural
from xpkgtui.visible import size as visible_size


class PlanScreen(TwoListScreen[None]):
    """The first two lines, two lists beside (or above) Detail, and the keys; a cluster is read again and again."""

    BINDINGS: ClassVar[list[BindingType]] = [*PLAN.bindings]
    AUTO_FOCUS = f"#{PlanPane.PACKAGES}"

    planned: var[ShownPlan] = var(ShownPlan(), init=False)
    selection: var[PlanSelection] = var(PlanSelection(), init=False)
    watch_planned = TwoListScreen.watch_selection
    keys = PLAN.all
    panes = tuple(PlanPane)
    filtered = PlanPane.PACKAGES
    has_title = True

    def __init__(self, *, every: int = 0, is_in_place: bool = False) -> None:
        """A cluster is read again after `every` so many seconds while it is shown; 0 for never.

        `is_in_place` of the screen beneath, which is left together with it.
        """
        super().__init__()
        self._every, self._is_in_place = every, is_in_place
        self._members: Sequence[PlannedMember] = ()

    def on_mount(self) -> None:
        """Begins to read a cluster again and again."""
        if self._every:
            self.set_interval(self._every, self.read_again)

    @property
    def _is_watching(self) -> bool:
        """Whether a cluster is read again without a key: a login that failed ends it."""
        shown = self.planned
        is_refused = shown.failed is not None and shown.failed.kind is FailureKind.AUTHENTICATION
        return (
            bool(self._every) and shown.request is not None and shown.request.cluster is not None and not is_refused
        )

    def read_again(self) -> None:
        """Reads the cluster again while it is shown, unless a login failed."""
        if self._is_watching and self.is_current and not self.planned.is_stopped:
            # What a reading leaves in cycles is not looked for else: 4 MB an hour.
            gc.collect()
            self.ask(PlanAgain(is_unasked=True))

    @property
    def _row(self) -> PlannedMember | None:
        return chosen(self._members, self.selection)

    @property
    def _finding(self) -> SetFinding | None:
        return chosen_finding(self.planned, self._row, self.selection)

    @property
    def _is_first(self) -> bool:
        return len(self.app.screen_stack) == 1 + self._is_in_place

    def leave(self) -> None:
        """Closes the screen, unless it is the first one."""
        if not self._is_first and self.app.screen is self:
            self.dismiss()
            if self._is_in_place:
                self.app.pop_screen()

    def action_leave(self) -> None:
        """Closes the screen; the first one ends the program."""
        if self._is_first:
            self.app.exit()
        else:
            self.leave()

    def stop(self) -> bool:
        """Stops asking."""
        is_asking = not self.planned.is_done
        if is_asking:
            self.ask(StopPlan())
        return is_asking

    def action_why(self) -> None:
        """Each step, or what was shown before."""
        self.go(tab=None if self.selection.tab is TabId.WHY else TabId.WHY)

    def action_tree(self) -> None:
        """What the package needs, as resolved in the set; or what was shown before."""
        if self._row is None or not needs_others(self.planned.plan, self._row):
            notify(self.app, "It needs no other package.")
        else:
            self.go(tab=None if self.selection.tab is TabId.TREE else TabId.TREE)

    def action_level(self) -> None:
        """Who must not be broken by what changes: the next level."""
        request = self.planned.request
        if request is not None:
            level = level_after(Level(request.level))
            self.ask(CompareAgain(level))
            notify(self.app, level_words(level))

    def action_ask_rest(self) -> None:
        """Compares what was left for its size."""
        request, left = self.planned.request, [one for one in self.planned.plan.members if one.uncompared]
        if request is not None and left:
            self.ask(CompareAgain(Level(request.level), has_large=True))
            notify(
                self.app,
                f"Comparing {plural(len(left), 'package')} that {'was' if len(left) == 1 else 'were'} not compared.",
            )
        else:
            notify(self.app, "No package was left because of its size.")

    def action_finding(self, step: int) -> None:
        """The next or the previous finding."""
        if not self.planned.plan.findings:
            notify(self.app, "There are no findings.")
            return
        self.selection = next_finding(self.planned, self.selection, self._finding, step)

    def action_problems_only(self) -> None:
        """Only packages that need a look, or all."""
        self.go(problems_only=not self.selection.problems_only)

    def action_upgrades(self) -> None:
        """Resolves with upgrades of dependencies, or without."""
        request = self.planned.request
        if request is not None:
            is_on = not request.plan.upgrades
            plan = replace(request.plan, upgrades=is_on, downgrades=False)
            self.ask(PlanAgain(resolve=plan))
            how = (
                "upgraded, as Crossplane does by an option"
                if is_on
                else "not upgraded, as Crossplane does by default"
            )
            notify(self.app, f"Dependencies are {how}.")

    def action_again(self) -> None:
        """Reads the files and the cluster, and asks again."""
        self.ask(PlanAgain())

    def action_compare(self) -> None:
        """What changes in the package, from what is installed."""
        row = self._row
        old, new = (row.installed_image, _meant(row)) if row is not None else ("", "")
        if not old:
            notify(self.app, "Nothing of it is installed, so there is nothing to compare with.")
        elif not new or old == new:
            notify(self.app, "Its version does not change.")
        else:
            self.ask(ShowChanges(old, new))

    def action_tags(self) -> None:
        """Lists all versions of the package."""
        if self._row is not None:
            self.ask(ShowTags(self._row.source))

    def action_copy(self) -> None:
        """Copies the name of the package."""
        clipboard.give(self.app, "the name", self._row.name if self._row is not None else "")

    def action_copy_as(self) -> None:
        """Offers the plan in all its forms."""
        self.post_message(messages.CopyAsRequested(offers(self.planned, self._row, self._finding)))

    def row_moved(self, where: str, key: str) -> None:
        """Another package, with its worst finding; or another finding, with its package."""
        tab = self.selection.tab if self.selection.tab in (TabId.WHY, TabId.TREE) else None
        if where == PlanPane.PACKAGES:
            self.go(row=key, finding="", tab=tab)
            return
        plan = self.planned.plan
        finding = next((each for each in plan.findings if finding_key(each) == key), None)
        rows = [key_of(member) for member in about(plan, finding)] if finding is not None else []
        self.go(finding=key, row=rows[0] if rows else self.selection.row, tab=TabId.FINDINGS)

    @on(RowList.Toggled)
    def _toggled(self, event: RowList.Toggled) -> None:
        if event.key == UNCHANGED or self.selection.is_open:
            self.go(is_open=not self.selection.is_open)

    @on(RowList.Entered)
    def _entered(self, event: RowList.Entered) -> None:
        row, finding = self._row, self._finding
        if event.key == UNCHANGED:
            self.go(is_open=True)
        elif event.where == PlanPane.FINDINGS and finding is not None:
            self._explain(finding)
        elif row is not None and (source := _meant(row) or row.installed_image):
            self.app.post_message(messages.Requested(Open(source=source)))
        else:
            notify(self.app, "It has no version that could be opened.")

    @on(TextView.EnterPressed)
    def _detail_entered(self) -> None:
        if self.detail.page.tab is TabId.FINDINGS and self._finding is not None:
            self._explain(self._finding)

    def _explain(self, finding: SetFinding) -> None:
        self.ask(TypedCommand(RULES, finding.rule))

    @property
    def tab(self) -> TabId:
        """The tab that is shown."""
        return self.detail.page.tab or TabId.WHY

    def model(self) -> PanesModel:
        """What is shown now."""
        shown, selection, width = self.planned, self.selection, self.size.width
        is_narrow = self.has_class("-narrow")
        self._members, hidden = listed(shown, selection)
        row, finding = self._row, self._finding
        key = UNCHANGED if selection.row == UNCHANGED and hidden else key_of(row) if row is not None else UNCHANGED
        shown_row = None if key == UNCHANGED else row
        asked = shown.asked
        requests = f" · {plural(asked.requests, 'request')}" if asked.requests else ""
        return PanesModel(
            title=set_list.title(shown, width, every=self._every if self._is_watching else 0),
            headline=set_list.headline(shown, width),
            panes=(
                set_list.packages(shown, self._members, hidden, selection, key),
                set_list.findings(shown, finding_key(finding) if finding is not None else "", is_narrow=is_narrow),
            ),
            names=self._names() if is_narrow else (),
            page=detail.page(shown, shown_row, finding, selection, is_narrow=is_narrow),
            hints=plan_hints(
                is_asking=not shown.is_done and not shown.at,
                is_failed=shown.found.failure is not None,
                is_live=shown.is_live,
                has_findings=bool(shown.plan.findings),
                leave="Quit" if self._is_first else "Back",
                enter="Explain" if self.pane is PlanPane.FINDINGS else "Open",
            ),
            cost=shown.judging or (f"{visible_size(asked.fetched)}{requests}" if asked.fetched else ""),
        )

    def _names(self) -> tuple[str, ...]:
        """The names of the lists where one stands for both, each with its number."""
        plan = self.planned.plan
        counts = (len(plan.installing) if plan.members else "", len(plan.findings) or "")
        return tuple(
            f"{name} {count}".rstrip() for name, count in zip(("1 Packages", "2 Findings"), counts, strict=True)
        )


def _meant(row: PlannedMember) -> str:
    """The reference that was asked for where it does not get in, else of what is there in the end."""
    mark = "@" if row.asked.startswith("sha256:") else ":"
    is_refused = row.outcome in FAILS and bool(row.asked)
    return f"{row.source}{mark}{row.asked}" if is_refused else row.image or row.pulled
