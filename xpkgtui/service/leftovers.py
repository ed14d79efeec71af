"""Clears what children leave behind, a process that hangs and a private folder, once the screen is closed."""

import atexit
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from xpkgtui.private_files import PARTING, new_folder, remove_folder
from xpkgtui.values import dataclass

PREFIX = "xpkgtui-"
"""The beginning of the names of private folders."""
_CLEARING = """
import os, select, shutil, signal, sys, time
process, handle, patience = int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
def has_ended(patience):
    end = time.monotonic() + patience
    if handle >= 0:
        return bool(select.select([handle], [], [], patience)[0])
    while time.monotonic() < end:
        try:
            os.kill(process, 0)
        except OSError:
            return True
        time.sleep(0.02)
    return False
try:
    if not has_ended(patience):
        signal.pidfd_send_signal(handle, signal.SIGKILL) if handle >= 0 else os.kill(process, signal.SIGKILL)
        has_ended(5)
finally:
    for folder in sys.argv[4:]:
        shutil.rmtree(folder, ignore_errors=True)
"""
"""Waits for the end of a process, kills it after a while, and removes folders."""
_PATIENCE = 0.7
"""Seconds that a child has for its end: it cancels what is under way, and removes its files."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Child:
    process: subprocess.Popen[bytes]
    folder: Path | None
    is_killed: bool

    @property
    def left_nothing(self) -> bool:
        return self.process.poll() is not None and (self.folder is None or not self.folder.exists())


_children: list[_Child] = []


def private_folder() -> Path | None:
    """A new folder for what a child writes; None where none can be made, which the child reports."""
    with suppress(OSError):
        return new_folder(PREFIX)
    return None


def watch(process: subprocess.Popen[bytes], folder: Path | None, *, is_killed: bool) -> None:
    """Clears what this child leaves behind when the program ends; one that holds nothing `is_killed` at once."""
    # What one that has died wrote stays: the screen may still show it.
    _children[:] = [child for child in _children if not child.left_nothing]
    _children.append(_Child(process=process, folder=folder, is_killed=is_killed))
    atexit.unregister(clear)
    atexit.register(clear)


def clear() -> None:
    """Clears what the children leave behind, without waiting for one that still runs: another process does that."""
    while _children:
        child = _children.pop()
        if child.is_killed:
            child.process.kill()
        elif child.process.poll() is None:
            _clear_later(child.process, child.folder)
        else:
            _remove(child.folder)


def _clear_later(process: subprocess.Popen[bytes], folder: Path | None) -> None:
    handle = -1
    with suppress(AttributeError, OSError):  # Linux has them
        handle = os.pidfd_open(process.pid)
    arguments = str(process.pid), str(handle), str(_PATIENCE), *_names(folder)
    try:
        subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", _CLEARING, *arguments],
            pass_fds=[handle] if handle >= 0 else [],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            start_new_session=True,
        )
    except (OSError, MemoryError):
        process.kill()
        _remove(folder)


def _remove(folder: Path | None) -> None:
    for name in _names(folder):
        remove_folder(Path(name))


def _names(folder: Path | None) -> tuple[str, ...]:
    """The folder, and what it is called while its process removes it."""
    return (str(folder), f"{folder}{PARTING}") if folder else ()
