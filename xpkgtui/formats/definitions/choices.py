"""The values of an `enum` of texts that YAML 1.1 reads as something else, so that no text is ever one of them."""

from collections.abc import Iterator
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.patterns import late
from xpkgtui.untyped import field, listing, mapping

_PLAIN = (
    rb"(?:[yYnN]|[yY]es|YES|[nN]o|NO|[oO]n|ON|[oO]ff|OFF|[tT]rue|TRUE|[fF]alse|FALSE"
    rb"|[-+]?\.?[0-9][-+0-9_.:a-zA-Z]*)"
)
MAY_BE_ODD = late(
    rb"enum[\"']?:[ \t]*(?:\[(?:[^][]{0,2000}[, \t\n])??" + _PLAIN + rb"[ \t]*[,\]\r\n]"
    rb"|(?:#[^\n]*)?\r?\n(?:[ \t]*-[^\n]*\n){0,200}?[ \t]*-[ \t]+" + _PLAIN + rb"[ \t]*(?:#[^\n]*)?\r?\n)"
)
"""A list of choices one of which may be read as a bool or a number; also matches where numbers are meant."""


def odd_choices(definition: Any) -> Iterator[FieldPath]:
    """The places of choices of texts that are bools or numbers, in the schemas of a definition."""
    spec = mapping(field(definition, "spec"))
    holders = [(FieldPath.of("spec", "validation"), spec.get("validation"))]
    for number, one in enumerate(listing(spec.get("versions"))):
        holders.append((FieldPath.of("spec", "versions", number, "schema"), field(one, "schema")))
    for path, holder in holders:
        schema = field(holder, "openAPIV3Schema")
        if isinstance(schema, dict):
            waiting: list[tuple[Any, FieldPath]] = [(schema, path.child("openAPIV3Schema"))]
            seen: set[int] = set()  # aliases share collections
            while waiting:
                node, at = waiting.pop()
                if id(node) in seen or not isinstance(node, (dict, list)):
                    continue
                seen.add(id(node))
                if isinstance(node, dict) and node.get("type") == "string" and isinstance(node.get("enum"), list):
                    found = (number for number, one in enumerate(node["enum"]) if isinstance(one, (bool, int, float)))
                    yield from (at.child("enum").child(number) for number in found)
                inner = node.items() if isinstance(node, dict) else enumerate(node)
                waiting.extend((one, at.child(key)) for key, one in inner)
