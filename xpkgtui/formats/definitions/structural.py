"""Structural schemas: the requirements on a node so that fields can be pruned and defaulted."""

from typing import Any

from xpkgtui.formats.definitions.field_errors import SCHEMA_FIELDS, FieldErrors, LinkedPath, Node, is_set
from xpkgtui.untyped import field, listing, mapping, text

_PRESERVE = "x-kubernetes-preserve-unknown-fields"
_EMBEDDED = "x-kubernetes-embedded-resource"
_ITEMS, _FIELDS = "for specified array items", "for specified object fields"
_INT_OR_STRING = "x-kubernetes-int-or-string"
_UNSUPPORTED = ("id", "$schema", "$ref", "patternProperties", "dependencies", "additionalItems", "definitions")
_JUNCTORS = ("allOf", "anyOf", "oneOf")
_FORGETTABLE = ("definitions", "dependencies", "patternProperties", "enum", *_JUNCTORS)
_TWO_TYPES = [{"type": "integer"}, {"type": "string"}]
_FORGOTTEN = frozenset({"externalDocs", "example"})
_COMPARED = SCHEMA_FIELDS - _FORGOTTEN - {*_UNSUPPORTED}
_NOT_IN_METADATA = SCHEMA_FIELDS - _FORGOTTEN - {"type", "default", "properties", "items"}
_NESTED_EMPTY = ("type", "default", "title", "description")
_NESTED_FALSE = ("nullable", _PRESERVE, _EMBEDDED, _INT_OR_STRING)
_NESTED_LISTS = {
    "x-kubernetes-list-map-keys": "must be empty to be structural",
    "x-kubernetes-list-type": "must be undefined to be structural",
    "x-kubernetes-map-type": "must be undefined to be structural",
    "x-kubernetes-validations": "must be empty to be structural",
}


def unsupported(node: Node) -> str | None:
    """The reason why a node does not make a structural schema."""
    for name in _UNSUPPORTED:
        value = node.get(name)
        if value or (name == "additionalItems" and value is not None):
            return f"OpenAPIV3Schema '{name.removeprefix('$') if name == '$schema' else name}' is not supported"
    if isinstance(node.get("items"), list) and node["items"]:
        return "OpenAPIV3Schema 'items' must be a schema, but is an array"
    if node.get(_PRESERVE) is False:
        return f"internal error: '{_PRESERVE}' must be true or undefined"
    return None


def has_unsupported(node: Node) -> bool:
    """Whether this or a node below it does not make a structural schema."""
    waiting: list[Any] = [node]
    while waiting:
        one = waiting.pop()
        if isinstance(one, list):
            waiting.extend(one)
        elif isinstance(one, dict):
            if unsupported(one):
                return True
            waiting.extend(one.get(name) for name in ("items", "additionalProperties", "not", *_JUNCTORS))
            waiting.extend(mapping(one.get("properties")).values())
    return False


def has_rules(schema: Node) -> bool:
    """Whether there is a rule anywhere in a schema."""
    waiting: list[Any] = [schema]
    while waiting:
        one = waiting.pop()
        if not isinstance(one, dict):
            continue
        if one.get("x-kubernetes-validations"):
            return True
        waiting.extend(mapping(one.get("properties")).values())
        waiting.extend((one.get("items"), one.get("additionalProperties")))
        waiting.extend(listing(one.get("allOf")))
    return False


def check(node: Node, path: LinkedPath, errors: FieldErrors, *, is_root: bool, is_item: bool) -> None:
    """Checks a node that specifies something."""
    kind = node.get("type") or ""
    embedded = bool(node.get(_EMBEDDED))
    additional = node.get("additionalProperties")
    if kind == "array" and not isinstance(node.get("items"), dict):
        errors.required(path.to("items"), "must be specified")
    if additional is not None and is_root:
        errors.forbidden(path.to("additionalProperties"), "must not be used at the root")
    if node.get(_INT_OR_STRING):
        for name in (_PRESERVE, _EMBEDDED):
            if node.get(name):
                errors.invalid(path.to(name), f"must be false if {_INT_OR_STRING} is true")
    _check_pattern(node, path, errors)
    _check_type(node, path, errors, what="at the root" if is_root else _ITEMS if is_item else _FIELDS)
    if is_root and kind and kind != "object":
        errors.invalid(path.to("type"), "must be object at the root")
    _check_meta(node, path, errors, is_root=is_root, embedded=embedded)
    if embedded and additional is not None:
        errors.forbidden(path.to("additionalProperties"), f"must not be used if {_EMBEDDED} is set")
    if embedded and not node.get(_PRESERVE) and not node.get("properties"):
        errors.required(path.to("properties"), f"must not be empty if {_EMBEDDED} is true without {_PRESERVE}")


def _check_type(node: Node, path: LinkedPath, errors: FieldErrors, *, what: str) -> None:
    kind = node.get("type") or ""
    if node.get(_EMBEDDED) and kind != "object":
        detail = f"must be object if {_EMBEDDED} is true"
        (errors.invalid if kind else errors.required)(path.to("type"), detail)
    elif not kind and not node.get(_INT_OR_STRING) and not node.get(_PRESERVE):
        errors.required(path.to("type"), f"must not be empty {what}")


