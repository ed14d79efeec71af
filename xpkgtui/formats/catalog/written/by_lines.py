"""Reads channels, and what upgrades need of bundles, line by line in a tenth of the time of a parser."""

import re
from collections.abc import Mapping
from typing import Any

from xpkgtui.documents.chunk import Chunk
from xpkgtui.documents.document import PackageDocument, parse
from xpkgtui.documents.yaml.resolver import resolve
from xpkgtui.formats.catalog.model.blobs import CHANNEL, METADATA, OBJECT, PACKAGE, REQUIRED, Channel, ChannelEntry

_SCALAR = rb"(?:([A-Za-z0-9<][A-Za-z0-9._+/-]*)|\"([ !#-\[\]-~]*)\"|'([ -&(-~]*)')[ ]*\r?\n"
"""Plain, or between quotation marks without escapes, up to the end of the line: three groups."""
_LINE = re.compile(rb"( *)(- )?(?:([A-Za-z]+):(?:[ ]*\r?\n| +" + _SCALAR + rb")|" + _SCALAR + rb")")
_TOP = frozenset({b"schema", b"package", b"name"})
_OF_ENTRY = frozenset({b"name", b"replaces", b"skipRange"})
_ENTRIES, _SKIPS = b"entries", b"skips"
_DASH = 2
"""Cells of `- `."""
_KEY = b"properties:"
_REST = re.compile(rb"[ \t]*(?:#[^\n]*)?\r?\n")
_BEHIND = re.compile(rb"\n(?![ \t\r\n#-])")
_INDENT = re.compile(rb"[ ]*(?=-[ ])")
_TYPE = re.compile(rb" *-[ ]+type:[ ]*[\"']?([A-Za-z0-9._/-]+)[\"']?[ ]*\r?\n")
_VALUE = re.compile(rb" *- +type:[ ]*[\"']?[A-Za-z0-9._/-]+[\"']?[ ]*\r?\n( +)value:[ ]*\r?\n")
_FIELD = re.compile(rb"( +)([A-Za-z]+): +" + _SCALAR)
LARGE = frozenset({METADATA, OBJECT, "olm.maturity"})
_ALIAS = re.compile(rb"[:-][ ]+[&*][A-Za-z0-9]")
_SMALL = 8_192
"""Bytes of a property that is read as it is."""

Properties = list[Mapping[str, Any]]


def channel_of(document: int, text: bytes) -> Channel | None:
    """The channel; None where its text holds anything but the usual lines."""
    lines = _Lines()
    at = 0
    while at < len(text):
        match = _LINE.match(text, at)
        if match is None or not lines.take(match):
            return None
        at = match.end()
    fields = lines.fields
    if fields.get(b"schema") != CHANNEL or not fields.get(b"name") or not fields.get(b"package"):
        return None
    entries = tuple(
        ChannelEntry(
            name=one.get(b"name", ""),
            replaces=one.get(b"replaces", ""),
            skips=tuple(skips),
            skip_range=one.get(b"skipRange", ""),
        )
        for one, skips in lines.entries
    )
    return Channel(document=document, name=fields[b"name"], package=fields[b"package"], entries=entries)


class _Lines:
    """The lines of one channel so far."""

    def __init__(self) -> None:
        self.fields: dict[bytes, str] = {}
        self.entries: list[tuple[dict[bytes, str], list[str]]] = []
        self._inside: int | None = None
        """The indentation of entries, -1 before the first one; None outside them."""
        self._skips: int | None = None
        """The indentation of the list of what an entry skips; None outside it."""

    def take(self, match: re.Match[bytes]) -> bool:
        """Whether this line is a usual one."""
        indent, dash, key = len(match[1]), match[2], match[3]
        if key is None:
            value = _text_of(match[7], match[8], match[9])
            return bool(dash) and value is not None and self._skipped(indent, value)
        value = _text_of(match[4], match[5], match[6])
        if not indent and not dash:
            return self._field(key, value)
        return self._of_entry(indent, key, value, is_new=bool(dash))

    def _field(self, key: bytes, value: str | None) -> bool:
        self._inside = self._skips = None
        if key == _ENTRIES and not self.entries:
            self._inside = -1
            return value is None
        if key not in _TOP or value is None or key in self.fields:
            return False
        self.fields[key] = value
        return True

    def _of_entry(self, indent: int, key: bytes, value: str | None, *, is_new: bool) -> bool:
        if self._inside is None:
            return False
        if is_new:
            self._inside = indent if self._inside < 0 else self._inside
            self.entries.append(({}, []))
        if not self.entries or indent != self._inside + (0 if is_new else _DASH):
            return False
        entry, skips = self.entries[-1]
        self._skips = None
        if key == _SKIPS:
            self._skips = -1
            return value is None and not skips
        if key not in _OF_ENTRY or value is None or key in entry:
            return False
        entry[key] = value
        return True

    def _skipped(self, indent: int, value: str) -> bool:
        if self._skips is None or self._inside is None:
            return False
        self._skips = indent if self._skips < 0 else self._skips
        if indent != self._skips or indent < self._inside + _DASH:
            return False
        self.entries[-1][1].append(value)
        return True


