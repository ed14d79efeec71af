"""The program in a real terminal: it opens, survives its children, and leaves the terminal as it was."""

import os
import signal
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


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (120, 40), (160, 50)])
def test_the_demo_opens_on_its_objects_and_quits_to_the_shell(tmp_path: Path, columns: int, rows: int) -> None:
    with Terminal(tmp_path, columns=columns, rows=rows) as terminal:
        terminal.type(f"{PROGRAM} demo; echo ended with $?")
        shown = terminal.until(r"Crossplane 2\.4 accepts it")
        assert "provider-harbourmaster" in shown
        assert max(map(len, shown.split("\n"))) <= columns
        terminal.press("q")
        terminal.until("ended with 0")
        assert "accepts it" not in terminal.screen()


def test_both_children_may_be_killed_and_the_screen_goes_on(tmp_path: Path) -> None:
    with Terminal(tmp_path) as terminal:
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
    for keys in (b"3q", b"Fq", b"xq", b"2]]]q", b"iq"):
        sent = raw_output([str(folder)], until=b"Crossplane 2.4", keys=keys)
        assert b"\x1b]52" not in sent
        assert b"owned\x07" not in sent
        assert b"\x9b31m" not in sent
        assert "\u202e".encode() not in sent
