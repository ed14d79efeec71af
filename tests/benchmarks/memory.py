"""Memory of a program and its children, as Linux reports it; a page that two of them share counts twice."""

import contextlib
import os
import re
import subprocess
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

_EVERY = 0.02
"""Seconds between two looks."""


class Peak:
    """The most that a program and its children had in memory at once."""

    bytes = 0


def private(process: int) -> int:
    """Bytes that no other process has: what would be free without it."""
    text = Path(f"/proc/{process}/smaps_rollup").read_text()
    return sum(int(number) << 10 for number in re.findall(r"^Private_\w+: +(\d+) kB", text, re.MULTILINE))


@contextmanager
def watched(leader: int) -> Iterator[Peak]:
    """Looks at the memory until the block ends."""
    peak, is_over = Peak(), threading.Event()

    def watch() -> None:
        while not is_over.wait(_EVERY):
            peak.bytes = max(peak.bytes, sum(map(_resident, _family(leader))))

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        yield peak
    finally:
        is_over.set()
        watcher.join()


def peak_of(words: Sequence[str], environment: Mapping[str, str]) -> int:
    """The peak of a program that runs to its end."""
    child = subprocess.Popen(
        words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, **environment}
    )
    with watched(child.pid) as peak:
        child.wait()
    return peak.bytes


def _family(leader: int) -> Iterator[int]:
    """A process and its children, and theirs."""
    parents: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            parents[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
    for process in parents:
        above: int | None = process
        while above and above != leader:
            above = parents.get(above)
        if above == leader:
            yield process


def _resident(process: int) -> int:
    with contextlib.suppress(OSError):
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0
