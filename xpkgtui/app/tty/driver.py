"""Textual's driver of the terminal, as the screen needs it."""

import os
import signal
from codecs import getincrementaldecoder
from functools import partial
from typing import NoReturn

from textual.drivers import linux_driver

from xpkgtui.app.tty.terminal import code_of

_OTHER_SCREEN = "\x1b[?1049h"

# Textual reads keys with a decoder that raises at bytes that are not UTF-8.
setattr(linux_driver, "getincrementaldecoder", lambda name: partial(getincrementaldecoder(name), errors="replace"))  # noqa: B010


class TerminalDriver(linux_driver.LinuxDriver):
    """Textual's driver; it ends the program when the terminal is gone, and the screen when keys cannot be read."""

    def run_input_thread(self) -> None:
        """Reads keys."""
        try:
            super().run_input_thread()
        except OSError:
            os._exit(code_of(signal.SIGHUP))
        except Exception as error:  # noqa: BLE001 - raised again where it ends the screen
            self._app.call_later(_raise, error)

    def resume_application_mode(self) -> None:
        """Takes the terminal, at SIGCONT; after SIGSTOP it was not given away, and is first."""
        if self._key_thread is not None and self._key_thread.is_alive():
            # Not within the handler of the signal, which may have interrupted the writing of the loop.
            self._loop.call_soon_threadsafe(self._take_again)
        else:
            super().resume_application_mode()

    def _take_again(self) -> None:
        self.suspend_application_mode()
        super().resume_application_mode()
        self._app.refresh(layout=True)


class PaintedDriver(TerminalDriver):
    """The driver of a terminal that shows the first frame; taking the other screen again would clear it."""

    _is_painted = True

    def write(self, data: str) -> None:
        """Draws."""
        if self._is_painted and data == _OTHER_SCREEN:
            self._is_painted = False
        else:
            super().write(data)


def _raise(error: Exception) -> NoReturn:
    raise error
