"""The lines of a package that findings point at, read while the package is open."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from xpkgtui.documents.origins import AS_GIVEN
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.reporting.as_text.frames import BEFORE, Excerpt, Excerpts
from xpkgtui.rules.finding import Finding

_MOST = 200
"""Places that are read, the worst first."""
_LONGEST = 1 << 16
"""Bytes of a line that are read."""


def excerpts_of(state: Inspection, findings: Iterable[Finding]) -> Excerpts:
    """The lines that the findings point at; those of a stream that cannot be read any more are left out."""
    if state.stream is None:
        return {}
    origins = state.reading.origins if state.reading else AS_GIVEN
    places = ((one.place.file, one.place.line) for one in findings)
    known = dict.fromkeys((file, line) for file, line in places if line is not None)
    kept = tuple(islice(known, _MOST))
    inside = origins.lines_of((file, line) for file, line in kept if file)
    wanted: dict[tuple[str | None, int], tuple[int, int]] = {}
    for file, line in kept:
        at = inside.get((file, line)) if file else (1, line)
        if at is not None:
            wanted[file, line] = (max(at[0], at[1] - BEFORE), at[1])
    numbers = {number for first, last in wanted.values() for number in range(first, last + 1)}
    try:
        rows = dict(_rows(state.stream.path, numbers))
    except OSError:
        return {}
    return dict(_excerpts(wanted, rows))


def _excerpts(
    wanted: Mapping[tuple[str | None, int], tuple[int, int]], rows: Mapping[int, str]
) -> Iterator[tuple[tuple[str | None, int], Excerpt]]:
    for key, (first, last) in wanted.items():
        if last in rows:
            shown = tuple(rows[number] for number in range(first, last + 1))
            yield key, Excerpt(key[1] - (last - first), shown)


def _rows(path: str, numbers: set[int]) -> Iterator[tuple[int, str]]:
    """The lines of a file with these numbers, from 1."""
    last, number, is_begun = max(numbers, default=0), 1, False
    with open(path, "rb") as file:
        while number <= last and (data := file.readline(_LONGEST)):
            if number in numbers and not is_begun:
                yield number, data.rstrip(b"\r\n").decode("utf-8", "backslashreplace")
            is_begun = not data.endswith(b"\n")
            number += not is_begun
