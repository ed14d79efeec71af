"""What OpenAPI v3 and Kubernetes' extensions of it allow in a node of a schema."""

import re

from xpkgtui.formats.xpkg.definitions.problem import SCHEMA_FIELDS, Node, Problems, Way, is_set
from xpkgtui.untyped import listing, mapping

_TYPES = ("array", "boolean", "integer", "number", "object", "string")
_UNSUPPORTED = ("id", "additionalItems", "patternProperties", "definitions", "dependencies", "$ref")
_AT_ROOT = [
    "Description",
    "Type",
    "Format",
    "Title",
    "Maximum",
    "ExclusiveMaximum",
    "Minimum",
    "ExclusiveMinimum",
    "MaxLength",
    "MinLength",
    "Pattern",
    "MaxItems",
    "MinItems",
    "UniqueItems",
    "MultipleOf",
    "Required",
    "Items",
    "Properties",
    "ExternalDocs",
    "Example",
    "XPreserveUnknownFields",
    "XValidations",
]
_NOT_AT_ROOT = SCHEMA_FIELDS - frozenset(
    [
        "description",
        "type",
        "format",
        "title",
        "maximum",
        "exclusiveMaximum",
        "minimum",
        "exclusiveMinimum",
        "maxLength",
        "minLength",
        "pattern",
        "maxItems",
        "minItems",
        "uniqueItems",
        "multipleOf",
        "required",
        "items",
        "properties",
        "externalDocs",
        "example",
        "x-kubernetes-preserve-unknown-fields",
        "x-kubernetes-validations",
    ]
)
_LIST_TYPE, _MAP_TYPE, _KEYS = "x-kubernetes-list-type", "x-kubernetes-map-type", "x-kubernetes-list-map-keys"
_REASONS = ("FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired")
_LINE_BREAK = re.compile(r"[\n\r]")


def check_root(schema: Node, way: Way, problems: Problems) -> None:
    """The root of a kind whose status is a subresource: only some fields may stand beside `properties`."""
    kind = schema.get("type")
    if kind and kind != "object":
        detail = 'only "object" is allowed as the type at the root of the schema if the status subresource is enabled'
        problems.invalid(way.to("type"), detail)
    elif any(is_set(schema, name) for name in _NOT_AT_ROOT):
        fields = f"[{' '.join(_AT_ROOT)}]"
        detail = f"only {fields} fields are allowed at the root of the schema if the status subresource is enabled"
        problems.invalid(way, detail)


def check(node: Node, way: Way, problems: Problems, *, forbidden: str | None, in_meta: bool) -> None:
    """One node, by itself; `forbidden` says why it may have no default."""
    _check_unsupported(node, way, problems)
    if node.get("default") is not None and forbidden is not None:
        problems.forbidden(way.to("default"), f"must not be set {forbidden}")
    if in_meta and node.get("x-kubernetes-embedded-resource"):
        problems.forbidden(way.to("x-kubernetes-embedded-resource"), "must not be used inside of resource meta")
    additional = node.get("additionalProperties")
    if additional is not None and node.get("properties") and additional is not True:
        problems.forbidden(way.to("additionalProperties"), "additionalProperties and properties are mutual exclusive")
    if node.get("x-kubernetes-preserve-unknown-fields") is False:
        problems.invalid(way.to("x-kubernetes-preserve-unknown-fields"), "must be true or undefined")
    if node.get(_MAP_TYPE) is not None:
        _check_map_type(node, way, problems)
    if node.get(_LIST_TYPE) is not None or node.get(_KEYS):
        _check_list_type(node, way, problems)
    for number, rule in enumerate(listing(node.get("x-kubernetes-validations"))):
        _check_rule(mapping(rule), way.to("x-kubernetes-validations", number), problems)


def _check_unsupported(node: Node, way: Way, problems: Problems) -> None:
    """What JSON Schema has and OpenAPI in Kubernetes has not."""
    kind = node.get("type")
    if kind and kind not in _TYPES:
        problems.unsupported(way.to("type"), *_TYPES)
    if kind == "null":
        problems.forbidden(way.to("type"), "type cannot be set to null, use nullable as an alternative")
    for name in _UNSUPPORTED:
        value = node.get(name)
        if value or (value is not None and name in {"additionalItems", "dependencies", "$ref"}):
            problems.forbidden(way.to(name), f"{name} is not supported")
    if isinstance(node.get("items"), list) and node["items"]:
        problems.forbidden(way.to("items"), "items must be a schema object and not an array")
    if node.get("uniqueItems"):
        detail = "uniqueItems cannot be set to true since the runtime complexity becomes quadratic"
        problems.forbidden(way.to("uniqueItems"), detail)


