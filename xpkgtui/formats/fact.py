"""Facts about objects of unknown shape, as labels and texts; a field of an unexpected type counts as absent."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from xpkgtui.untyped import field, mapping
from xpkgtui.visible import few, plural

Fact = tuple[str, str]
"""A label and its text, which may have lines."""
LONGEST = 300
"""Characters of one value that are shown."""
HEADING = "heading"
"""The label of a fact that begins a part of the facts."""
_MANY = 20
"""Things of one sort that are listed by name."""
_BITS = 1_024
"""Bits of the largest whole number that is written out."""


def text(value: object) -> str:
    """A scalar as text; of a list or mapping only its size."""
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
            return f"({plural(len(value), 'entry', 'entries')})"
    return ""


def brief(value: object, longest: int = LONGEST) -> str:
    """A scalar as text, cut where it is long; a cut text says so."""
    whole = text(value)
    return whole if len(whole) <= longest else f"{whole[:longest]}… ({len(whole):,} characters)"


def listed(values: Iterable[object], many: int = _MANY) -> str:
    """Scalars in a row: `a, b, c and 120 more`."""
    return few(list(values), many, lambda value: brief(value, 120))


def first(facts: Iterable[Fact], count: int, label: str, noun: str, many: int = _MANY) -> Iterator[Fact]:
    """The first of `count` facts, and a fact that counts the rest, which is not computed."""
    yield from islice(facts, many)
    if count > many:
        yield label, f"… and {count - many:,} more {noun}"


def metadata(value: object) -> Mapping[str, object]:
    return mapping(field(value, "metadata"))


def spec(value: object) -> Mapping[str, object]:
    return mapping(field(value, "spec"))


def heading(title: str, note: str = "") -> Fact:
    """The beginning of a part: its title and, after two blanks, a note."""
    return HEADING, f"{' '.join(title.split())}  {note}".rstrip()


def cells(*values: str) -> str:
    """Cells of one line, which stand in columns; facts of such lines that follow each other are a table."""
    return "\t".join(value.replace("\t", " ") for value in values)


def identity(value: object) -> Fact:
    """The identity of an object: kind, name and, after two blanks, apiVersion."""
    name = brief(metadata(value).get("name")) or "(no name)"
    return "object", f"{brief(field(value, 'kind'))} {name}  {brief(field(value, 'apiVersion'))}"
