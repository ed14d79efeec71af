"""Values with the keys that Go's decoder of JSON takes them for: it finds fields in any letters."""

from typing import Any

from xpkgtui.formats.go_decoding.shapes import JsonForm, Shape, Struct

_Known = Shape | Struct | None


def as_meant(value: Any, struct: Struct) -> Any:
    """A value with its fields in their own letters; the same object where all of them are.

    Of two spellings of one field the last one counts, in the order in which JSON is written of YAML: that of their
    bytes. Objects and lists are decoded over those before them, so that fields of both stay.
    """
    return _spelled(value, struct, {}) if _is_spelled_otherwise(value, struct) else value


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


def _below(node: Any, known: _Known, name: str | None) -> _Known:
    """The type of an item, or of a value of a mapping: that of a field where it has a name."""
    if isinstance(node, dict) and (fields := _struct_of(known)) is not None:
        return fields.fields[name] if name is not None else None
    is_one = isinstance(known, Shape) and (known.form is JsonForm.MAP) is isinstance(node, dict)
    return known.element if is_one and isinstance(known, Shape) else None


def _spelled(value: Any, known: _Known, made: dict[tuple[int, int], Any]) -> Any:
    """What aliases share is spelled once for each type."""
    if not isinstance(value, dict | list) or known is None:
        return value
    which = id(value), id(known)
    if which not in made:
        made[which] = _list(value, known, made) if isinstance(value, list) else _mapping(value, known, made)
    return made[which]


def _list(value: list[Any], known: _Known, made: dict[tuple[int, int], Any]) -> list[Any]:
    below = _below(value, known, None)
    return [_spelled(one, below, made) for one in value]


def _mapping(value: dict[Any, Any], known: _Known, made: dict[tuple[int, int], Any]) -> dict[Any, Any]:
    fields = _struct_of(known)
    names = {key: fields.spelled(key) if fields and isinstance(key, str) else None for key in value}
    is_twice = len({names[key] or key for key in value}) < len(value)
    found: dict[Any, Any] = {}
    for key in sorted(value, key=str) if is_twice else value:
        name, below = names[key], _below(value, known, names[key])
        one = _spelled(value[key], below, made)
        found[name or key] = _over(found[name], one, below) if name in found else one
    return found


def _over(before: Any, value: Any, known: _Known) -> Any:
    """What becomes of a field that is decoded twice."""
    form = known.form if isinstance(known, Shape) else JsonForm.STRUCT
    match before, value:
        case dict(), dict() if form is JsonForm.MAP:
            return before | value
        case dict(), dict() if (fields := _struct_of(known)) is not None:
            both = {
                key: _over(before[key], value[key], fields.fields.get(key)) for key in before.keys() & value.keys()
            }
            return before | value | both
        case list(), list():
            below = _below(value, known, None)
            return [_over(old, new, below) for old, new in zip(before, value, strict=False)] + value[len(before) :]
        case _, None if form not in (JsonForm.MAP, JsonForm.LIST):
            return before
    return value
