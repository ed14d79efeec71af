"""Plants small faults, one at a time, and says which the tests of their own folder catch.

    cd tests && python -m mutants [FOLDER...] [--count 50] [--seed N]
    cd tests && python -m mutants --at formats/fact.py:47

A FOLDER is one of the program (`formats/xpkg`); without one, those in which most is decided. A fault is planted in a
copy of the program. It is caught where a test fails that passes without it, or where the tests do not end.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic

from mutants.faults import Fault, faults

ROOT = Path(__file__).resolve().parents[2]
PACKAGE, TESTS = ROOT / "xpkgtui", ROOT / "tests"
FOLDERS = ("formats", "app", "sources", "documents", "cli")
_FAILED = re.compile(r"^(?:FAILED|ERROR) (.*?)(?: - .*)?$", re.MULTILINE)


@dataclass(frozen=True, kw_only=True)
class Mutant:
    """A fault and its module."""

    path: Path
    """Below the package."""
    fault: Fault

    def __str__(self) -> str:
        """The place and the change, in a line."""
        return f"{self.path}:{self.fault.line}: {self.fault.before[:70]}  ->  {self.fault.after[:70]}"


def mutants_of(*paths: Path) -> list[Mutant]:
    """Every fault of modules, and of folders of them."""
    modules = sorted({module for path in paths for module in (path.rglob("*.py") if path.is_dir() else [path])})
    return [
        Mutant(path=path.relative_to(PACKAGE), fault=fault) for path in modules for fault in faults(path.read_bytes())
    ]


def drawn(mutants: list[Mutant], count: int, chance: Random) -> list[Mutant]:
    """Different ones, each kind as often as the others."""
    chance.shuffle(mutants)
    kinds = sorted({one.fault.kind for one in mutants})
    waiting = {kind: [one for one in mutants if one.fault.kind == kind] for kind in kinds}
    return [waiting[kind].pop() for kind in (chance.choice(kinds) for _ in range(count)) if waiting[kind]]


def tests_of(path: Path) -> list[Path]:
    """The tests that have a module's name, then the nearest folder that mirrors its own."""
    own = [TESTS / path.with_suffix(""), TESTS / path.parent / f"test_{path.stem}.py"]
    nearest = next(one for one in (TESTS / path).parents if any(one.rglob("test_*.py")))
    return [*(one for one in own if one.exists()), nearest]


class Copy:
    """A copy of the program, in which faults are planted."""

    def __init__(self, folder: Path, limit: float) -> None:
        self.folder, self.limit = folder, limit
        for name in ("xpkgtui", "tcss"):
            shutil.copytree(ROOT / name, folder / name)

    def culprit(self, mutant: Mutant) -> str | None:
        """The test that catches a fault; None where it lives."""
        planted, whole = self.folder / "xpkgtui" / mutant.path, (PACKAGE / mutant.path).read_bytes()
        for tests in tests_of(mutant.path):
            planted.write_bytes(mutant.fault.plant(whole))
            failed = self._first_failure(str(tests))
            planted.write_bytes(whole)
            if failed and ("::" not in failed or not self._first_failure(failed)):
                return failed
        return None

    def _first_failure(self, tests: str) -> str | None:
        command = [sys.executable, "-P", "-m", "pytest", "-x", "-rfE", "-p", "no:cacheprovider", tests]
        # No byte code: that of a fault could be taken for the next one's.
        environment = {**os.environ, "PYTHONPATH": str(self.folder), "PYTHONDONTWRITEBYTECODE": "1"}
        try:
            done = subprocess.run(
                command, check=False, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=self.limit
            )
        except subprocess.TimeoutExpired:
            return f"no end after {self.limit:.0f} s"
        found = _FAILED.search(done.stdout)
        assert found or not done.returncode, done.stdout + done.stderr
        return found[1] if found else None


def main() -> None:
    """Draws the faults, plants each, and counts."""
    parser = argparse.ArgumentParser(prog="python -m mutants", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folders", nargs="*", metavar="FOLDER", default=FOLDERS)
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=float, default=300, metavar="SECONDS", help="when tests do not end")
    parser.add_argument("--at", metavar="MODULE:LINE", action="append", help="every fault of a line, instead")
    asked = parser.parse_args()
    if asked.at:
        every = mutants_of(*(PACKAGE / place.rpartition(":")[0] for place in asked.at))
        chosen = [one for one in every if f"{one.path}:{one.fault.line}" in asked.at]
    else:
        chosen = drawn(mutants_of(*(PACKAGE / name for name in asked.folders)), asked.count, Random(asked.seed))
    caught = 0
    with TemporaryDirectory() as folder:
        copy = Copy(Path(folder), asked.limit)
        for number, mutant in enumerate(chosen, 1):
            start, culprit = monotonic(), copy.culprit(mutant)
            caught += culprit is not None
            print(
                f"{number:3} {'caught' if culprit else 'LIVED '} {monotonic() - start:4.0f} s  {mutant}", flush=True
            )
            print(f"           {culprit or ''}", flush=True)
    print(f"{caught} of {len(chosen)} were caught by the tests of their own folder.")


if __name__ == "__main__":
    main()
