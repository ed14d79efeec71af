"""Text on a terminal: no word is torn at any width, and a pipe gets every line as it is."""

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from functools import cache
from pathlib import Path

import pytest
from builders.program.headless import run

from xpkgtui.cells import cells, flow
from xpkgtui.cli.reading.port_client import ProgressLine
from xpkgtui.inspection.messages.events import Progressed
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.reporting.as_text.tables import table

ROOM = Path(__file__).parents[2]
COMMANDS = (
    ("why", "demo"),
    ("why", "demo:refused"),
    ("why", "demo:bundle"),
    ("check", "demo"),
    ("check", "demo:bundle", "demo:stack"),
    ("check", "-v", "demo:plain"),
    ("check", "demo:catalog", "demo:rukpak"),
    ("show", "demo"),
    ("show", "--objects", "demo:bundle"),
    ("show", "demo:catalog"),
    ("rules",),
    ("rules", "XPKG401"),
    ("images", "demo"),
    ("images", "demo:bundle"),
    ("images", "demo:catalog"),
    ("explain", "demo"),
    ("rbac", "demo"),
    ("rbac", "demo:bundle"),
    ("rbac", "demo:catalog"),
    ("upgrades", "demo:catalog"),
    ("check", "no/such/file.xpkg"),
)
WIDE = (
    ("why", "demo"),
    ("check", "demo"),
    ("show", "demo"),
    ("rules", "XPKG401"),
    ("images", "demo"),
    ("explain", "demo"),
)
"""Where everything has room, a few say it."""
WIDTHS = {60: COMMANDS, 200: WIDE}
DRIVER = """
import contextlib, fcntl, struct, sys, termios
from xpkgtui.cli.program import program
for width, commands in {WIDTHS!r}.items():
    fcntl.ioctl(sys.stdout, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
    for command in commands:
        sys.argv = ["xpkgtui", *command]
        with contextlib.suppress(SystemExit):
            program.main()
    print("THE END", flush=True)
"""
pytestmark = pytest.mark.usefixtures("forked")
STYLES = re.compile("\x1b\\[[0-9;]*m")


def shown(width: int) -> tuple[str, ...]:
    """The lines that a terminal of this width is given by all commands."""
    return of_all_widths()[width]


@cache
def of_all_widths() -> dict[int, tuple[str, ...]]:
    """The same of each width, by one process."""
    ours, theirs = pty.openpty()
    environment = {name: value for name, value in os.environ.items() if name != "COLUMNS"} | {"XPKGTUI_NO_CACHE": "1"}
    driver = DRIVER.replace("{WIDTHS!r}", repr(WIDTHS))
    command = [sys.executable, "-c", driver]
    with subprocess.Popen(
        command, cwd=ROOM, env=environment, stdin=subprocess.DEVNULL, stdout=theirs, stderr=subprocess.PIPE
    ) as child:
        os.close(theirs)
        data = b""
        try:
            while read := os.read(ours, 1 << 16):
                data += read
        except OSError:  # Linux's way to say that the other side is closed
            pass
        assert child.stderr is not None
        assert b"Traceback" not in child.stderr.read()
    os.close(ours)
    *texts, _ = STYLES.sub("", data.decode()).replace("\r\n", "\n").split("THE END\n")
    return {width: tuple(text.split("\n")) for width, text in zip(WIDTHS, texts, strict=True)}


@pytest.mark.parametrize("width", WIDTHS)
def test_no_word_is_torn(width: int) -> None:
    lines = shown(width)
    assert len(lines) > 20 * len(WIDTHS[width])
    wide = [line for line in lines if cells(line) > width]
    # A single word that is wider than the terminal: a digest in a command, perhaps with the sign of its continuation.
    assert [line for line in wide if len(line.removesuffix(" \\").split()) > 1] == []


@pytest.mark.parametrize("width", WIDTHS)
def test_every_word_of_the_pipe_is_on_the_terminal(width: int) -> None:
    shown_words = set(" ".join(shown(width)).split())
    for command in (("check", "demo"), ("show", "demo"), ("rules", "XPKG401")):
        missing = set(run(*command).stdout.split()) - shown_words
        # Columns vanish by priority: of platforms the digest.
        assert {word for word in missing if not re.fullmatch("[0-9a-f]{12}|–", word)} == set()


def test_a_wide_terminal_shows_every_column() -> None:
    text = "\n".join(shown(200))
    assert "looks in" in text
    assert "layers" in text
    narrow = "\n".join(shown(60))
    assert "looks in" not in narrow
    assert "reads" in narrow


def test_continued_lines_keep_their_column() -> None:
    assert flow("  fix  one two three", 14, 7) == ["  fix  one two", "       three"]
    assert flow("  fix  one two three", 0, 7) == ["  fix  one two three"]


def test_a_sign_stays_before_its_words() -> None:
    assert flow("3 errors  ! 1 warning", 14) == ["3 errors", "! 1 warning"]
    assert flow("3 errors  \x1b[33m!\x1b[0m 1 warning", 11)[1:] == ["\x1b[33m!\x1b[0m 1 warning"]


def test_a_word_without_room_begins_further_left_unless_no_line_has_room() -> None:
    assert flow("a bbbbbbbb", 9, 4) == ["a", " bbbbbbbb"]
    assert flow("a bbbbbbbbbbb c", 9, 4) == ["a", "    bbbbbbbbbbb", "    c"]


def test_a_first_word_without_room_does_so_too() -> None:
    assert flow("    bbbbbbbb", 9, 4) == [" bbbbbbbb"]
    assert flow("    bbbbbbbbbbb", 9, 4) == ["    bbbbbbbbbbb"]


def test_last_cells_stand_beneath_where_their_column_has_no_room() -> None:
    rows = [("1", "a" * 30, "short"), ("2", "b", "a sentence of some length")]
    assert table(rows, width=56) == [
        f"  1  {'a' * 30}",
        "     short",
        "  2  b",
        "     a sentence of some length",
    ]
    assert table(rows, width=62) == [f"  1  {'a' * 30}  short", f"  2  b{' ' * 31}a sentence of some length"]


def test_a_last_cell_with_a_word_too_long_for_its_column_stands_beneath() -> None:
    rows = [("1", "first", "short enough to be beside"), ("2", "second", "w" * 35)]
    assert table(rows, width=42) == ["  1  first   short enough to be beside", "  2  second", f"     {'w' * 35}"]


def test_continued_lines_of_a_finding_begin_under_its_message() -> None:
    lines = shown(60)
    at = next(number for number, line in enumerate(lines) if line.startswith("! OLM011  "))
    assert lines[at + 1].startswith("          operators")


def test_progress_leaves_nothing_on_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 60, 0, 0))
    monkeypatch.delenv("COLUMNS", raising=False)
    with open(theirs, "w") as terminal:
        monkeypatch.setattr(sys, "stderr", terminal)
        progress = ProgressLine()
        progress.show(Progressed(part=PartName.PLATFORMS, what="x" * 200))
        terminal.flush()
        said = os.read(ours, 1 << 16).decode()
    os.close(ours)
    assert 40 < said.count("x") < 60


def test_wide_characters_count_twice_and_styles_not_at_all() -> None:
    assert flow("漢字 漢字", 8) == ["漢字", "漢字"]
    assert flow("\x1b[1mab\x1b[0m cd", 5) == ["\x1b[1mab\x1b[0m cd"]
