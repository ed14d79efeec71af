"""The application's side of dependencies: asked for once, kept while the package is shown, and come back to."""

from collections.abc import Callable
from contextlib import aclosing
from dataclasses import replace
from functools import partial
from typing import Any, Protocol

from textual.app import App

from xpkgtui.app.port.background import AppState
from xpkgtui.app.port.shown_package import ShownPackage, Working
from xpkgtui.app.state.dependencies import DependencySelection, ShownDependencies, is_same_package
from xpkgtui.app.state.outcomes import ForDependencies, OpenDependency, ReturnTo, ShowDependencies, StopDependencies
from xpkgtui.app.toast import tell
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.formats.dependencies.needed import DependencyTree
from xpkgtui.formats.dependencies.questions import ResolveOptions
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.dependencies import DependenciesRead, ReadDependencies
from xpkgtui.inspection.messages.events import PartFailed, Progressed
from xpkgtui.inspection.messages.lane import Lane
from xpkgtui.inspection.messages.requests import Options
from xpkgtui.reporting.needed_packages import NeededPackages
from xpkgtui.service.port import Port
from xpkgtui.values import dataclass
from xpkgtui.visible import clip, line

_MOST = 100
"""Places that are come back to."""
_CUT_OFF = Failure(kind=FailureKind.UNDECIDED, title="Resolving did not come to its end.")
_ASKING = "Asking registries"


class DependingState(AppState, Protocol):
    """What is known of the package that is shown, and of what it depends on."""

    needed: ShownDependencies


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftDependencies:
    """The dependencies of a package as they were left."""

    shown: ShownDependencies
    selection: DependencySelection


class Depending(Working):
    """Asks what the package that is shown depends on, first by its own words."""

    def __init__(
        self,
        port: Port,
        app: App[Any],
        known: DependingState,
        *,
        browse: Callable[[str, str, int | None], None],
        show: Callable[[DependencySelection], None],
    ) -> None:
        """`browse` opens a source and shows it; `show` shows the dependencies, unless their screen is there."""
        self._port, self._app, self._known, self._browse, self._show = port, app, known, browse, show
        self._package = ShownPackage(app, known)
        self._left: tuple[LeftDependencies, ...] = ()

    def take(self, request: ForDependencies, options: Options) -> None:
        """Shows the dependencies, stops asking, or remembers them and comes back."""
        match request:
            case StopDependencies():
                self._stop()
            case OpenDependency(source=opened, left=left):
                self._stop()
                place = LeftDependencies(shown=self._known.needed, selection=left)
                self._left = (*self._left[1 - _MOST :], place)
                self._browse(opened, "", None)
            case ReturnTo(source=source):
                self._return(source, options)
            case ShowDependencies():
                self._ask_or_show(request, options)

    def _ask_or_show(self, request: ShowDependencies, options: Options) -> None:
        inspection, known = self._known.inspection, self._known.needed
        if inspection.failure is not None:
            tell(self._app, "Nothing is open, so nothing is known of its dependencies.")
            return
        is_known = is_same_package(known.found.inspection, inspection) and (
            known.doing or known.found.tree.is_resolved
        )
        if is_known and not request.is_again:
            self._show(DependencySelection())
            return
        upgrades = known.upgrades if request.upgrades is None else request.upgrades
        found = NeededPackages(inspection=inspection)
        if request.is_again and upgrades is known.upgrades:
            # What is known stays in sight until it is known anew.
            found = replace(known.found, failure=None)
        self._known.needed = ShownDependencies(
            found=found, doing=_opening(inspection.source), upgrades=upgrades, consent=request.consent
        )
        if not request.is_again:
            self._show(DependencySelection())
        self._work(partial(self._read, inspection.source, options), Lane.DEPENDENCIES)

    def _return(self, source: str, options: Options) -> None:
        """Goes on where dependencies were left, if they were those of the source."""
        if not self._left or self._left[-1].shown.source != source:
            return
        left, self._left = self._left[-1], self._left[:-1]
        self._known.needed = replace(left.shown, doing=_opening(source))
        self._show(left.selection)
        self._work(partial(self._resume, left, options), Lane.DEPENDENCIES)

    async def _resume(self, left: LeftDependencies, options: Options) -> None:
        """What was known stays, where the source is what it was."""
        source = left.shown.source
        state = await self._package.until_read(source)
        before = left.shown.found
        if before.tree.is_resolved and is_same_package(before.inspection, state, opened_again=True):
            self._known.needed = replace(left.shown, found=replace(before, inspection=state), doing="")
        else:
            await self._read(source, options)

    async def _read(self, source: str, options: Options) -> None:
        try:
            await self._ask(source, options)
        except Exception as error:
            self._end(self._known.inspection, Failure(kind=FailureKind.BUG, title=f"resolving broke: {error}"))
            raise

    async def _ask(self, source: str, options: Options) -> None:
        inspection = await self._package.until_read(source)
        if inspection.failure is not None:
            self._end(inspection, inspection.failure)
            return
        shown = self._known.needed
        resolving = ResolveOptions(crossplane=options.crossplane, upgrades=shown.upgrades, policies=options.policies)
        tree: DependencyTree | None = None
        failure: Failure | None = None
        asked = ReadDependencies(resolve=resolving, consent=shown.consent)
        self._known.needed = replace(shown, doing=_ASKING)
        async with aclosing(self._port.ask(asked)) as events:
            async for event in events:
                if isinstance(event, DependenciesRead):
                    tree = event.whole
                    self._take(inspection, tree)
                elif isinstance(event, PartFailed):
                    failure = event.failure
                elif isinstance(event, Progressed):
                    self._known.needed = replace(self._known.needed, doing=_progress(event))
        if failure is None and (tree is None or not tree.is_resolved):
            failure = _CUT_OFF
        self._end(inspection, failure)

    def _take(self, inspection: Inspection, tree: DependencyTree) -> None:
        """A tree; the package's own words do not take the place of what was resolved before."""
        known = self._known.needed
        is_less = known.found.tree.is_resolved and not tree.is_resolved
        if not (is_less and is_same_package(known.found.inspection, inspection, opened_again=True)):
            doing = "" if tree.is_resolved else known.doing
            found = NeededPackages(inspection=inspection, tree=tree)
            self._known.needed = replace(known, found=found, doing=doing)

    def _end(self, inspection: Inspection, failure: Failure | None) -> None:
        known = self._known.needed
        found = known.found
        if failure is not None:
            found = replace(found, inspection=inspection, failure=failure)
        self._known.needed = replace(known, found=found, doing="")

    def _stop(self) -> None:
        self._app.workers.cancel_group(self._app, Lane.DEPENDENCIES)
        self._known.needed = replace(self._known.needed, doing="")


def _opening(source: str) -> str:
    return f"Reading {clip(line(source), 60)}"


def _progress(event: Progressed) -> str:
    if event.waited:
        return f"{_ASKING}: no answer for {event.waited} s"
    return f"{_ASKING}: {event.done:,} of {event.total:,} questions answered" if event.total else _ASKING
