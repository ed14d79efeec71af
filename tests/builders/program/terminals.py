"""The program in a real terminal: tmux, or a bare pty whose every byte is kept.

with Terminal(tmp_path, columns=80, rows=24) as terminal:
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
import termios
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

import pytest

PROGRAM = f"{shlex.quote(sys.executable)} -m xpkgtui"
_PATIENCE = 30.0


class Terminal:
    """A shell in tmux; the shell prints `$ ` where it is ready."""

    def __init__(self, folder: Path, *, columns: int = 120, rows: int = 40) -> None:
        if shutil.which("tmux") is None:
            if os.environ.get("CI"):
                pytest.fail("tmux is not installed, and CI promises it")
            pytest.skip("tmux is not installed")
        self._socket = str(folder / "tmux")
        self._size = ("-x", str(columns), "-y", str(rows))

    def __enter__(self) -> Self:
        self._tmux("-f", os.devnull, "new-session", "-d", *self._size, "env PS1='$ ' sh")
        self._tmux("set-option", "-g", "default-terminal", "tmux-256color")
        self.until(r"\$")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._tmux("kill-server")

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
        while time.monotonic() < deadline:
            if is_there(found := self.screen()):
                return found
        raise AssertionError(f"{wanted!r} did not appear:\n{self.screen()}")

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


def raw_output(arguments: list[str], *, until: bytes, keys: bytes = b"q", size: tuple[int, int] = (40, 120)) -> bytes:
    """Every byte that the program sends to a terminal, from its start to its end after `keys`."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(TERM="xterm-256color", COLORTERM="truecolor")
        os.execv(sys.executable, [sys.executable, "-m", "xpkgtui", *arguments])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
    seen, pressed = b"", False
    deadline = time.monotonic() + _PATIENCE
    try:
        while time.monotonic() < deadline:
            if select.select([terminal], [], [], 0.2)[0]:
                try:
                    data = os.read(terminal, 1 << 16)
                except OSError:
                    return seen
                if not data:
                    return seen
                seen += data
            if not pressed and until in seen:
                pressed = True
                os.write(terminal, keys)
        raise AssertionError(f"it did not end after {keys!r}: {seen[-2000:]!r}")
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(terminal)
