"""The program in a real terminal: what a hostile package makes it send, and how it ends."""

import os
import pty
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest

CODE = """
import sys
sys.path[:0] = [{tests!r}, {root!r}]
from pathlib import Path
from builders import screens
from xpkgtui.app.running import run
from xpkgtui.inspection.requests import Options
story = screens.hostile(Path({folder!r}))
sys.exit(run(screens.ScriptedPort(story), story.source, Options()))
"""
PATIENCE = 20.0


def read_until(terminal: int, wanted: bytes) -> bytes:
    """What the program sends until `wanted` came."""
    sent, end = b"", time.monotonic() + PATIENCE
    while wanted not in sent and time.monotonic() < end:
        if select.select([terminal], [], [], 0.2)[0]:
            try:
                sent += os.read(terminal, 65536)
            except OSError:
                break
    return sent


@pytest.mark.tty
def test_a_hostile_package_sends_nothing_of_its_own_and_q_ends_it(tmp_path: Path) -> None:
    root = Path(__file__).resolve().parents[3]
    code = CODE.format(tests=str(root / "tests"), root=str(root), folder=str(tmp_path))
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "120", "LINES": "40"}
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment) as program:
        os.close(theirs)
        sent = read_until(ours, b"refuses it")
        os.write(ours, b"q")
        sent += read_until(ours, b"\x1b[?1049l")
        program.wait(PATIENCE)
    os.close(ours)
    assert program.returncode == 0
    assert b"refuses it" in sent
    assert b"\x1b]0;owned" not in sent
    assert "\x9b".encode() not in sent
    assert "\u202e".encode() not in sent
    assert b"owned\x07" not in sent
