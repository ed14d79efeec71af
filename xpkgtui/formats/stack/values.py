"""Values as the package manager reads them: keys in any letters."""

from typing import Any

from xpkgtui import untyped
from xpkgtui.formats.go_decoding.loosely import lowered


def found(value: object, *names: str) -> Any:
    """The value under keys in any letters."""
    for name in names:
        value = lowered(untyped.mapping(value), name)
    return value