def properties_of(text: bytes) -> Properties | None:
    """The properties but for those that say nothing of upgrades; None where only a parser finds them."""
    items = _items(text)
    if items is None:
        return None
    found: Properties = []
    for item in items:
        kind = match[1].decode() if (match := _TYPE.match(item)) and item.count(b"type:") == 1 else ""
        if kind in REQUIRED:
            found.append({"type": kind})
        elif kind == PACKAGE:
            value = _texts(item)
            if value is None:
                return _parsed(items)
            found.append({"type": kind, "value": value})
        elif not kind and not _is_large(item):
            return _parsed(items)
    return found


def small_properties_of(text: bytes) -> Properties | None:
    """The properties but for those with large values; None where only a parser finds them."""
    items = _items(text)
    if items is None:
        return None
    found: Properties = []
    for item in items:
        if _is_large(item):
            continue
        kind = match[1].decode() if (match := _TYPE.match(item)) and item.count(b"type:") == 1 else ""
        value = _texts(item) if kind else None
        if not value:
            return _parsed(items)
        found.append({"type": kind, "value": value})
    return found


def _items(text: bytes) -> list[bytes] | None:
    """The items of the list; None where it is not written as tools write it."""
    at = _margin(text, 0)
    if at < 0 or _margin(text, at + 1) >= 0 or (rest := _REST.match(text, at + len(_KEY))) is None:
        return None
    first = rest.end()
    behind = _BEHIND.search(text, first - 1)
    last = behind.start() + 1 if behind else len(text)
    indent = _INDENT.match(text, first)
    if indent is None:
        return None
    between = b"\n" + indent[0] + b"- "
    items = []
    start = first
    while (found := text.find(between, start, last)) >= 0:
        items.append(text[start : found + 1])
        start = found + 1
    return [*items, text[start:last]]


def _margin(text: bytes, start: int) -> int:
    """The place of the key at the beginning of a line; -1 where there is none."""
    if start == 0 and text.startswith(_KEY):
        return 0
    found = text.find(b"\n" + _KEY, max(0, start - 1))
    return found + 1 if found >= 0 else -1


def _texts(item: bytes) -> Mapping[str, str] | None:
    """The value of a property that is a text on each of its lines."""
    match = _VALUE.match(item)
    if match is None:
        return None
    found: dict[str, str] = {}
    at, indent = match.end(), b""
    while at < len(item):
        field = _FIELD.match(item, at)
        value = _text_of(field[3], field[4], field[5]) if field else None
        if field is None or value is None or len(field[1]) <= len(match[1]) or indent not in (b"", field[1]):
            return None
        found[field[2].decode()] = value
        at, indent = field.end(), field[1]
    return found


def _is_large(item: bytes) -> bool:
    match = _TYPE.match(item)
    return match is not None and match[1].decode() in LARGE


def _parsed(items: list[bytes]) -> Properties | None:
    """The small properties, parsed."""
    kept = []
    for item in items:
        if _is_large(item):
            continue
        if len(item) > _SMALL or _ALIAS.search(item):
            return None
        kept.append(item)
    whole = b"".join(kept)
    chunk = Chunk(number=1, start=0, end=len(whole), first_line=1, line=1)
    document = parse(whole, chunk) if whole else None
    if document is None:
        return []
    value = document.value if isinstance(document, PackageDocument) else None
    return value if isinstance(value, list) and all(isinstance(one, Mapping) for one in value) else None


def _text_of(plain: bytes | None, *quoted: bytes | None) -> str | None:
    """The text of such a scalar; None where a plain one is a number, a date or another word of YAML."""
    if plain is None:
        return next((one.decode() for one in quoted if one is not None), None)
    text = plain.decode()
    return text if isinstance(resolve(text), str) else None
