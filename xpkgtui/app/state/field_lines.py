"""The line of a field in the text of a definition, found by its indents: nothing is parsed."""

from collections.abc import Sequence

_SCHEMA = "openAPIV3Schema:"
_LONGEST = 8 << 20
"""Bytes of a definition that are looked through."""


def field_line(data: bytes, field: str) -> int | None:
    """The line, from 0, of a field such as `spec.region` in the first schema; the nearest one above that is there.

    None where there is no schema, or not even the first name.
    """
    lines = data[:_LONGEST].decode("utf-8", "replace").split("\n")
    schema = next((number for number, text in enumerate(lines) if text.strip() == _SCHEMA), None)
    if schema is None:
        return None
    found = schema
    for name in field.replace("[]", "").split("."):
        child = _child(lines, found, name)
        if child is None:
            break
        found = child
    return None if found == schema else found


def _child(lines: Sequence[str], parent: int, name: str) -> int | None:
    """The line of a property of what begins at the line `parent`."""
    properties = next((one for one in _block(lines, parent) if lines[one].strip() == "properties:"), None)
    if properties is None:
        return None
    inside = _block(lines, properties)
    keys = (f"{name}:", f'"{name}":', f"'{name}':")
    depth = _indent(lines[inside[0]]) if inside else 0
    return next((one for one in inside if _indent(lines[one]) == depth and lines[one].strip().startswith(keys)), None)


def _block(lines: Sequence[str], start: int) -> range:
    """The lines that are indented more than the one at `start`, behind it."""
    depth, end = _indent(lines[start]), start + 1
    while end < len(lines) and (not lines[end].strip() or _indent(lines[end]) > depth):
        end += 1
    return range(start + 1, end)


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip(" "))
