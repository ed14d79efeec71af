"""The properties of bundles that upgrades are about, found in the text; large ones take most of the time."""

import re
from collections.abc import Mapping
from typing import Any

from xpkgtui.documents.chunk import Chunk
from xpkgtui.documents.document import PackageDocument, parse
from xpkgtui.formats.catalog.model.blobs import METADATA, OBJECT, PACKAGE, REQUIRED
from xpkgtui.formats.catalog.written.scalars import SCALAR, text_of

_KEY = b"properties:"
_REST = re.compile(rb"[ \t]*(?:#[^\n]*)?\r?\n")
_BEHIND = re.compile(rb"\n(?![ \t\r\n#-])")
_INDENT = re.compile(rb"[ ]*(?=-[ ])")
_TYPE = re.compile(rb" *-[ ]+type:[ ]*[\"']?([A-Za-z0-9._/-]+)[\"']?[ ]*\r?\n")
_PACKAGE = re.compile(rb" *- +type:[ ]*[\"']?olm\.package[\"']?[ ]*\r?\n( +)value:[ ]*\r?\n")
_FIELD = re.compile(rb"( +)([A-Za-z]+): +" + SCALAR)
_LARGE = frozenset({METADATA, OBJECT, "olm.maturity"})
_ALIAS = re.compile(rb"[:-][ ]+[&*][A-Za-z0-9]")
_SMALL = 8_192
"""Bytes of a property that is read as it is."""

Properties = list[Mapping[str, Any]]


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
            value = _version(item)
            if value is None:
                return _parsed(items)
            found.append({"type": kind, "value": value})
        elif not kind and not _is_large(item):
            return _parsed(items)
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


def _version(item: bytes) -> Mapping[str, str] | None:
    """The value of an `olm.package` that is written line by line."""
    match = _PACKAGE.match(item)
    if match is None:
        return None
    found: dict[str, str] = {}
    at, indent = match.end(), b""
    while at < len(item):
        field = _FIELD.match(item, at)
        value = text_of(field[3], field[4], field[5]) if field else None
        if field is None or value is None or len(field[1]) <= len(match[1]) or indent not in (b"", field[1]):
            return None
        found[field[2].decode()] = value
        at, indent = field.end(), field[1]
    return found


def _is_large(item: bytes) -> bool:
    match = _TYPE.match(item)
    return match is not None and match[1].decode() in _LARGE


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
