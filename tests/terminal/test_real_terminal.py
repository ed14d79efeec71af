"""The program in a real terminal: it opens, survives its children, and leaves the terminal as it was."""

import os
import signal
import sys
from pathlib import Path

import pytest
from builders.oci.images import image, write_layout
from builders.oci.layers import file, layer
from builders.program.terminals import PROGRAM, Terminal, raw_output

pytestmark = pytest.mark.tty

HOSTILE = "\x1b]52;c;ZXZpbA==\x07\x1b]0;owned\x07\x1b[31m\x9b31m\u202e[/][bold @click=app.quit]x"
META = """---
apiVersion: meta.pkg.crossplane.io/v1
kind: Configuration
metadata:
  name: acme
  annotations:
    meta.crossplane.io/description: "\\e]52;c;ZXZpbA==\\a\\e]0;owned\\a [/] \\u202e"
    "{[/]}": "[bold @click=app.quit]"
---
"""


# A package that no builder writes, over a port that needs no service.
SCRIPTED = """
import sys
sys.path[:0] = [{tests!r}, {root!r}]
from pathlib import Path
from builders.screens.hostile import hostile
from builders.screens.port import ScriptedPort
from xpkgtui.app.running import run, taken
from xpkgtui.inspection.messages.requests import Options
story = hostile(Path({folder!r}))
with taken(story.source, None, {{}}):
    sys.exit(run(ScriptedPort(story), story.source, Options()))
"""


# What is typed is written by the terminal itself, until a screen reads it.
ECHOED = """
import sys, termios
sys.path[:0] = [{root!r}]
from xpkgtui.app.running import taken
is_written = lambda: bool(termios.tcgetattr(0)[3] & termios.ECHO)
with taken("harbour", None, {{}}):
    within = is_written()
print("written:", within, is_written())
"""


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (120, 40), (160, 50)])
def test_the_demo_opens_on_its_objects_and_quits_to_the_shell(columns: int, rows: int) -> None:
    with Terminal(columns=columns, rows=rows) as terminal:
        terminal.type(f"{PROGRAM} demo; echo ended with $?")
        shown = terminal.until(r"Crossplane 2\.4 accepts it")
        assert "provider-harbourmaster" in shown
        assert max(map(len, shown.split("\n"))) <= columns
        terminal.press("q")
        terminal.until("ended with 0")
        assert "accepts it" not in terminal.screen()


def test_what_is_typed_is_not_written_over_the_first_frame(tmp_path: Path) -> None:
    program = tmp_path / "echoed.py"
    program.write_text(ECHOED.format(root=str(Path(__file__).parents[2])))
    with Terminal(columns=80, rows=24) as terminal:
        terminal.type(f"{sys.executable} {program}")
        terminal.until("written: False True")


def test_an_answer_is_drawn_while_the_screen_beneath_changes() -> None:
    with Terminal(columns=80, rows=24) as terminal:
        terminal.type(f"{PROGRAM} demo")
        terminal.until(r"Crossplane 2\.4 accepts it")
        terminal.press("R")
        terminal.until("Referrers")
        terminal.until(lambda screen: "Asking what belongs" not in screen)


@pytest.mark.parametrize(
    ("format", "verdict", "name"),
    [
        ("bundle", r"(opm 1\.\d+ accepts, OLM v1 refuses|[Rr]efused by OLM v1): ", "harbour-operator"),
        ("catalog", r"✗ opm 1\.\d+( refuses it)?: the channel fast|✗ opm 1\.\d+ refuses it", "harbour-catalog"),
        ("stack", r"✓ Crossplane 0\.12 accepts it", "stack-harbour"),
        ("plain", r"✓ RukPak 0\.12 accepts it", "port-office"),
        ("rukpak", r"✓ RukPak 0\.12 accepts it", "harbour"),
    ],
)
def test_the_demo_of_a_format_opens_with_its_verdict(format: str, verdict: str, name: str) -> None:
    with Terminal(columns=80, rows=24) as terminal:
        terminal.type(f"{PROGRAM} demo --format {format}; echo ended with $?")
        shown = terminal.until(verdict)
        assert name in shown
        assert max(map(len, shown.split("\n"))) <= 80
        terminal.press("q")
        terminal.until("ended with 0")


def test_both_children_may_be_killed_and_the_screen_goes_on() -> None:
    with Terminal() as terminal:
        terminal.type(f"{PROGRAM} demo; echo ended with $?")
        terminal.until(r"Crossplane 2\.4 accepts it")
        for child in terminal.children():
            os.kill(child, signal.SIGKILL)
        terminal.press("r")
        terminal.until(r"Crossplane 2\.4 accepts it")
        terminal.press("q")
        terminal.until("ended with 0")


def test_nothing_of_a_hostile_package_reaches_the_terminal_raw(tmp_path: Path) -> None:
    hostile = image(layer(file("package.yaml", META), file(HOSTILE, "x"), file("dir/" + HOSTILE, "x"), base=True))
    folder = write_layout(tmp_path / "layout", hostile)
    for keys in (b"32]]]Fq", b"xq", b"iq"):
        sent = raw_output([sys.executable, "-m", "xpkgtui", str(folder)], until=b"2.4 refuses it:", keys=keys)
        assert b"\x1b]52" not in sent
        assert b"owned\x07" not in sent
        assert b"\x9b31m" not in sent
        assert "\u202e".encode() not in sent


def test_a_screen_of_hostile_names_sends_nothing_of_its_own_and_gives_the_terminal_back(tmp_path: Path) -> None:
    root = Path(__file__).parents[2]
    code = SCRIPTED.format(tests=str(root / "tests"), root=str(root), folder=str(tmp_path))
    sent = raw_output([sys.executable, "-c", code], until=b"refuses it")
    assert b"\x1b]0;owned" not in sent
    assert "\x9b".encode() not in sent
    assert "\u202e".encode() not in sent
    assert b"owned\x07" not in sent
    assert b"\x1b[?1049l" in sent
