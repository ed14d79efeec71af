"""How long a key takes to be seen while a layer with very many files is listed, scrolled, filtered and opened.

    python tests/benchmarks/listing.py [FILES]

The program runs in a terminal of its own, 120x40, over an archive that is built first: a layer with that many files
in one folder, one with as many in a deep and wide tree, and the package above them. Printed are the median and the
longest time in milliseconds from a key to the next thing that is drawn, for each kind of key.
"""

import fcntl
import os
import pty
import select
import signal
import statistics
import struct
import sys
import tempfile
import termios
import time
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from builders.images import image, oci_archive
from builders.layers import file, folder, layer

PACKAGE = """apiVersion: meta.pkg.crossplane.io/v1
kind: Configuration
metadata:
  name: many-files
"""
QUIET = 0.05
"""Seconds without a word from the program after which it has drawn what a key asked for."""


class Terminal:
    """A program in a terminal of its own."""

    def __init__(self, command: Sequence[str]) -> None:
        self.child, self.terminal = pty.fork()
        if self.child == 0:
            os.environ.update(TERM="xterm-256color", COLORTERM="truecolor")
            os.execvp(command[0], list(command))
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))

    def read(self, timeout: float) -> bytes:
        """What is drawn within that time; empty where nothing is."""
        if not select.select([self.terminal], [], [], timeout)[0]:
            return b""
        return os.read(self.terminal, 1 << 16)

    def wait(self, mark: bytes, limit: float = 30.0) -> None:
        """Waits until `mark` is drawn, and then until nothing is any more."""
        seen, end = b"", time.perf_counter() + limit
        while mark not in seen and time.perf_counter() < end:
            seen += self.read(0.5)
        self.settle()

    def settle(self, quiet: float = 0.5) -> None:
        """Waits until nothing is drawn any more."""
        while self.read(quiet):
            pass

    def press(self, key: str) -> float:
        """Seconds from the key to the first thing drawn; waits for the rest of it as well."""
        while self.read(0):
            pass
        began = time.perf_counter()
        os.write(self.terminal, key.encode())
        seen = self.read(5.0)
        took = time.perf_counter() - began
        while seen:
            seen = self.read(QUIET)
        return took

    def close(self) -> None:
        """Ends it."""
        os.kill(self.child, signal.SIGKILL)
        os.waitpid(self.child, 0)


def archive(count: int) -> bytes:
    """Three layers: a flat one, a deep and wide one, and the package."""
    flat = layer(folder("flat"), *(file(f"flat/file-{number:06}.txt", b"x") for number in range(count)))
    deep = layer(*(file(f"{path(number)}/file-{number:06}.txt", b"x") for number in range(count)))
    return oci_archive(image(flat, deep, layer(file("package.yaml", PACKAGE), base=True)))


def path(number: int) -> str:
    """Twenty folders wide, and deep."""
    return "tree/" + "/".join(f"folder-{number // 20**level % 20:02}" for level in range(1, 4))


def tell(what: str, times: Sequence[float]) -> None:
    """A line of the table."""
    found = [round(1000 * each, 1) for each in times]
    print(f"{what:<44}{statistics.median(found):>8} {max(found):>8}   {len(found)} keys")


def main(count: int) -> None:
    """The whole table."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "many.tar"
        source.write_bytes(archive(count))
        terminal = Terminal([sys.executable, "-m", "xpkgtui", "browse", str(source)])
        terminal.wait(b"many-files")
        print(f"{'milliseconds':<44}{'median':>8} {'longest':>8}")
        for key in ("2", "G"):
            terminal.press(key)
        tell("enter on the flat layer", [terminal.press("\r")])
        terminal.wait(b"flat")
        tell("its folder is opened", [terminal.press("\r")])
        tell("down, while it is listed", [terminal.press("j") for _ in range(20)])
        terminal.settle()
        tell("down", [terminal.press("j") for _ in range(50)])
        tell("page down", [terminal.press("\x1b[6~") for _ in range(30)])
        tell("bottom and top", [terminal.press(key) for key in "GgGgGg"])
        tell("a filter that finds all", [terminal.press(key) for key in "/file"])
        terminal.settle()
        tell("a filter that finds few", [terminal.press(key) for key in "-00123"])
        terminal.settle()
        tell("filter cleared", [terminal.press("\x1b")])
        terminal.settle()
        tell("the next layer", [terminal.press(key) for key in "2k"])
        terminal.settle()
        tell("folders opened, all at once, four times", [terminal.press(key) for key in "3OOOO"])
        terminal.settle()
        tell("down, among open folders", [terminal.press("j") for _ in range(30)])
        tell("next views", [terminal.press("t") for _ in range(4)])
        terminal.close()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 60_000)
