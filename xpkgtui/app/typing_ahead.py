"""Keys that are typed ahead, and the prompt that an earlier one of them opens."""

from collections import deque

from textual import events
from textual.driver import Driver
from textual.widget import Widget
from textual.widgets import Input

from xpkgtui.app.textual_private import forward_key
from xpkgtui.app.tty.leaving import Leaving

_MOST = 256
"""Keys that may be under way at once."""


class TypingAhead(Leaving):
    """An application in which each key goes to what had the focus when it was typed."""

    def __init__(self, *, driver_class: type[Driver] | None = None, ansi_color: bool | None = None) -> None:
        super().__init__(driver_class=driver_class, ansi_color=ansi_color)
        self._aims: deque[tuple[events.Key, Widget | None]] = deque(maxlen=_MOST)
        """What had the focus when a key was typed; of a burst such as `/zq`, what had it before the prompt."""

    async def on_event(self, event: events.Event) -> None:
        """Keeps each key with the widget that has the focus."""
        if isinstance(event, events.Key) and not event.is_forwarded:
            self._aims.append((event, self.focused))
            self.typed()
        await super().on_event(event)

    def on_key(self, event: events.Key) -> None:
        """Gives a key that no widget took to a prompt that was opened meanwhile, as text and not as a command.

        A screen that was opened meanwhile may have no widget yet, and takes it for the one that will have the keys.
        """
        focused, screen = self.focused, self.screen
        aim = next((widget for key, widget in self._aims if key is event), focused)
        if focused is None and aim is not None and aim.screen is not screen:
            event.prevent_default()
            forward_key(screen, event.copy())
            return
        if isinstance(focused, Input) and aim is not focused:
            event.prevent_default()
            again = event.copy()
            self._aims.append((again, focused))
            forward_key(focused, again)

    def typed(self) -> None:
        """A key was typed."""
