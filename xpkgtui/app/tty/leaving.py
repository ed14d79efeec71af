"""How the screen is left: by ctrl+c, for a while by ctrl+z, or by an error, which is reported where it is run."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from textual import events, on
from textual.actions import SkipAction
from textual.dom import DOMNode
from textual.widgets import Input
from textual.worker import Worker, WorkerState

from xpkgtui.app.textual_private import QuietApp
from xpkgtui.app.toast import notify
from xpkgtui.app.tty import terminal
from xpkgtui.errors import XpkgError

if TYPE_CHECKING:
    from textual.actions import ActionParseResult


class Leaving(QuietApp):
    """An application that quits as programs of a terminal do, and prints nothing itself."""

    _is_quit_asked = False
    _survived: BaseException | None = None

    @property
    def mistake(self) -> BaseException | None:
        """The error that ended the screen, or the first one that it survived and showed."""
        return self.ended_by or self._survived

    async def on_event(self, event: events.Event) -> None:
        """Another key between two ctrl+c begins anew; nothing that is typed or clicked comes after an end."""
        if self.is_left and isinstance(event, events.InputEvent):
            return
        if isinstance(event, events.Key):
            self._is_quit_asked = self._is_quit_asked and event.key == "ctrl+c"
        await super().on_event(event)

    async def run_action(
        self,
        action: "str | ActionParseResult",
        default_namespace: DOMNode | None = None,
        namespaces: Mapping[str, DOMNode] | None = None,
    ) -> bool:
        """Does nothing once an end has begun: of a burst such as `q/`, a widget may have the rest already."""
        return True if self.is_left else await super().run_action(action, default_namespace, namespaces)

    def action_interrupt(self) -> None:
        """Quits, while something is loading at the second press; selected text is copied instead."""
        if self.screen.get_selected_text() or (isinstance(self.focused, Input) and self.focused.selected_text):
            raise SkipAction
        if self._is_quit_asked or all(worker.is_finished for worker in self.workers):
            self.exit()
        else:
            self._is_quit_asked = True
            notify(self, "Still loading. ctrl+c again quits.")

    def action_suspend_process(self) -> None:
        """Gives the terminal to the shell, until `fg`."""
        with self.suspend():
            terminal.stop_until_continued()

    @on(Worker.StateChanged)
    def _worker_broke(self, event: Worker.StateChanged) -> None:
        error = event.worker.error
        if event.state is WorkerState.ERROR and not isinstance(error, XpkgError):
            self._survived = self._survived or error
