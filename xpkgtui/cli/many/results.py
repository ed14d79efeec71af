"""Files of results, a JSON object a line, as `check --format jsonl` writes them; a torn last line does not count."""

import base64
import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import chain
from typing import Any

from xpkgtui.cli.many.identity import question_of
from xpkgtui.cli.output import cannot_write
from xpkgtui.errors import Usage
from xpkgtui.reporting.checked_rows import CheckedRow, Rank, is_result, row_of
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
        """Adds lines; raises `Unwritable` where they cannot be written."""
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


class ChosenResults:
    """The results of files, each source once.

    Of one question the last answer counts, and of several questions the worst one: a refusal never vanishes.
    """

    def __init__(self, paths: Sequence[str], is_meant: Callable[[dict[str, Any]], bool] = lambda _: True) -> None:
        """`is_meant` leaves out results that count for nothing here."""
        self._paths, self._is_meant = paths, is_meant
        self._found: dict[str, dict[str, _Answer]] = {}
        answer, last = None, ("", "")
        for number, result in enumerate(self._meant()):
            source, question, row = result["source"], question_of(result), row_of(result)
            if answer is None or (source, question) != last or row.platform in answer.platforms:
                answer = self._found.setdefault(source, {})[question] = _Answer()
            answer.add(number, row)
            last = source, question
        self.sources = frozenset(self._found)
        self.questions = len({question for each in self._found.values() for question in each})
        chosen = [min(each.values(), key=lambda one: one.rank) for each in self._found.values()]
        self._numbers = {number for one in chosen for number in one.numbers}
        self.several = frozenset(
            source for source, one in zip(self._found, chosen, strict=True) if len(one.numbers) > 1
        )
        """The sources of which several platforms have a result."""

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """The results, as they lie in the files, which are read again."""
        return (result for number, result in enumerate(self._meant()) if number in self._numbers)

    def _meant(self) -> Iterator[dict[str, Any]]:
        return filter(self._is_meant, chain.from_iterable(map(read_results, self._paths)))


class _Answer:
    """What one call of check said of a source: a result for each platform."""

    __slots__ = ("numbers", "platforms", "rank")

    def __init__(self) -> None:
        self.numbers: list[int] = []
        self.platforms: set[str] = set()
        self.rank = Rank.ACCEPTED

    def add(self, number: int, row: CheckedRow) -> None:
        self.numbers.append(number)
        self.platforms.add(row.platform)
        self.rank = min(self.rank, row.rank)


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
