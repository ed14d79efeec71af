"""Fields of values whose shape nobody promises: what is of another type is as if absent."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from xpkgtui.untyped import mapping

Fact = tuple[str, str]
"""A label and its text, which may have lines."""
LONGEST = 300
"""Characters of one value that are told."""
MANY = 20
"""Things of one sort that are told by name."""
_BITS = 1_024
"""Of the largest whole number that is written out."""


def text(value: object) -> str:
    """A scalar as text; anything larger is only hinted at."""
    match value:
        case None:
            return ""
        case str():
            return value
        case bool():
            return "true" if value else "false"
        case int() if value.bit_length() > _BITS:
            return "(a number of many digits)"
        case int() | float():
            return str(value)
        case Sequence() | Mapping():
            return f"({amount(len(value), 'entry', 'entries')})"
    return ""


def brief(value: object, longest: int = LONGEST) -> str:
    """The same, cut where it is long; the cut is told."""
    whole = text(value)
    return whole if len(whole) <= longest else f"{whole[:longest]}… ({len(whole):,} characters)"


def listed(values: Iterable[object], many: int = MANY) -> str:
    """Scalars behind each other: `a, b, c and 120 more`."""
    found = list(values)
    return ", ".join(brief(value, 120) for value in found[:many]) + rest(len(found) - many)


def rest(count: int) -> str:
    """` and 120 more`, where there are more."""
    return f" and {count:,} more" if count > 0 else ""


def first(facts: Iterable[Fact], count: int, label: str, noun: str, many: int = MANY) -> Iterator[Fact]:
    """The first of `count` facts, and how many more there are; the others are not even made."""
    yield from islice(facts, many)
    if count > many:
        yield label, f"… and {count - many:,} more {noun}"


def amount(count: int, noun: str, nouns: str = "") -> str:
    """`1 field`, `2 fields`."""
    return f"{count:,} {noun if count == 1 else nouns or noun + 's'}"


def metadata(value: object) -> Mapping[str, object]:
    """The metadata of an object."""
    return mapping(mapping(value).get("metadata"))


def spec(value: object) -> Mapping[str, object]:
    """The spec of an object."""
    return mapping(mapping(value).get("spec"))


def identity(value: object) -> Fact:
    """The line that says which object it is: kind, name and, after two blanks, apiVersion."""
    name = brief(metadata(value).get("name")) or "(no name)"
    return "object", f"{brief(mapping(value).get('kind'))} {name}  {brief(mapping(value).get('apiVersion'))}"
