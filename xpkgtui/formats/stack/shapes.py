"""How Crossplane 0.12 decodes the files of `.registry`: by keys in any letters, into Go types."""

import json
import posixpath
from functools import cache
from importlib.resources import files
from typing import Any

from xpkgtui import untyped
from xpkgtui.formats.go_decoding.loosely import first_mismatch, lowered, text_of
from xpkgtui.formats.go_decoding.mismatches import Mismatch
from xpkgtui.formats.go_decoding.shapes import Struct, structs_of
from xpkgtui.formats.stack.files import Sort

DEPLOYMENT = "deployment"
INVALID = {
    Sort.APP: "invalid app",
    Sort.BEHAVIOR: "invalid behavior configuration at",
    Sort.GROUP: "invalid group",
    Sort.RESOURCE: "invalid resource",
    Sort.CRD: "invalid crd",
    Sort.INSTALL: "invalid install",
}
"""What messages say before the path of a file."""


def fields_of(sort: str) -> tuple[str, ...]:
    """The fields at the top of a file."""
    return tuple(struct_of(sort).fields)


def struct_of(sort: str) -> Struct:
    """The type of a file."""
    return _known()[sort][1]


def mismatch_of(value: object, sort: str) -> Mismatch | None:
    """What Go's decoder reports of a file; None where it fits. A Deployment has passed through JSON already."""
    name, struct = _known()[sort]
    return first_mismatch(value, struct, name, converts=sort != DEPLOYMENT)


@cache
def _known() -> dict[str, tuple[str, Struct]]:
    raw = json.loads(files("xpkgtui.formats.stack").joinpath("shapes.json").read_text(encoding="utf-8"))
    structs = structs_of(raw)
    return {sort: (name, structs[name]) for sort, name in raw["kinds"].items()}


def found(value: object, *names: str) -> Any:
    """The value under keys in any letters."""
    for name in names:
        value = lowered(untyped.mapping(value), name)
    return value


def templates_of(value: object) -> str:
    """The path that a behavior names, as the package manager cleans it."""
    return posixpath.normpath(text_of(found(value, "source", "path")) or ".")
