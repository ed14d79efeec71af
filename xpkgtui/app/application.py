"""The application: themes, screens, and the wishes that screens send up."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import ClassVar

from textual import on
from textual.binding import BindingType

from xpkgtui.app import commands, messages, starting, styles, themes
from xpkgtui.app.copy import picture
from xpkgtui.app.port_client import OPENING, Listening
from xpkgtui.app.screens.browsing import Browsing
from xpkgtui.app.screens.copy_as import CopyAs
from xpkgtui.app.screens.help import Help
from xpkgtui.app.screens.palette import Palette, PaletteScreen
from xpkgtui.app.screens.start import Start
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.parts import Ready
from xpkgtui.inspection.requests import Judge, Open, OpenPlatform, Options
from xpkgtui.service.port import Port


class Application(Listening):
    """Wiring only: every decision is made in a pure module, a screen or behind the port."""

    CSS_PATH = styles.sheets()
    COMMANDS = {Palette}  # noqa: RUF012 - Textual declares it
    TITLE = "xpkgtui"
    BINDINGS: ClassVar[list[BindingType]] = [*commands.bindings("app")]

    def __init__(
        self,
        port: Port,
        *,
        source: str | None,
        options: Options,
        choices: Sequence[starting.Choice] = (),
        opened: Callable[[str], None] | None = None,
        theme_name: str = "xpkg-dark",
        coloured: Callable[[str], None] | None = None,
    ) -> None:
        super().__init__(port, opened=opened)
        self._source = source
        self._options = options
        self._choices = choices
        self._coloured = coloured
        for each in themes.THEMES:
            self.register_theme(each)
        self.theme = theme_name if theme_name in self.available_themes else themes.DARK.name

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Our own variables, for themes that lack them."""
        return dict(themes.DARK.variables)

    def on_mount(self) -> None:
        """The start screen, or the package."""
        if self._source is None:
            self.push_screen(Start(self._choices))
        else:
            self._browse(self._source)

    def action_command_palette(self) -> None:
        """Commands, objects and rules by name."""
        if not isinstance(self.screen, PaletteScreen):
            self.push_screen(PaletteScreen(id="--command-palette"))

    def action_help(self) -> None:
        """All keys."""
        if not isinstance(self.screen, Help):
            self.push_screen(Help())

    def action_picture(self) -> None:
        """Saves the screen and says where."""
        self.tell(picture.save(self.export_screenshot()), timeout=5)

    def action_theme(self) -> None:
        """Light or dark, the next time too."""
        self.theme = themes.DARK.name if self.theme == themes.LIGHT.name else themes.LIGHT.name
        if self._coloured:
            self._coloured(self.theme)

    @on(messages.SourceWanted)
    def _source_wanted(self, event: messages.SourceWanted) -> None:
        self._browse(event.source)

    @on(Browsing.OffersWanted)
    def _offers_wanted(self, event: Browsing.OffersWanted) -> None:
        self.push_screen(CopyAs(event.offers).data_bind(Listening.answers))

    @on(messages.ReopenWanted)
    def _reopen(self, event: messages.ReopenWanted) -> None:
        if self.inspection.source == "-":
            self.tell("Standard input was read to its end, and cannot be read again.")
        else:
            self._open(self.inspection.source, refresh=event.refresh)

    @on(messages.PlatformWanted)
    def _platform(self, event: messages.PlatformWanted) -> None:
        self._look_at(OpenPlatform(digest=event.digest, place=event.place))

    @on(messages.ConsentWanted)
    def _consent(self) -> None:
        manifest = self.inspection.manifest
        if isinstance(manifest, Ready) and manifest.value.digest:
            self._look_at(OpenPlatform(digest=manifest.value.digest, consent=True))

    @on(messages.ProfileWanted)
    def _profile(self) -> None:
        case = self.inspection.case
        if case is None:
            self.tell("There is nothing to judge yet.")
            return
        case = replace(case, profile=self.inspection.format.profile_after(case.profile))
        self._options = replace(self._options, profile=case.profile)
        self.inspection = replace(self.inspection, case=case)
        self.tell(f"Rule profile {case.profile}")
        self.begin(Judge(case=case))

    @on(messages.StopWanted)
    def _stop(self) -> None:
        self.workers.cancel_group(self, OPENING)
        self.tell("Stopped. r opens it again.", timeout=5)

    @on(messages.AnswerWanted)
    def _answer_wanted(self, event: messages.AnswerWanted) -> None:
        self.answer(event.wish)

    def _browse(self, source: str) -> None:
        """Shows a package in place of whatever is shown."""
        if not isinstance(self.screen, Browsing):
            screen = Browsing(self._options)
            screen.data_bind(Listening.inspection, Listening.answers, Listening.busy)
            self.push_screen(screen)
        self._open(source)

    def _look_at(self, request: OpenPlatform) -> None:
        """Another image of the same source."""
        self.forget()
        self.inspection = replace(self.inspection, reading=None)
        self.begin(request)

    def _open(self, source: str, *, refresh: bool = False) -> None:
        self.forget()
        self.inspection = Inspection(source=source)
        access = replace(self._options.access, refresh=True) if refresh else self._options.access
        self.begin(Open(source=source, options=replace(self._options, access=access)))
