"""Values with the keys that Go's decoder of JSON takes them for: it finds fields in any letters."""

from typing import Any

from xpkgtui.formats.go_decoding.loosely import converted
from xpkgtui.formats.go_decoding.mismatches import check, first_wrong
from xpkgtui.formats.go_decoding.shapes import JsonForm, Shape, Struct

_Known = Shape | Struct | None
_VERSION = "version.OperatorVersion"
"""A type that decodes itself, of text alone."""


def as_meant(value: Any, struct: Struct, *, converts: bool) -> Any:
    """A value with its fields in their own letters; the same object where all of them are.

    Of two spellings of one field the last one counts, in the order in which JSON is written of YAML: that of their
    bytes. Objects and lists are decoded over those before them, so that fields of both stay. `converts` says whether
    numbers and booleans become text first.
    """
    if not _is_spelled_otherwise(value, struct):
        return value
    whole: list[Any] = [value]
    made: dict[tuple[int, int], tuple[Any, Any]] = {}  # the original, which keeps its id, and its copy
    waiting: list[tuple[Any, Any, Shape | Struct]] = [(whole, 0, struct)]
    while waiting:
        above, key, known = waiting.pop()
        one = above[key]
        if (which := (id(one), id(known))) not in made:
            copied = _spelled(one, known, converts=converts) if isinstance(one, dict) else list(one)
            made[which] = one, copied
            for name, inner in copied.items() if isinstance(copied, dict) else enumerate(copied):
                if isinstance(inner, dict | list) and (below := _below(copied, known, name)) is not None:
                    waiting.append((copied, name, below))
        above[key] = made[which][1]
    return whole[0]


def _is_spelled_otherwise(value: Any, struct: Struct) -> bool:
    waiting: list[tuple[Any, _Known]] = [(value, struct)]
    met = set[tuple[int, int]]()
    while waiting:
        node, known = waiting.pop()
        fields = _struct_of(known)
        for key, one in node.items() if isinstance(node, dict) else enumerate(node):
            name = fields.spelled(key) if fields and isinstance(key, str) else None
            if name is not None and name != key:
                return True
            below = _below(node, known, name) if isinstance(one, dict | list) else None
            if below is not None and (id(one), id(below)) not in met:
                met.add((id(one), id(below)))
                waiting.append((one, below))
    return False


def _struct_of(known: _Known) -> Struct | None:
    return known.struct if isinstance(known, Shape) else known


def _below(node: Any, known: _Known, name: Any) -> _Known:
    """The type of an item, or of a value of a mapping: that of a field where it has a name."""
    if isinstance(node, dict) and (fields := _struct_of(known)) is not None:
        return fields.fields.get(name)
    is_one = isinstance(known, Shape) and (known.form is JsonForm.MAP) is isinstance(node, dict)
    return known.element if is_one and isinstance(known, Shape) else None


def _spelled(value: dict[Any, Any], known: _Known, *, converts: bool) -> dict[Any, Any]:
    """A mapping whose own keys are spelled."""
    fields = _struct_of(known)
    names = {key: (fields.spelled(key) if fields and isinstance(key, str) else None) or key for key in value}
    is_twice = len(set(names.values())) < len(value)
    found: dict[Any, Any] = {}
    for key in sorted(value, key=str) if is_twice else value:
        name, one = names[key], value[key]
        if name in found:
            is_own = fields is None or name not in fields.embedded  # the library leaves fields of embedded structs
            one = _over(found[name], one, _below(value, known, name), converts=converts and is_own)
        found[name] = one
    return found


def _over(before: Any, value: Any, known: _Known, *, converts: bool) -> Any:
    """What becomes of a field that is decoded twice; what does not fit is refused, whatever follows it."""
    if isinstance(known, Shape):
        alone = Struct(name="", fields={"it": known}, embedded={})
        one = converted({"it": before}, alone if converts else None)
        if first_wrong(check(one, alone, 0, any_letters=True)) is not None:
            return before
        if known.go_type == _VERSION and not isinstance(before, str):
            return before
    form = known.form if isinstance(known, Shape) else JsonForm.STRUCT
    match before, value:
        case dict(), dict() if form is JsonForm.MAP:
            return before | value
        case dict(), dict() if (fields := _struct_of(known)) is not None:
            old, new = (_spelled(one, known, converts=converts) for one in (before, value))
            shapes, both = fields.fields, old.keys() & new.keys()
            return old | new | {key: _over(old[key], new[key], shapes.get(key), converts=converts) for key in both}
        case list(), list():
            below, pairs = _below(value, known, None), zip(before, value, strict=False)
            return [_over(*pair, below, converts=converts) for pair in pairs] + value[len(before) :]
        case _, None if form not in (JsonForm.MAP, JsonForm.LIST):
            return before
    return value
