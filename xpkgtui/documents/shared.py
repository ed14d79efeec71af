"""Values that the documents of a stream share, and what was found right about them: that is found once."""

from collections.abc import Hashable, Iterable
from typing import Any


class Shared:
    """Values by `id()`: who adds one keeps it for as long as this is asked."""

    def __init__(self) -> None:
        self._ids: set[int] = set()
        self._right: dict[Hashable, set[int]] = {}

    def add(self, value: Any) -> None:
        """Adds a value."""
        self._ids.add(id(value))

    def __contains__(self, value: Any) -> bool:
        return id(value) in self._ids

    def is_right(self, check: Hashable, value: Any) -> bool:
        """Whether the check was passed by this very value, wherever it stands."""
        return check in self._right and id(value) in self._right[check]

    def passed(self, check: Hashable, values: Iterable[Any]) -> None:
        """Records that values passed a check; those that are not shared are not recorded."""
        self._right.setdefault(check, set()).update(id(value) for value in values if id(value) in self._ids)


NOTHING_SHARED = Shared()
"""For documents that stand alone; nothing is ever added."""
