"""The rules of OpenAPI v3 and of Kubernetes' extensions for a node of a schema, with its CEL rules."""

from xpkgtui.formats.definitions.field_errors import (
    SCHEMA_FIELDS,
    FieldErrors,
    LinkedPath,
    Node,
    check_field_path,
    is_set,
)
from xpkgtui.formats.definitions.structural import has_unsupported
from xpkgtui.patterns import late
from xpkgtui.untyped import listing, mapping

_PRESERVE = "x-kubernetes-preserve-unknown-fields"
_TYPES = ("array", "boolean", "integer", "number", "object", "string")
_UNSUPPORTED = ("id", "additionalItems", "patternProperties", "definitions", "dependencies", "$ref")
_AT_ROOT = {
    "description": "Description",
    "type": "Type",
    "format": "Format",
    "title": "Title",
    "maximum": "Maximum",
    "exclusiveMaximum": "ExclusiveMaximum",
    "minimum": "Minimum",
    "exclusiveMinimum": "ExclusiveMinimum",
    "maxLength": "MaxLength",
    "minLength": "MinLength",
    "pattern": "Pattern",
    "maxItems": "MaxItems",
    "minItems": "MinItems",
    "uniqueItems": "UniqueItems",
    "multipleOf": "MultipleOf",
    "required": "Required",
    "items": "Items",
    "properties": "Properties",
    "externalDocs": "ExternalDocs",
    "example": "Example",
    _PRESERVE: "XPreserveUnknownFields",
    "x-kubernetes-validations": "XValidations",
}
"""Fields that may stand beside `properties` at the root, and Go's names of them."""
_NOT_AT_ROOT = SCHEMA_FIELDS - _AT_ROOT.keys()
_BEFORE_TYPE = ("id", "$schema", "$ref")
"""Fields that the API server looks at before the type; it names the first fault only."""
_LIST_TYPE, _MAP_TYPE, _KEYS = "x-kubernetes-list-type", "x-kubernetes-map-type", "x-kubernetes-list-map-keys"
_REASONS = ("FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired")
_LINE_BREAK = late(r"[\n\r]")


def check_root(schema: Node, path: LinkedPath, errors: FieldErrors) -> None:
    """Checks the root of a kind whose status is a subresource: only some fields are allowed beside `properties`."""
    kind = schema.get("type")
    if kind and kind != "object" and not any(is_set(schema, name) for name in _BEFORE_TYPE):
        detail = 'only "object" is allowed as the type at the root of the schema if the status subresource is enabled'
        errors.invalid(path.to("type"), detail)
    elif any(is_set(schema, name) for name in _NOT_AT_ROOT):
        fields = f"[{' '.join(_AT_ROOT.values())}]"
        detail = f"only {fields} fields are allowed at the root of the schema if the status subresource is enabled"
        errors.invalid(path, detail)


def check(node: Node, path: LinkedPath, errors: FieldErrors, *, forbidden: str | None, in_meta: bool) -> None:
    """Checks one node by itself; `forbidden` is the reason why it may not have a default."""
    _check_unsupported(node, path, errors)
    if node.get("default") is not None and forbidden is not None:
        errors.forbidden(path.to("default"), f"must not be set {forbidden}")
    if in_meta and node.get("x-kubernetes-embedded-resource"):
        errors.forbidden(path.to("x-kubernetes-embedded-resource"), "must not be used inside of resource meta")
    additional = node.get("additionalProperties")
    if additional is not None and node.get("properties") and additional is not True:
        errors.forbidden(path.to("additionalProperties"), "additionalProperties and properties are mutual exclusive")
    if node.get("x-kubernetes-preserve-unknown-fields") is False:
        errors.invalid(path.to("x-kubernetes-preserve-unknown-fields"), "must be true or undefined")
    if node.get(_MAP_TYPE) is not None:
        _check_map_type(node, path, errors)
    if node.get(_LIST_TYPE) is not None or node.get(_KEYS):
        _check_list_type(node, path, errors)
    for number, rule in enumerate(listing(node.get("x-kubernetes-validations"))):
        _check_rule(mapping(rule), node, path.to("x-kubernetes-validations", number), errors)


def _check_unsupported(node: Node, path: LinkedPath, errors: FieldErrors) -> None:
    """Checks fields of JSON Schema that OpenAPI in Kubernetes does not have."""
    kind = node.get("type")
    if kind and kind not in _TYPES:
        errors.unsupported(path.to("type"), *_TYPES)
    if kind == "null":
        errors.forbidden(path.to("type"), "type cannot be set to null, use nullable as an alternative")
    for name in _UNSUPPORTED:
        value = node.get(name)
        if value or (value is not None and name in {"additionalItems", "dependencies", "$ref"}):
            errors.forbidden(path.to(name), f"{name} is not supported")
    if isinstance(node.get("items"), list) and node["items"]:
        errors.forbidden(path.to("items"), "items must be a schema object and not an array")
    if node.get("uniqueItems"):
        detail = "uniqueItems cannot be set to true since the runtime complexity becomes quadratic"
        errors.forbidden(path.to("uniqueItems"), detail)


