"""Patterns of names as Go's `path/filepath.Match` reads them: `*` stops at a slash, and there is no `**`."""

import posixpath
import re
from typing import Self

from xpkgtui.errors import Malformed
from xpkgtui.values import dataclass

_NEVER = "(?!)"


@dataclass(frozen=True, slots=True)
class Glob:
    """One pattern, relative to the folder in which it is matched."""

    expression: re.Pattern[str]

    @classmethod
    def parse(cls, text: str) -> Self:
        """The pattern; raises `Malformed` where Go calls it a bad one."""
        return cls(re.compile(_Translation(posixpath.normpath(text.lstrip("/") or ".")).translate(), re.DOTALL))

    def matches(self, path: str) -> bool:
        """Whether the whole of a relative path, with slashes, is matched."""
        return self.expression.fullmatch(path) is not None


class _Translation:
    """A pattern on its way to a regular expression."""

    def __init__(self, pattern: str) -> None:
        self._pattern = pattern
        self._at = 0

    def translate(self) -> str:
        """A `*` takes as little as what follows it needs and, as in Go, no more later: many cost no more than one."""
        pieces: list[str] = []
        parts: list[str] = []
        while self._at < len(self._pattern):
            match self._take():
                case "*":
                    pieces.append("".join(parts))
                    parts = []
                case "?":
                    parts.append("[^/]")
                case "[":
                    parts.append(self._class())
                case "\\":
                    parts.append(re.escape(self._need()))
                case letter:
                    parts.append(re.escape(letter))
        last = "".join(parts)
        if not pieces:
            return last
        return pieces[0] + "".join(f"(?>[^/]*?{piece})" for piece in pieces[1:]) + f"[^/]*{last}"

    def _class(self) -> str:
        is_negated = self._peek() == "^"
        if is_negated:
            self._take()
        ranges: list[str] = []
        count = 0
        while self._peek() != "]" or not count:
            low = high = self._letter()
            if self._peek() == "-":
                self._take()
                high = self._letter()
            count += 1
            if low <= high:
                ranges.append(f"{re.escape(low)}-{re.escape(high)}")
        self._take()
        if not ranges:
            return "." if is_negated else _NEVER
        return f"[{'^' if is_negated else ''}{''.join(ranges)}]"

    def _letter(self) -> str:
        letter = self._need()
        if letter in "-]":
            raise self._bad()
        return self._need() if letter == "\\" else letter

    def _peek(self) -> str:
        if self._at >= len(self._pattern):
            raise self._bad()
        return self._pattern[self._at]

    def _need(self) -> str:
        self._peek()
        return self._take()

    def _take(self) -> str:
        self._at += 1
        return self._pattern[self._at - 1]

    def _bad(self) -> Malformed:
        return Malformed(f"{self._pattern!r} is not a pattern: a bracket or a backslash has no end")
