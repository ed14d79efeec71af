"""Inputs that cost much within the limits: processor time and memory of the commands that read them.

    python tests/benchmarks/hostile.py [--json] [--only WORD] [--program PATH] [--most 60]

Each input is made below a temporary folder and read by a process of its own, with an empty cache. To reach is 5
seconds of the processor and 300 MB, which no input of 25 MB may exceed unless a named limit stops it.
"""

import argparse
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.hostile_bundles import BUNDLES
from benchmarks.hostile_case import Case
from benchmarks.hostile_catalogs import CATALOGS
from benchmarks.hostile_packages import PACKAGES
from benchmarks.measuring import about, command

CASES: tuple[Case, ...] = (*CATALOGS, *BUNDLES, *PACKAGES)
SECONDS, MEGABYTES = 5, 300
"""What each command is to stay below."""


class Cost(NamedTuple):
    """What one command cost on one input."""

    case: str
    command: str
    input_mb: float
    cpu: float
    """Seconds of the processor."""
    peak_mb: float
    """Memory of the largest process."""

    @property
    def is_fine(self) -> bool:
        """Whether it stays below both."""
        return self.cpu <= SECONDS and self.peak_mb <= MEGABYTES


def costs(cases: Iterable[Case], program: str, most: int) -> Iterator[Cost]:
    """Runs the commands of each case; one that takes longer than `most` seconds of the processor is ended."""
    for case in cases:
        with tempfile.TemporaryDirectory() as folder:
            source = case.make(Path(folder) / "source")
            for words in case.commands:
                state = Path(folder) / "state"
                shutil.rmtree(state, ignore_errors=True)
                run = command(*_bounded(most), program, *words, str(source), code=None, environment=_cold(state))
                took = run()
                yield Cost(case.name, " ".join(words), _size(source) / 1e6, took.cpu, took.peak / 1e6)


def _bounded(most: int) -> tuple[str, ...]:
    return "sh", "-c", f'ulimit -t {most}; exec "$@"', "sh"


def _cold(state: Path) -> Mapping[str, str]:
    return dict.fromkeys(("XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"), str(state))


def _size(source: Path) -> int:
    if source.is_file():
        return source.stat().st_size
    return sum(os.path.getsize(os.path.join(top, name)) for top, _, names in os.walk(source) for name in names)


def main() -> None:
    """Prints the costs as they come, or all of them as JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--most", type=int, default=60)
    parser.add_argument("--program", default=shutil.which("xpkgtui", path=str(Path(sys.executable).parent)))
    asked = parser.parse_args()
    found = costs((one for one in CASES if asked.only in one.name), asked.program, asked.most)
    if asked.json:
        print(json.dumps({"made_with": about(asked.program), "rows": [one._asdict() for one in found]}, indent=2))
        return
    print(f"{'case':<44}{'command':<34}{'MB':>7}{'cpu s':>8}{'peak MB':>9}")
    for one in found:
        sign = "" if one.is_fine else "  !"
        row = f"{one.case:<44}{one.command:<34}{one.input_mb:>7.1f}{one.cpu:>8.1f}{one.peak_mb:>9.0f}{sign}"
        print(row, flush=True)


if __name__ == "__main__":
    main()