def _check_meta(node: Node, path: LinkedPath, errors: FieldErrors, *, is_root: bool, embedded: bool) -> None:
    """Checks `apiVersion`, `kind` and `metadata`, whose schemas are fixed."""
    properties = mapping(node.get("properties"))
    if is_root or embedded:
        for name in ("kind", "apiVersion"):
            if name in properties and (field(properties[name], "type") or "") != "string":
                errors.invalid(path.at("properties", name).to("type"), "must be string")
    if "metadata" not in properties:
        return
    metadata = mapping(properties["metadata"])
    if (is_root or embedded) and metadata.get("type") != "object":
        errors.invalid(path.at("properties", "metadata").to("type"), "must be object")
    if is_root:
        named = set(mapping(metadata.get("properties"))) - {"name", "generateName"}
        has_more = isinstance(metadata.get("items"), dict) or metadata.get("additionalProperties") is not None
        if named or has_more or any(is_set(metadata, name) for name in _NOT_IN_METADATA - _unfilled(metadata)):
            errors.forbidden(
                path.at("properties", "metadata"),
                "must not specify anything other than name and generateName, but metadata is implicitly specified",
            )


def _unfilled(node: Node) -> frozenset[str]:
    """Fields whose emptiness is not noticed."""
    return frozenset(name for name in _FORGETTABLE if not node.get(name))


def check_nested(node: Node, path: LinkedPath, errors: FieldErrors) -> None:
    """Checks a node below allOf, anyOf, oneOf or not."""
    for name in _NESTED_EMPTY:
        value = node.get(name)
        if value is not None and (value != "" or name == "default"):
            word = "undefined" if name == "default" else "empty"
            errors.forbidden(path.to(name), f"must be {word} to be structural")
    for name in _NESTED_FALSE:
        if node.get(name):
            errors.forbidden(path.to(name), "must be false to be structural")
    for name, detail in _NESTED_LISTS.items():
        if node.get(name) not in (None, []):
            errors.forbidden(path.to(name), detail)
    if node.get("additionalProperties") not in (None, False):
        errors.forbidden(path.to("additionalProperties"), "must be undefined to be structural")
    if "metadata" in mapping(node.get("properties")):
        errors.forbidden(path.at("properties", "metadata"), "must not be specified in a nested context")
    _check_pattern(node, path, errors)


def _check_pattern(node: Node, path: LinkedPath, errors: FieldErrors) -> None:
    pattern = text(node.get("pattern"))
    if not pattern:
        return
    from xpkgtui.golang.regexp.syntax import complaint

    if reason := complaint(pattern):
        errors.invalid(
            path.to("pattern"), f"must be a valid regular expression, but isn't: error parsing regexp: {reason}"
        )


def is_int_or_string(node: Node) -> bool:
    """Whether anyOf is exactly `integer` or `string`, which may repeat the type."""
    return _bare(node.get("anyOf")) == _TWO_TYPES


def is_int_or_string_in_all(node: Node) -> bool:
    """Whether the first of allOf has such an anyOf."""
    return _bare(mapping(next(iter(listing(node.get("allOf"))), None)).get("anyOf")) == _TWO_TYPES


def _bare(alternatives: Any) -> list[Any] | None:
    """Two alternatives as Go compares them: what it does not know, and what is empty, is not there."""
    if not isinstance(alternatives, list) or len(alternatives) != 2:
        return None
    return [
        {name: one[name] for name in _COMPARED - _unfilled(one) if is_set(one, name)}
        for one in map(mapping, alternatives)
    ]


def check_completeness(root: Node, path: LinkedPath, errors: FieldErrors) -> None:
    """Checks that what the root's allOf, anyOf, oneOf and not restrict is specified; only at the root."""
    waiting: list[tuple[Node, Node, LinkedPath, LinkedPath]] = []

    def junctors(node: Node, specified: Node, there: LinkedPath, here: LinkedPath) -> None:
        for word in _JUNCTORS:
            for number, child in enumerate(listing(node.get(word))):
                waiting.append((mapping(child), specified, there, here.to(word, number)))
        if node.get("not") is not None:
            waiting.append((mapping(node["not"]), specified, there, here.to("not")))

    junctors(root, root, path, path)
    while waiting:
        node, specified, there, here = waiting.pop()
        junctors(node, specified, there, here)
        if isinstance(node.get("items"), dict):
            if isinstance(specified.get("items"), dict):
                waiting.append((node["items"], specified["items"], there.to("items"), here.to("items")))
            else:
                errors.required(there.to("items"), f"because it is defined in {here.to('items')}")
        known = mapping(specified.get("properties"))
        for key, child in mapping(node.get("properties")).items():
            place = there.at("properties", key)
            if key in known:
                waiting.append((mapping(child), mapping(known[key]), place, here.at("properties", key)))
            else:
                errors.required(place, f"because it is defined in {here.at('properties', key)}")
