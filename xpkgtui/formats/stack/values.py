"""Values as the package manager reads them: keys in any letters."""

import posixpath
from typing import Any

from xpkgtui import untyped
from xpkgtui.formats.go_decoding.loosely import lowered, text_of


def found(value: object, *names: str) -> Any:
    """The value under keys in any letters."""
    for name in names:
        value = lowered(untyped.mapping(value), name)
    return value


def templates_of(value: object) -> str:
    """The path that a behavior names, as the package manager cleans it."""
    return posixpath.normpath(text_of(found(value, "source", "path")) or ".")
