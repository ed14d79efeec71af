"""What cel-go finds wrong in the literals of an expression whose types fit."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from xpkgtui.cel.nodes import Call, Listed, Literal, Node
from xpkgtui.cel.types import Type, is_dynamic, shown
from xpkgtui.golang.regexp.syntax import complaint
from xpkgtui.golang.texts import parse_duration, parse_moment
from xpkgtui.patterns import late

Typed = Sequence[tuple[Node, Type]]
"""Nodes, and their types."""
Wrong = tuple[int, str]
"""A place, and what is wrong there."""

CLAUSE = late(r"%(?:(%)|(\.[0-9]*)?([\s\S]?))")
"""A clause of a text that is formatted: a percent sign, or its precision and its letter."""
_PRECISION = "error while parsing precision"
_WHOLE = ("int", "uint")
KINDS: Mapping[str, tuple[tuple[str, ...], str]] = {
    "d": (_WHOLE, "decimal clause can only be used on integers"),
    "f": (("double",), "fixed-point clause can only be used on doubles"),
    "e": (("double",), "scientific clause can only be used on doubles"),
    "b": ((*_WHOLE, "bool"), "only integers and bools can be formatted as binary"),
    **dict.fromkeys(
        "xX",
        (
            (*_WHOLE, "string", "bytes"),
            "only integers, byte buffers, and strings can be formatted as hex",
        ),
    ),
    "o": (_WHOLE, "octal clause can only be used on integers"),
    "s": ((), ""),
}
"""The types that each clause of `format` takes, and cel-go's words for others."""
FIRST, LAST = -62_135_596_800, 253_402_300_799
"""The seconds of the years 1 to 9999."""
_FORMS: Mapping[str, Callable[[str], bool]] = {
    "matches": lambda text: complaint(text) is None,
    "duration": lambda text: parse_duration(text) is not None,
    "timestamp": lambda text: parse_moment(text) is not None,
}


def unlike(values: Typed) -> Iterator[Wrong]:
    """The first value of a list that has another type than those before."""
    for node, kind in values[1:]:
        if kind != values[0][1]:
            yield node.offset, f"expected type '{shown(values[0][1])}' but found '{shown(kind)}'"
            return


def unlike_entries(entries: Sequence[tuple[Typed, Typed]]) -> Iterator[Wrong]:
    """Keys and values of a map that have another type than the first ones."""
    for pair in entries[1:]:
        for ((_, wanted),), ((node, kind),) in zip(entries[0], pair, strict=True):
            if kind != wanted:
                yield node.offset, f"expected type '{shown(wanted)}' but found '{shown(kind)}'"


def wrong_argument(node: Call) -> Iterator[Wrong]:
    """A text that is written out and is no pattern, duration or time."""
    check = _FORMS.get(node.function)
    first = node.arguments[0] if node.arguments else None
    if check is None or not isinstance(first, Literal):
        return
    is_wrong = isinstance(first.value, str) and not check(first.value)
    if is_wrong or (node.function == "timestamp" and first.type == "int" and not FIRST <= first.value <= LAST):
        yield first.offset, f"invalid {node.function} argument"


def clause_fault(precision: str, letter: str) -> str:
    """Why cel-go does not read a clause."""
    if not precision and not letter:
        return "unexpected end of string"
    what = "" if letter in KINDS else f'unrecognized formatting clause "{letter}"'
    if precision and not letter:
        what = f"{_PRECISION}: could not find end of precision specifier"
    elif precision == ".":
        what = f'{_PRECISION}: error while converting precision to integer: strconv.Atoi: parsing "": invalid syntax'
    return what and f"could not parse formatting clause: {what}"


def wrong_format(node: Call, types: Mapping[int, Type]) -> Iterator[Wrong]:
    """What is wrong in the text of `format`, where it and its values are written out."""
    if node.function != "format" or not isinstance(node.target, Literal) or len(node.arguments) != 1:
        return
    listed = node.arguments[0]
    if not isinstance(listed, Listed):
        return
    at = 0
    for one in CLAUSE.finditer(str(node.target.value)):
        if one[1]:
            continue
        if at >= len(listed.items):
            yield node.offset, f"index {at} out of range"
            return
        if fault := clause_fault(one[2] or "", one[3]):
            yield node.offset, fault
            return
        kinds, words = KINDS[one[3]]
        item = listed.items[at]
        kind = types.get(id(item), ("dyn",))
        if kinds and not is_dynamic(kind) and kind[0] not in kinds:
            yield item.offset, f"error during formatting: {words}, was given {shown(kind)}"
            return
        at += 1
    if len(listed.items) > at:
        count = len(listed.items)
        yield node.offset, f"too many arguments supplied to string.format (expected {at}, got {count})"
