"""How long until something is on the screen: ratios to a bare Textual app, taken in the same run.

    python tests/benchmarks/opening.py SOURCE [ROUNDS]

Each program runs in a terminal of its own, 120x40. Printed are medians in milliseconds and ratios to the bare app:
`paint` is the first byte that is drawn, `list` the first object's row, `judged` the verdict. With XPKGTUI_ORACLE
naming the folder of the oracle's programs, `judged` is also compared with `packages streams` over the same stream.
"""

import fcntl
import json
import os
import pty
import select
import shutil
import signal
import statistics
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

BARE = """
from textual.app import App
from textual.widgets import Static

class Bare(App):
    def compose(self):
        yield Static("painted")

Bare().run()
"""
LIMIT = 120.0
MARKS = {"paint": b"\x1b[?1049h", "list": "▶".encode()}


def judged_mark(source: str) -> bytes:
    """The name of the tool that judges, as the verdict begins with it: `opm 1.73`."""
    command = [sys.executable, "-m", "xpkgtui", "show", "--format", "json", source]
    shown = json.loads(subprocess.run(command, capture_output=True, check=False).stdout)
    return " ".join(shown["reason"].split()[:2]).encode()


def measure(command: Sequence[str], marks: Mapping[str, bytes]) -> dict[str, float]:
    """Seconds from the start until each mark was drawn; the program is killed then."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(TERM="xterm-256color", COLORTERM="truecolor")
        os.execvp(command[0], list(command))
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    began = time.perf_counter()
    seen = b""
    found: dict[str, float] = {}
    while len(found) < len(marks) and time.perf_counter() - began < LIMIT:
        if not select.select([terminal], [], [], 0.5)[0]:
            continue
        try:
            seen += os.read(terminal, 1 << 16)
        except OSError:
            break
        for name, mark in marks.items():
            if name not in found and mark in seen:
                found[name] = time.perf_counter() - began
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    os.close(terminal)
    return found


def medians(command: Sequence[str], marks: Mapping[str, bytes], rounds: int) -> dict[str, float]:
    """The median of each mark."""
    runs = [measure(command, marks) for _ in range(rounds)]
    return {name: statistics.median(run[name] for run in runs if name in run) for name in marks if name in runs[0]}


def oracle(source: str) -> float | None:
    """Seconds that Crossplane's own library takes to parse and lint the stream; None without it."""
    folder = os.environ.get("XPKGTUI_ORACLE")
    if folder is None or not source.endswith(".yaml"):
        return None
    began = time.perf_counter()
    question = json.dumps({"id": "1", "file": str(Path(source).resolve())})
    subprocess.run([f"{folder}/packages", "streams"], input=question.encode(), stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - began


def main(source: str = "demo", rounds: str = "5") -> None:
    """Prints the table."""
    program = shutil.which("xpkgtui", path=str(Path(sys.executable).parent)) or "xpkgtui"
    bare = medians([sys.executable, "-c", BARE], {"paint": b"painted"}, int(rounds))["paint"]
    ours = medians([program, source], MARKS | {"judged": judged_mark(source)}, int(rounds))
    print(f"{'bare Textual app':24}{bare * 1000:9.0f} ms")
    for name, seconds in ours.items():
        print(f"{source[-16:]:16}{name:8}{seconds * 1000:9.0f} ms  {seconds / bare:6.2f} x bare")
    if (real := oracle(source)) is not None and "judged" in ours:
        print(f"{'packages streams':24}{real * 1000:9.0f} ms  judged is {ours['judged'] / real:.2f} x of it")


if __name__ == "__main__":
    main(*sys.argv[1:])
