"""Whether a keyword of a new schema forbids any value that the old schema of the same place took.

Types, bounds, enums, patterns and formats are judged together, since one may forbid what another one allows. The
answer no is certain; where nothing is known the keyword is taken to forbid something.
"""

import math
import re
from collections.abc import Callable, Iterator
from typing import Any

from xpkgtui.formats.definitions.changes.comparing.pairs import EMBEDDED, RESOURCE, is_open, kinds_of
from xpkgtui.formats.definitions.changes.patterns import Coverage, Inclusion
from xpkgtui.formats.definitions.field_errors import MISTYPED, Node
from xpkgtui.formats.definitions.objects.formats import ObjectTexts
from xpkgtui.formats.definitions.values import ValueCheck
from xpkgtui.untyped import listing, mapping, text, texts

Included = Callable[[str, str], Inclusion]
"""Whether a new pattern takes all that an old one takes."""
_BYTES = 3 * 1024 * 1024
"""The API server's limit of a request: no text, list or map in it is larger."""
_EXACT = 2**53
"""The greatest whole number that is divided without loss."""
_MOST_VALUES = 200
"""Values of an old schema that are tried one by one."""
_MOST_CHARACTERS = 500
"""Bounds of lengths that are compared with patterns."""
_FORMATS = ObjectTexts()
_KINDS = {
    **dict.fromkeys(("minLength", "maxLength", "pattern", "format"), ("string",)),
    **dict.fromkeys(("minItems", "maxItems", "uniqueItems"), ("array",)),
    **dict.fromkeys(("minProperties", "maxProperties"), ("object",)),
    **dict.fromkeys(
        ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"), ("integer", "number")
    ),
}
JUDGED = frozenset((*_KINDS, "enum"))
"""Keywords that are judged by the values that a schema takes."""
_SMALLEST = {"maxLength": 1, "maxItems": 2, "maxProperties": 5}
"""The bytes of JSON that each character, item or field takes at least."""
_SHAPES = {
    **dict.fromkeys(("uuid", "uuid3", "uuid4", "uuid5"), "^[0-9A-Fa-f]{8}(-?[0-9A-Fa-f]{4}){3}-?[0-9A-Fa-f]{12}$"),
    "byte": "^([0-9A-Za-z+/=]{4})+$",
    "ipv4": "^[0-9.]{7,15}$",
    "date": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
    "bsonobjectid": "^[0-9A-Fa-f]{24}$",
    "hexcolor": "^#?[0-9A-Fa-f]{3,6}$",
    "password": "",
    "k8sshortname": "^[a-z0-9-]{1,63}$",
    "k8slongname": "^[a-z0-9.-]{1,253}$",
}
"""Patterns that take all texts with a format; no format but that of passwords takes an empty text."""


def forbids(word: str, old: Node, new: Node, included: Included) -> bool:
    """Whether a keyword of the new schema may forbid a value of the old one."""
    common = kinds_of(old) & kinds_of(new)
    is_of_null = word == "enum" and old.get("nullable") is True
    if word != "type" and not is_of_null and common.isdisjoint(_KINDS.get(word, common)):
        return False
    try:
        values = _values(old, word)
        if values is not None and len(listing(new.get("enum"))) <= _MOST_VALUES:
            return not all(_takes(new, word, one) for one in values)
        return not _is_within(word, old, new, included)
    except MISTYPED:
        return True


def _values(old: Node, word: str) -> list[Any] | None:
    """All values that the old schema takes; None where these are too many."""
    null = [None] if old.get("nullable") is True else []
    enum, kind = listing(old.get("enum")), old.get("type")
    if enum:
        if len(enum) > _MOST_VALUES:
            return None
        others = {key: one for key, one in old.items() if key not in ("enum", "nullable")}
        return [one for one in enum if one is not None and not _is_refused(one, others)]
    if kind == "boolean" and word in ("enum", "type"):
        return [*null, True, False]
    low, high = old.get("minimum"), old.get("maximum")
    is_whole = kind == "integer" or (kind == "number" and float(old.get("multipleOf") or 0.5).is_integer())
    if is_whole and low is not None and high is not None and high - low <= _MOST_VALUES:
        numbers = range(math.ceil(low), math.floor(high) + 1)
        return [*null, *(one for one in numbers if not _is_refused(one, {**old, "nullable": False}))]
    return None


def _takes(new: Node, word: str, value: Any) -> bool:
    words = (word, word.replace("exclusiveM", "m"), "type", "x-kubernetes-int-or-string", "nullable")
    if value is None and word != "enum":
        return True
    return not _faults(value, {one: new[one] for one in words if one in new})


def _faults(value: Any, schema: Node) -> bool:
    """Whether a value is refused, or may be."""
    plain = {key: one for key, one in schema.items() if not isinstance(one, dict)}
    check = ValueCheck(_FORMATS)
    return bool(check.run(value, plain).faults) or check.is_undecided


