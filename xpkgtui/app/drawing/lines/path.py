"""The path of a line in a YAML or JSON text: `spec › versions[0] › schema`."""

from collections.abc import Iterator

from rich.cells import cell_len

from xpkgtui import visible
from xpkgtui.app.drawing.lines.indentation import Indentation
from xpkgtui.app.drawing.lines.line_table import LineTable
from xpkgtui.app.drawing.lines.searching import Hit, TableSearch, folded
from xpkgtui.documents.outline import ends_with
from xpkgtui.patterns import late

_READ = 400
"""Bytes of a line in which its key is looked for."""
_BETWEEN = " › "
_CUT = "…"
_YAML = late(r" *(?:- +)*((?:\"(?:[^\"\\]|\\.)*\")|(?:'(?:[^']|'')*')|[^\s#\"'{\[:][^#]*?):(?: +(.*))?$")
_JSON = late(r'\s*("(?:[^"\\]|\\.)*")\s*:(.*)$')
_TEXT = late(r"(?:[&!]\S+ +)*[|>][-+0-9]*(?: *#.*)?$")
"""A value that begins a text of several lines, in which nothing is a key."""


def path(table: LineTable, indentation: Indentation, line: int, language: str) -> tuple[str, ...]:
    """The keys and items that hold a line, its own the last."""
    at = indentation.last_before(line)
    lines = [*reversed(list(indentation.above(at))), at]
    found: list[str] = []
    for number, each in enumerate(lines):
        data = table.read(each, each + 1, _READ)
        text = data[0][0].decode("utf-8", "replace").rstrip("\r") if data else ""
        if indentation.is_item(each) and (language != "json" or number):
            item = f"[{indentation.place(each):,}]"
            found[-1:] = [found[-1] + item] if found else [item]
        key, value, column = _key(text, language)
        is_own = each == lines[-1] or indentation.depth(lines[number + 1]) > 2 * column
        if key and is_own:
            found.append(key)
        if _TEXT.match(value):
            break
    return tuple(visible.line(each) for each in found)


def _key(text: str, language: str) -> tuple[str, str, int]:
    """The key of a line, its value, and the column of the key."""
    match = (_JSON if language == "json" else _YAML).match(text)
    if match is None:
        rest = text.lstrip(" -")
        return "", rest, len(text) - len(rest)
    name = match[1]
    if name[0] in "\"'":
        name = name[1:-1]
    return name, (match[2] or "").strip(), match.start(1)


def fitted(names: tuple[str, ...], width: int) -> str:
    """The path in `width` cells: names next to the first one give way, then the first, then the start of the last."""
    for shorter in _shorter(names):
        text = _BETWEEN.join(shorter)
        if cell_len(text) <= width:
            return text
    last = names[-1] if names else ""
    while last and cell_len(_CUT + last) > width:
        last = last[1:]
    return _CUT + last if last else ""


def _shorter(names: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    yield names
    for kept in range(2, len(names)):
        yield (names[0], _CUT, *names[kept:])
    yield (_CUT, *names[-1:])


class PathSearch(TableSearch):
    """Finds the lines that `TableSearch` finds, and those whose own key ends the path of keys."""

    def __init__(self, table: LineTable, indentation: Indentation, language: str, keys: tuple[str, ...]) -> None:
        super().__init__(table)
        self._indentation, self._language, self._keys = indentation, language, keys

    def hits(self, wanted: str, line: int) -> tuple[list[Hit], int | None]:
        """The hits of one piece."""
        found, after = super().hits(wanted, line)
        named, _ = super().hits(self._keys[-1], line)
        there = {number for number, _ in found}
        own = [hit for hit in named if hit[0] not in there and self._is_meant(hit)]
        return sorted([*found, *own]), after

    def _is_meant(self, hit: Hit) -> bool:
        """Whether the hit is the key of its line, and the path ends so."""
        line, column = hit
        data = self._table.read(line, line + 1, _READ)
        text = data[0][0].decode("utf-8", "replace") if data else ""
        key, _, at = _key(text, self._language)
        if folded(key) != self._keys[-1] or not at <= column <= at + 1:
            return False
        return ends_with(path(self._table, self._indentation, line, self._language), self._keys)
