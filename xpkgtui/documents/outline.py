"""The places and paths of keys and items in the text of a document, found by its indentation without parsing it.

Only texts in block style are understood, as generators write them: where anything else lies on the way to a value, it
is not found here, and the document is to be parsed with its marks.
"""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import islice
from typing import Any, NamedTuple

from xpkgtui.documents.position import FieldPath
from xpkgtui.patterns import late

_ODD = (b"\r", b"\xef\xbb\xbf", b"\0", b"\n---", b"\n...")
"""Bytes by which lines would be counted in another way, or that end a document."""
_OPENING = late(rb"[\"'\[{](?:(?<=[ :\n-].)|(?<=\A.))")
"""What may open a quoted text or a collection in brackets, by the byte before it.

A search for four bytes takes a sixth of one that begins with what may stand before them.
"""
_TAGGED = late(rb"[:-][&!]")
_SPACE = ord(" ")
_CLOSED = late(rb"\"(?:[^\"\\\n]|\\[^\n])*+\"|'[^'\n]*+(?:''[^'\n]*+)*+'|[\[{][^\[\]{}\n]*+[\]}]")
"""A quoted text or a collection in brackets that ends in its line; of others no line need be indented."""
_HEAD = late(rb"(?:---[ ]*\n)?(?:[ ]*(?:#[^\n]*)?\n)*")
_BLANK = late(rb"[ ]*(?:#[^\n]*)?\n(?:[ ]*(?:#[^\n]*)?\n)*")
_PLAIN_KEY = late(r"[A-Za-z_$][A-Za-z0-9_.$/-]*")
_FEW = 8
"""Keys that are looked for in a region one by one, before all of them are."""
_SCALAR = late(rb"[A-Za-z0-9_$/.(]")
"""What a plain scalar or a plain key may begin with; all else has a meaning in YAML, or may have one."""


_QUOTED = {
    b'"': late(rb"\"(?:[^\"\\]|\\[^\0])*+\""),
    b"'": late(rb"'[^']*+(?:''[^']*+)*+'"),
}


class _Region(NamedTuple):
    """The lines of a collection, whose end is where a line is indented less."""

    start: int
    """Where its first key or dash stands; what is before it in its line belongs to no entry."""
    indent: int


