"""How a command ends that is told to: as with ctrl+c, so that nothing spooled stays behind."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_ENDING = (signal.SIGTERM, signal.SIGHUP)


@contextmanager
def ended_in_order() -> Iterator[None]:
    """SIGTERM and SIGHUP interrupt what is done within, unless they are ignored (nohup)."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    kept = {number: signal.getsignal(number) for number in _ENDING}
    heeded = [number for number, handler in kept.items() if handler is signal.SIG_DFL]
    for number in heeded:
        signal.signal(number, _interrupt)
    try:
        yield
    finally:
        for number in heeded:
            signal.signal(number, kept[number])


def _interrupt(number: int, frame: FrameType | None) -> None:
    # In the background SIGINT is ignored, and there is no handler that could be asked.
    handler = signal.getsignal(signal.SIGINT)
    if not callable(handler):
        raise KeyboardInterrupt
    handler(number, frame)
