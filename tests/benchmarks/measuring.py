"""Measuring: processes by the clock and by their processor time, and ratios that the machine's other work cancels.

Each round of `compare` runs every subject once, one behind the other, so that what else the machine does meets all of
them. A ratio is taken within a round; the result is the median of the ratios.
"""

import argparse
import fcntl
import json
import os
import platform
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
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

LIMIT = 120.0
"""Seconds after which a program in a terminal is given up."""
ROWS, COLUMNS = 40, 120
_NOT_INSTALLED_SO = ("PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED", "PYTHONPATH", "NO_COLOR")
"""Variables without which a program runs as where it is installed: with bytecode that was written once."""


class Took(NamedTuple):
    """What one run cost, its children included."""

    wall: float
    """Seconds by the clock."""
    cpu: float
    """Seconds of the processor, in the program and in the system."""
    peak: int = 0
    """Bytes of memory, at most, of the largest process."""


class Row(NamedTuple):
    """One figure: a subject, and the reference that it is a multiple of."""

    measure: str
    reference: str
    to_reach: float | None = None


Subject = Callable[[], Took]


def command(*words: str, code: int | None = 0, environment: Mapping[str, str] | None = None) -> Subject:
    """A subject: a program that runs to its end, with its output thrown away; None lets any exit code pass."""

    def run() -> Took:
        began = time.perf_counter()
        child = subprocess.Popen(
            words,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=_environment(environment),
        )
        _, status, used = os.wait4(child.pid, 0)
        took = time.perf_counter() - began
        child.returncode = os.waitstatus_to_exitcode(status)
        if code is not None and child.returncode != code:
            raise SystemExit(f"{' '.join(words)} ended with {child.returncode}, not with {code}")
        return Took(took, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024)

    return run


def timed(*words: str) -> Subject:
    """A subject: a program that prints seconds by the clock and of the processor."""

    def run() -> Took:
        told = subprocess.run(words, capture_output=True, check=True).stdout
        wall, cpu = json.loads(told)
        return Took(wall, cpu)

    return run


def options(text: str | None, rounds: int = 3) -> argparse.ArgumentParser:
    """The options of a benchmark whose docstring is `text`; it may add others."""
    parser = argparse.ArgumentParser(description=text, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--rounds", type=int, default=rounds)
    parser.add_argument("--only", default="", metavar="WORD", help="the measures that have this word")
    parser.add_argument("--program", default=shutil.which("xpkgtui", path=str(Path(sys.executable).parent)))
    return parser


def python_of(program: str) -> str:
    """The interpreter beside a program."""
    beside = Path(program).with_name("python")
    return str(beside) if beside.exists() else sys.executable


def drawn(words: Sequence[str], mark: bytes, environment: Mapping[str, str] | None = None) -> Subject:
    """A subject: a program in a terminal of its own, from its exec until `mark` was drawn; it is killed then."""

    def run() -> Took:
        child, terminal = pty.fork()
        if child == 0:
            terminal_kind = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
            os.execvpe(words[0], list(words), _environment({**terminal_kind, **(environment or {})}))
        began = time.perf_counter()
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        seen = b""
        while mark not in seen:
            if time.perf_counter() - began > LIMIT:
                raise SystemExit(f"{' '.join(words)} never drew {mark!r}")
            if select.select([terminal], [], [], 0.5)[0]:
                seen += os.read(terminal, 1 << 16)
        took = time.perf_counter() - began
        spent = _spent_by_group(child)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(terminal)
        return Took(took, spent)

    return run


def _environment(more: Mapping[str, str] | None) -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in _NOT_INSTALLED_SO} | dict(more or {})


def _spent_by_group(leader: int) -> float:
    """Seconds of the processor of a process and of its children that still run; 0 where unknown (not Linux)."""
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if leader in (int(stat.parent.name), int(fields[1])):
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def compare(subjects: Mapping[str, Subject], rows: Sequence[Row], rounds: int) -> list[dict[str, object]]:
    """The rows as values for JSON: medians in milliseconds, and medians of the ratios of each round."""
    needed = dict.fromkeys(name for row in rows for name in (row.measure, row.reference))
    for name in needed:
        subjects[name]()  # files that are read for the first time, and bytecode that is not yet written
    runs: dict[str, list[Took]] = {name: [] for name in needed}
    for number in range(rounds):
        print(f"\rround {number + 1} of {rounds}", end="", file=sys.stderr, flush=True)
        for name in needed:
            runs[name].append(subjects[name]())
    print(file=sys.stderr)
    return [_row(row, runs[row.measure], runs[row.reference]) for row in rows]


def _row(row: Row, ours: Sequence[Took], theirs: Sequence[Took]) -> dict[str, object]:
    pairs = list(zip(ours, theirs, strict=True))
    return {
        "measure": row.measure,
        "reference": row.reference,
        "ratio": round(statistics.median(one.wall / other.wall for one, other in pairs), 3),
        "ratio_cpu": round(statistics.median(one.cpu / max(other.cpu, 1e-3) for one, other in pairs), 3),
        "to_reach": row.to_reach,
        "ms": _milliseconds(one.wall for one in ours),
        "reference_ms": _milliseconds(one.wall for one in theirs),
        "cpu_ms": _milliseconds(one.cpu for one in ours),
        "reference_cpu_ms": _milliseconds(one.cpu for one in theirs),
        "rounds": len(pairs),
    }


def _milliseconds(seconds: Iterable[float]) -> float:
    return round(1000 * statistics.median(seconds), 1)


def about(program: str) -> dict[str, object]:
    """What the figures were taken with."""
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    return {
        "program": version,
        "python": platform.python_version(),
        "system": platform.platform(),
        "cpus": os.cpu_count(),
        "load": [round(number, 2) for number in os.getloadavg()],
    }


def tell(rows: Iterable[Mapping[str, object]], made_with: Mapping[str, object], *, as_json: bool) -> None:
    """Prints the rows: a table, or JSON."""
    if as_json:
        print(json.dumps({"made_with": made_with, "rows": list(rows)}, indent=2))
        return
    print(f"{'measure':<42}{'ratio':>7}{'cpu':>7}{'to reach':>10}{'ms':>9}{'cpu ms':>9}   reference")
    for row in rows:
        reach = f"{row['to_reach']}" if row["to_reach"] is not None else ""
        print(
            f"{row['measure']:<42}{row['ratio']:>7.2f}{row['ratio_cpu']:>7.2f}{reach:>10}{row['ms']:>9.0f}"
            f"{row['cpu_ms']:>9.0f}   {row['reference']} ({row['reference_ms']:.0f} ms)"
        )
