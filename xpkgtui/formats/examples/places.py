"""Paths as the API server spells them, found again in an object."""

from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.patterns import late

_INDEX = late(r"\[(\d{1,9})\]")
_STEP = late(r"\[([^\]]*)\]|([^.\[]+)")


def path_of(spelled: str) -> FieldPath:
    """The path that a text spells, whatever object it is of."""
    parts = (found[1] if found[1] is not None else found[2] for found in _STEP.finditer(spelled))
    return FieldPath(tuple(int(part) if part.isdecimal() and len(part) < 10 else part for part in parts))


def field_path(spelled: str, value: Any) -> FieldPath:
    """The path of a field in an object, as far as the object has it: `spec.tags[0]`, `spec.labels[a.b/c]`."""
    parts: list[str | int] = []
    rest = spelled
    while rest:
        step = _of_list(rest, value) if isinstance(value, list) else _of_mapping(rest, value)
        if step is None:
            break
        part, rest = step
        parts.append(part)
        value = value[part]
    return FieldPath(tuple(parts))


def _of_list(rest: str, value: list[Any]) -> tuple[str | int, str] | None:
    found = _INDEX.match(rest)
    if found is None or int(found[1]) >= len(value):
        return None
    return int(found[1]), rest[found.end() :]


def _of_mapping(rest: str, value: Any) -> tuple[str | int, str] | None:
    """The longest key that the path can go on with: keys may have dots."""
    if not isinstance(value, dict):
        return None
    plain = rest.removeprefix(".")
    found = [(key, f"[{key}]") for key in value if rest.startswith(f"[{key}]")]
    found += [(key, key) for key in value if plain == key or plain.startswith((f"{key}.", f"{key}["))]
    if not found:
        return None
    key, spelled = max(found, key=lambda one: len(one[1]))
    return key, (rest if spelled.startswith("[") and rest.startswith(spelled) else plain)[len(spelled) :]
