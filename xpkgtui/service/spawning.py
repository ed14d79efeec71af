"""Starting a child by exec, before anything slow is imported: it loads what it needs while the screen does too."""

import atexit
import os
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import BinaryIO, NamedTuple, cast

import xpkgtui
from xpkgtui.private_files import PARTING, new_folder, remove_folder
from xpkgtui.values import dataclass

_BOOT = """
import gc, sys
gc.disable()
from importlib.machinery import PathFinder
from importlib.util import module_from_spec
_, room, server, fd, role, stdin, private, *sys.path = sys.argv
spec = PathFinder.find_spec("xpkgtui", [room])
sys.modules["xpkgtui"] = module_from_spec(spec)
spec.loader.exec_module(sys.modules["xpkgtui"])
__import__(server)
sys.modules[server].main(int(fd), role, int(stdin), private)
"""
"""Code of a child, which imports the same program and the same libraries as its parent: those of its arguments.

It runs with -I, so that nothing is imported from the current folder before. The server enables `gc`.
"""


class ChildRole(StrEnum):
    """The processes behind the port of a screen."""

    SERVICE = "service"
    JUDGE = "judge"
    SERVICE_AND_JUDGE = "service and judge"
    """A service that judges small cases itself."""
    CHECKER = "checker"
    """Checks one source after the other for `check --jobs`, with a server of its own."""


class Spawned(NamedTuple):
    """A child that was started, the socket to it, and the file of its last words."""

    process: subprocess.Popen[bytes]
    socket: socket.socket
    stderr: BinaryIO


def spawn(role: ChildRole, *, stdin: BinaryIO | None = None, server: str = "xpkgtui.service.server") -> Spawned:
    """Starts a child that inherits `stdin` and runs `main` of `server`; raises `XpkgError` where there is no room."""
    ours, theirs = socket.socketpair()
    stderr = _new_file()
    passed = [theirs.fileno(), *([stdin.fileno()] if stdin else [])]
    room = str(Path(xpkgtui.__file__).parents[1])
    numbers = str(theirs.fileno()), role.value, str(stdin.fileno() if stdin else -1)
    # A judge writes nothing.
    private = None if role is ChildRole.JUDGE else private_folder()
    given = room, server, *numbers, str(private or ""), *filter(os.path.isabs, sys.path)
    process = subprocess.Popen(
        [sys.executable, "-I", *_options(), "-c", _BOOT, *given],
        pass_fds=passed,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=stderr,
        # Whatever a request makes lies in the folder that is cleared where this child cannot: a registry may stall.
        env=os.environ | {"TMPDIR": str(private)} if private is not None else None,
        start_new_session=True,
    )
    watch(process, private, is_killed=role is ChildRole.JUDGE)
    theirs.close()
    return Spawned(process, ours, stderr)


def ending(code: int) -> str:
    """How a child ended, by its exit code: `ended by SIGKILL`."""
    return f"ended by {signal.Signals(-code).name}" if code < 0 else f"ended with code {code}"


def _options() -> list[str]:
    """What the variables of the environment, which -I ignores, or the command line say of bytecode."""
    options = ["-B"] if sys.dont_write_bytecode else []
    options += ["-O"] * sys.flags.optimize
    return [*options, "-X", f"pycache_prefix={sys.pycache_prefix}"] if sys.pycache_prefix else options


def _new_file() -> BinaryIO:
    """A file without a name, for the last words of a child; raises `XpkgError` where the disk has no room."""
    with suppress(AttributeError, OSError):  # Linux has them
        return os.fdopen(os.memfd_create("last words"), "w+b")
    # Compressors and random numbers come with it.
    import tempfile

    try:
        return cast("BinaryIO", tempfile.TemporaryFile())
    except OSError as error:
        from xpkgtui.sources.files import no_room

        raise no_room(error) from error


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
