"""The terminal under the screen: given back as it was, however the program ends."""

import os
import select
import signal
import termios
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any, NoReturn

_ENDING = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGINT)
_KEYS, _DRAWN = 0, 2
"""The descriptors that Textual reads from and draws on."""
_MODES = 3
"""The place of local modes among a terminal's attributes."""
_PATIENCE = 1.0
"""Seconds that a terminal has for taking the last bytes; one that is stopped takes none."""
_RESET = (
    b"\x1b\\"  # ends a string, such as that of a clipboard
    b"\x1b[?2026l"  # synchronized output
    b"\x1b[?2004l"  # bracketed paste
    b"\x1b[?7h"  # line wrap
    b"\x1b[?2048l"  # reports of the size
    b"\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?1016l"  # the mouse
    b"\x1b[?1004l"  # reports of the focus
    b"\x1b[<u"  # the keyboard protocol of kitty; before the other screen is left
    b"\x1b[?1049l"  # the other screen
    b"\x1b[0m\x1b[?25h"  # styles, and the cursor
)
"""Undoes all that Textual's driver sets."""


@contextmanager
def given_back(*, at_end: Callable[[], None] = lambda: None) -> Iterator[None]:
    """Restores the terminal after the block, also when a signal or an error ends it.

    A signal ends the program at once, after `at_end`: it may come while the event loop is blocked.
    """
    before = _attributes()
    output = _open_output()

    def end(number: int, _frame: FrameType | None) -> NoReturn:
        # What a thread is still drawing goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), _DRAWN)
        _restore(output, before)
        with suppress(Exception):
            at_end()
        os._exit(code_of(number))

    # What is ignored (nohup) stays ignored.
    handlers = {number: signal.getsignal(number) for number in _ENDING}
    heeded = [number for number, handler in handlers.items() if handler is not signal.SIG_IGN]
    for number in heeded:
        signal.signal(number, end)
    threading.Thread(target=_end_with_terminal, args=(_KEYS, at_end), name="hangup", daemon=True).start()
    try:
        yield
    except BaseException:
        _restore(output, before)
        raise
    finally:
        for number in heeded:
            signal.signal(number, handlers[number])
        _set_attributes(before)
        os.close(output)


def echo(*, is_on: bool) -> None:
    """Whether the terminal writes what is typed; a first frame without keys is not to be written over."""
    if (attributes := _attributes()) is not None:
        attributes[_MODES] = attributes[_MODES] | termios.ECHO if is_on else attributes[_MODES] & ~termios.ECHO
        _set_attributes(attributes)


def stop_until_continued() -> None:
    """Stops the job as the shell's ctrl+z does; where no shell could continue it, the system ignores the signal."""
    before = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
    os.kill(0, signal.SIGTSTP)
    signal.signal(signal.SIGTSTP, before)


def code_of(number: int) -> int:
    """The exit code of a program that a signal ended, as shells have it."""
    return 128 + number


def _end_with_terminal(terminal: int, at_end: Callable[[], None]) -> None:
    """Ends the program once the terminal is gone: reading it would return nothing for ever."""
    poll = select.poll()
    poll.register(terminal, 0)
    if any(found & select.POLLHUP for _, found in poll.poll()):
        with suppress(Exception):
            at_end()
        os._exit(code_of(signal.SIGHUP))


def _restore(output: int, attributes: list[Any] | None) -> None:
    """Restores the terminal, unless it belongs to another job, as it does after ctrl+z."""
    with suppress(OSError):
        if os.tcgetpgrp(output) != os.getpgrp():
            return
    _write(output, _RESET)
    _set_attributes(attributes)


def _write(output: int, data: bytes) -> None:
    deadline = time.monotonic() + _PATIENCE
    while data and time.monotonic() < deadline:
        select.select([], [output], [], _PATIENCE)
        try:
            data = data[os.write(output, data) :]
        except BlockingIOError:
            time.sleep(0.01)  # another thread is writing
        except OSError:
            return  # the terminal is gone


def _open_output() -> int:
    """The terminal once more, so that writing to one that is stopped does not block."""
    try:
        return os.open(os.ttyname(_DRAWN), os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    except OSError:
        return os.dup(_DRAWN)


def _attributes() -> list[Any] | None:
    try:
        return termios.tcgetattr(_KEYS)
    except termios.error:
        return None


def _set_attributes(attributes: list[Any] | None) -> None:
    if attributes is not None:
        with suppress(termios.error):
            termios.tcsetattr(_KEYS, termios.TCSANOW, attributes)
