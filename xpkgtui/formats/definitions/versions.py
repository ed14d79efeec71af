"""One version of a definition (name, deprecation, columns, subresources), and values alike to the API server."""

from typing import Any

from xpkgtui.formats.definitions.field_errors import (
    SCHEMA_FIELDS,
    ErrorType,
    FieldErrors,
    LinkedPath,
    Node,
    check_field_path,
    is_set,
)
from xpkgtui.formats.definitions.names import label_1035
from xpkgtui.golang.characters import is_printable
from xpkgtui.untyped import listing, mapping, same

_MAPS = ("properties", "definitions", "patternProperties", "dependencies")
_COLLECTIONS = (*_MAPS, "allOf", "anyOf", "oneOf", "enum", "required")
_LISTS = ("x-kubernetes-list-map-keys", "x-kubernetes-validations")
_SCHEMAS = frozenset((*_MAPS, "allOf", "anyOf", "oneOf", "items", "not", "additionalProperties", "additionalItems"))


def same_schemas(one: Any, other: Any) -> bool:
    """Whether two values of `schema` are the same."""
    if not isinstance(one, dict) or not isinstance(other, dict):
        return False
    waiting = [(one.get("openAPIV3Schema"), other.get("openAPIV3Schema"))]
    while waiting:
        pairs = _unlike(*waiting.pop())
        if pairs is None:
            return False
        waiting.extend(pairs)
    return True


def same_lists(one: Any, other: Any) -> bool:
    """Whether two lists of plain mappings are the same."""
    return same(*([_filled(mapping(item)) for item in listing(each)] for each in (one, other)))


def _unlike(left: Any, right: Any) -> list[tuple[Any, Any]] | None:
    """The parts of two schemas that are still to be compared; None where the schemas differ."""
    if same(left, right) and isinstance(left, bool) is isinstance(right, bool):
        return []
    if isinstance(left, list) and isinstance(right, list) and len(left) == len(right):
        return list(zip(left, right, strict=True))
    if not isinstance(left, dict) or not isinstance(right, dict):
        return None
    mine, others = _known(left), _known(right)
    if mine.keys() != others.keys():
        return None
    pairs: list[tuple[Any, Any]] = []
    for name, value in mine.items():
        if name in _MAPS:
            if value.keys() != others[name].keys():
                return None
            pairs.extend((value[key], others[name][key]) for key in value)
        elif name in _SCHEMAS:
            pairs.append((value, others[name]))
        elif not same(value, others[name]):
            return None
    return pairs


def _known(schema: Node) -> Node:
    """The fields of a schema that are there for Go."""
    known = SCHEMA_FIELDS & schema.keys()
    empty = {name for name in (*_COLLECTIONS, *_LISTS) if name in known and not schema[name]}
    return {name: schema[name] for name in known - empty if is_set(schema, name)}


def _filled(value: Node) -> Node:
    return {name: item for name, item in value.items() if item}


_COLUMN_TYPES = ("boolean", "date", "integer", "number", "string")
_COLUMN_FORMATS = ("byte", "date", "date-time", "double", "float", "int32", "int64", "password")
_MOST_SELECTABLE = 8
_SELECTABLE = ("string", "boolean", "integer")
_SAYS_SELECTABLE = (
    "must point to a field of type string, boolean or integer. "
    "Enum string fields and strings with formats are allowed."
)
_SAME = {"schema": same_schemas, "additionalPrinterColumns": same_lists, "selectableFields": same_lists}
"""Comparisons of fields that may differ in writing."""


def is_shared(versions: list[Node], field: str) -> bool:
    """Whether all versions have the same value in a field; absent counts as a value."""
    first = versions[0].get(field) if versions else None
    are_same = _SAME.get(field, same)
    return all(same(version.get(field), first) or are_same(version.get(field), first) for version in versions[1:])


def check_version(version: Node, path: LinkedPath, errors: FieldErrors) -> None:
    """Checks the version itself."""
    if complaint := label_1035(version.get("name") or ""):
        errors.invalid(path.to("name"), complaint)
    _check_warning(version, path.to("deprecationWarning"), errors)


