"""Plants small faults, one at a time, and says which the tests of their own folder catch.

    cd tests && python -m mutants [FOLDER...] [--count 50] [--seed N] [--jobs N] [--at MODULE:LINE]

A FOLDER is one of the program (`formats/xpkg`); none means all. A fault is planted in a copy. It is caught where a
test fails, or takes 30 seconds, that passes without it.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from queue import SimpleQueue
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic

from mutants.faults import Fault, faults

ROOT = Path(__file__).resolve().parents[2]
PACKAGE, TESTS, _LIMIT = ROOT / "xpkgtui", ROOT / "tests", 300
_FAILED = re.compile(r"^(?:FAILED|ERROR) (.*?\]|[^\[\n]*?)(?: - .*)?$", re.MULTILINE)


def faults_of(*paths: Path) -> list[Fault]:
    """Every fault of modules, and of folders of them."""
    modules = sorted({module for path in paths for module in (path.rglob("*.py") if path.is_dir() else [path])})
    return [each for path in modules for each in faults(str(path.relative_to(PACKAGE)), path.read_bytes())]


def drawn(every: list[Fault], count: int, chance: Random) -> list[Fault]:
    """Different ones, each kind as often as the others."""
    chance.shuffle(every)
    kinds = sorted({one.kind for one in every})
    waiting = {kind: [one for one in every if one.kind == kind] for kind in kinds}
    return [waiting[kind].pop() for kind in (chance.choice(kinds) for _ in range(count)) if waiting[kind]]


def tests_of(path: Path) -> list[list[str]]:
    """The tests of a module's name; then the nearest folder that mirrors its own, for a rule with what tests all."""
    names = TESTS / path.with_suffix(""), TESTS / path.parent / f"test_{path.stem}.py"
    own = [str(one) for one in names if one.exists()]
    nearest = next(one for one in (TESTS / path).parents if any(one.rglob("test_*.py")))
    return [*([one] for one in own), [str(nearest), *_of_all_rules(path), *(f"--ignore={one}" for one in own)]]


def _of_all_rules(path: Path) -> list[str]:
    """The tests that stand above the folders of a format's rules: pairs, tables of answers, and streams."""
    if path.parts[0] != "formats" or path.parts[2:3] != ("rules",):
        return []
    above = TESTS / "formats" / path.parts[1] / "rules"
    return [str(TESTS / "formats/test_rule_pairs.py"), *map(str, sorted(above.glob("test_*.py")))]


class Copy:
    """A copy of the program, in which faults are planted."""

    def __init__(self, folder: Path) -> None:
        self.folder, self._times = folder, count(1)
        for name in ("xpkgtui", "tcss"):
            shutil.copytree(ROOT / name, folder / name)

    def culprit(self, fault: Fault) -> str | None:
        """The test that catches a fault; None where it lives."""
        planted, whole = self.folder / "xpkgtui" / fault.module, (PACKAGE / fault.module).read_bytes()
        for tests in tests_of(Path(fault.module)):
            self._write(planted, fault.plant(whole))
            failed = self._first_failure(*tests)
            self._write(planted, whole)
            if failed and ("::" not in failed or not self._first_failure(failed)):
                return failed
        return None

    def _write(self, path: Path, data: bytes) -> None:
        """Writes a module with a time of its own, so that no byte code of another text is taken for it."""
        path.write_bytes(data)
        os.utime(path, times=(time := next(self._times), time))

    def _first_failure(self, *tests: str) -> str | None:
        options = ("-x", "-rfE", "--timeout=30", "--hypothesis-profile=ci", "-p", "no:cacheprovider")
        kept = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(self.folder / "bytecode")}
        environment = {**os.environ, **kept, "PYTHONPATH": str(self.folder)}
        command = [sys.executable, "-P", "-m", "pytest", *options, *tests]
        try:
            done = subprocess.run(
                command, check=False, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=_LIMIT
            )
        except subprocess.TimeoutExpired:
            return None
        if failed := _FAILED.search(done.stdout):
            return failed[1]
        return "no test that begins" if done.returncode not in (0, 5) else None


def is_caught(fault: Fault, copies: SimpleQueue[Copy]) -> bool:
    """Plants a fault in a copy that is free, and prints which test catches it."""
    copy, start = copies.get(), monotonic()
    culprit = copy.culprit(fault)
    copies.put(copy)
    words = f"caught by {culprit}" if culprit else "LIVED"
    print(f"{monotonic() - start:4.0f} s  {fault}\n    {words}", flush=True)
    return culprit is not None


def main() -> None:
    """Draws the faults, plants each, and counts."""
    parser = argparse.ArgumentParser(prog="python -m mutants", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folders", nargs="*", metavar="FOLDER", default=["."])
    for name, usual in (("--count", 50), ("--seed", 1), ("--jobs", 1)):
        parser.add_argument(name, type=int, default=usual)
    parser.add_argument("--at", metavar="MODULE:LINE", action="append", help="every fault of a line, instead")
    asked = parser.parse_args()
    if asked.at:
        every = faults_of(*(PACKAGE / place.rpartition(":")[0] for place in asked.at))
        chosen = [one for one in every if f"{one.module}:{one.line}" in asked.at]
    else:
        chosen = drawn(faults_of(*(PACKAGE / name for name in asked.folders)), asked.count, Random(asked.seed))
    with TemporaryDirectory() as folder, ThreadPoolExecutor(asked.jobs) as threads:
        copies = SimpleQueue[Copy]()
        for number in range(asked.jobs):
            copies.put(Copy(Path(folder, str(number))))
        caught = sum(threads.map(lambda fault: is_caught(fault, copies), chosen))
    print(f"{caught} of {len(chosen)} were caught by the tests of their own folder.")


if __name__ == "__main__":
    main()