def _check_map_type(node: Node, path: LinkedPath, errors: FieldErrors) -> None:
    kind = node.get("type")
    if kind != "object":
        detail = f"must be object if {_MAP_TYPE} is specified"
        (errors.invalid if kind else errors.required)(path.to("type"), detail)
    if node[_MAP_TYPE] not in {"atomic", "granular"}:
        errors.unsupported(path.to(_MAP_TYPE), "atomic", "granular")


def _check_list_type(node: Node, path: LinkedPath, errors: FieldErrors) -> None:
    list_type, kind, keys = node.get(_LIST_TYPE), node.get("type"), listing(node.get(_KEYS))
    items = node.get("items")
    if list_type is not None and kind != "array":
        detail = f"must be array if {_LIST_TYPE} is specified"
        (errors.invalid if kind else errors.required)(path.to("type"), detail)
    elif list_type == "set" and isinstance(items, dict):
        _check_set_items(items, path.to("items"), errors)
    if list_type not in {None, "atomic", "set", "map"}:
        errors.unsupported(path.to(_LIST_TYPE), "atomic", "set", "map")
    if keys and list_type != "map":
        detail = f"must be map if {_KEYS} is non-empty"
        (errors.required if list_type is None else errors.invalid)(path.to(_LIST_TYPE), detail)
    if list_type == "map":
        _check_map_list(node, keys, path, errors)
    if list_type in {"set", "map"} and isinstance(items, dict) and items.get("nullable"):
        errors.forbidden(path.to("items", "nullable"), f"cannot be nullable when {_LIST_TYPE} is {list_type}")


def _check_set_items(items: Node, path: LinkedPath, errors: FieldErrors) -> None:
    detail = f"must be atomic as item of a list with {_LIST_TYPE}=set"
    if items.get("type") == "array" and items.get(_LIST_TYPE) not in {None, "atomic"}:
        errors.invalid(path.to(_LIST_TYPE), detail)
    if items.get("type") == "object" and items.get(_MAP_TYPE) != "atomic":
        errors.invalid(path.to(_MAP_TYPE), detail)


def _check_map_list(node: Node, keys: list[str], path: LinkedPath, errors: FieldErrors) -> None:
    items = node.get("items")
    if not keys:
        errors.required(path.to(_KEYS), f"must not be empty if {_LIST_TYPE} is map")
    if items is None:
        errors.required(path.to("items"), f"must have a schema if {_LIST_TYPE} is map")
        return
    if not isinstance(items, dict):
        errors.invalid(path.to("items"), f"must only have a single schema if {_LIST_TYPE} is map")
        return
    if items.get("type") != "object":
        errors.invalid(path.to("items", "type"), f"must be object if parent array's {_LIST_TYPE} is map")
    elif not set(keys) <= set(mapping(items.get("properties"))):
        errors.invalid(path.to(_KEYS), "entries must all be names of item properties")
    if items.get("type") == "object" and len(set(keys)) != len(keys):
        errors.invalid(path.to(_KEYS), "must not contain duplicate entries")
    required = set(listing(items.get("required")))
    for key in keys:
        _check_key(items, key, path.to("items"), errors, is_required=key in required)


def _check_key(items: Node, key: str, path: LinkedPath, errors: FieldErrors, *, is_required: bool) -> None:
    """Checks one key of a list of type map."""
    properties = mapping(items.get("properties"))
    if key not in properties:
        return
    field, place = mapping(properties[key]), path.at("properties", key)
    if items.get("type") == "object" and field.get("type") in {"array", "object"}:
        errors.invalid(place.to("type"), f"must be a scalar type if parent array's {_LIST_TYPE} is map")
    if not is_required and field.get("default") is None:
        detail = f"this property is in {_KEYS}, so it must have a default or be a required property"
        errors.required(place.to("default"), detail)
    if field.get("nullable"):
        errors.forbidden(place.to("nullable"), f"this property is in {_KEYS}, so it cannot be nullable")


def _check_rule(rule: Node, node: Node, path: LinkedPath, errors: FieldErrors) -> None:
    """Checks one entry of x-kubernetes-validations by its fields; its expressions are compiled later."""
    text, message = rule.get("rule") or "", rule.get("message") or ""
    if not text.strip():
        errors.required(path.to("rule"), "rule is not specified")
    elif message and not message.strip():
        errors.invalid(path.to("message"), "must be non-empty if specified")
    elif _LINE_BREAK.search(message.strip()):
        errors.invalid(path.to("message"), "must not contain line breaks")
    elif _LINE_BREAK.search(text.strip()) and not message.strip():
        errors.required(path.to("message"), "message must be specified if rule contains line breaks")
    expression = rule.get("messageExpression") or ""
    if expression and not expression.strip():
        errors.required(path.to("messageExpression"), "messageExpression must be non-empty if specified")
    if rule.get("reason") is not None and rule["reason"] not in _REASONS:
        errors.unsupported(path.to("reason"), *_REASONS)
    field = rule.get("fieldPath") or ""
    if field and not field.strip():
        errors.invalid(path.to("fieldPath"), "must be non-empty if specified")
    if _LINE_BREAK.search(field):
        errors.invalid(path.to("fieldPath"), "must not contain line breaks")
    if field and check_field_path(field, node).fault and not has_unsupported(node):
        errors.invalid(path.to("fieldPath"), "must be a valid path")
