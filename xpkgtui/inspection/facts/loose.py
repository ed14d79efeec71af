"""Fields of values whose shape nobody promises: what is of another type is as if absent."""

from collections.abc import Mapping, Sequence

Fact = tuple[str, str]
"""A label and its text, which may have lines."""


def mapping(value: object) -> Mapping[str, object]:
    """A mapping; an empty one in the place of anything else."""
    return value if isinstance(value, dict) else {}


def items(value: object) -> Sequence[object]:
    """A list; an empty one in the place of anything else."""
    return value if isinstance(value, list) else ()


def text(value: object) -> str:
    """A scalar as text; anything larger is only hinted at."""
    match value:
        case None:
            return ""
        case str():
            return value
        case bool():
            return "true" if value else "false"
        case int() | float():
            return str(value)
        case Sequence() | Mapping():
            return f"({len(value)} entries)"
    return ""


def metadata(value: object) -> Mapping[str, object]:
    """The metadata of an object."""
    return mapping(mapping(value).get("metadata"))


def spec(value: object) -> Mapping[str, object]:
    """The spec of an object."""
    return mapping(mapping(value).get("spec"))


def identity(value: object) -> Fact:
    """The line that says which object it is: kind, name and, after two blanks, apiVersion."""
    name = text(metadata(value).get("name")) or "(no name)"
    return "object", f"{text(mapping(value).get('kind'))} {name}  {text(mapping(value).get('apiVersion'))}"
