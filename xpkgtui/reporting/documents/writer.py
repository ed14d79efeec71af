"""Writes a document: sorted keys, two-space indent, without invisible or broken characters."""

import base64
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import fields
from json.encoder import encode_basestring
from typing import Any, NamedTuple

from xpkgtui import visible
from xpkgtui.patterns import late


class JsonObject:
    """An object of a document: a dataclass, whose fields are its keys, with their words and bounds in `Annotated`.

    A field whose default is None is left out where it is None; all others are always there.
    """

    __slots__ = ()


class Bounds(NamedTuple):
    """What bounds a value beside its type."""

    minimum: int | None = None
    pattern: str | None = None
    enum: tuple[str, ...] | None = None
    """The words that it may be."""
    maxItems: int | None = None


JSON = None | bool | int | float | str | JsonObject | Sequence["JSON"] | Mapping[str, "JSON"]
_KEYS = {"from_": "from", "built_in": "built-in"}
"""Keys that are no names of Python, by the names of their fields."""
_FIELDS: dict[type[JsonObject], tuple[tuple[str, str, bool], ...]] = {}

_DOUBTFUL = late(r"[^\n\x20-\x7e]")
"""Characters that may be invisible. Line feeds are only between lines: those of texts are escaped by then."""
_SURROGATE = late(r"[\ud800-\udfff]")
_REPLACEMENT = "\ufffd"


def write(document: JSON) -> str:
    """The document, or a list of documents, as text that UTF-8 can encode, with a final line feed.

    `json.dumps` with an indent is written in Python and makes many small pieces, which takes twice as long.
    """
    return _DOUBTFUL.sub(_escaped, _text(document, "\n")) + "\n"


def write_line(document: JSON) -> str:
    """The document as `write` has it, in one line."""
    return _DOUBTFUL.sub(_escaped, _text(document, "")) + "\n"


def free_map(mapping: Mapping[str, str]) -> dict[str, str]:
    """Annotations or labels: their keys are free, so no `...Bytes` field is added to them."""
    return {_replaced(key): _replaced(value) for key, value in mapping.items()}


def keys_of(kind: type[JsonObject]) -> tuple[tuple[str, str, bool], ...]:
    """The keys of an object, sorted, each with its field and whether it may be left out."""
    if kind not in _FIELDS:
        found: Any = fields(kind)  # type: ignore[arg-type]
        _FIELDS[kind] = tuple(sorted((_KEYS.get(one.name, one.name), one.name, one.default is None) for one in found))
    return _FIELDS[kind]


def _members(value: JsonObject) -> dict[str, JSON]:
    found = {}
    for key, name, is_optional in keys_of(value.__class__):
        member = getattr(value, name)
        if member is not None or not is_optional:
            found[key] = member
    return found


def _text(value: JSON, line: str) -> str:
    """The value as text; `line` ends a line and begins one as deep as the value, or is empty for a single line.

    Surrogates are replaced; a field that had some gets a second field `...Bytes` in base64.
    """
    if isinstance(value, str):
        return encode_basestring(_replaced(value))
    if value is None:
        return "null"
    if isinstance(value, int):
        return str(value).lower() if isinstance(value, bool) else int.__repr__(value)
    if isinstance(value, float):
        return json.dumps(value)
    deeper = line and line + "  "
    if isinstance(value, JsonObject):
        value = _members(value)
    elif not isinstance(value, Mapping):
        items = [_text(item, deeper) for item in value]
        return f"[{deeper}{f',{deeper}'.join(items)}{line}]" if items else "[]"
    texts = {key: _text(item, deeper) for key, item in value.items()}
    for key, item in value.items():
        if isinstance(item, str) and not item.isascii() and _SURROGATE.search(item):
            texts[f"{key}Bytes"] = f'"{base64.b64encode(_bytes(item)).decode("ascii")}"'
    members = [f"{encode_basestring(key)}: {texts[key]}" for key in sorted(texts)]
    return f"{{{deeper}{f',{deeper}'.join(members)}{line}}}" if members else "{}"


def _replaced(text: str) -> str:
    return text if text.isascii() else _SURROGATE.sub(_REPLACEMENT, text)


def _bytes(text: str) -> bytes:
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")


def _escaped(match: re.Match[str]) -> str:
    """An invisible character as `\\uXXXX` (as a pair beyond U+FFFF)."""
    character = match[0]
    return character if visible.line(character) == character else json.dumps(character)[1:-1]
