"""Textual's driver of the terminal, as the screen needs it."""

import os
import selectors
import signal
from codecs import getincrementaldecoder
from functools import partial
from types import SimpleNamespace
from typing import NoReturn

from textual.drivers import linux_driver

from xpkgtui.app.textual_private import (
    KeyParser,
    application_of,
    end_reading_keys,
    is_reading_keys,
    loop_of,
    replace_in,
)
from xpkgtui.app.tty.terminal import code_of

_OTHER_SCREEN = "\x1b[?1049h"

# Textual reads keys with a decoder that raises at bytes that are not UTF-8.
replace_in(linux_driver, "getincrementaldecoder", lambda name: partial(getincrementaldecoder(name), errors="replace"))


class KeySelector(selectors.SelectSelector):
    """Textual's wait for keys, which takes a tenth of a second at its end, and here ends at once."""

    _stopped, _stop = os.pipe()

    @classmethod
    def stop(cls) -> None:
        """Ends the wait, and all that follow."""
        os.write(cls._stop, b".")

    @classmethod
    def start(cls) -> None:
        """Lets it wait again."""
        os.read(cls._stopped, 1)

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """The terminal where it has keys; nothing where it is no longer waited for."""
        if not self.get_map():
            return []
        self.register(self._stopped, selectors.EVENT_READ)
        try:
            ready = super().select(timeout)
        finally:
            self.unregister(self._stopped)
        return [(key, mask) for key, mask in ready if key.fd != self._stopped]


replace_in(linux_driver, "XTermParser", KeyParser)
replace_in(linux_driver, "selectors", SimpleNamespace(SelectSelector=KeySelector, EVENT_READ=selectors.EVENT_READ))


class TerminalDriver(linux_driver.LinuxDriver):
    """Textual's driver; it ends the program when the terminal is gone, and the screen when keys cannot be read."""

    _is_taken_again = False

    def run_input_thread(self) -> None:
        """Reads keys."""
        try:
            super().run_input_thread()
        except OSError:
            os._exit(code_of(signal.SIGHUP))
        except Exception as error:  # noqa: BLE001 - raised again where it ends the screen
            application_of(self).call_later(_raise, error)

    def disable_input(self) -> None:
        """Stops reading keys; what is typed meanwhile is thrown away, except where they are read again at once."""
        KeySelector.stop()
        if self._is_taken_again:
            end_reading_keys(self)
        else:
            super().disable_input()
        KeySelector.start()

    def resume_application_mode(self) -> None:
        """Takes the terminal, at SIGCONT; after SIGSTOP it was not given away, and is first."""
        if is_reading_keys(self):
            # Not within the handler of the signal, which may have interrupted the writing of the loop.
            loop_of(self).call_soon_threadsafe(self._take_again)
        else:
            super().resume_application_mode()

    def _take_again(self) -> None:
        # The settings stay, so that what is typed meanwhile is a key, and not a line that the terminal edits.
        before, self.attrs_before = self.attrs_before, None
        self._is_taken_again = True
        self.suspend_application_mode()
        self._is_taken_again = False
        super().resume_application_mode()
        self.attrs_before = before
        application_of(self).refresh(layout=True)


class PaintedDriver(TerminalDriver):
    """The driver of a terminal that shows the first frame; taking the other screen again would clear it."""

    _is_painted = True

    def write(self, data: str) -> None:
        """Writes one frame."""
        if self._is_painted and data == _OTHER_SCREEN:
            self._is_painted = False
        else:
            super().write(data)


def _raise(error: Exception) -> NoReturn:
    raise error