class TextOutline:
    """The text of one document in which no key occurs twice; regions that were found are kept."""

    def __init__(self, text: bytes) -> None:
        self._text = text if text.endswith(b"\n") else text + b"\n"
        self._regions: dict[tuple[str | int, ...], _Region | None] = {}
        self._asked: Counter[_Region] = Counter()
        """How many keys were looked for in a region."""
        self._keys: dict[_Region, dict[bytes, int]] = {}
        """Where the keys of a region stand of which many were looked for."""
        self._ends: dict[_Region, int] = {}
        self._looked: dict[_Region, int] = {}
        """Where the last key stands of a region that was looked at so far: most keys stand near its start."""
        self._counted = 0, 0
        """A place, and the lines before it."""
        self._looked_to = 0
        """Where the text was looked at for what runs over lines; a place needs the text before it only."""

    def find(self, value: Any, path: FieldPath) -> tuple[int, int] | None:
        """The line and the column, from 0, of the key or item at a path, or of its nearest ancestor that exists.

        `value` is what the document says. None where the text alone does not tell.
        """
        parts = _existing(value, path.parts)
        if not parts or self._is_odd:
            return None
        region = self._region(parts[:-1])
        at = None if region is None else self._entry(region, parts[-1])
        if at is None or not self._is_closed(at):
            return None
        return self._lines(at), at - self._line(at)

    @cached_property
    def _is_odd(self) -> bool:
        return any(one in self._text for one in _ODD)

    def _is_closed(self, until: int) -> bool:
        """Whether no quoted text and no collection in brackets before it runs over lines that are not indented."""
        text = self._text
        while (opening := _OPENING.search(text, self._looked_to, until)) is not None:
            start = opening.start()
            if _opens(text, start):
                closed = _CLOSED.match(text, start)
                end = closed.end() if closed else _end_of_quoted(text, start)
                if end is None:
                    return False
                self._looked_to = end
            else:
                self._looked_to = start + 1
        self._looked_to = max(self._looked_to, until)
        return True

    def _region(self, parts: tuple[str | int, ...]) -> _Region | None:
        """The lines of the collection at a path."""
        missing = []
        while parts and parts not in self._regions:
            missing.append(parts)
            parts = parts[:-1]
        region = self._regions[parts] if parts else self._root()
        for below in reversed(missing):
            region = None if region is None else self._below(region, below[-1])
            self._regions[below] = region
        return region

    def _root(self) -> _Region:
        head = _HEAD.match(self._text)
        start = head.end() if head else 0
        indent = _spaces(self._text, start)
        return _Region(start + indent, indent)

    def _below(self, region: _Region, part: str | int) -> _Region | None:
        """The lines of the collection that an entry holds."""
        at = self._entry(region, part)
        if at is None or isinstance(part, int):
            return None if at is None else _Region(at, at - self._line(at))
        blank = _BLANK.match(self._text, at + len(part) + 1)
        if blank is None:
            return None
        indent = _spaces(self._text, blank.end())
        start = blank.end() + indent
        is_list = self._text.startswith((b"- ", b"-\n"), start)
        return _Region(start, indent) if indent > region.indent or (is_list and indent == region.indent) else None

    def _entry(self, region: _Region, part: str | int) -> int | None:
        """Where a key stands, or the value of an item."""
        at = self._item(region, part) if isinstance(part, int) else self._key(region, part)
        return at if at is not None and self._is_in(region, at) else None

    def _is_in(self, region: _Region, at: int) -> bool:
        """Whether no line before it is indented less."""
        if not region.indent or at <= self._looked.get(region, region.start):
            return True
        if region not in self._ends:
            found = _shallower(region.indent).search(self._text, self._looked.get(region, region.start), at)
            if found is None:
                self._looked[region] = at
                return True
            self._ends[region] = found.start() + 1
        return at <= self._ends[region]

    def _end(self, region: _Region) -> int:
        """Where the first line begins that is indented less."""
        if region not in self._ends:
            found = _shallower(region.indent).search(self._text, region.start) if region.indent else None
            self._ends[region] = found.start() + 1 if found else len(self._text)
        return self._ends[region]

    def _lines(self, at: int) -> int:
        """The number of lines before a place; places are mostly asked for in their order."""
        place, lines = self._counted if self._counted[0] <= at else (0, 0)
        self._counted = at, lines + self._text.count(b"\n", place, at)
        return self._counted[1]

    def _key(self, region: _Region, key: str) -> int | None:
        if not _PLAIN_KEY.fullmatch(key):
            return None
        first = f"{key}:".encode()
        if self._text.startswith((first + b" ", first + b"\n"), region.start):
            return region.start
        self._asked[region] += 1
        if self._asked[region] > _FEW:
            return self._keys_of(region).get(key.encode())
        line, at = b"\n%b%b" % (b" " * region.indent, first), region.start
        while (at := self._text.find(line, at)) >= 0:
            if self._text[at + len(line)] in b" \n":
                return at + 1 + region.indent
            at += len(line)
        return None

    def _keys_of(self, region: _Region) -> dict[bytes, int]:
        """Where each key of a region stands."""
        if region not in self._keys:
            found: dict[bytes, int] = {}
            for one in _any_key(region.indent).finditer(self._text, region.start, self._end(region)):
                found.setdefault(one[1], one.start(1))
            self._keys[region] = found
        return self._keys[region]

    def _item(self, region: _Region, number: int) -> int | None:
        line = self._line(region.start)
        if region.start - line != region.indent or self._text[line : region.start].strip():
            return None  # the first dash stands behind another one
        dashes = _dash(region.indent).finditer(self._text, line)
        found = next(islice(dashes, number, None), None)
        if found is None:
            return None
        at = found.end() + _spaces(self._text, found.end())
        return at if _SCALAR.match(self._text, at) else None

    def _line(self, at: int) -> int:
        """Where the line begins."""
        return self._text.rfind(b"\n", 0, at) + 1


