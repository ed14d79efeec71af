"""Starting a child by exec, before anything slow is imported: it loads what it needs while the screen does too."""

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
from xpkgtui.service import leftovers

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
    private = None if role is ChildRole.JUDGE else leftovers.private_folder()
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
    leftovers.watch(process, private, is_killed=role is ChildRole.JUDGE)
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
        from xpkgtui.sources.spooling import no_room

        raise no_room(error) from error