def _is_within(word: str, old: Node, new: Node, included: Included) -> bool:
    """Whether all that the old schema takes is within one keyword of the new one."""
    bound: Any = new.get(word)
    match word:
        case "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties":
            return _is_size_within(word, bound, old, new, included)
        case "minimum" | "exclusiveMinimum" | "maximum" | "exclusiveMaximum":
            return _is_edge_within(word.lower().endswith("minimum"), old, new, is_whole="number" not in kinds_of(old))
        case "multipleOf":
            step = old.get(word) or (0 if "number" in kinds_of(old) else 1)
            times = step / bound if bound else 0.5
            return step > 0 and float(times).is_integer() and times <= _EXACT
        case "pattern":
            return any(included(one, text(bound)).coverage is Coverage.INCLUDED for one in _texts_of(old))
        case "format":
            one, other = (text(each.get("format")).replace("-", "") for each in (old, new))
            return other == "password" or one == other or (other == "uuid" and one in ("uuid3", "uuid4", "uuid5"))
        case "enum":
            return _is_enum_within(listing(bound), old, included)
        case "type":
            is_list = (
                bound == "string" and old.get("type") == "array" and _FORMATS.known_format(text(new.get("format")))
            )
            if is_list:  # which passes for a text with a format, but loses the fields of its items
                return not new.get("enum") and _has_no_fields(old)
            return bound == "integer" and old.get("type") == "number" and _is_whole(old)
    return False


def _has_no_fields(items: Node) -> bool:
    """Whether a list has neither objects nor null in it, nor lists that have."""
    while items.get("type") == "array" and items.get("nullable") is not True:
        items = mapping(items.get("items"))
    return kinds_of(items) <= {"string", "integer", "number", "boolean"} and items.get("nullable") is not True


def _is_whole(old: Node) -> bool:
    """Whether an old schema takes only whole numbers that are read without loss, as those of integers must be."""
    step, edges = old.get("multipleOf"), [old.get(word) for word in ("minimum", "maximum")]
    is_bounded = all(one is not None and abs(one) < _EXACT for one in edges)
    return step is not None and float(step).is_integer() and (step == 1 or is_bounded)


def _is_size_within(word: str, bound: Any, old: Node, new: Node, included: Included) -> bool:
    was = old.get(word)
    if word.startswith("min"):
        least = was if was is not None else 0
        if word == "minProperties":
            fields, given = mapping(new.get("properties")), {*texts(old.get("required"))}
            given &= fields.keys() or given  # what the new schema does not name is dropped
            given |= {key for key, one in fields.items() if mapping(one).get("default") is not None}
            least = max(least, len(given))
        if bound <= least:
            return True
        wanted = rf"^[\s\S]{{{bound},}}$"
    else:
        most = min(was if was is not None else _BYTES, _BYTES // _SMALLEST[word])
        if word == "maxProperties" and not is_open(old) and not mapping(old.get("additionalProperties")):
            own = RESOURCE if old.get(EMBEDDED) is True else ()
            most = min(most, len({*mapping(old.get("properties")), *own}))
        if bound >= most:
            return True
        wanted = rf"^[\s\S]{{0,{bound}}}$"
    if not word.endswith("Length") or not 0 <= bound <= _MOST_CHARACTERS:
        return False
    return any(included(one, wanted).coverage is Coverage.INCLUDED for one in _texts_of(old) if one)


def _is_edge_within(is_low: bool, old: Node, new: Node, *, is_whole: bool) -> bool:
    """Whether the old schema takes no number beyond the new edge."""
    (was, was_excluded), (now, is_excluded) = (_edge(one, is_low=is_low, is_whole=is_whole) for one in (old, new))
    if was == now:
        return was_excluded or not is_excluded
    return was > now if is_low else was < now


def _edge(schema: Node, *, is_low: bool, is_whole: bool) -> tuple[float, bool]:
    """The least or the greatest number of a schema, and whether it is excluded itself."""
    bound = schema.get("minimum" if is_low else "maximum")
    is_excluded = schema.get("exclusiveMinimum" if is_low else "exclusiveMaximum") is True
    if bound is None:
        return (-math.inf if is_low else math.inf), False
    if not is_whole:
        return bound, is_excluded
    nearest: int = math.ceil(bound) if is_low else math.floor(bound)
    if is_excluded and nearest == bound:
        nearest += 1 if is_low else -1
    return nearest, False


def _texts_of(old: Node) -> Iterator[str]:
    """Patterns each of which takes all texts of a schema."""
    name = text(old.get("format"))
    shape = _SHAPES.get(name.replace("-", ""), r"^[\s\S]+$") if _FORMATS.known_format(name) else None
    yield from filter(None, (text(old.get("pattern")), shape))
    least, most = old.get("minLength") or 0, old.get("maxLength")
    if max(least, most or 0) > _MOST_CHARACTERS or not (least or most is not None):
        yield ""
    else:
        yield rf"^[\s\S]{{{least},{most if most is not None else ''}}}$"


def _is_enum_within(values: list[Any], old: Node, included: Included) -> bool:
    """Whether the old schema took only texts that a new list has."""
    if old.get("type") != "string" or old.get("nullable") is True or not old.get("pattern"):
        return False
    if len(values) > _MOST_VALUES:
        return False
    wanted = f"^(?:{'|'.join(re.escape(one) for one in texts(values))})$"
    return included(text(old["pattern"]), wanted).coverage is Coverage.INCLUDED


def forbids_choice(old: Node, value: Any) -> bool:
    """Whether the old schema took a value of its list, which the new one does not have; null is in no list."""
    others = {key: one for key, one in old.items() if key not in ("enum", "nullable")}
    try:
        return value is not None and not _is_refused(value, others)
    except MISTYPED:
        return True


def _is_refused(value: Any, schema: Node) -> bool:
    """Whether a value is certainly refused."""
    check = ValueCheck(_FORMATS)
    return bool(check.run(value, {key: one for key, one in schema.items() if not isinstance(one, dict)}).faults)
