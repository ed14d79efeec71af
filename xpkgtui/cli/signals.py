"""SIGTERM, SIGHUP and SIGQUIT, handled like ctrl+c, so that no spooled file stays behind."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_SIGNALS = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)


class Ended(Exception):
    """A signal ended the command."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.code = 128 + number


@contextmanager
def interrupted_by_signals() -> Iterator[None]:
    """Lets these signals interrupt the block, unless they are ignored (nohup); raises `Ended` after them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    received: list[int] = []

    def interrupt(number: int, frame: FrameType | None) -> None:
        received.append(number)
        # In the background SIGINT is ignored, and has no handler to call.
        handler = signal.getsignal(signal.SIGINT)
        if not callable(handler):
            raise KeyboardInterrupt
        handler(number, frame)

    kept = {number: signal.getsignal(number) for number in _SIGNALS}
    replaced = [number for number, handler in kept.items() if handler is signal.SIG_DFL]
    for number in replaced:
        signal.signal(number, interrupt)
    try:
        yield
    except KeyboardInterrupt:
        if received:
            raise Ended(received[0]) from None
        raise
    finally:
        for number in replaced:
            signal.signal(number, kept[number])
