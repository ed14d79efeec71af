"""The JSON Schema of each document, made of the classes that declare it."""

from collections.abc import Mapping
from enum import Enum
from importlib import import_module
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from xpkgtui.reporting.documents.writer import Bounds, JsonObject, keys_of

Schema = dict[str, Any]
DRAFT = "https://json-schema.org/draft/2020-12/schema"
DOCUMENTS = (
    *("check", "config", "deps", "diff", "examples", "explain", "images", "ls", "outdated", "plan", "rbac"),
    *("referrers", "rules", "show", "tags", "upgrades", "why"),
)
"""The documents; each is a module, whose `DOCUMENT` is the class of the whole."""
_NAMES = {str: "string", bool: "boolean", int: "integer", float: "number"}
_SISTERS = {"^[a-z][A-Za-z_]*Bytes$": {"type": "string", "contentEncoding": "base64"}}
"""Fields beside those whose text had bytes that are no UTF-8."""


def schema_of(name: str) -> Schema:
    """The schema of a document."""
    document = import_module(f"xpkgtui.reporting.documents.{name}").DOCUMENT
    command = "config show" if name == "config" else name
    return {
        "$schema": DRAFT,
        "$id": f"urn:xpkgtui:{name}:v1",
        "title": f"What `xpkgtui {command} --format json` prints",
        **_object(document),
    }


def _object(kind: type[JsonObject]) -> Schema:
    hints = get_type_hints(kind, include_extras=True)
    keys = {name: (key, is_optional) for key, name, is_optional in keys_of(kind)}
    return {
        "type": "object",
        "properties": {key: _typed(hints[name], is_optional=optional) for name, (key, optional) in keys.items()},
        "required": [key for key, optional in keys.values() if not optional],
        "patternProperties": _SISTERS,
    }


def _typed(kind: Any, *, is_optional: bool = False) -> Schema:
    """The schema of a type; what is left out in place of a null is never null."""
    arguments = get_args(kind)
    match get_origin(kind):
        case origin if origin is Annotated:
            return _described(_typed(arguments[0], is_optional=is_optional), kind.__metadata__)
        case origin if origin in (UnionType, Union):
            (only,) = (one for one in arguments if one is not NoneType)
            return _typed(only) if is_optional else _nullable(_typed(only))
        case origin if origin is Literal:
            return {"const": arguments[0]} if len(arguments) == 1 else {"enum": [*arguments]}
        case origin if origin is tuple:
            return {"type": "array", "items": _typed(arguments[0])}
        case origin if origin is Mapping:
            return {"type": "object", "additionalProperties": _typed(arguments[1])}
    if isinstance(kind, type) and issubclass(kind, JsonObject):
        return _object(kind)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return {"enum": [one.value for one in kind]}
    return {"type": _NAMES[kind]} if kind in _NAMES else {}


def _described(schema: Schema, words: tuple[str | Bounds, ...]) -> Schema:
    """The schema with the words of a field before it, and with its bounds."""
    for one in words:
        if isinstance(one, str):
            schema = {"description": one, **schema}
        elif one.enum is not None:
            schema = {"enum": [*one.enum]}
        else:
            schema |= {key: bound for key, bound in one._asdict().items() if bound is not None}
    return schema


def _nullable(schema: Schema) -> Schema:
    if "enum" in schema:
        return {**schema, "enum": [*schema["enum"], None]}
    return {**schema, "type": [schema["type"], "null"]} if "type" in schema else schema
