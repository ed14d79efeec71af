"""Values as the package manager reads them: keys in any letters, numbers as text."""

from typing import Any

from xpkgtui import untyped
from xpkgtui.formats.go_decoding import lowered


def found(value: object, *names: str) -> Any:
    """The value under keys in any letters."""
    for name in names:
        value = lowered(untyped.mapping(value), name)
    return value


def text_of(value: object) -> str:
    """Text, or a number or truth value as the package manager makes text of it."""
    match value:
        case str():
            return value
        case bool():
            return "true" if value else "false"
        case int() | float():
            return str(value)
    return ""
