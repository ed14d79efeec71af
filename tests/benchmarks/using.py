"""How the screen works while it is used: frames, keys, searches and memory, against references of the same run.

    python tests/benchmarks/using.py [--json] [--rounds 3] [--only WORD] [--program PATH]

WORD is frames, keys, lists, search, document, files, memory or growth.

Needs the corpus in XPKGTUI_CORPUS, and Linux for figures about memory and the processor. The program runs in a
terminal of its own, 120x40, over 80 MB with 1,540 objects, a document of 7 MB, and a layer with 60,000 files.

Frames are counted in the program's process (`framed.py`): `drawing` is the frame alone, `all work` what the screen's
thread did since the frame before. A key is written to the terminal, and its time ends when what it asked for is read
there; beside the time by the clock stands what the screen's threads had of the processor, because a machine that does
other things meanwhile lets both wait. The 99th of a hundred counts, or the longest of fewer; of few, the median.
Peaks of memory are the sum over all processes, shared pages counted in each.
"""

import json
import re
import shutil
import statistics
import sys
import tempfile
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks import listing
from benchmarks.figures import Figure, figure, late, tell
from benchmarks.measuring import about, options
from benchmarks.memory import peak_of, private, watched
from benchmarks.packages import archived, azure, stream
from benchmarks.starting import BARE
from benchmarks.terminals import Terminal, Took, cursors

MB = 1e6
_OBJECTS, _PLACES = re.compile(rb"[1-9]\d* of 1,540 objects"), re.compile(rb"/\S+ [0-9,]+\+? (match|of)")
_VERDICT, _LIST = b"accepts it", "▶".encode()


