"""The terminal is given back as it was, however the screen ends."""

import os
import select
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from builders.gate import few
from builders.program.terminals import PROGRAM, Ending, Screen, Terminal, ending

pytestmark = pytest.mark.tty

DEMO = [sys.executable, "-m", "xpkgtui", "demo"]
SHOWN = b"Crossplane 2.4"
UNDONE = (b"\x1b[?1049l", b"\x1b[?25h", b"\x1b[?2004l", b"\x1b[?1000l", b"\x1b[?1003l", b"\x1b[?1006l", b"\x1b[<u")
"""The other screen, the cursor, pastes, the mouse, the keyboard protocol."""

BROKEN = """
import sys
from textual.drivers.linux_driver import LinuxDriver
from xpkgtui.app.application import Application
from xpkgtui.app.screens.help import Help
from xpkgtui.app.tty.driver import TerminalDriver
from xpkgtui.app.widgets.text_view import TextView
from xpkgtui.cli.program import program

def broken(*_):
    package = "of a package"
    raise ZeroDivisionError("by \\x1b[31m nought")

{breaking}
sys.exit(program.main(["demo"], "xpkgtui"))
"""
BREAKING = {
    "a handler": "Application.action_help = broken",
    "compose": "Help.compose = broken",
    "a renderer": "Application.action_help = lambda app: setattr(TextView, 'render_line', broken)"
    " or app.action_theme()",
    "a worker": "Application.action_help = lambda app: app.run_worker(broken, thread=True) and None",
    "the thread of keys": "TerminalDriver.process_message = lambda driver, message: broken()"
    " if getattr(message, 'key', '') == 'question_mark' else LinuxDriver.process_message(driver, message)",
}


def wait_for_end(process: int) -> None:
    """Returns as soon as a process of others has ended; fails where it goes on."""
    try:
        handle = os.pidfd_open(process)
    except ProcessLookupError:
        return
    with os.fdopen(handle, closefd=True):
        assert select.select([handle], [], [], 30)[0]


def wait_until_empty(folder: Path) -> None:
    """Returns as soon as nothing is in a folder; fails where something stays."""
    deadline = time.monotonic() + 30
    while found := list(folder.iterdir()):
        assert time.monotonic() < deadline, found
        time.sleep(0.01)


def ending_by(number: signal.Signals) -> tuple[Ending, list[int]]:
    """How the program ends when it gets a signal, and the processes that it had started."""
    children: list[int] = []

    def end(screen: Screen) -> None:
        children.extend(screen.children())
        os.kill(screen.process, number)

    return ending(DEMO, until=SHOWN, act=end), children


@pytest.mark.parametrize(
    ("number", "code"),
    few([(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGQUIT, 131), (signal.SIGINT, 130)], 2),
)
def test_a_signal_gives_the_terminal_back(number: signal.Signals, code: int) -> None:
    ended, children = ending_by(number)
    assert (ended.code, ended.is_given_back) == (code, True)
    assert children
    for child in children:
        wait_for_end(child)
    last = ended.sent.rpartition(b"\x1b\\")[2]
    assert [undone for undone in UNDONE if undone not in last] == []
    assert b"Traceback" not in ended.sent