def check_selectable(fields: Any, schema: Any, path: LinkedPath, errors: FieldErrors, *, shared: bool) -> None:
    """Checks selectableFields, whose paths must lead to scalars of the schema."""
    if not listing(fields):
        return
    if schema is None:
        needs = "validations.schema is included" if shared else "`version.schema.openAPIV3Schema` is not included"
        errors.invalid(path, f"may only be set when {needs}")
        return
    seen: set[tuple[str, ...]] = set()
    for number, one in enumerate(listing(fields)):
        place, json_path = path.to(number, "jsonPath"), mapping(one).get("jsonPath") or ""
        if not json_path:
            errors.required(place)
            continue
        found = check_field_path(json_path, mapping(schema), brackets=False)
        if found.fault:
            errors.invalid(place, f"is an invalid path: {found.fault}")
            continue
        if found.names[:1] == ("metadata",):
            errors.invalid(place, "must not point to fields in metadata")
        if mapping(found.schema).get("type") not in _SELECTABLE:
            errors.invalid(place, _SAYS_SELECTABLE)
        if found.names in seen:
            errors.add(ErrorType.DUPLICATE, place)
        seen.add(found.names)
    if len(seen) > _MOST_SELECTABLE:
        errors.add(ErrorType.TOO_MANY, path, f"must have at most {_MOST_SELECTABLE} items")


def _check_warning(version: Node, path: LinkedPath, errors: FieldErrors) -> None:
    warning = version.get("deprecationWarning")
    if warning is None:
        return
    if not version.get("deprecated"):
        errors.invalid(path, "can only be set for deprecated versions")
        return
    if len(warning.encode("utf-8", "surrogatepass")) > 256:
        errors.invalid(path, "must be <= 256 characters long")
    if not warning:
        errors.invalid(path, "must not be an empty string")
    at = next((number for number, character in enumerate(warning) if not is_printable(character)), None)
    if at is not None:
        index = len(warning[:at].encode("utf-8", "surrogatepass"))
        said = f"non-printable character found at index {index}"
        errors.invalid(path, f"must only contain printable UTF-8 characters; {said}")


def check_columns(columns: Any, path: LinkedPath, errors: FieldErrors) -> None:
    """Checks additionalPrinterColumns."""
    for number, column in enumerate(listing(columns)):
        column, place = mapping(column), path.to(number)
        if not column.get("name"):
            errors.required(place.to("name"))
        kind, says = column.get("type"), f"must be one of {','.join(_COLUMN_TYPES)}"
        if not kind:
            errors.required(place.to("type"), says)
        elif kind not in _COLUMN_TYPES:
            errors.invalid(place.to("type"), says)
        if column.get("format") and column["format"] not in _COLUMN_FORMATS:
            errors.invalid(place.to("format"), f"must be one of {','.join(_COLUMN_FORMATS)}")
        _check_json_path(column.get("jsonPath") or "", place.to("JSONPath"), errors)


def _check_json_path(json_path: str, path: LinkedPath, errors: FieldErrors, *starts: str) -> None:
    if not json_path:
        errors.required(path)
    elif json_path[0] != ".":
        errors.invalid(path, "must be a simple json path starting with .")
    elif starts and not json_path.startswith(starts):
        where = f"either {' or '.join(start[:-1] for start in starts)}" if len(starts) > 1 else starts[0][:-1]
        errors.invalid(path, f"should be a json path under {where}")


def check_subresources(subresources: Any, path: LinkedPath, errors: FieldErrors) -> None:
    """Checks the paths of the scale subresource."""
    scale = mapping(subresources).get("scale")
    if scale is None:
        return
    place = path.to("scale")
    _check_json_path(scale.get("specReplicasPath") or "", place.to("specReplicasPath"), errors, ".spec.")
    _check_json_path(scale.get("statusReplicasPath") or "", place.to("statusReplicasPath"), errors, ".status.")
    if scale.get("labelSelectorPath"):
        _check_json_path(scale["labelSelectorPath"], place.to("labelSelectorPath"), errors, ".spec.", ".status.")
