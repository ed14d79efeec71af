"""Values with the keys that Go's decoder of JSON takes them for: it finds fields in any letters."""

from typing import Any

from xpkgtui.formats.go_decoding.loosely import converted
from xpkgtui.formats.go_decoding.mismatches import check, first_wrong
from xpkgtui.formats.go_decoding.shapes import JsonForm, Shape, Struct

_Known = Shape | Struct | None


def as_meant(value: Any, struct: Struct, *, converts: bool) -> Any:
    """A value with its fields in their own letters; the same object where all of them are.

    Of two spellings of one field the last one counts, in the order in which JSON is written of YAML: that of their
    bytes. Objects and lists are decoded over those before them, so that fields of both stay. `converts` says whether
    numbers and booleans become text first.
    """
    return _Spelling(converts=converts).of(value, struct) if _is_spelled_otherwise(value, struct) else value


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


class _Spelling:
    """Copies of values with other keys; what aliases share is copied once for each type."""

    def __init__(self, *, converts: bool) -> None:
        self._converts = converts
        self._made: dict[tuple[int, int], Any] = {}

    def of(self, value: Any, known: _Known) -> Any:
        """The value as it is meant."""
        if not isinstance(value, dict | list) or known is None:
            return value
        which = id(value), id(known)
        if which not in self._made:
            self._made[which] = self._list(value, known) if isinstance(value, list) else self._mapping(value, known)
        return self._made[which]

    def _list(self, value: list[Any], known: _Known) -> list[Any]:
        below = _below(value, known, None)
        return [self.of(one, below) for one in value]

    def _mapping(self, value: dict[Any, Any], known: _Known) -> dict[Any, Any]:
        fields = _struct_of(known)
        names = {key: fields.spelled(key) if fields and isinstance(key, str) else None for key in value}
        is_twice = len({names[key] or key for key in value}) < len(value)
        found: dict[Any, Any] = {}
        for key in sorted(value, key=str) if is_twice else value:
            name, below = names[key], _below(value, known, names[key])
            one = self.of(value[key], below)
            found[name or key] = self._over(found[name], one, below) if name in found else one
        return found

    def _over(self, before: Any, value: Any, known: _Known) -> Any:
        """What becomes of a field that is decoded twice; what does not fit is refused, whatever follows it."""
        if isinstance(known, Shape):
            alone = Struct(name="", fields={"it": known}, embedded={})
            one = converted({"it": before}, alone if self._converts else None)
            if first_wrong(check(one, alone, 0, any_letters=True)) is not None:
                return before
        form = known.form if isinstance(known, Shape) else JsonForm.STRUCT
        match before, value:
            case dict(), dict() if form is JsonForm.MAP:
                return before | value
            case dict(), dict() if (fields := _struct_of(known)) is not None:
                both = before.keys() & value.keys()
                return (
                    before
                    | value
                    | {key: self._over(before[key], value[key], fields.fields.get(key)) for key in both}
                )
            case list(), list():
                below = _below(value, known, None)
                return [self._over(old, new, below) for old, new in zip(before, value, strict=False)] + value[
                    len(before) :
                ]
            case _, None if form not in (JsonForm.MAP, JsonForm.LIST):
                return before
        return value
