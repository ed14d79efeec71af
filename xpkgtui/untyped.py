"""Access to values of unknown shape, as JSON and YAML give them: a value of another type counts as absent."""

from typing import Any


def mapping(value: object) -> dict[str, Any]:
    """`value` where it is a mapping, else an empty one."""
    return value if isinstance(value, dict) else {}


def listing(value: object) -> list[Any]:
    """`value` where it is a list, else an empty one."""
    return value if isinstance(value, list) else []


def text(value: object) -> str:
    """`value` where it is text, else empty text."""
    return value if isinstance(value, str) else ""


def field(value: object, *names: str) -> Any:
    """The value under nested keys; None where one of them is absent or above it is not a mapping."""
    for name in names:
        value = mapping(value).get(name)
    return value
