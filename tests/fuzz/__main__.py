"""Tries what takes foreign bytes with millions of inputs.

    cd tests
    python -m fuzz [TARGET...] [--minutes N] [--seed S] [--out FOLDER]
    python -m fuzz TARGET --input FILE

A target fails on an input that raises another exception than the documented ones, takes more than a second or 64 MB,
or breaks an invariant. FOLDER keeps the smallest input of each failure, and what was found to reach new code. With
atheris installed (`pip install atheris`), inputs that reach new code are preferred. The exit code is 1 where
something fails.
"""

import argparse
import contextlib
import json
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from fuzz.running import coverage_tool, failure_of, smaller, work

if TYPE_CHECKING:
    from fuzz.target import Target


def main() -> int:
    """Runs the targets, each in a process of its own, and prints what they count."""
    parser = argparse.ArgumentParser(prog="python -m fuzz", description=__doc__, formatter_class=_Plain)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help="all where none is named")
    parser.add_argument("--minutes", type=float, default=10, metavar="N", help="for each target")
    parser.add_argument("--seed", type=int, default=24, metavar="S")
    parser.add_argument("--out", type=Path, metavar="FOLDER")
    parser.add_argument("--input", type=Path, metavar="FILE", help="tries this input only, and shows what it raises")
    parser.add_argument("--work", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    guide = coverage_tool() if chosen.input is None else None
    if chosen.work and guide:
        with guide.instrument_imports(include=["xpkgtui"]):
            return _run(parser, chosen, guide)
    return _run(parser, chosen, guide)


def _run(parser: argparse.ArgumentParser, chosen: argparse.Namespace, guide: object) -> int:
    # Loads all of xpkgtui that is tried, in the process that works with its coverage counted.
    from fuzz.targets import TARGETS

    if unknown := [name for name in chosen.targets if name not in TARGETS]:
        parser.error(f"{unknown[0]} is not a target; they are {', '.join(TARGETS)}")
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    names = chosen.targets or list(TARGETS)
    if chosen.work:
        work(TARGETS[names[0]], chosen.out, seconds=chosen.minutes * 60, seed=chosen.seed, guide=guide)
        return 0
    if chosen.input:
        TARGETS[names[0]].check(chosen.input.read_bytes())
        return 0
    if guide is None:
        print("atheris is not installed, so inputs are made of others without knowing what code they reach.")
    out = chosen.out or Path(tempfile.mkdtemp(prefix="xpkgtui-fuzz-"))
    failed = False
    for name in names:
        failed = _tell(TARGETS[name], out / name, _worked(name, out / name, chosen)) or failed
    print(f"Inputs are in {out}")
    return int(failed)


def _worked(name: str, folder: Path, chosen: argparse.Namespace) -> int:
    """Tries a target in another process, and returns how that ended: an input may hang or kill it."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in (*folder.glob("*-[0-9]"), *folder.glob("*.txt"), *folder.glob("stopped-*")):
        old.unlink()
    (folder / "counts.json").write_text('{"tried": 0, "seconds": 0}')
    command = [sys.executable, "-m", "fuzz", name, "--work", "--out", str(folder)]
    command += ["--seed", str(chosen.seed), "--minutes", str(chosen.minutes)]
    with (folder / "log").open("wb") as log, contextlib.suppress(subprocess.TimeoutExpired):
        most = chosen.minutes * 60 + 120
        return subprocess.run(command, stdout=log, stderr=log, check=False, timeout=most).returncode
    return -signal.SIGKILL


class _Plain(argparse.RawDescriptionHelpFormatter):
    """The description as it is written."""


def _tell(target: "Target", folder: Path, code: int) -> bool:
    """Prints what came of a target, and makes its failures small; whether there are any."""
    counts = json.loads((folder / "counts.json").read_text())
    covered = re.findall(rb"cov: ([0-9]+)", (folder / "log").read_bytes())
    where = f", {int(covered[-1]):,} places reached" if covered else ""
    tried, seconds = counts["tried"], counts["seconds"]
    print(
        f"{target.name}: {tried:,} inputs in {seconds / 60:.1f} min, {tried / max(seconds, 1):,.0f} a second{where}"
    )
    found = [*_failures(target, folder)]
    stopped = sorted(folder.glob("stopped-*"))
    for path in stopped:
        print(f"  ended the process: {path}")
    if code and not stopped:
        print(f"  its process ended with {code}: {folder / 'log'}")
    for failure, path in found:
        print(f"  {failure}\n    {path.stat().st_size} bytes: {path}")
    return bool(found or stopped or code)


def _failures(target: "Target", folder: Path) -> Iterator[tuple[str, Path]]:
    """Each failure that shows again in a process whose coverage is not counted, with its smallest input."""
    failure_of(target, next(iter(target.seeds()), b""))  # loads what any input needs
    for text in sorted(folder.glob("*.txt")):
        failure = text.read_text("utf-8")
        for path in sorted(folder.glob(f"{text.stem}-[0-9]"), key=lambda one: one.stat().st_size):
            data = path.read_bytes()
            if failure_of(target, data) == failure:
                path.write_bytes(smaller(target, data, failure))
                yield failure, path
                break


if __name__ == "__main__":
    sys.exit(main())