def _existing(value: Any, parts: tuple[str | int, ...]) -> tuple[str | int, ...]:
    """The beginning of a path that a value has."""
    for number, part in enumerate(parts):
        is_there = part in value if isinstance(value, dict) else _has(value, part)
        if not is_there:
            return parts[:number]
        value = value[part]
    return parts


def _has(value: Any, part: str | int) -> bool:
    return isinstance(value, list) and isinstance(part, int) and 0 <= part < len(value)


def _opens(text: bytes, at: int) -> bool:
    """Whether the line, a colon or a dash is before it, with nothing but blanks, anchors and tags between them."""
    end = at
    while True:
        while end and text[end - 1] == _SPACE:
            end -= 1
        if not end or text[end - 1] in b":-\n":
            return True
        if end == at:
            return False
        start = text.rfind(b" ", 0, end) + 1
        start = max(text.rfind(b"\n", start, end) + 1, start)
        if _TAGGED.search(text, start, end):
            return True
        if text[start] not in b"&!":
            return False
        end = start


def _end_of_quoted(text: bytes, start: int) -> int | None:
    """Where a quoted text over several lines ends; None where they are not indented like a block."""
    quoted = _QUOTED.get(text[start : start + 1])
    end = quoted.match(text, start) if quoted else None
    indent = _spaces(text, text.rfind(b"\n", 0, start) + 1)
    return end.end() if end and not _shallower(indent + 1).search(text, start, end.end()) else None


def _spaces(text: bytes, at: int) -> int:
    """How many blanks stand there."""
    end = at
    while text[end : end + 1] == b" ":
        end += 1
    return end - at


@lru_cache
def _shallower(indent: int) -> re.Pattern[bytes]:
    """Finds the end of the line before one that is indented less: a search for a byte is a tenth of one for lines."""
    return re.compile(rb"\n {0,%d}[^ \n]" % (indent - 1))


@lru_cache
def _dash(indent: int) -> re.Pattern[bytes]:
    return re.compile(rb"^ {%d}-(?=[ \n])" % indent, re.MULTILINE)


@lru_cache
def _any_key(indent: int) -> re.Pattern[bytes]:
    return re.compile(rb"\n {%d}([A-Za-z_$][A-Za-z0-9_.$/-]*):(?=[ \n])" % indent)


_WRITTEN = late(r"\.?[\w-]+(?:\.[\w-]+)+")
_KEY = late(rb"^([ \t]*(?:- +)*)([\"']?)([^\s\"':#{}\[\],]+)\2[ ]*:(?=[ \t\r\n]|$)", 8)  # re.MULTILINE
_BETWEEN = "properties"
_MOST_LINES = 2_000_000


def written(word: str) -> tuple[str, ...]:
    """The keys of a path, folded; empty for a word that is none."""
    return tuple(word.strip(".").lower().split(".")) if _WRITTEN.fullmatch(word) else ()


def ends_with(names: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether the path of a line, with its items in brackets, ends with these keys."""
    keys = [key for name in names if (key := name.partition("[")[0].lower()) and key != _BETWEEN]
    return tuple(keys[-len(wanted) :]) == tuple(wanted)


def holds(text: bytes, wanted: Sequence[str]) -> bool:
    """Whether a key of the document stands at the end of that path; of one with too many lines, whether it may."""
    if not all(key.encode() in text for key in wanted):
        return False
    above: list[tuple[int, str]] = []
    for number, match in enumerate(_KEY.finditer(text)):
        if number == _MOST_LINES:
            return True
        column, key = match.end(1) - match.start(1), match[3].decode("utf-8", "replace")
        while above and above[-1][0] >= column:
            above.pop()
        above.append((column, key))
        if key == wanted[-1] and ends_with([name for _, name in above], wanted):
            return True
    return False
