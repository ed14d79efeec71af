"""Keys that are typed ahead: each is given to the screen once the key before it has done all that it does."""

from asyncio import get_running_loop
from collections import deque
from time import monotonic

from textual import events
from textual.driver import Driver
from textual.message_pump import MessagePump
from textual.timer import Timer
from textual.widgets import Input

from xpkgtui.app.textual_private import is_resting
from xpkgtui.app.tty.leaving import Leaving

_MOST = 1_000
"""Keys that may be under way at once."""
_LONGEST = 2.0
"""Seconds after which a key waits no longer for a rest, but only for the messages that the key before it led to."""
_LONGEST_OF_SLICES = 0.2
"""Those while a long text is read or searched slice by slice, without a rest."""
_SLICES = ("grow", "search")
"""The groups of that work."""
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
        self._is_led: bool | None = None
        """Whether the messages that a late key led to have come to their end; None for a key that is not late."""

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
        self._is_led = None
        await super().on_event(event)
        self._follow(event, monotonic())

    def _follow(self, event: Typed, since: float) -> None:
        """Takes the next key when the messages that this one led to have led to no more."""
        loop = get_running_loop()
        is_sliced = any(one.is_running and one.group in _SLICES for one in self.workers)
        limit = _LONGEST_OF_SLICES if is_sliced else _LONGEST
        if self._is_led is None and monotonic() > since + limit:
            self._is_led = False
            # What has the keys tells its screen, that tells the application, and that shows another screen.
            self._pass_on([self, *self.screen_stack, *filter(None, (self.focused,))] * 2)
        is_over = self._is_led or monotonic() > since + _PATIENCE
        is_in_line = bool(self._ahead) and self._is_letter(event) and self._is_letter(self._ahead[0])
        if is_over or is_in_line or is_resting(loop):
            self.call_later(self._take_next)
        else:
            loop.call_soon(self._follow, event, since)

    def _pass_on(self, receivers: list[MessagePump]) -> None:
        """Waits until each receiver, the last one first, has taken the messages that have come to it by then."""
        while receivers:
            if receivers.pop().call_later(self._pass_on, receivers):
                return
        self._is_led = True

    def _is_letter(self, event: Typed) -> bool:
        """Whether it is typed into a line: the letter behind it goes there too, whatever this one leads to."""
        screens = self.screen_stack
        in_line = bool(screens) and isinstance(screens[-1].focused, Input)
        return in_line and isinstance(event, events.Key) and event.is_printable

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
