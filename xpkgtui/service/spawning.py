"""Starting a child by exec, before anything slow is imported: it loads what it needs while the screen does too."""

import os
import socket
import subprocess
import sys
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import BinaryIO, NamedTuple, cast

_BOOT = (
    "import gc, sys; gc.disable(); sys.path.append({room!r}); "
    "from xpkgtui.own_modules import find_own_modules; find_own_modules(); "
    "from xpkgtui.doing_without import do_without; do_without(); "
    "from xpkgtui.service.server import main; main({fd}, {role!r}, {stdin})"
)
"""Code of a child; run with -I, so that nothing is imported from the current folder. `server` enables `gc`."""


class Role(StrEnum):
    """The processes behind the port of a screen."""

    SERVICE = "service"
    JUDGE = "judge"
    SERVICE_AND_JUDGE = "service and judge"
    """A service that judges small cases itself."""


class Spawned(NamedTuple):
    """A child that was started, the socket to it, and the file of its last words."""

    process: subprocess.Popen[bytes]
    socket: socket.socket
    stderr: BinaryIO


def spawn(role: Role, *, stdin: BinaryIO | None = None) -> Spawned:
    """Starts a child, which inherits `stdin`; raises `XpkgError` where the disk has no room."""
    ours, theirs = socket.socketpair()
    stderr = _new_file()
    passed = [theirs.fileno(), *([stdin.fileno()] if stdin else [])]
    code = _BOOT.format(
        room=str(Path(__file__).resolve().parents[2]),
        fd=theirs.fileno(),
        role=role.value,
        stdin=stdin.fileno() if stdin else -1,
    )
    process = subprocess.Popen(
        [sys.executable, "-I", "-c", code],
        pass_fds=passed,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=stderr,
        start_new_session=True,
    )
    theirs.close()
    return Spawned(process, ours, stderr)


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
