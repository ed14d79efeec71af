"""Where the keys and items of a document stand in its text."""

import re
from bisect import bisect_left
from typing import Any

from xpkgtui.documents.position import FieldPath

Mark = tuple[int, int]
"""Line and column inside the chunk, from 0."""
_ODD_BREAKS = re.compile("[\r\x85\u2028\u2029]")


class Marks:
    """Marks by collection, which is known by its identity: the value must be kept as long as its marks."""

    def __init__(self, text: str) -> None:
        self._places: dict[int, Any] = {}
        self._plains: dict[tuple[int, Any], str] = {}
        self._root: Mark = (0, 0)
        # YAML 1.1 breaks lines where editors do not; then lines are counted anew from the character's index.
        self._breaks = [m.start() for m in re.finditer("\n", text)] if _ODD_BREAKS.search(text) else None

    def open(self, container: Any) -> None:
        """A new collection; an older one of the same identity is gone."""
        self._places[id(container)] = {} if isinstance(container, dict) else []

    def root(self, mark: Any) -> None:
        """The document's value starts here."""
        self._root = self._mark(mark)

    def key(self, container: dict[Any, Any], key: Any, mark: Any) -> None:
        """A key starts here; what was known of an earlier one with its name is forgotten."""
        self._places[id(container)][key] = self._mark(mark)
        self._plains.pop((id(container), key), None)

    def item(self, container: list[Any], mark: Any) -> None:
        """The next item starts here."""
        self._plains.pop((id(container), len(container)), None)
        self._places[id(container)].append(self._mark(mark))

    def plain(self, container: Any, key: Any, text: str) -> None:
        """The value there is a plain scalar that was read as something else than its text."""
        self._plains[(id(container), key)] = text

    def merge(self, into: dict[Any, Any], source: dict[Any, Any]) -> None:
        """The keys of `source` came with a merge and stand where they stood."""
        self._places[id(into)].update(self._places.get(id(source), {}))
        for key in source:
            self._plains.pop((id(into), key), None)
            if (id(source), key) in self._plains:
                self._plains[(id(into), key)] = self._plains[(id(source), key)]

    def find(self, value: Any, path: FieldPath) -> Mark:
        """Of the key or item at `path`, or of its nearest ancestor that exists."""
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
        """The source of a plain scalar that became a bool, a number or null."""
        for part in path.parts[:-1]:
            if not _holds(value, part):
                return None
            value = value[part]
        if not path.parts or not _holds(value, path.parts[-1]):
            return None
        return self._plains.get((id(value), path.parts[-1]))

    def _mark(self, mark: Any) -> Mark:
        if self._breaks is None:
            return mark.line, mark.column
        line = bisect_left(self._breaks, mark.index)
        return line, mark.index - (self._breaks[line - 1] + 1 if line else 0)


def _holds(value: Any, part: str | int) -> bool:
    if isinstance(value, dict):
        return part in value
    return isinstance(value, list) and isinstance(part, int) and 0 <= part < len(value)
