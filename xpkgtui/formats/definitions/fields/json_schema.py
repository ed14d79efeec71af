"""The JSON Schema (draft 2020-12) of a version: what kubectl and the API server take, in the keywords of that draft.

It is as strict as kubectl's default: a field that the API server would drop is an error. Rules of CEL, keys of map
lists and what the metadata of objects may hold beyond the common fields are not in it; nor is null, which the API
server drops where a field is not nullable.
"""

from typing import Any

from xpkgtui.formats.definitions.field_errors import Node
from xpkgtui.formats.definitions.fields.field import PRESERVES
from xpkgtui.formats.definitions.fields.soundness import require_typed
from xpkgtui.patterns import late
from xpkgtui.untyped import listing, mapping, text

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_DEEPEST = 200
_KEPT = (
    *("description", "title", "default", "enum", "multipleOf", "pattern", "required"),
    *("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "uniqueItems"),
)
_FORMATS = {
    "date": "date",
    "date-time": "date-time",
    "datetime": "date-time",
    "email": "email",
    "hostname": "hostname",
    "ipv4": "ipv4",
    "ipv6": "ipv6",
    "uri": "uri",
    "uuid": "uuid",
}
_OF_GO = late(r"\(\?[^:]|\\[zAQEpPCaG]|\[\[:|\[\^?\]")
"""Parts of a pattern that only Go reads, or reads in another way."""
_BASE64 = "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$"
_GREATEST = (1 << 63) - 1
"""The greatest integer that the API server reads as one."""
_TEXT: Node = {"type": "string"}
_TEXTS: Node = {"type": "object", "additionalProperties": _TEXT}
_LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?"
_NAME: Node = {"type": "string", "maxLength": 253, "pattern": rf"^{_LABEL}(\.{_LABEL})*$"}
_METADATA: Node = {
    "type": "object",
    "properties": {
        "name": _NAME,
        "generateName": _TEXT,
        "namespace": _TEXT,
        "labels": _TEXTS,
        "annotations": _TEXTS,
        "finalizers": {"type": "array", "items": _TEXT},
    },
}

_RESOURCE: Node = {
    "apiVersion": {"type": "string", "minLength": 1, "pattern": "^[^/]*/?[^/]*$"},
    "kind": {"type": "string", "maxLength": 63, "pattern": "^[A-Za-z]([-A-Za-z0-9]*[A-Za-z0-9])?$"},
    "metadata": {"type": "object", "properties": dict(_METADATA["properties"])},
}
"""What an embedded object has."""


def json_schema(group: str, kind: str, version: str, schema: Node) -> Node:
    """The JSON Schema of the objects of a version; raises `NotFound` where no API server has such a version."""
    require_typed(schema)
    found = part_of(schema)
    properties = mapping(found.get("properties"))
    longest = mapping(mapping(mapping(properties.get("metadata")).get("properties")).get("name"))
    name = _NAME | {word: one for word, one in longest.items() if word not in ("description", "type")}
    metadata = _METADATA | {
        "properties": _METADATA["properties"] | {"name": name},
        "anyOf": [{"required": ["name"]}, {"required": ["generateName"]}],
    }
    own = {
        "apiVersion": _TEXT | {"const": f"{group}/{version}"},
        "kind": _TEXT | {"const": kind},
        "metadata": metadata,
    }
    described = text(schema.get("description")) or f"{kind} of {group}/{version}"
    required = dict.fromkeys([*own, *listing(found.get("required"))])
    return {
        "$schema": DIALECT,
        "title": kind,
        **found,
        "description": described,
        "type": "object",
        "required": list(required),
        "properties": {**own, **{name: one for name, one in properties.items() if name not in own}},
    }


def part_of(schema: Node, depth: int = 0, *, is_nested: bool = False) -> Node:
    """The JSON Schema of a value; below a junctor (`is_nested`) only what is asked for beside the rest."""
    if depth > _DEEPEST:
        return {"$comment": f"xpkgtui writes schemas {_DEEPEST} deep, and this one goes on"}
    found: Node = {word: schema[word] for word in _KEPT if schema.get(word) is not None}
    _required(found, schema)
    _type(found, schema)
    _bounds(found, schema, is_nested=is_nested)
    if "pattern" in found and _OF_GO.search(text(found["pattern"])):
        found["$comment"] = f"pattern of Go: {found.pop('pattern')}"
    if schema.get("format") == "byte" and schema.get("type") == "string":
        found["allOf"] = [{"pattern": _BASE64}]
    if schema.get("x-kubernetes-list-type") == "set":
        found["uniqueItems"] = True
    for word in ("allOf", "anyOf", "oneOf"):
        if schema.get(word):
            parts = [part_of(mapping(one), depth + 1, is_nested=True) for one in listing(schema[word])]
            found[word] = [*listing(found.get(word)), *parts]
    if isinstance(schema.get("not"), dict):
        found["not"] = part_of(schema["not"], depth + 1, is_nested=True)
    if isinstance(schema.get("items"), dict):
        found["items"] = part_of(schema["items"], depth + 1, is_nested=is_nested)
    _fields(found, schema, depth, is_nested=is_nested)
    return found


def _required(found: Node, schema: Node) -> None:
    """Leaves out what has a default, which is there before anything is checked."""
    properties = mapping(schema.get("properties"))
    names = [
        one for one in listing(found.pop("required", None)) if mapping(properties.get(one)).get("default") is None
    ]
    if names:
        found["required"] = names


def _type(found: Node, schema: Node) -> None:
    kinds: list[Any] = [schema["type"]] if isinstance(schema.get("type"), str) else []
    if schema.get("x-kubernetes-int-or-string") is True:
        kinds = ["integer", "string"]
    if kinds and schema.get("nullable") is True:
        kinds.append("null")
        if "enum" in found:
            found["enum"] = [*listing(found["enum"]), *([] if None in listing(found["enum"]) else [None])]
    if kinds:
        found["type"] = kinds if len(kinds) > 1 else kinds[0]


def _bounds(found: Node, schema: Node, *, is_nested: bool) -> None:
    for word, exclusive in (("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")):
        if (bound := schema.get(word)) is not None:
            found[exclusive if schema.get(exclusive) is True else word] = bound
    if schema.get("type") == "integer" and not is_nested:
        low, high = schema.get("minimum"), schema.get("maximum")
        if low is None or low < -_GREATEST - 1:
            found["minimum"] = -_GREATEST - 1
        if high is None or high > _GREATEST:
            found["maximum"] = _GREATEST
    named = text(schema.get("format"))
    if named in _FORMATS and schema.get("type") == "string":
        found["format"] = _FORMATS[named]


def _fields(found: Node, schema: Node, depth: int, *, is_nested: bool) -> None:
    """The fields of an object, and what becomes of others."""
    properties = {
        name: part_of(mapping(one), depth + 1, is_nested=is_nested)
        for name, one in mapping(schema.get("properties")).items()
    }
    more = schema.get("additionalProperties")
    if schema.get("x-kubernetes-embedded-resource") is True:
        properties |= {name: one | mapping(properties.get(name)) for name, one in _RESOURCE.items()}
        found["required"] = list(dict.fromkeys(["apiVersion", "kind", *listing(found.get("required"))]))
    for name in listing(found.get("required")):
        one, own = properties.get(name), mapping(mapping(schema.get("properties")).get(name))
        if one is not None and "type" not in one and own.get("nullable") is not True:
            # A null is dropped, and the field is missing then.
            one["allOf"] = [*listing(one.get("allOf")), {"not": {"type": "null"}}]
    if properties:
        found["properties"] = properties
    if isinstance(more, dict):
        found["additionalProperties"] = part_of(more, depth + 1, is_nested=is_nested)
    elif not is_nested and more is None and schema.get("type") == "object" and schema.get(PRESERVES) is not True:
        # Such fields are dropped, which kubectl takes for a mistake.
        found["additionalProperties"] = False