def services(mark: str) -> list[int]:
    """The services whose environment has that text."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            is_ours = mark.encode() in (place / "environ").read_bytes()
            if is_ours and b"xpkgtui.service.server" in (place / "cmdline").read_bytes():
                found.append(int(place.name))
        except OSError:
            continue  # it has ended, or is another's
    return found


def test_a_setting_that_is_wrong_is_told_and_ends_the_service_that_was_started(tmp_path: Path) -> None:
    environment = {"XPKGTUI_PROFILE": "nope", "XDG_STATE_HOME": str(tmp_path)}
    command = ["sh", "-c", 'echo ready; read _; exec "$@"', "sh", *DEMO]
    ended = ending(command, until=b"ready", act=lambda screen: screen.press(b"\n"), environment=environment)
    assert (ended.code, ended.is_given_back, b"\x1b[?1049h" in ended.sent) == (2, True, False)
    assert b"there is no profile nope" in ended.sent
    for process in services(str(tmp_path)):
        wait_for_end(process)


@pytest.mark.parametrize("where", few(BREAKING, 2))
def test_a_crash_is_one_line_and_a_log(where: str, tmp_path: Path) -> None:
    command = [sys.executable, "-c", BROKEN.format(breaking=BREAKING[where])]
    environment = {"XDG_STATE_HOME": str(tmp_path)}
    ended = ending(command, until=SHOWN, act=lambda screen: screen.press(b"?"), environment=environment)
    assert (ended.code, ended.is_given_back) == (70, True)
    (log,) = (tmp_path / "xpkgtui" / "log").iterdir()
    printed = ended.sent.rpartition(b"\x1b[?1004l")[2].decode()
    assert printed.strip().count("\n") == 0
    assert "ZeroDivisionError: by ␛[31m nought" in printed
    assert str(log) in printed
    assert "ZeroDivisionError" in log.read_text()


@pytest.mark.parametrize("burst", [b"q/:x", pytest.param(b"q?F", marks=pytest.mark.whole)])
def test_what_is_typed_behind_the_end_does_nothing(burst: bytes) -> None:
    ended = ending(DEMO, until=SHOWN, act=lambda screen: screen.press(burst))
    assert (ended.code, ended.is_given_back) == (0, True)
    assert b"bug" not in ended.sent


def test_ctrl_c_quits_and_what_is_typed_in_another_encoding_before_ends_nothing() -> None:
    ended = ending(DEMO, until=SHOWN, act=lambda screen: screen.press(b"\xe9\xff\x03\x03"))
    assert (ended.code, ended.is_given_back) == (0, True)
    assert b"mistake" not in ended.sent


def test_the_children_end_with_a_screen_that_is_killed() -> None:
    ended, children = ending_by(signal.SIGKILL)
    assert ended.code == 137
    assert children
    for child in children:
        wait_for_end(child)


def quit_by_key(screen: Screen) -> None:
    screen.press(b"q")


def quit_by_signal(screen: Screen) -> None:
    os.kill(screen.process, signal.SIGTERM)


@pytest.mark.parametrize(
    ("number", "leave"),
    few(
        [
            (signal.SIGKILL, quit_by_key),
            (signal.SIGTERM, quit_by_signal),
            (signal.SIGSTOP, quit_by_key),
            (signal.SIGSTOP, quit_by_signal),
        ],
        2,
    ),
)
def test_a_child_that_is_killed_or_stopped_leaves_nothing(
    number: signal.Signals, leave: Callable[[Screen], None], tmp_path: Path
) -> None:
    children: list[int] = []
    temporary = tmp_path / "temporary"
    temporary.mkdir()

    def harm(screen: Screen) -> None:
        children.extend(screen.children())
        for child in children:
            os.kill(child, number)
        assert list(temporary.iterdir())
        leave(screen)

    ended = ending(DEMO, until=SHOWN, act=harm, environment={"TMPDIR": str(temporary)})
    left = time.monotonic()
    assert ended.code in (0, 143)
    for child in children:
        wait_for_end(child)
    wait_until_empty(temporary)
    assert time.monotonic() - left < 5


def test_ctrl_z_stops_the_job_and_fg_draws_it_again() -> None:
    with Terminal() as terminal:
        terminal.type(f"{PROGRAM} demo")
        terminal.until(r"Crossplane 2\.4 accepts it")
        children = terminal.children()
        terminal.press("C-z")
        assert "accepts it" not in terminal.until("Stopped")
        terminal.type("stty -a | grep -o ' icanon' | sed s/icanon/usual/")
        terminal.until(r"usual\n\$\s*$")
        terminal.type("fg")
        terminal.until(r"Crossplane 2\.4 accepts it")
        assert terminal.children() == children
        terminal.press("2", "q")
        assert "accepts it" not in terminal.until(r"\$ fg\n.*\n\$\s*$")


HELD = """
import os, select, sys
from textual.drivers import linux_driver
from xpkgtui.cli.program import program

class Held(linux_driver.Thread):
    is_first = True

    def join(self):
        super().join()
        if self.name == "textual-input" and Held.is_first:
            Held.is_first = False
            os.write(1, b"no key is read")
            select.select([0], [], [])

linux_driver.Thread = Held
sys.exit(program.main(["demo"], "xpkgtui"))
"""


def test_a_program_that_is_continued_takes_the_terminal_again_and_loses_no_key() -> None:
    def go_on(screen: Screen) -> None:
        os.kill(screen.process, signal.SIGCONT)
        screen.until(b"no key is read")
        screen.press(b"q")

    ended = ending([sys.executable, "-c", HELD], until=SHOWN, act=go_on)
    assert (ended.code, ended.is_given_back) == (0, True)
    assert ended.sent.count(b"\x1b[?1049h") == ended.sent.count(b"\x1b[?1049l")


def test_ctrl_z_without_a_shell_stops_nothing() -> None:
    ended = ending(DEMO, until=SHOWN, act=lambda screen: screen.press(b"\x1aq"))
    assert (ended.code, ended.is_given_back) == (0, True)


def test_keys_are_read_where_standard_input_is_closed() -> None:
    closed = ["sh", "-c", '"$@" <&-', "sh", *DEMO]
    ended = ending(closed, until=SHOWN, act=lambda screen: screen.press(b"q"))
    assert (ended.code, ended.is_given_back) == (0, True)
    assert b"\x1b[?1049h" in ended.sent
