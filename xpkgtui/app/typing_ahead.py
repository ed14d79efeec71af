"""An application in which keys that are typed ahead reach the prompt that an earlier key opens."""

from collections import deque

from textual import events
from textual.app import App
from textual.widget import Widget
from textual.widgets import Input

_MOST = 256
"""Keys that may be under way at once."""


class TypingAhead(App[int]):
    """A key goes to what has the focus when it is typed; of a burst such as `/zq` that is what had it before."""

    def __init__(self) -> None:
        super().__init__()
        self._aims: deque[tuple[events.Key, Widget | None]] = deque(maxlen=_MOST)

    async def on_event(self, event: events.Event) -> None:
        """Notes whom a key is meant for."""
        if isinstance(event, events.Key) and not event.is_forwarded:
            self._aims.append((event, self.focused))
        await super().on_event(event)

    def on_key(self, event: events.Key) -> None:
        """A key that nobody took, before it is a command: a prompt that was opened meanwhile reads it as text."""
        field = self.focused
        aim = next((widget for key, widget in self._aims if key is event), field)
        if isinstance(field, Input) and aim is not field:
            event.prevent_default()
            again = event.copy()
            self._aims.append((again, field))
            field._forward_event(again)
