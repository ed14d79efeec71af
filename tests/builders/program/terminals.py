"""The program in a real terminal: tmux, or a bare pty whose every byte is kept.

with Terminal(columns=80, rows=24) as terminal:
    terminal.type("xpkgtui demo")
    terminal.until("accepts it")          # the screen, as soon as it holds the text
    terminal.press("q")
"""

import fcntl
import os
import pty
import re
import select
import shlex
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from builders.program.forked import become
from builders.program.tools import require

PROGRAM = f"{shlex.quote(sys.executable)} -m xpkgtui"
_PATIENCE = 30.0


class Terminal:
    """A shell in tmux; the shell prints `$ ` where it is ready."""

    def __init__(self, *, columns: int = 120, rows: int = 40) -> None:
        require("tmux")
        # The path of a socket may have a hundred characters or so; those of a test's own folder have often more.
        self._folder = tempfile.mkdtemp(prefix="tmux-")
        self._socket = f"{self._folder}/socket"
        self._size = ("-x", str(columns), "-y", str(rows))

    def __enter__(self) -> Self:
        self._tmux("-f", os.devnull, "new-session", "-d", *self._size, "env PS1='$ ' sh")
        self._tmux("set-option", "-g", "default-terminal", "tmux-256color")
        # What is printed is a reason to look at the screen again.
        pipe = f"{self._folder}/changes"
        os.mkfifo(pipe)
        self._changes = os.open(pipe, os.O_RDWR | os.O_NONBLOCK)
        self._tmux("pipe-pane", f"exec cat >{shlex.quote(pipe)}")
        self.until(r"\$")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._tmux("kill-server")
        os.close(self._changes)
        shutil.rmtree(self._folder, ignore_errors=True)

    def type(self, text: str) -> None:
        """Types a line into the shell."""
        self._tmux("send-keys", "-l", text)
        self._tmux("send-keys", "Enter")

    def press(self, *keys: str) -> None:
        """Presses keys, by tmux's names."""
        self._tmux("send-keys", *keys)

    def screen(self) -> str:
        """What is on it now."""
        return self._tmux("capture-pane", "-p")

    def until(self, wanted: str | Callable[[str], bool]) -> str:
        """The screen as soon as it holds `wanted` (a regular expression); fails with the screen otherwise."""
        is_there = wanted if callable(wanted) else lambda text: re.search(wanted, text) is not None
        deadline = time.monotonic() + _PATIENCE
        while not is_there(found := self.screen()):
            if not select.select([self._changes], [], [], max(0.0, deadline - time.monotonic()))[0]:
                raise AssertionError(f"{wanted!r} did not appear:\n{self.screen()}")
            os.read(self._changes, 1 << 16)
        return found

    def children(self) -> list[int]:
        """The processes that the program in this terminal started, in the order of their making."""
        shell = int(self._tmux("display-message", "-p", "#{pane_pid}"))
        program = _children_of(shell)
        return [child for parent in program for child in _children_of(parent)]

    def _tmux(self, *arguments: str) -> str:
        done = subprocess.run(
            ["tmux", "-S", self._socket, *arguments], capture_output=True, text=True, check=True, timeout=20
        )
        return done.stdout


def _children_of(process: int) -> list[int]:
    listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(process)], capture_output=True, text=True, check=False)
    return sorted(int(number) for number in listed.stdout.split())


@dataclass(frozen=True, kw_only=True)
class Ending:
    """How a program ended on a terminal."""

    code: int
    sent: bytes
    """Every byte that it sent to the terminal."""
    is_given_back: bool
    """Whether the terminal's settings (echo, lines, signals) are those before it."""


class Screen:
    """A program on a terminal that is under a test's hands."""

    def __init__(self, shell: int, terminal: int) -> None:
        (self.process,) = _children_of(shell)
        self._terminal = terminal

    def press(self, keys: bytes) -> None:
        """Presses keys, as the bytes that a terminal makes of them."""
        os.write(self._terminal, keys)

    def until(self, wanted: bytes) -> None:
        """Returns as soon as the program has sent these bytes; what it sent till then is not part of its ending."""
        seen, deadline = b"", time.monotonic() + _PATIENCE
        while wanted not in seen:
            seen += _read(self._terminal, deadline)

    def children(self) -> list[int]:
        """The processes that it started."""
        return _children_of(self.process)


_SHELL = """
before=$(stty -g); "$@"; code=$?
test "$before" = "$(stty -g)" && is_same=1
printf '\\nended %s %s\\n' "$code" "${is_same:-0}"
"""


def ending(
    command: Sequence[str],
    *,
    until: bytes,
    act: Callable[[Screen], object],
    size: tuple[int, int] = (40, 120),
    environment: Mapping[str, str] | None = None,
) -> Ending:
    """The ending of a program on a bare terminal, after `act` once it has sent the bytes `until`."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
    around = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor", **(environment or {})}
    seen, has_acted, deadline = b"", False, time.monotonic() + _PATIENCE
    with subprocess.Popen(
        ["sh", "-c", _SHELL, "sh", *command],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=around,
        start_new_session=True,
        preexec_fn=_take_terminal,  # noqa: PLW1509
    ) as shell:
        os.close(theirs)
        try:
            while data := _read(ours, deadline):
                seen += data
                if not has_acted and until in seen:
                    has_acted = True
                    act(Screen(shell.pid, ours))
        finally:
            shell.kill()
            os.close(ours)
    assert has_acted, f"{until!r} did not appear: {seen[-2000:]!r}"
    sent, _, ended = seen.rpartition(b"\r\nended ")
    code, is_same = map(int, ended.split())
    return Ending(code=code, sent=sent, is_given_back=bool(is_same))


def _take_terminal() -> None:
    """Makes standard input the terminal of this session; heeds the signals that `nohup` and `&` leave ignored."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):
        signal.signal(number, signal.SIG_DFL)


def raw_output(
    command: Sequence[str], *, until: bytes, keys: bytes = b"q", size: tuple[int, int] = (40, 120)
) -> bytes:
    """Every byte that a program sends to a terminal, from its start to its end after `keys`; it must end well."""
    ended = ending(command, until=until, act=lambda screen: screen.press(keys), size=size)
    assert (ended.code, ended.is_given_back) == (0, True)
    return ended.sent


def _read(terminal: int, deadline: float) -> bytes:
    """What comes next; nothing once the other side is closed."""
    if not select.select([terminal], [], [], max(0.0, deadline - time.monotonic()))[0]:
        raise AssertionError("the program neither sends anything nor ends")
    try:
        return os.read(terminal, 1 << 16)
    except OSError:  # Linux's way to say that the other side is closed
        return b""


def written_to_terminal(
    words: Sequence[str], environment: Mapping[str, str], folder: Path | None = None, *, rows: int = 24
) -> str:
    """What a call writes to a terminal of 100 columns until it ends."""
    child, terminal = pty.fork()
    if child == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, 100, 0, 0))
        if folder is not None:
            os.chdir(folder)
        become(["-m", "xpkgtui", *words], environment)
    shown = b""
    try:
        while part := os.read(terminal, 1 << 16):
            shown += part
    except OSError:
        pass  # so Linux ends what a terminal says
    os.close(terminal)
    os.waitpid(child, 0)
    return shown.decode()
