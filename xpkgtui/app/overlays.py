"""The screens beside that of a package, each loaded when it is first shown: the first paint waits for none."""

from collections.abc import Callable
from dataclasses import replace
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Protocol

from textual.app import App
from textual.screen import Screen

from xpkgtui.app import messages
from xpkgtui.app.port.comparing import Comparing, ComparingState
from xpkgtui.app.port.listing import ListingState, ListingTags
from xpkgtui.app.port.planning import Planning, PlanningState
from xpkgtui.app.screens.browsing import Browsing
from xpkgtui.app.start.choices import Offered
from xpkgtui.app.state.dependencies import DependencySelection, ShownDependencies, is_same_package
from xpkgtui.app.state.outcomes import (
    Beside,
    CompareAgain,
    CompareSource,
    LookAt,
    MarkSource,
    OpenDependency,
    PlanAgain,
    ReturnTo,
    ShowChanges,
    ShowDependencies,
    ShowExamples,
    ShowPlan,
    ShowReferrers,
    ShowSchema,
    ShowTags,
    StopPlan,
    StopTags,
)
from xpkgtui.app.state.places import ScreenPlace
from xpkgtui.app.state.schemas.selection import SchemaSelection
from xpkgtui.app.state.sets import SetStart
from xpkgtui.app.toast import clear_notice, notify
from xpkgtui.inspection.messages.requests import OpenPlatform, Options
from xpkgtui.service.port import Port

if TYPE_CHECKING:
    from xpkgtui.app.screens.copy_as import CopyAs
    from xpkgtui.app.views.list_and_detail import ListScreen


def start(offered: Offered) -> Screen[None]:
    """The screen of the sources that can be opened."""
    from xpkgtui.app.screens.start import Start

    return Start(offered)


def ask_source(app: App[Any], offered: Offered, marked: str = "") -> None:
    """Offers the sources that can be opened, over the screen of a package."""
    from xpkgtui.app.screens.start import StartOver

    if not app.screen.is_modal:
        clear_notice(app)
        app.push_screen(StartOver(replace(offered, marked=marked)))


_MOST = 100
"""Dependencies that are come back to."""


class KnownState(ComparingState, ListingState, PlanningState, Protocol):
    """What is known of the package that is shown, and of those that are asked about with it."""


