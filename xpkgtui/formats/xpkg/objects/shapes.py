"""The fields and types of every kind, as Crossplane's decoder knows them, read from data that the oracle printed."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from xpkgtui.formats.go_decoding.shapes import Struct, structs_of
from xpkgtui.values import dataclass

PARTS = ("meta", "objects")


@dataclass(frozen=True, slots=True)
class _Ruleset:
    kinds: dict[str, dict[str, str]]
    definitions: dict[str, Struct]


def known_kinds(part: str) -> tuple[str, ...]:
    """Every `group/version, Kind` of a scheme."""
    return tuple(_ruleset().kinds[part])


def is_known(part: str, api_version: str, kind: str) -> bool:
    """Whether a scheme (`meta` or `objects`) knows the kind."""
    return f"{api_version}, {kind}" in _ruleset().kinds[part]


def definition_of(api_version: str, kind: str) -> Struct | None:
    """The struct that a kind is decoded into; the meta scheme comes first, as in Crossplane."""
    ruleset = _ruleset()
    for part in PARTS:
        if name := ruleset.kinds[part].get(f"{api_version}, {kind}"):
            return ruleset.definitions[name]
    return None


@cache
def _ruleset() -> _Ruleset:
    loader: Any = __spec__.loader  # the program may run from an archive, and pkgutil would be one module more
    raw = json.loads(loader.get_data(str(Path(__file__).with_name("shapes.json"))))
    return _Ruleset(raw["kinds"], structs_of(raw))
