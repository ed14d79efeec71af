"""The texts of one item of a list: its own lines, its own JSON, or YAML made of its value."""

import json
import re
from collections.abc import Iterator
from itertools import accumulate

from xpkgtui.documents.position import FieldPath

_PLAIN = re.compile(r"(?!(?:y|n|yes|no|on|off|true|false|null|nan)\Z)[a-z][a-z0-9_./-]*\Z", re.IGNORECASE)
_UNPRINTED = re.compile("[\x7f-\x9f\u2028\u2029\ufeff]")
_DASH = re.compile(r" *- +\Z")
_Lines = Iterator[tuple[str, FieldPath]]


class ListText:
    """The text of a list, from which its items are cut."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._lines = text.split("\n")
        self._starts = [0, *accumulate(len(line) + 1 for line in self._lines)]
        self._decoder = json.JSONDecoder()

    def lines(self, row: int, column: int) -> tuple[str, int]:
        """The lines of an item in block style that begins at `row` and `column`, moved to the margin; its first row.

        Comments right above the item belong to it. Empty where the item is in other lines than these.
        """
        lines = self._lines
        dash = lines[row][:column]
        if dash.strip(" ") and not _DASH.match(dash):
            return "", row
        end = row + 1
        while end < len(lines) and _belongs(lines[end], column):
            end += 1
        least = dash.find("-") if "-" in dash else column
        while end > row + 1 and _is_blank_or_comment(lines[end - 1], least):
            end -= 1
        first = row
        while (
            dash.strip(" ") and first and lines[first - 1].strip() and _is_blank_or_comment(lines[first - 1], least)
        ):
            first -= 1
        above = [line.strip(" ") for line in lines[first:row]]
        below = [line[column:] if not line[:column].strip(" ") else line.lstrip(" ") for line in lines[row + 1 : end]]
        return "".join(f"{line}\n" for line in (*above, lines[row][column:], *below)), first

    def json(self, row: int, column: int) -> str:
        """The JSON object that begins at `row` and `column`; empty where it is none."""
        start = self._starts[row] + column
        try:
            _, end = self._decoder.raw_decode(self._text, start)
        except (ValueError, RecursionError):
            return ""
        return self._text[start:end]


def written(value: dict[str, object], path: FieldPath, indent: str = "") -> _Lines:
    """A mapping as YAML in block style, each line with the path of what is on it."""
    for key, child in value.items():
        yield from _entry(f"{indent}{_scalar(key)}:", child, path.child(key), indent)


def _entry(lead: str, value: object, path: FieldPath, indent: str) -> _Lines:
    if not isinstance(value, dict | list) or not value:
        yield f"{lead} {_scalar(value)}", path
        return
    yield lead, path
    if isinstance(value, dict):
        yield from written(value, path, f"{indent}  ")
        return
    yield from _items(value, path, indent)


def _items(value: list[object], path: FieldPath, indent: str) -> _Lines:
    for number, child in enumerate(value):
        at = path.child(number)
        if not isinstance(child, dict | list) or not child:
            yield f"{indent}- {_scalar(child)}", at
            continue
        deeper = f"{indent}  "
        lines = written(child, at, deeper) if isinstance(child, dict) else _items(child, at, deeper)
        for nth, (line, place) in enumerate(lines):
            yield (line if nth else f"{indent}- {line[len(deeper) :]}"), place


def _scalar(value: object) -> str:
    """A scalar, or an empty collection, on one line."""
    if isinstance(value, str) and _PLAIN.match(value):
        return value
    printed = json.dumps(value, ensure_ascii=False)
    return _UNPRINTED.sub(lambda found: f"\\u{ord(found[0]):04x}", printed)


def _belongs(line: str, column: int) -> bool:
    """Whether a line is still within the block that begins at `column`."""
    return not line[:column].strip() or line.lstrip(" ").startswith("#")


def _is_blank_or_comment(line: str, most: int) -> bool:
    """Whether a line is blank, or a comment that is indented by `most` at the most."""
    text = line.lstrip(" ")
    return not text.strip() or (text.startswith("#") and len(line) - len(text) <= most)
