"""The sources that a file lists, one a line."""

import sys
from collections.abc import Iterable, Iterator

from xpkgtui.errors import Usage
from xpkgtui.visible import line

_MOST = 1_000_000
_LONGEST = 4_096
"""Bytes of a line."""


def read_sources(file: str) -> list[str]:
    """The sources in a file, or in standard input for `-`; raises `Usage` where it cannot be read."""
    try:
        if file == "-":
            return list(sources_in(sys.stdin.buffer))
        with open(file, "rb") as lines:
            return list(sources_in(lines))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise Usage(f"the sources in {line(file)} cannot be read: {reason}") from error


def sources_in(lines: Iterable[bytes]) -> Iterator[str]:
    """The sources, each once; blank lines and those that begin with # are skipped. Raises `ValueError`."""
    seen: set[str] = set()
    for number, data in enumerate(lines, 1):
        if len(data) > _LONGEST:
            raise ValueError(f"line {number:,} is longer than {_LONGEST:,} bytes")
        try:
            source = data.decode("utf-8").strip()
        except UnicodeDecodeError as error:
            raise ValueError(f"line {number:,} is not UTF-8") from error
        if not source or source.startswith("#") or source in seen:
            continue
        if source == "-":
            raise ValueError(f"line {number:,} is -, and standard input has one package at most")
        if len(seen) >= _MOST:
            raise ValueError(f"there are more than {_MOST:,} sources")
        seen.add(source)
        yield source
