"""Marks: the lines and columns of keys and items in the text of a document."""

import re
from bisect import bisect_left
from typing import Any

from xpkgtui.documents.position import FieldPath

Mark = tuple[int, int]
"""Line and column inside the chunk, from 0."""
_ODD_BREAKS = "\r\x85\u2028\u2029"


class Lines:
    """The lines of a text as editors count them: YAML 1.1 breaks others, too."""

    def __init__(self, text: str) -> None:
        self._breaks = (
            [m.start() for m in re.finditer("\n", text)] if any(one in text for one in _ODD_BREAKS) else None
        )

    def place(self, mark: Any) -> Mark:
        """The place of a parser's mark."""
        if self._breaks is None:
            return mark.line, mark.column
        line = bisect_left(self._breaks, mark.index)
        return line, mark.index - (self._breaks[line - 1] + 1 if line else 0)


class Marks:
    """Marks by collection and key. A collection is found by `id()`: keep the value as long as its marks."""

    def __init__(self, text: str) -> None:
        self._places: dict[int, Any] = {}
        self._plains: dict[tuple[int, Any], str] = {}
        self._root: Mark = (0, 0)
        self._end = len(text)
        self._mark = Lines(text).place

    def open(self, container: Any) -> None:
        """Starts a new collection; an older one with the same `id()` is gone."""
        self._places[id(container)] = {} if isinstance(container, dict) else []

    def root(self, mark: Any) -> None:
        """Records the start of the document's value; nothing begins at the end of the text, where no line may be."""
        if mark.index < self._end:
            self._root = self._mark(mark)

    def key(self, container: dict[Any, Any], key: Any, mark: Any) -> None:
        """Records a key, in place of an earlier one with its name."""
        self._places[id(container)][key] = self._mark(mark)
        self._plains.pop((id(container), key), None)

    def item(self, container: list[Any], mark: Any) -> None:
        """Records the next item."""
        self._plains.pop((id(container), len(container)), None)
        self._places[id(container)].append(self._mark(mark))

    def plain(self, container: Any, key: Any, text: str) -> None:
        """Records the text of a plain scalar that was read as something else."""
        self._plains[(id(container), key)] = text

    def merge(self, into: dict[Any, Any], source: dict[Any, Any]) -> None:
        """Copies the marks of the merged keys of `source`."""
        self._places[id(into)].update(self._places.get(id(source), {}))
        for key in source:
            self._plains.pop((id(into), key), None)
            if (id(source), key) in self._plains:
                self._plains[(id(into), key)] = self._plains[(id(source), key)]

    def find(self, value: Any, path: FieldPath) -> Mark:
        """The mark of the key or item at `path`, or of its nearest ancestor that exists."""
        found = self._root
        for part in path.parts:
            if not _holds(value, part):
                break
            places = self._places.get(id(value))
            if places is not None and (isinstance(places, list) or part in places):
                found = places[part]  # type: ignore[index]
            value = value[part]
        return found

    def text_of(self, value: Any, path: FieldPath) -> str | None:
        """The text of a plain scalar that became a bool, a number or null."""
        for part in path.parts[:-1]:
            if not _holds(value, part):
                return None
            value = value[part]
        if not path.parts or not _holds(value, path.parts[-1]):
            return None
        return self._plains.get((id(value), path.parts[-1]))


def _holds(value: Any, part: str | int) -> bool:
    if isinstance(value, dict):
        return part in value
    return isinstance(value, list) and isinstance(part, int) and 0 <= part < len(value)
