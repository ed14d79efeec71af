"""The input of function-patch-and-transform as its decoder reads it, which refuses fields that it does not know."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.go_decoding.mismatches import near_names
from xpkgtui.formats.go_decoding.shapes import JsonForm, Shape, Struct, structs_of
from xpkgtui.golang.printing import json_number, quoted, type_of_go

_LEAD = (
    "cannot get Function input: cannot get function input *v1beta1.Resources from *v1.RunFunctionRequest: "
    "cannot unmarshal JSON from *structpb.Struct into *v1beta1.Resources: json: cannot unmarshal "
)
_WORDS = {bool: "boolean", int: "number", float: "number", str: "string", dict: "object", list: "array"}
_SHOWN = {"string": "text", "boolean": "true or false", "object": "a mapping", "array": "a list"}
_SHOWN["number"] = "this number"
_SCALARS = {"string": "text", "integer": "a whole number", "boolean": "true or false"}
_LONGEST_GUESS = 80
_FORMS = {JsonForm.LIST: "a list", JsonForm.TIME: "a time"}
_MAP = "v1beta1.MapTransform"


class InputFault(NamedTuple):
    """A thing for which the function refuses its input, or loses a part of it."""

    path: FieldPath
    """From the root of the input."""
    message: str
    """In words, to follow the path."""
    says: str = ""
    """What the function says; empty where it says nothing."""
    fix: str = ""
    is_decoding: bool = False
    """Whether the value has the wrong type, so that nothing else is said of it."""


def undecoded(given: dict[str, Any]) -> Iterator[InputFault]:
    """Every field that the function does not know, and every value that has the wrong type."""
    waiting: list[InputFault | tuple[Any, Shape | Struct, FieldPath]] = [(given, _resources(), FieldPath())]
    while waiting:
        one = waiting.pop()
        if isinstance(one, InputFault):
            yield one
            continue
        node, shape, path = one
        if isinstance(shape, Shape) and shape.struct is not None and isinstance(node, dict):
            shape = shape.struct
        if isinstance(shape, Struct):
            # The decoder stops at the first fault, and keys are in order.
            for key in sorted(node, reverse=True):
                known, inner = shape.fields.get(key), path.child(key)
                waiting.append((node[key], known, inner) if known else _unknown(shape, inner))
        elif node.__class__ in shape.fine:
            continue
        elif shape.element is not None and isinstance(node, dict if shape.form is JsonForm.MAP else list):
            keys = sorted(node, reverse=True) if isinstance(node, dict) else reversed(range(len(node)))
            waiting += [(node[key], shape.element, path.child(key)) for key in keys]
        elif fault := _mistyped(node, shape, path):
            yield fault


def _unknown(struct: Struct, path: FieldPath) -> InputFault:
    key = str(path.parts[-1])
    package = "v1" if path.parts[0] == "metadata" and len(path.parts) > 1 else "v1beta1"
    says = f"{_LEAD}Go value of type {package}.{struct.name}: unknown name {quoted(key)}"
    near = near_names(key, struct) if len(key) < _LONGEST_GUESS else ()
    hint = f"; did you mean {near[0]}?" if near else ""
    fix = f"Write {near[0]}." if near else "Remove the field."
    return InputFault(path, f"the function knows no such field{hint}", says, fix)


def _mistyped(node: Any, shape: Shape, path: FieldPath) -> InputFault | None:
    word, detail = _WORDS[node.__class__], ""
    if shape.scalar == "integer" and word == "number":
        if float(node).is_integer() and shape.limits[0] <= node <= shape.limits[1]:
            return None
        number = json_number(float(node))
        reason = "value out of range" if number.lstrip("-").isdigit() else "invalid syntax"
        detail = f": cannot parse {quoted(number)} as signed integer: {reason}"
    elif shape.form is JsonForm.TIME and isinstance(node, str):
        from xpkgtui.golang.texts import fault_of_time

        if (problem := fault_of_time(node)) is None:
            return None
        detail = f": {problem}"
    elif shape.go_type == _MAP:
        # It is decoded by another library.
        inner = type_of_go(node)
        detail = f": json: cannot unmarshal {inner} into Go value of type map[string]v1.JSON"
    wanted = _SCALARS.get(shape.scalar) or _FORMS.get(shape.form, "a mapping")
    says = f"{_LEAD}JSON {word} into Go value of type {shape.go_type}{detail}"
    return InputFault(path, f"the function wants {wanted}, not {_SHOWN[word]}", says, f"Write {wanted}.", True)


@cache
def _resources() -> Struct:
    loader: Any = __spec__.loader  # the program may run from an archive
    return structs_of(json.loads(loader.get_data(str(Path(__file__).with_name("shapes.json")))))["v1beta1.Resources"]
