"""Keys that are typed ahead: each is given to the screen once the key before it has done all that it does."""

from asyncio import get_running_loop
from collections import deque
from time import monotonic

from textual import events
from textual.driver import Driver
from textual.timer import Timer

from xpkgtui.app.textual_private import is_resting
from xpkgtui.app.tty.leaving import Leaving

_MOST = 1_000
"""Keys that may be under way at once."""
_LONGEST = 2.0
"""Seconds after which a key no longer waits for the one before it."""
_PATIENCE = 10.0
"""Seconds for which a key waits for the rows that it is about."""
_BURST = 1.0
"""Seconds within which keys are typed in one go: what is typed later is about what is seen, and waits for no rows."""
_AGAIN = 0.03
_AT_ONCE = ("ctrl+c", "ctrl+z")

Typed = events.Key | events.Paste


class TypingAhead(Leaving):
    """An application in which a burst such as `/zq` or `Pj/har` does what the same keys do one by one."""

    def __init__(self, *, driver_class: type[Driver] | None = None, ansi_color: bool | None = None) -> None:
        super().__init__(driver_class=driver_class, ansi_color=ansi_color)
        self._ahead: deque[Typed] = deque(maxlen=_MOST)
        self._is_acting = False
        """Whether a key has not yet done all that it does, or waits for what it is about."""
        self._again: Timer | None = None
        """While a key waits for what it is about."""

    async def on_event(self, event: events.Event) -> None:
        """Keeps what is typed behind a key that is acting."""
        if not isinstance(event, Typed) or event.is_forwarded:
            await super().on_event(event)
            return
        self.typed()
        if isinstance(event, events.Key) and event.key in _AT_ONCE:
            await super().on_event(event)
            return
        self._ahead.append(event)
        if not self._is_acting or self._again is not None:
            await self._take_next()

    async def _take_next(self) -> None:
        """Gives the next key to the screen."""
        if self._again is not None:
            self._again.stop()
            self._again = None
        self._is_acting = bool(self._ahead)
        if not self._ahead:
            return
        event = self._ahead[0]
        if isinstance(event, events.Key) and self._waits(event):
            self._again = self.set_timer(_AGAIN, self._take_next)
            return
        self._ahead.popleft()
        await super().on_event(event)
        self._follow(monotonic() + _LONGEST)

    def _follow(self, until: float) -> None:
        """Takes the next key when the messages that this one led to have led to no more."""
        loop = get_running_loop()
        if is_resting(loop) or monotonic() > until:
            self.call_later(self._take_next)
        else:
            loop.call_soon(self._follow, until)

    def _waits(self, event: events.Key) -> bool:
        """Whether it waits; `escape` behind it ends that."""
        is_patient = monotonic() < event.time + _PATIENCE and self._ahead[-1].time < event.time + _BURST
        is_given_up = any(isinstance(one, events.Key) and one.key == "escape" for one in self._ahead)
        return is_patient and not is_given_up and self.is_early(event.key)

    def is_early(self, key: str) -> bool:
        """Whether a key is about rows that are being read."""
        screens = self.screen_stack
        return bool(screens) and getattr(screens[-1], "is_early", lambda _: False)(key)

    def typed(self) -> None:
        """A key was typed."""