def _check_map_type(node: Node, way: Way, problems: Problems) -> None:
    kind = node.get("type")
    if kind != "object":
        detail = f"must be object if {_MAP_TYPE} is specified"
        (problems.invalid if kind else problems.required)(way.to("type"), detail)
    if node[_MAP_TYPE] not in {"atomic", "granular"}:
        problems.unsupported(way.to(_MAP_TYPE), "atomic", "granular")


def _check_list_type(node: Node, way: Way, problems: Problems) -> None:
    list_type, kind, keys = node.get(_LIST_TYPE), node.get("type"), listing(node.get(_KEYS))
    items = node.get("items")
    if list_type is not None and kind != "array":
        detail = f"must be array if {_LIST_TYPE} is specified"
        (problems.invalid if kind else problems.required)(way.to("type"), detail)
    elif list_type == "set" and isinstance(items, dict):
        _check_set_items(items, way.to("items"), problems)
    if list_type not in {None, "atomic", "set", "map"}:
        problems.unsupported(way.to(_LIST_TYPE), "atomic", "set", "map")
    if keys and list_type != "map":
        detail = f"must be map if {_KEYS} is non-empty"
        (problems.required if list_type is None else problems.invalid)(way.to(_LIST_TYPE), detail)
    if list_type == "map":
        _check_map_list(node, keys, way, problems)
    if list_type in {"set", "map"} and isinstance(items, dict) and items.get("nullable"):
        problems.forbidden(way.to("items", "nullable"), f"cannot be nullable when {_LIST_TYPE} is {list_type}")


def _check_set_items(items: Node, way: Way, problems: Problems) -> None:
    detail = f"must be atomic as item of a list with {_LIST_TYPE}=set"
    if items.get("type") == "array" and items.get(_LIST_TYPE) not in {None, "atomic"}:
        problems.invalid(way.to(_LIST_TYPE), detail)
    if items.get("type") == "object" and items.get(_MAP_TYPE) != "atomic":
        problems.invalid(way.to(_MAP_TYPE), detail)


def _check_map_list(node: Node, keys: list[str], way: Way, problems: Problems) -> None:
    items = node.get("items")
    if not keys:
        problems.required(way.to(_KEYS), f"must not be empty if {_LIST_TYPE} is map")
    if items is None:
        problems.required(way.to("items"), f"must have a schema if {_LIST_TYPE} is map")
        return
    if not isinstance(items, dict):
        problems.invalid(way.to("items"), f"must only have a single schema if {_LIST_TYPE} is map")
        return
    if items.get("type") != "object":
        problems.invalid(way.to("items", "type"), f"must be object if parent array's {_LIST_TYPE} is map")
    elif not set(keys) <= set(mapping(items.get("properties"))):
        problems.invalid(way.to(_KEYS), "entries must all be names of item properties")
    if items.get("type") == "object" and len(set(keys)) != len(keys):
        problems.invalid(way.to(_KEYS), "must not contain duplicate entries")
    required = set(listing(items.get("required")))
    for key in keys:
        _check_key(items, key, way.to("items"), problems, is_required=key in required)


def _check_key(items: Node, key: str, way: Way, problems: Problems, *, is_required: bool) -> None:
    """One field by which the entries of a list are told apart."""
    properties = mapping(items.get("properties"))
    if key not in properties:
        return
    field, place = mapping(properties[key]), way.at("properties", key)
    if items.get("type") == "object" and field.get("type") in {"array", "object"}:
        problems.invalid(place.to("type"), f"must be a scalar type if parent array's {_LIST_TYPE} is map")
    if not is_required and field.get("default") is None:
        detail = f"this property is in {_KEYS}, so it must have a default or be a required property"
        problems.required(place.to("default"), detail)
    if field.get("nullable"):
        problems.forbidden(place.to("nullable"), f"this property is in {_KEYS}, so it cannot be nullable")


def _check_rule(rule: Node, way: Way, problems: Problems) -> None:
    """One entry of x-kubernetes-validations."""
    text, message = rule.get("rule") or "", rule.get("message") or ""
    if not text.strip():
        problems.required(way.to("rule"), "rule is not specified")
    elif message and not message.strip():
        problems.invalid(way.to("message"), "must be non-empty if specified")
    elif _LINE_BREAK.search(message.strip()):
        problems.invalid(way.to("message"), "must not contain line breaks")
    elif _LINE_BREAK.search(text.strip()) and not message.strip():
        problems.required(way.to("message"), "message must be specified if rule contains line breaks")
    expression = rule.get("messageExpression") or ""
    if expression and not expression.strip():
        problems.required(way.to("messageExpression"), "messageExpression must be non-empty if specified")
    if rule.get("reason") is not None and rule["reason"] not in _REASONS:
        problems.unsupported(way.to("reason"), *_REASONS)
    field = rule.get("fieldPath") or ""
    if field and not field.strip():
        problems.invalid(way.to("fieldPath"), "must be non-empty if specified")
    if _LINE_BREAK.search(field):
        problems.invalid(way.to("fieldPath"), "must not contain line breaks")
