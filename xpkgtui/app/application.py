"""The application: themes, screens, and the requests that screens send up."""

from collections.abc import Callable
from typing import ClassVar

from textual import on
from textual.binding import BindingType
from textual.driver import Driver
from textual.reactive import var
from textual.screen import Screen
from textual.worker import Worker

from xpkgtui.app import dispatch, messages, overlays, themes
from xpkgtui.app.commands.command import Scope
from xpkgtui.app.commands.table import bindings
from xpkgtui.app.commands.typed import TypedCommand
from xpkgtui.app.port.port_client import PortClient
from xpkgtui.app.screens.browsing import Browsing
from xpkgtui.app.start.choices import Offered
from xpkgtui.app.state import outcomes
from xpkgtui.app.state.changes import ChangeText, ComparedPackages, FindingsCheck
from xpkgtui.app.state.keys import retry
from xpkgtui.app.state.places import ScreenPlace, place_of
from xpkgtui.app.state.sets import NO_SET, SetStart, ShownPlan
from xpkgtui.app.state.tags import ListedTags
from xpkgtui.app.toast import notify
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.requests import Open, Options
from xpkgtui.inspection.rows.platforms import PlatformRow
from xpkgtui.service.port import Port


class Application(dispatch.Commanded):
    """Wiring only: every decision is made in a pure module, a screen or behind the port."""

    CSS_PATH = themes.sheets()
    TITLE = "xpkgtui"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Scope.APP)]

    marked_entry: var[PlatformRow | None] = var(None, init=False)
    compared: var[ComparedPackages] = var(ComparedPackages(), init=False)
    listed: var[ListedTags] = var(ListedTags(), init=False)
    both: var[ChangeText] = var(ChangeText(), init=False)
    checks: var[FindingsCheck] = var(FindingsCheck(), init=False)
    planned: var[ShownPlan] = var(ShownPlan(), init=False)

    def __init__(
        self,
        port: Port,
        *,
        source: str | None,
        options: Options,
        offered: Callable[[], Offered] = Offered,
        opened: Callable[[str, str, str], None] | None = None,
        theme_name: str = "xpkg-dark",
        theme_chosen: Callable[[str], None] = lambda _: None,
        driver_class: type[Driver] | None = None,
        at: ScreenPlace | None = None,
        sets: SetStart = NO_SET,
    ) -> None:
        """A set with which `sets` begin is shown in place of a source."""
        super().__init__(driver_class=driver_class, ansi_color=theme_name == themes.ANSI.name or None)
        self.set_reactive(Application.ansi_color, None)
        self.stylesheet = themes.Sheets(variables=self.get_css_variables())
        self.client = PortClient(port, self, self, opened=opened)
        self._screens = overlays.SecondaryScreens(
            self, port, self, browse=self._browse, send=self.client.send, make=self._browsing, sets=sets
        )
        self._plan, self._source, self._options, self._at = sets.plan, source, options, at
        self._offered, self._theme_chosen = offered, theme_chosen
        self.theme = themes.registered(self, theme_name)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Our own variables, for themes that lack them."""
        return dict(themes.DARK.variables)

    def typed(self) -> None:
        """A key was pressed: holds events back for a moment."""
        self.client.pressed()

    def get_default_screen(self) -> Screen[None]:
        """The start screen, or that of a package or a set: no other lies beneath."""
        if self._plan is not None:
            return self._screens.plan()
        return overlays.start(self._offered()) if self._source is None else self._browsing()

    def on_mount(self) -> None:
        """Asks for the package, or for the set."""
        if self._plan is not None:
            self._screens.open(outcomes.ShowPlan(), self._options)
        if self._source is not None:
            self._browse(self._source)

    def watch_inspection(self, before: Inspection, after: Inspection) -> None:
        """A folder of manifests is shown as the set that it is."""
        failure = after.failure
        if failure is not None and failure.is_set and before.failure is not failure:
            self._screens.open(outcomes.ShowPlan((after.source,)), self._options)

    async def action_quit(self) -> None:
        """Ends the program; a package that was opened from a set leads back to that."""
        if not overlays.back_to_set(self):
            await super().action_quit()

    def action_theme(self, name: str = "") -> None:
        """Dark, light, or the colors of the terminal, by name or the next one; the next time too."""
        self.theme = name or themes.after(self.theme)
        self._theme_chosen(self.theme)

    @on(messages.Requested)
    async def _requested(self, event: messages.Requested) -> None:  # noqa: C901 - a dispatch
        match event.request:
            case TypedCommand() as typed:
                await self.run_typed(typed)
            case Open(source=source):
                self._browse(source)
            case outcomes.OpenAt(found=found):
                self._browse(found.source)
                overlays.arrive(self, place_of(found))
            case outcomes.Reopen() if self.inspection.source == "-":
                notify(self, "Standard input cannot be read twice.")
            case outcomes.Reopen(refresh=refresh):
                self._browse(self.inspection.source, refresh=refresh)
            case outcomes.Retry(requests=requests):
                self.client.retry(requests)
            case outcomes.ShowSources():
                self.action_ask_source()
            case outcomes.FindField():
                self.find_field()
            case request if isinstance(request, outcomes.Beside):
                self._screens.open(request, self._options)
            case outcomes.StopLoading(request=stopped):
                self.client.stop(stopped)
            case request:
                self.client.send(request)

    def action_ask_source(self) -> None:
        """Another source, over the screen."""
        overlays.ask_source(self, self._offered(), self.marked)

    @on(messages.ProfileRequested)
    def _profile(self) -> None:
        self._options = self.client.switch_profile(self._options)

    @on(messages.CopyAsRequested)
    def _copy_as(self, event: messages.CopyAsRequested) -> None:
        self.push_screen(overlays.copy_as()(event.offers).data_bind(Application.replies))

    @on(Worker.StateChanged)
    def _worker_changed(self, event: Worker.StateChanged) -> None:
        self.client.worker_changed(event)

    def _browse(self, source: str, platform: str = "", base: int | None = None, refresh: bool | None = None) -> None:
        """Shows a package in place of whatever is shown; a platform was asked for with the first source only."""
        self._screens.show_package()
        platform = platform or (self._options.platform if self._source in (None, source) else "")
        self.client.send(retry.opening(source, self._options, platform=platform, base=base, refresh=refresh))

    def _browsing(self) -> Browsing:
        """The screen of a package."""
        at, self._at = self._at, None  # only the first source is opened at a place
        screen, known = Browsing(self._options, ready=self.client.ready, at=at), Application
        return screen.data_bind(known.inspection, known.replies, known.busy, known.marked, known.marked_entry)
