"""Writes a document: sorted keys, two-space indent, without invisible or broken characters."""

import base64
import json
import re
from collections.abc import Mapping

from xpkgtui import visible

JSON = None | bool | int | str | list["JSON"] | dict[str, "JSON"]

_DOUBTFUL = re.compile(r"[^\n\x20-\x7e]")
"""Characters that may be invisible. Line feeds are only between lines: those of texts are escaped by then."""
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_REPLACEMENT = "\ufffd"


def write(document: JSON) -> str:
    """The document, or a list of documents, as text that UTF-8 can encode, with a final line feed."""
    text = json.dumps(_whole(document), ensure_ascii=False, sort_keys=True, indent=2)
    return _DOUBTFUL.sub(_escaped, text) + "\n"


def free_map(mapping: Mapping[str, str]) -> JSON:
    """Annotations or labels: their keys are free, so no `...Bytes` field is added to them."""
    return {_replaced(key): _replaced(value) for key, value in mapping.items()}


def _whole(value: JSON) -> JSON:
    """The value without surrogates; a field that had some gets a second field `...Bytes` in base64."""
    if isinstance(value, str):
        return _replaced(value)
    if isinstance(value, list):
        return [_whole(item) for item in value]
    if not isinstance(value, dict):
        return value
    changed: dict[str, JSON] = {}
    for key, item in value.items():
        changed[key] = _whole(item)
        if isinstance(item, str) and _SURROGATE.search(item):
            changed[f"{key}Bytes"] = base64.b64encode(_bytes(item)).decode("ascii")
    return changed


def _replaced(text: str) -> str:
    return _SURROGATE.sub(_REPLACEMENT, text)


def _bytes(text: str) -> bytes:
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")


def _escaped(match: re.Match[str]) -> str:
    """An invisible character as `\\uXXXX` (as a pair beyond U+FFFF)."""
    character = match[0]
    return character if visible.line(character) == character else json.dumps(character)[1:-1]
