"""How long a key takes to be seen while a layer with very many files is listed, scrolled, filtered and opened.

    python tests/benchmarks/listing.py [FILES]

The program runs in a terminal of its own, 120x40, over an archive that is built first: a layer with that many files
in one folder, one with as many in a deep and wide tree, and the package above them. Printed are the median, the 99th
of a hundred and the longest time in milliseconds from a key to the next thing that is drawn, for each kind of key.
Beside them stands what the screen's process had of the processor in the median and the longest, and how long that one
stood in line for it (Linux only): a long time without much of it is the machine's, not ours. The last lines are of a
bare list of Textual's, which draws nothing but numbers: no list is faster.
"""

import math
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.terminals import Terminal, Took
from builders.oci.images import image, oci_archive
from builders.oci.layers import file, folder, layer

PACKAGE = """apiVersion: meta.pkg.crossplane.io/v1
kind: Configuration
metadata:
  name: many-files
"""


def archive(count: int) -> bytes:
    """Three layers: a flat one, a deep and wide one, and the package."""
    flat = layer(folder("flat"), *(file(f"flat/file-{number:06}.txt", b"x") for number in range(count)))
    deep = layer(*(file(f"{path(number)}/file-{number:06}.txt", b"x") for number in range(count)))
    return oci_archive(image(flat, deep, layer(file("package.yaml", PACKAGE), base=True)))


def path(number: int) -> str:
    """Twenty folders wide, and deep."""
    return "tree/" + "/".join(f"folder-{number // 20**level % 20:02}" for level in range(1, 4))


def tell(what: str, times: Sequence[Took]) -> None:
    """A line of the table."""
    found = sorted(times)
    middle, last = found[len(found) // 2], found[-1]
    late = found[math.ceil(0.99 * len(found)) - 1]
    numbers = (middle.wall, late.wall, last.wall, middle.ran, last.ran, last.waited)
    print(f"{what:<40}" + "".join(f"{1000 * number:>9.1f}" for number in numbers) + f"{len(found):>6}")


def main(count: int) -> None:
    """The whole table."""
    heads = ("median", "p99", "longest", "cpu:med", "cpu:long", "in line", "keys")
    print(f"{'milliseconds':<40}" + "".join(f"{head:>9}" for head in heads[:-1]) + f"{heads[-1]:>6}")
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "many.tar"
        source.write_bytes(archive(count))
        terminal = Terminal([sys.executable, "-m", "xpkgtui", "browse", str(source)])
        terminal.wait(b"many-files")
        for key in ("2", "G"):
            terminal.press(key)
        flat(terminal)
        deep(terminal)
        terminal.close()
    bare = Terminal([sys.executable, str(Path(__file__).with_name("bare.py")), str(count)])
    bare.wait(b"row 30")
    tell("bare list: down", [bare.press("j") for _ in range(100)])
    tell("bare list: page down", [bare.press("\x1b[6~") for _ in range(100)])
    bare.close()


def flat(terminal: Terminal) -> None:
    """The layer whose files lie in one folder, in all views that have it."""
    tell("enter on the flat layer", [terminal.press("\r")])
    terminal.wait(b"flat")
    tell("its folder is opened", [terminal.press("\r")])
    tell("down, while it is listed", [terminal.press("j") for _ in range(20)])
    terminal.settle()
    scrolled(terminal, "")
    tell("a filter that finds all", [terminal.press(key) for key in "/file"])
    terminal.settle()
    tell("a filter that finds few", [terminal.press(key) for key in "-00123"])
    terminal.settle()
    tell("filter cleared", [terminal.press("\x1b")])
    terminal.settle()
    for view in ("up to it", "flattened"):
        tell(f"{view}: the view", [terminal.press("t")])
        terminal.settle(3.0)
        terminal.press("g")
        tell(f"{view}: its folder is opened", [terminal.press("\r")])
        tell(f"{view}: down, while it is listed", [terminal.press("j") for _ in range(20)])
        terminal.settle()
        scrolled(terminal, f"{view}: ")
        tell(f"{view}: a filter", [terminal.press(key) for key in "/file-00123"])
        terminal.settle()
        terminal.press("\x1b")
        terminal.settle()


def scrolled(terminal: Terminal, where: str) -> None:
    """Keys that move."""
    tell(f"{where}down", [terminal.press("j") for _ in range(100)])
    tell(f"{where}page down", [terminal.press("\x1b[6~") for _ in range(100)])
    tell(f"{where}bottom and top", [terminal.press(key) for key in "GgGgGg"])


def deep(terminal: Terminal) -> None:
    """The layer with a tree of folders, which are opened level by level."""
    for key in "2k\r":
        terminal.press(key)
    terminal.wait(b"tree")
    opened = []
    for _ in range(3):
        opened.append(terminal.press("O"))
        terminal.settle()
    tell("folders opened, all at once", opened)
    tell("down, among open folders", [terminal.press("j") for _ in range(100)])


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 60_000)
