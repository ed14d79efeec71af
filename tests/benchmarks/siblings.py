"""The formats beside xpkg on the screen: until they are listed, the graph of a catalog, and the longest pause.

    python tests/benchmarks/siblings.py [--json] [--rounds 3] [--only WORD] [--program PATH]

Needs the corpus in XPKGTUI_CORPUS, and Linux for figures of the processor. The program runs in a terminal of its own,
120x40, over a catalog of 152 bundles in 12 channels, a bundle of 4 MB, and a catalog that holds objects as 0.9 MB of
base64. `list` is the first row, from exec on; a `graph` is drawn after that list, and from a key on; a `pause` is the
longest piece of the screen's loop (`paced.py`), while every pane is looked at for the first time. The references are
a bare Textual app's: its first paint, and what it draws for a key.
"""

import json
import os
import shutil
import statistics
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.figures import Figure, figure, tell
from benchmarks.measuring import about, options, python_of
from benchmarks.terminals import Terminal, Took

BARE = """
from textual.app import App
from textual.widgets import Static

class Bare(App):
    def compose(self):
        self.shown = Static("painted")
        yield self.shown
    def on_key(self, event):
        self.shown.update("\\n".join(f"{event.key} {number}" for number in range(30)))

Bare().run()
"""
QUAY = "olm-fbc/catalog-v4.20-project-quay"
SOURCES = {
    "catalog of 152 bundles": (QUAY, b"quay-operator.v3.17.4"),
    "bundle of 4 MB": ("olm-registry-v1/argocd-operator-0.18.0", b"argocd-image-updater."),
    "catalog with base64": ("olm-fbc/prometheus-index-v0.47", b"prometheusoperator.0.47.0"),
}
"""Where each lies in the corpus, and a name that the screen shows in the list of objects first."""
_NODE, _VERDICT = "●".encode(), b"accepts it"
_TOUR = (
    *("F", "\r", "\x1b", "\x1b", "x", "j", "\x1b", "4", "j", "]", "]", "]", "]", "[", "\r", "\x1b", "/", "a", "\x1b"),
    *("3", "j", "\r", "\x1b", "2", "1", "4", "G", "g", "y", "\x1b", "?", "\x1b", "c", "p", "q"),
)
"""Keys: every pane, tab and overlay once, from a fresh start to the end."""


class Bench:
    """The program with a cache of its own, over sources of the corpus."""

    def __init__(self, program: str, folder: Path, rounds: int) -> None:
        self.program, self.folder, self.rounds = program, folder, rounds
        self.python = python_of(program)
        self.corpus = Path(os.environ["XPKGTUI_CORPUS"]).resolve()

    @property
    def cold(self) -> dict[str, str]:
        """An environment whose cache is empty."""
        shutil.rmtree(self.folder / "state", ignore_errors=True)
        places = dict.fromkeys(("XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"), str(self.folder / "state"))
        return {**places, "PYTHONDONTWRITEBYTECODE": ""}

    def bare(self) -> Terminal:
        """The reference, once it has painted."""
        return Terminal([self.python, "-c", BARE], self.cold)

    def lists(self) -> Iterator[Figure]:
        """How long until there is a list, against a bare app's first paint."""
        for name, (source, mark) in SOURCES.items():
            rounds = range(self.rounds)
            ours = [_until(Terminal([self.program, str(self.corpus / source)], self.cold), mark) for _ in rounds]
            theirs = [_until(self.bare(), b"painted") for _ in rounds]
            shown, bare = (1000 * statistics.median(times) for times in (ours, theirs))
            yield Figure(f"{name}: list", shown, "ms", "", "bare app", bare)

    def graphs(self) -> Iterator[Figure]:
        """The graph of all channels, which is drawn after the list; and those of other channels, from the key."""
        first, others, bare = [], [], []
        for _ in range(self.rounds):
            terminal = Terminal([self.program, str(self.corpus / QUAY)], self.cold)
            terminal.until(lambda seen: SOURCES["catalog of 152 bundles"][1] in seen)
            ran, waited = terminal.spent()
            took = 0.0 if _NODE in terminal.seen else terminal.until(lambda seen: _NODE in seen)
            after, stood = terminal.spent()
            first.append(Took(took, after - ran, stood - waited))
            terminal.settle()
            others += [terminal.press("j", lambda seen: _NODE in seen) for _ in range(12)]
            terminal.close()
            terminal = self.bare()
            terminal.wait(b"painted")
            bare += [terminal.press(key) for key in "abcdefghijkl"]
            terminal.close()
        yield figure("graph of all channels, after the list", first, "<= 100", "bare app: a key", bare)
        yield figure("graph of another channel", others, "<= 100", "bare app: a key", bare)

    def pauses(self) -> Iterator[Figure]:
        """The longest piece of the loop."""
        for name, (source, _) in SOURCES.items():
            runs = [self._longest(str(self.corpus / source)) for _ in range(self.rounds)]
            wall, spent = (1000 * statistics.median(column) for column in zip(*runs, strict=True))
            yield Figure(f"{name}: longest pause", wall, "ms", "<= 50", cpu=spent)

    def _longest(self, source: str) -> tuple[float, float]:
        report = self.folder / "pace.json"
        report.unlink(missing_ok=True)
        terminal = Terminal([self.python, str(Path(__file__).with_name("paced.py")), str(report), source], self.cold)
        terminal.wait(_VERDICT)
        for key in _TOUR:
            terminal.press(key, quiet=0.15)
        terminal.settle()
        terminal.close()
        pieces = json.loads(report.read_text())
        return max(wall for wall, _ in pieces), max(spent for _, spent in pieces)


def _until(terminal: Terminal, mark: bytes) -> float:
    """The seconds until it is drawn by a program that is ended then."""
    took = terminal.until(lambda seen: mark in seen)
    terminal.close()
    return took


def main() -> None:
    """Prints the figures."""
    asked = options(__doc__).parse_args()
    if "XPKGTUI_CORPUS" not in os.environ:
        raise SystemExit("XPKGTUI_CORPUS does not name the corpus")
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(asked.program, Path(folder), asked.rounds)
        found: list[Figure] = []
        for part in (bench.lists, bench.graphs, bench.pauses):
            if asked.only in part.__name__:
                print(part.__name__, file=sys.stderr, flush=True)
                found += part()
    tell(found, about(asked.program), as_json=asked.json)


if __name__ == "__main__":
    main()
