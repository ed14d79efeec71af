"""Files of results, a JSON object a line, as `check --format jsonl` writes them; a torn last line does not count."""

import base64
import json
import os
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from xpkgtui.cli.output import cannot_write
from xpkgtui.errors import Usage
from xpkgtui.reporting.checked_rows import is_result
from xpkgtui.visible import line

_LONGEST = 64 << 20
"""Bytes of a line."""
_FIRST = b'{"'
"""How a line begins, also one that is torn: any other file is left as it is."""


class ResultsFile:
    """A file to which results are added, each in one piece."""

    def __init__(self, path: str) -> None:
        self._path = path
        try:
            self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o644)
        except (OSError, ValueError) as error:
            raise cannot_write(path, error) from error

    def add(self, text: str) -> None:
        """Adds lines; raises `Usage` where they cannot be written."""
        data = memoryview(text.encode("utf-8", "replace"))
        try:
            while data:
                data = data[os.write(self._file, data) :]
        except OSError as error:
            raise cannot_write(self._path, error) from error

    def close(self) -> None:
        """Closes the file."""
        with suppress(OSError):
            os.close(self._file)


def read_results(path: str) -> Iterator[dict[str, Any]]:
    """The results of the whole lines of a file; raises `Usage` where one is something else."""
    for _, result in _placed(path):
        yield result


def keep_whole_lines(path: str, *, grouped: bool) -> None:
    """Cuts a torn last line off a file; with `grouped`, also the results before it of the same source.

    Of a source with several platforms, all lines are written together: where one is torn, all are made again.
    """
    if not os.path.exists(path):
        return
    end = last = 0
    source = None
    for after, result in _placed(path):
        last, source = (last, source) if result["source"] == source else (end, result["source"])
        end = after
    try:
        if os.path.getsize(path) > end:
            os.truncate(path, last if grouped else end)
    except OSError as error:
        raise cannot_write(path, error) from error


def _placed(path: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """The result of each whole line, with the offset of its end."""
    end = 0
    try:
        with open(path, "rb") as file:
            number = 0
            while data := file.readline(_LONGEST):
                number += 1
                if not data.endswith(b"\n"):
                    if len(data) == _LONGEST or not data.startswith(_FIRST[: len(data)]):
                        raise _no_result(path, number)
                    return
                end += len(data)
                if data.strip():
                    yield end, _parsed(path, number, data)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise Usage(f"{line(path)} cannot be read: {reason}") from error


def _parsed(path: str, number: int, data: bytes) -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads(data)
        if not is_result(found):
            raise _no_result(path, number)
        if isinstance(name := found.get("sourceBytes"), str):  # it is not UTF-8
            found["source"] = os.fsdecode(base64.b64decode(name))
    except (ValueError, RecursionError) as error:
        raise _no_result(path, number) from error
    return found


def _no_result(path: str, number: int) -> Usage:
    return Usage(
        f"line {number:,} of {line(path)} is not a result of check",
        hint="Name a file that `check --format jsonl` has written.",
    )
