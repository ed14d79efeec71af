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


def texts(value: object) -> list[str]:
    """The items of a list that are text."""
    return [one for one in listing(value) if isinstance(one, str)]


def stated(value: object) -> str | None:
    """`value` where it is text, else None."""
    return value if isinstance(value, str) else None


def field(value: object, *names: str) -> Any:
    """The value under nested keys; None where one of them is absent or above it is not a mapping."""
    for name in names:
        value = mapping(value).get(name)
    return value


def same(one: object, other: object) -> bool:
    """Whether two values are equal; unlike `==`, it takes collections of any depth."""
    waiting: list[tuple[Any, Any]] = [(one, other)]
    met: set[tuple[int, int]] = set()
    while waiting:
        left, right = waiting.pop()
        if left is right or (id(left), id(right)) in met:
            continue
        if isinstance(left, dict | list):
            # Aliases may share collections.
            met.add((id(left), id(right)))
        if isinstance(left, dict) and isinstance(right, dict):
            if left.keys() != right.keys():
                return False
            waiting.extend((value, right[key]) for key, value in left.items())
        elif isinstance(left, list) and isinstance(right, list):
            if len(left) != len(right):
                return False
            waiting.extend(zip(left, right, strict=True))
        elif left != right:
            return False
    return True
