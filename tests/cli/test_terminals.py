"""What differs in a terminal: color, progress, interruption, the screen."""

import os
import pty
import signal
import subprocess
import sys
import termios
from pathlib import Path

import pytest

pytestmark = pytest.mark.usefixtures("forked")

ROOM = Path(__file__).parents[2]
DRIVER = """
import asyncio, signal, sys
# A shell that runs the tests in the background has its children ignore the interruption.
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.path.insert(0, "tests")
from builders.inspection import ports
from xpkgtui.cli.program import program
from xpkgtui.cli.context import CommandContext
from xpkgtui.inspection.messages.events import Progressed

class Endless(ports.FakePort):
    async def ask(self, request):
        print("ready", file=sys.stderr, flush=True)
        await asyncio.Event().wait()
        yield

progress = Progressed(part="layers", what="Reading layer 2\\x1b", done=1000, total=2000)
scripted = ports.FakePort(ports.opening(progress, *ports.package(ports.finding())))
port = Endless(lambda request: ()) if "endless" in sys.argv else scripted
around = CommandContext(open_port=lambda: port, environment={ENVIRONMENT})
program.main([name for name in sys.argv[1:]], "xpkgtui", obj=around)
"""


def driver(*args: str, environment: str = "{}") -> list[str]:
    return [sys.executable, "-c", DRIVER.replace("{ENVIRONMENT}", environment), *args]


def seen(command: list[str], *streams: str, columns: int = 0) -> bytes:
    """What a terminal shows that stands in for the named streams; 0 columns: it does not know its width."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, columns))
    pipes = {name: theirs if name in streams else subprocess.DEVNULL for name in ("stdin", "stdout", "stderr")}
    # Readline, which pytest may load, puts COLUMNS into the environment of the process, where Python does not see it.
    environment = dict(os.environ)
    with subprocess.Popen(  # type: ignore[call-overload]
        command, cwd=ROOM, env=environment, start_new_session=True, **pipes
    ):
        os.close(theirs)
        shown = b""
        try:
            while data := os.read(ours, 65536):
                shown += data
        except OSError:  # Linux's way to say that the other side is closed
            pass
    os.close(ours)
    return shown


def test_status_has_color_on_a_terminal() -> None:
    assert b"\x1b[31m" in seen(driver("check", "s"), "stdout")


def test_no_color_is_obeyed() -> None:
    assert b"\x1b" not in seen(driver("check", "s", environment='{"NO_COLOR": "1"}'), "stdout")


def test_progress_is_shown_on_a_terminal_and_cleared() -> None:
    for columns in (0, 80):
        shown = seen(driver("check", "s"), "stderr", columns=columns)
        assert shown == "\r\x1b[2KReading layer 2␛  1 kB of 2 kB\r\x1b[2K".encode()
    assert "…".encode() in seen(driver("check", "s"), "stderr", columns=20)


def test_pipe_gets_no_progress_and_no_color() -> None:
    done = subprocess.run(driver("check", "s"), cwd=ROOM, capture_output=True, check=False)
    assert (b"\x1b" in done.stdout, done.stderr) == (False, b"")


def test_terminals_without_a_keyboard_get_the_summary() -> None:
    shown = seen(driver("s"), "stdin", "stdout", "stderr")
    assert b"Crossplane 2.4 accepts it" in shown


def test_interruption_ends_quietly_with_130() -> None:
    with subprocess.Popen(driver("show", "endless"), cwd=ROOM, stderr=subprocess.PIPE, text=True) as child:
        assert child.stderr is not None
        child.stderr.readline()
        child.send_signal(signal.SIGINT)
        said = child.stderr.read()
    assert (child.returncode, said.strip()) == (130, "")