class SecondaryScreens:
    """Opens the screens over that of the package; what they show is bound to what the application knows."""

    def __init__(
        self,
        app: App[Any],
        port: Port,
        known: KnownState,
        *,
        browse: Callable[[str, str, int | None], None],
        send: Callable[[OpenPlatform], None],
        make: Callable[[], Browsing],
        sets: SetStart,
    ) -> None:
        self._app, self._known, self._browse, self._make = app, known, browse, make
        self._comparing = Comparing(port, app, known, browse=browse, send=send, show=self._show_comparison)
        self._listing = ListingTags(port, app, known, show=self._show_tags)
        self._planning = Planning(port, app, known, start=sets, show=self._show_plan)
        self._every, self._is_of_set = sets.every, False
        self._dependencies = ShownDependencies()
        """The dependencies that were shown last."""
        self._left: tuple[OpenDependency, ...] = ()

    def open(self, request: Beside, options: Options) -> None:  # noqa: C901 - a dispatch
        """Opens the screen that a request is about, or has it go on."""
        match request:
            case ShowTags() | LookAt() | StopTags():
                self._listing.take(request, options)
            case ShowDependencies(left=first):
                is_known = is_same_package(self._dependencies.found.inspection, self._known.inspection)
                needed = self._dependencies if is_known else ShownDependencies()
                self._show_dependencies(options, needed, first)
            case OpenDependency(source=source):
                self._left = (*self._left[1 - _MOST :], request)
                self._browse(source, "", None)
            case ReturnTo(source=""):
                back_to_set(self._app)
            case ReturnTo(source=source):
                if self._left and self._left[-1].shown.source == source:
                    left, self._left = self._left[-1], self._left[:-1]
                    self._show_dependencies(options, left.shown, left.left)
            case ShowSchema(left=schema):
                self._show_schema(schema)
            case ShowExamples() | ShowReferrers():
                self._show_list(request)
            case ShowPlan() | PlanAgain() | CompareAgain() | StopPlan():
                self._planning.take(request, options)
            case ShowChanges(old=old, new=new):
                self._comparing.take(MarkSource(old), options)
                self._comparing.take(CompareSource(new), options)
                self._is_of_set = True
            case _:
                self._comparing.take(request, options)

    def show_package(self) -> None:
        """Shows the screen of a package, unless it is there; over a set, one beneath does not count."""
        above = takewhile(lambda screen: not _is_set(screen), reversed(self._app.screen_stack))
        if not any(isinstance(screen, Browsing) for screen in above):
            self._app.push_screen(self._make())

    def plan(self, *, is_in_place: bool = False) -> Screen[None]:
        """The screen of a set; `is_in_place` of the one beneath, which is left with it."""
        from xpkgtui.app.screens.plan import PlanScreen

        known: Any = type(self._app)
        return PlanScreen(every=self._every, is_in_place=is_in_place).data_bind(known.planned)

    def _show_plan(self) -> None:
        """Shows the plan of a set; in place of a package that turned out to be one."""
        if not _is_set(self._app.screen):
            clear_notice(self._app)
            failure = self._known.inspection.failure
            is_folder = isinstance(self._app.screen, Browsing) and failure is not None and failure.is_set
            self._app.push_screen(self.plan(is_in_place=is_folder))

    def _push(self, screen: Screen[Any], names: str, leave: Callable[[Any], None] | None = None) -> None:
        """Shows a screen that is bound to some of what the application knows."""
        clear_notice(self._app)
        known = type(self._app)
        bound = screen.data_bind(*(getattr(known, name) for name in names.split()))
        if isinstance(bound, Screen):
            self._app.push_screen(bound, leave)

    def _show_comparison(self, leave: Callable[[], None]) -> None:
        """Shows what changes between two packages, over the screen of the new one."""
        from xpkgtui.app.screens.changes import ChangeScreen

        self.show_package()
        self._is_of_set = False

        def left(_: None) -> None:
            leave()
            if self._is_of_set:
                back_to_set(self._app)

        self._push(ChangeScreen(), "compared both checks", left)

    def _show_tags(self) -> None:
        """Shows the tags of a repository over whatever is shown, unless they are."""
        from xpkgtui.app.screens.tags import TagScreen

        if not isinstance(self._app.screen, TagScreen):
            self._push(TagScreen(), "listed marked")

    def _show_dependencies(self, options: Options, needed: ShownDependencies, left: DependencySelection) -> None:
        from xpkgtui.app.screens.dependencies import DependencyScreen

        if self._nothing_is_open("dependencies"):
            return

        def shown(needed: ShownDependencies) -> None:
            self._dependencies = needed

        if not isinstance(self._app.screen, DependencyScreen):
            self._push(DependencyScreen(options, needed, left, shown), "inspection replies busy")

    def _show_schema(self, left: SchemaSelection) -> None:
        """Shows the schemas of a definition over the screen of its package, as they were looked at before."""
        from xpkgtui.app.screens.schemas import SchemaScreen

        beneath = self._app.screen

        def leave(found: messages.SchemaLeft | None) -> None:
            if found is not None:
                beneath.post_message(found)

        if isinstance(beneath, Browsing):
            self._push(SchemaScreen(left), "inspection replies", leave)

    def _show_list(self, request: ShowExamples | ShowReferrers) -> None:
        """Shows the examples of the package, or what belongs to its image."""
        is_examples = isinstance(request, ShowExamples)
        if not isinstance(self._app.screen, Browsing):
            return
        if self._nothing_is_open("examples" if is_examples else "signatures"):
            return
        screen: ListScreen
        if is_examples:
            from xpkgtui.app.screens.examples import ExampleScreen

            screen = ExampleScreen()
        else:
            from xpkgtui.app.screens.referrers import ReferrerScreen

            screen = ReferrerScreen()
        self._push(screen, "inspection replies busy")

    def _nothing_is_open(self, asked: str) -> bool:
        """Says so where it is so."""
        is_closed = self._known.inspection.failure is not None
        if is_closed:
            notify(self._app, f"Nothing is open, so nothing is known of its {asked}.")
        return is_closed


def back_to_set(app: App[Any]) -> bool:
    """Goes back to the set from which a package was opened; False where none was."""
    stack = app.screen_stack
    is_over = len(stack) > 1 and isinstance(stack[-1], Browsing) and _is_set(stack[-2])
    if is_over:
        clear_notice(app)
        app.pop_screen()
    return is_over


def _is_set(screen: Screen[Any]) -> bool:
    """Whether this is the screen of a set, which is loaded only where one is shown."""
    return type(screen).__name__ == "PlanScreen"


def arrive(app: App[Any], place: ScreenPlace) -> None:
    """Has the screen of a package go to a place once that is loaded."""
    for screen in app.screen_stack:
        if isinstance(screen, Browsing):
            screen.arrive(place)


def copy_as() -> "type[CopyAs]":
    """The screen of everything that can be copied of one thing."""
    from xpkgtui.app.screens.copy_as import CopyAs

    return CopyAs
