"""Writes a document: sorted keys, two-space indent, without invisible or broken characters."""

import base64
import json
import re
from collections.abc import Mapping
from json.encoder import encode_basestring

from xpkgtui import visible
from xpkgtui.patterns import late

JSON = None | bool | int | float | str | list["JSON"] | dict[str, "JSON"]

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


def free_map(mapping: Mapping[str, str]) -> JSON:
    """Annotations or labels: their keys are free, so no `...Bytes` field is added to them."""
    return {_replaced(key): _replaced(value) for key, value in mapping.items()}


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
    if isinstance(value, list):
        items = [_text(item, deeper) for item in value]
        return f"[{deeper}{f',{deeper}'.join(items)}{line}]" if items else "[]"
    texts = {key: _text(item, deeper) for key, item in value.items()}
    for key, item in value.items():
        if isinstance(item, str) and not item.isascii() and _SURROGATE.search(item):
            texts[f"{key}Bytes"] = f'"{base64.b64encode(_bytes(item)).decode("ascii")}"'
    fields = [f"{encode_basestring(key)}: {texts[key]}" for key in sorted(texts)]
    return f"{{{deeper}{f',{deeper}'.join(fields)}{line}}}" if fields else "{}"


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
