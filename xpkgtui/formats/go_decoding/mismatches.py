"""Mismatches of a document and its kind: unknown fields, and types that Go's decoder refuses."""

from collections.abc import Iterable, Iterator
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.documents.shared import NOTHING_SHARED, Shared
from xpkgtui.formats.go_decoding.shapes import JsonForm, Shape, Struct, fits
from xpkgtui.values import dataclass

_WORDS = {bool: "bool", str: "string", dict: "object", list: "array"}
_WANTED = {
    JsonForm.LIST: "a list",
    JsonForm.BYTES: "text in base64",
    JsonForm.TIME: "a time",
    JsonForm.TEXT_OR_INTEGER: "text or a whole number",
}
_LISTS = frozenset({JsonForm.BYTES, JsonForm.SCHEMA_OR_LIST, JsonForm.SCHEMA_OR_STRINGS})
_INSIDE = {JsonForm.TIME: "string", JsonForm.TEXT_OR_INTEGER: "int32", JsonForm.OBJECT: "map[string]interface {}"}
"""What types that decode themselves decode into."""
MOST_GUESSES = 60
"""Unknown fields of one document for which similar names are searched, which is slow."""
_LONGEST_GUESS = 80
_JSON_WORDS = {bool: "a bool", int: "a number", float: "a number", str: "text", dict: "a mapping", list: "a list"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Mismatch:
    """One field that does not fit its kind."""

    path: FieldPath
    unknown: bool
    """Whether the field does not exist; otherwise its type is wrong, and the document is refused."""
    message: str = ""
    """Go's own words for a wrong type."""
    found: str = ""
    """`a number`"""
    wanted: str = ""
    """`text`"""
    near: tuple[str, ...] = ()
    """Known fields with similar names."""
    at_once: bool = False
    """Whether Go's decoder stops right here; it reports other mismatches after it has read the whole document."""

    @classmethod
    def of_all(cls, message: str) -> "Mismatch":
        """One of the whole document."""
        return cls(path=FieldPath(), unknown=False, message=message, at_once=True)


@dataclass(frozen=True, slots=True)
class _PathStep:
    """One step of a path, linked from the leaf up, so that deep documents stay cheap."""

    before: "_PathStep | None"
    key: str | int
    go_names: tuple[str, ...] = ()
    """Its part of the path in Go's messages; empty for items and for keys of maps."""
    struct: str = ""
    inside: bool = False
    """Whether the path leads through a type with its own decoder."""


def check(
    value: Any,
    struct: Struct,
    guesses: int = MOST_GUESSES,
    *,
    any_letters: bool = False,
    shared: Shared = NOTHING_SHARED,
) -> Iterator[Mismatch]:
    """Every mismatch, in the order in which Go's decoder meets them (keys sorted).

    For as many unknown fields as `guesses` says, similar names are looked for. With `any_letters`, keys are those of
    fields in lowercase and capitals alike, as Go's own decoder takes them.
    """
    if not isinstance(value, dict) or fits(value, struct, shared):
        return
    waiting: list[tuple[Any, Shape | Struct, _PathStep | None]] = [(value, struct, None)]
    while waiting:
        node, shape, step = waiting.pop()
        if isinstance(shape, Struct):
            children = []
            for key in sorted(node):
                name = shape.spelled(key) if any_letters else key
                known = shape.fields.get(name) if name else None
                if known is None or name is None:
                    near = near_names(key, shape) if guesses > 0 and len(key) < _LONGEST_GUESS else ()
                    guesses -= 1
                    yield Mismatch(path=_path(_PathStep(step, key)), unknown=True, near=near)
                else:
                    children.append((node[key], known, _field(step, key, name, shape)))
            waiting.extend(reversed(children))
        elif node.__class__ not in shape.fine:
            yield from _judge(node, shape, step, waiting)


def first_of(found: Iterable[Mismatch], most: int) -> Iterator[Mismatch]:
    """So many unknown fields, and so many of wrong types: unknown ones never hide what refuses the document."""
    unknown = wrong = 0
    for one in found:
        unknown, wrong = unknown + one.unknown, wrong + (not one.unknown)
        if one.at_once or (unknown if one.unknown else wrong) <= most:
            yield one


def first_wrong(found: Iterable[Mismatch]) -> Mismatch | None:
    """The mismatch that Go's decoder reports: the first at which it stops, else the first one."""
    wrong = [one for one in found if not one.unknown]
    return min(wrong, key=lambda one: not one.at_once) if wrong else None


def _judge(
    node: Any, shape: Shape, step: _PathStep | None, waiting: list[tuple[Any, Shape | Struct, _PathStep | None]]
) -> Iterator[Mismatch]:
    assert step is not None  # only the root has no step, and the root is a struct
    if shape.struct is not None and isinstance(node, dict):
        inner = step if shape.form is JsonForm.STRUCT else _within(step)
        waiting.append((node, shape.struct, inner))
    elif shape.element is not None and isinstance(node, dict if shape.form is JsonForm.MAP else list):
        keys = sorted(node) if isinstance(node, dict) else range(len(node))
        waiting.extend(
            (node[key], shape.element, _PathStep(step, key, (), step.struct, step.inside)) for key in reversed(keys)
        )
    elif shape.form in _LISTS and isinstance(node, list):
        inner = step if shape.form is JsonForm.BYTES else _within(step)
        item = _item(shape)
        waiting.extend(
            (node[n], item, _PathStep(inner, n, (), inner.struct, inner.inside)) for n in reversed(range(len(node)))
        )
    else:
        mismatch = _scalar(node, shape, step)
        if mismatch is not None:
            yield mismatch


def _scalar(node: Any, shape: Shape, step: _PathStep) -> Mismatch | None:
    found = _JSON_WORDS[node.__class__]
    if shape.form is JsonForm.SCHEMA_OR_BOOL:
        return Mismatch(
            path=_path(step),
            unknown=False,
            message="boolean or JSON schema expected",
            found=found,
            wanted="a schema, true or false",
            at_once=True,
        )
    if shape.form is JsonForm.TIME and isinstance(node, str):
        from xpkgtui.golang.texts import fault_of_time

        problem = fault_of_time(node)
        if problem is None:
            return None
        return Mismatch(path=_path(step), unknown=False, message=problem, found=found, wanted="a time", at_once=True)
    if shape.form is JsonForm.BYTES and isinstance(node, str):
        from xpkgtui.golang.texts import fault_of_base64

        at = fault_of_base64(node)
        message = f"illegal base64 data at input byte {at}"
        return (
            None
            if at is None
            else Mismatch(path=_path(step), unknown=False, message=message, found=found, wanted="text in base64")
        )
    if shape.form is JsonForm.QUANTITY or (shape.form is JsonForm.OBJECT and isinstance(node, dict)):
        from xpkgtui.golang.texts import fault_of_object, fault_of_quantity

        is_quantity = shape.form is JsonForm.QUANTITY
        problem = fault_of_quantity(node) if is_quantity else fault_of_object(node)
        if problem is None:
            return None
        wanted = "a quantity" if is_quantity else "an object"
        return Mismatch(path=_path(step), unknown=False, message=problem, found=found, wanted=wanted, at_once=True)
    if _is_integer(shape) and node.__class__ is int and shape.limits[0] <= node <= shape.limits[1]:
        return None
    go_type = _INSIDE.get(shape.form, shape.go_type)
    word = _go_word(node, shape)
    return Mismatch(
        path=_path(step),
        unknown=False,
        message=f"json: cannot unmarshal {word} into Go struct field {_go_path(step)} of type {go_type}",
        found=found,
        wanted=_wanted(shape),
        at_once=step.inside or shape.form in _INSIDE,
    )


def _go_word(node: Any, shape: Shape) -> str:
    if node.__class__ in _WORDS:
        return _WORDS[node.__class__]
    if not _is_integer(shape):
        return "number"
    from xpkgtui.golang.printing import json_number

    return f"number {json_number(node)}"


def _is_integer(shape: Shape) -> bool:
    return shape.scalar == "integer" or shape.form is JsonForm.TEXT_OR_INTEGER


def _wanted(shape: Shape) -> str:
    if shape.form is JsonForm.SCALAR:
        return {"string": "text", "boolean": "true or false", "integer": "a whole number", "number": "a number"}[
            shape.scalar
        ]
    return _WANTED.get(shape.form, "a mapping")


def _field(step: _PathStep | None, key: str, name: str, struct: Struct) -> _PathStep:
    via = struct.embedded.get(name)
    names = (*via.split("."), name) if via else (name,)
    return _PathStep(step, key, names, struct.name, step.inside if step else False)


def _within(step: _PathStep) -> _PathStep:
    """Returns the step as one inside a type with its own decoder."""
    return _PathStep(step.before, step.key, step.go_names, step.struct, True)


def _path(step: _PathStep) -> FieldPath:
    return FieldPath(tuple(one.key for one in _steps(step)))


def _go_path(step: _PathStep) -> str:
    names = [name for one in _steps(step) for name in one.go_names]
    return ".".join([step.struct, *names])


def _steps(step: _PathStep) -> list[_PathStep]:
    steps = []
    at: _PathStep | None = step
    while at is not None:
        steps.append(at)
        at = at.before
    return steps[::-1]


def _item(shape: Shape) -> Shape:
    """The shape of the items of a list that may replace a schema, text or bytes."""
    null = type(None)
    if shape.form is JsonForm.SCHEMA_OR_LIST:
        go_type = shape.go_type.removesuffix("OrArray")
        return Shape(form=JsonForm.STRUCT, go_type=go_type, fine=frozenset({null}), struct=shape.struct)
    scalar, go_type = ("integer", "uint8") if shape.form is JsonForm.BYTES else ("string", "string")
    fine: frozenset[type] = frozenset({null}) if scalar == "integer" else frozenset({str, null})
    return Shape(form=JsonForm.SCALAR, scalar=scalar, go_type=go_type, fine=fine)


def near_names(key: str, struct: Struct) -> tuple[str, ...]:
    """Known fields with similar names: by spelling, else by case."""
    from difflib import get_close_matches

    close = tuple(get_close_matches(key, struct.fields, n=2, cutoff=0.75))
    return close or tuple(known for known in struct.fields if known.lower() == key.lower())
