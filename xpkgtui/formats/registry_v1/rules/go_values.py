"""Values as Go's decoders take them."""

PANIC = "panic: runtime error: invalid memory address or nil pointer dereference"
"""What a program of Go ends with where it looks into nothing."""


def scalar(value: object) -> str | None:
    """A scalar as a decoder of YAML into text takes it; None for lists and mappings."""
    match value:
        case None:
            return ""
        case str():
            return value
        case bool():
            return "true" if value else "false"
        case int() | float():
            return str(value)
    return None


def text_or_none(value: object) -> str | None:
    """A text, or empty where nothing is given; None for anything else, which a decoder of JSON refuses."""
    return value if isinstance(value, str) else "" if value is None else None


def are_texts(found: object) -> bool:
    """Whether a decoder takes this for a mapping of texts: numbers pass, lists and mappings do not."""
    return isinstance(found, dict) and not any(isinstance(value, (dict, list)) for value in found.values())


def json_kind(value: object) -> str:
    """What Go's decoder of JSON calls a value."""
    kinds = {dict: "object", list: "array", str: "string", bool: "bool", int: "number", float: "number"}
    return kinds.get(type(value), "string")
