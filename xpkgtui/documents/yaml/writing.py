"""YAML that any version of YAML reads alike: block style, and every text quoted that is not plainly text.

ruamel.yaml takes 12 s for a megabyte of rules, and this a twentieth of a second.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

from xpkgtui import visible
from xpkgtui.patterns import late

_DOUBTFUL = late(r"[^\n\x20-\x7e]")
_PLAIN = late(r"[A-Za-z][A-Za-z0-9/_-]*([.][A-Za-z0-9/_-]+)*")
_NOT_TEXT = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null"})
"""Words that some reader of YAML takes for something else than text."""


def as_yaml(value: dict[str, Any]) -> str:
    """A value as a document; what cannot be seen is escaped."""
    return _DOUBTFUL.sub(_escaped, "".join(f"{line}\n" for line in _lines(value)))


def _lines(value: dict[str, Any] | list[Any], indent: str = "") -> Iterator[str]:
    if isinstance(value, list):
        for item in value:
            if item and isinstance(item, dict | list):
                first, *rest = _lines(item, f"{indent}  ")
                yield f"{indent}- {first.lstrip(' ')}"
                yield from rest
            else:
                yield f"{indent}- {_scalar(item)}"
        return
    for key, item in value.items():
        if item and isinstance(item, dict | list):
            yield f"{indent}{_scalar(key)}:"
            yield from _lines(item, indent if isinstance(item, list) else f"{indent}  ")
        else:
            yield f"{indent}{_scalar(key)}: {_scalar(item)}"


def _scalar(value: object) -> str:
    is_plain = isinstance(value, str) and _PLAIN.fullmatch(value) and value.lower() not in _NOT_TEXT
    return str(value) if is_plain else json.dumps(value, ensure_ascii=False)


def _escaped(match: re.Match[str]) -> str:
    sign = match[0]
    return sign if visible.line(sign) == sign else f"\\U{ord(sign):08X}"