class Bench:
    """The packages, and the program with a cache of its own."""

    def __init__(self, program: str, folder: Path, rounds: int) -> None:
        self.program, self.folder, self.rounds = program, folder, rounds
        self.python = str(Path(program).with_name("python"))
        self.text = azure()
        self.large = str(archived(folder, "large", self.text))

    @property
    def cold(self) -> dict[str, str]:
        """An environment whose cache is empty."""
        shutil.rmtree(self.folder / "cache", ignore_errors=True)
        folder = str(self.folder)
        return {
            "XDG_CACHE_HOME": f"{folder}/cache",
            "XDG_STATE_HOME": folder,
            "XDG_CONFIG_HOME": folder,
            "PYTHONDONTWRITEBYTECODE": "",
        }

    def opened(self, source: str) -> Terminal:
        """The program with a package that it has judged."""
        terminal = Terminal([self.program, source], self.cold)
        terminal.wait(_VERDICT, 300)
        return terminal

    def frames(self) -> Iterator[Figure]:
        """What frames cost while 80 MB are judged."""
        names = ("while judged", "idle")
        found: dict[str, list[list[tuple[float, float, float]]]] = {"judged": [], "idle": []}
        for number in range(self.rounds):
            report = self.folder / f"frames-{number}.json"
            runner = str(Path(__file__).with_name("framed.py"))
            terminal = Terminal([self.python, runner, str(report), self.large], self.cold)
            while not report.exists():
                terminal.read(0.5)
            terminal.settle()
            terminal.close()
            for phase, frames in json.loads(report.read_text()).items():
                found[phase].append(frames)
        for name, column, reach in (("drawing", 1, "<= 16"), ("all work", 2, "")):
            values = [
                1000 * late([frame[column] for run in found[phase] for frame in run]) for phase in ("judged", "idle")
            ]
            yield Figure(f"frame, {name}, {names[0]}", values[0], "ms", reach, names[1], values[1])
        rates = [statistics.median(map(_rate, found[phase])) for phase in ("judged", "idle")]
        yield Figure(f"frames a second, {names[0]}", rates[0], "fps", ">= 57", names[1], rates[1])

    def keys(self) -> Iterator[Figure]:
        """The cursor goes down and up while 80 MB are judged, and afterwards."""
        took: dict[str, list[Took]] = {"judged": [], "idle": []}
        for turn in range(self.rounds):
            terminal = Terminal([self.program, self.large], self.cold)
            terminal.until(lambda seen: b"1,540 objects" in seen and bool(cursors(seen)), 60)
            phase, line = "judged", cursors(terminal.seen)[-1]
            while len(took["idle"]) < 60 * (turn + 1):
                for key, target in (("j", 1), ("k", 0)):
                    one = terminal.press(key, partial(_is_at, line + target), quiet=0.01)
                    took[phase].append(one)
                if _VERDICT in terminal.seen:
                    phase = "idle"
            terminal.close()
        yield figure("key to paint, while judged", took["judged"], "<= 33", "idle", took["idle"])

    def lists(self) -> Iterator[Figure]:
        """The list of 1,540 objects."""
        terminal = self.opened(self.large)
        yield figure("1,540 objects: to the end and back", [terminal.press(key) for key in "GgGgGg"], "<= 50")
        terminal.press("/")
        typed = [
            terminal.press(word[-1], partial(_holds, f"/{word}".encode()))
            for word in ("v", "vi", "vir", "virt", "virtu")
        ]
        yield figure("1,540 objects: a letter of a filter", typed, "<= 50")
        terminal.press("\x1b")
        terminal.press("f")
        terminal.close()

    def search(self) -> Iterator[Figure]:
        """A word in 80 MB: which objects hold it, and where it is in the file."""
        terminal = self.opened(self.large)
        objects = []
        for word in ("virtualmachinescaleset", "keyvaultsecretid", "publicipaddress"):
            terminal.press("/")
            terminal.paste(f"text:{word}"[:-1])
            terminal.settle(0.3, 2.0)
            objects.append(terminal.press(word[-1], lambda seen: bool(_OBJECTS.search(seen)), quiet=0.5))
            terminal.press("\x1b", quiet=0.5)
        yield figure("80 MB: the first objects with a word", objects, "<= 200")
        for key in "3\r":
            terminal.press(key, quiet=1.0)
        terminal.settle(3.0)
        text = []
        for word in ("virtualmachinescalesets", "zoneredundant", "keyvaultsecretid"):
            terminal.press("/", quiet=0.5)
            text.append(terminal.paste(word, lambda seen: bool(_PLACES.search(seen))))
            terminal.settle(0.3, 2.0)
            terminal.press("\x1b", quiet=0.5)
        yield figure("80 MB: the first place of a word", text, "<= 200")
        terminal.close()

    def document(self) -> Iterator[Figure]:
        """A document of 7 MB."""
        source = archived(self.folder, "long", stream(definitions=1, fields=42_000).encode())
        terminal = self.opened(str(source))
        for key in ("j", "j", "\r"):
            terminal.press(key, quiet=0.5)
        terminal.settle(2.0)
        yield figure("7 MB document: to the end and back", [terminal.press(key) for key in "GgGgGg"], "<= 50")
        yield figure("7 MB document: page down", [terminal.press("\x1b[6~") for _ in range(60)], "<= 50")
        terminal.press("/")
        typed = [terminal.press(key) for key in "field 4199"]
        yield figure("7 MB document: a letter of a search", typed, "<= 50")
        terminal.close()

    def files(self) -> Iterator[Figure]:
        """A layer with 60,000 files in one folder."""
        source = self.folder / "files.tar"
        source.write_bytes(listing.archive(60_000))
        terminal = Terminal([self.program, "browse", str(source)], self.cold)
        terminal.wait(b"many-files")
        for key in ("2", "G", "\r", "\r"):
            terminal.press(key, quiet=1.0)
        terminal.settle()
        yield figure("60,000 files: to the end and back", [terminal.press(key) for key in "GgGgGg"], "<= 50")
        yield figure("60,000 files: page down", [terminal.press("\x1b[6~") for _ in range(60)], "<= 50")
        yield figure("60,000 files: a letter of a filter", [terminal.press(key) for key in "/file-001"], "<= 50")
        terminal.close()

    def memory(self) -> Iterator[Figure]:
        """The screen's own memory, and that of all processes."""
        bare = Terminal([self.python, "-c", BARE])
        bare.wait(b"painted")
        reference = private(bare.child) / MB
        bare.close()
        terminal = Terminal([self.program, self.large], self.cold)
        with watched(terminal.child) as peak:
            terminal.wait(_VERDICT, 300)
        own, size = private(terminal.child) / MB, len(self.text) / MB
        terminal.close()
        yield Figure(
            "screen after open, private", own, "MB", f"<= {reference + 25:.0f}", "bare Textual app", reference
        )
        show, check = (self.program, "show", "--no-check", self.large), (self.program, "check", self.large)
        opened, checked = (peak_of(words, self.cold) / MB for words in (show, check))
        yield Figure("peak, open", opened, "MB", f"<= {100 + 1.5 * size:.0f}", "package.yaml", size)
        yield Figure("peak, check", checked, "MB", f"<= {150 + 2 * size:.0f}", "package.yaml", size)
        yield Figure("peak, screen, opened and judged", peak.bytes / MB, "MB", "", "package.yaml", size)

    def growth(self) -> Iterator[Figure]:
        """From 150 to 1,500 documents."""
        sources = {
            count: str(archived(self.folder, f"of-{count}", stream(definitions=count - 1).encode()))
            for count in (150, 1500)
        }
        for command in (("show", "--no-check"), ("check",)):
            peaks = {count: peak_of((self.program, *command, source), self.cold) for count, source in sources.items()}
            name = f"growth of memory, {command[0]}, 1,500 documents"
            yield Figure(name, peaks[1500] / peaks[150], "x", "<= 11", "150 documents", 1.0)
        opened = {count: self._opened(source) for count, source in sources.items()}
        for at, name in enumerate(("to the list", "to the verdict")):
            pairs = zip(opened[1500], opened[150], strict=True)
            ratio = statistics.median(large[at] / small[at] for large, small in pairs)
            yield Figure(f"growth of time, {name}, 1,500 documents", ratio, "x", "<= 11", "150 documents", 1.0)

    def _opened(self, source: str) -> list[tuple[float, float]]:
        """Seconds to the list and to the verdict, in each round."""
        found = []
        for _ in range(self.rounds):
            terminal = Terminal([self.program, source], self.cold)
            first = terminal.until(lambda seen: _LIST in seen)
            found.append((first, first + terminal.until(partial(_has_verdict, terminal), 120)))
            terminal.close()
        return found


def _is_at(line: int, seen: bytes) -> bool:
    return line in cursors(seen)


def _holds(mark: bytes, seen: bytes) -> bool:
    return mark in seen


def _has_verdict(terminal: Terminal, _seen: bytes) -> bool:
    return _VERDICT in terminal.seen


def _rate(frames: Sequence[tuple[float, float, float]]) -> float:
    return (len(frames) - 1) / (frames[-1][0] - frames[0][0]) if len(frames) > 1 else 0.0


def main() -> None:
    """Prints the figures."""
    asked = options(__doc__).parse_args()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(asked.program, Path(folder), asked.rounds)
        parts = (
            bench.frames,
            bench.keys,
            bench.lists,
            bench.search,
            bench.document,
            bench.files,
            bench.memory,
            bench.growth,
        )
        found = []
        for part in parts:
            if asked.only in part.__name__:
                print(part.__name__, file=sys.stderr, flush=True)
                found += list(part())
    tell(found, about(asked.program), as_json=asked.json)


if __name__ == "__main__":
    main()
