"""A CustomResourceDefinition (v1) as the API server judges it when Crossplane creates it."""

import re
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

from xpkgtui.cel import NEWEST
from xpkgtui.documents.shared import NOTHING_SHARED, Shared
from xpkgtui.formats.definitions.field_errors import (
    MISTYPED,
    SCHEMA_FIELDS,
    ErrorType,
    FieldError,
    FieldErrors,
    LinkedPath,
    Node,
    check_field_path,
    is_set,
)
from xpkgtui.formats.definitions.names import faults_of_path, label_1035, subdomain
from xpkgtui.formats.definitions.schema import SchemaCheck
from xpkgtui.golang.characters import is_printable
from xpkgtui.patterns import late
from xpkgtui.untyped import field, listing, mapping, same, text

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
    mine, others = _known_fields(left), _known_fields(right)
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


def _known_fields(schema: Node) -> Node:
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
        complaint = f"non-printable character found at index {index}"
        errors.invalid(path, f"must only contain printable UTF-8 characters; {complaint}")


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


CANNOT_PRESERVE = (
    "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead"
)
"""What the API server says of preserveUnknownFields."""
_APPROVAL = "api-approved.kubernetes.io"
_PROTECTED = late(r"(?:.*\.)?(?:k8s|kubernetes)\.io", re.DOTALL)


def check_definition(value: Node, shared: Shared = NOTHING_SHARED, release: int = NEWEST) -> tuple[FieldError, ...]:
    """All errors but those in the metadata, as a minor release finds them; the document must fit its kind's shape."""
    errors, spec = FieldErrors(), mapping(value.get("spec"))
    path = LinkedPath(None, "spec")
    _check_spec(spec, path, errors)
    errors.found.extend(check_names(mapping(spec.get("names"))))
    _check_schemas(spec, path, errors, shared, release)
    if spec.get("conversion") is not None:
        check_conversion(mapping(spec["conversion"]), path.to("conversion"), errors)
        if spec.get("preserveUnknownFields") and mapping(spec["conversion"]).get("strategy") != "None":
            detail = "must be None if spec.preserveUnknownFields is true"
            errors.invalid(path.to("conversion", "strategy"), detail)
    check_approval(value, errors)
    return tuple(errors.found)


def _check_spec(spec: Node, path: LinkedPath, errors: FieldErrors) -> None:
    group, scope = spec.get("group") or "", spec.get("scope") or ""
    if not group:
        errors.required(path.to("group"))
    elif complaint := subdomain(group):
        errors.invalid(path.to("group"), complaint)
    elif "." not in group:
        errors.invalid(path.to("group"), "should be a domain with at least one dot")
    if not scope:
        errors.required(path.to("scope"))
    elif scope not in {"Cluster", "Namespaced"}:
        errors.unsupported(path.to("scope"), "Cluster", "Namespaced")
    versions = [mapping(one) for one in listing(spec.get("versions"))]
    _check_versions(versions, path.to("versions"), errors)
    if spec.get("preserveUnknownFields"):
        errors.invalid(path.to("preserveUnknownFields"), CANNOT_PRESERVE)
        if any(_has_default(mapping(field(v, "schema", "openAPIV3Schema"))) for v in versions):
            errors.invalid(path.to("preserveUnknownFields"), "must be false in order to use defaults in the schema")


def _check_versions(versions: list[Node], path: LinkedPath, errors: FieldErrors) -> None:
    for number, version in enumerate(versions):
        check_version(version, path.to(number), errors)
    names = [version.get("name") or "" for version in versions]
    if len(set(names)) != len(names):
        errors.invalid(path, "must contain unique version names")
    if sum(version.get("storage") is True for version in versions) != 1:
        errors.invalid(path, "must have exactly one version marked as storage version")


def check_names(names: Node) -> list[FieldError]:
    """The errors in the names of a definition."""
    path, errors = LinkedPath(None, "spec").to("names"), FieldErrors()
    kind, plural = names.get("kind") or "", names.get("plural") or ""
    singular = names.get("singular") or kind.lower()
    list_kind = names.get("listKind") or (f"{kind}List" if kind else "")
    words = {"plural": plural, "singular": singular, "kind": kind, "listKind": list_kind}
    for name, word in words.items():
        if not word:
            errors.required(path.to(name))
        elif complaint := label_1035(word.lower() if name.lower().endswith("kind") else word):
            mixed = "may have mixed case, but should otherwise match: " if name.lower().endswith("kind") else ""
            errors.invalid(path.to(name), mixed + complaint)
    if kind and kind == list_kind:
        errors.invalid(path.to("listKind"), "kind and listKind may not be the same")
    for name in ("shortNames", "categories"):
        for number, word in enumerate(listing(names.get(name))):
            if complaint := label_1035(word or ""):
                errors.invalid(path.to(name, number), complaint)
    return errors.found


def _check_schemas(spec: Node, path: LinkedPath, errors: FieldErrors, shared: Shared, release: int) -> None:
    """Checks the schemas; what all versions share only once, at its path in the internal form of the object."""
    versions = [mapping(one) for one in listing(spec.get("versions"))]
    statuses = [field(one, "subresources", "status") is not None for one in versions]
    once = is_shared(versions, "schema") and versions
    for number, version in enumerate(versions):
        place = path.to("versions", number, "schema", "openAPIV3Schema")
        schema = field(version, "schema", "openAPIV3Schema")
        if schema is None:
            errors.required(place)
        elif not once or number == 0:
            status = any(statuses) if once else statuses[number]
            found = SchemaCheck(shared, release).run(schema, place, status=status)
            errors.found.extend(_renamed(found, number, "schema", "validation") if once else found)
    for word, judge in (("subresources", check_subresources), ("additionalPrinterColumns", check_columns)):
        once = is_shared(versions, word) and versions
        for number, version in enumerate(versions[:1] if once else versions):
            inner = FieldErrors()
            judge(version.get(word), path.to("versions", number, word), inner)
            errors.found.extend(_renamed(inner.found, number, word, word) if once else inner.found)
    _check_selectable(versions, path, errors, shared_schema=bool(is_shared(versions, "schema")))


def _check_selectable(versions: list[Node], path: LinkedPath, errors: FieldErrors, *, shared_schema: bool) -> None:
    once = is_shared(versions, "selectableFields") and versions
    for number, version in enumerate(versions[:1] if once else versions):
        inner = FieldErrors()
        schema = field(version, "schema", "openAPIV3Schema") if bool(once) is shared_schema else None
        place = path.to("versions", number, "selectableFields")
        check_selectable(version.get("selectableFields"), schema, place, inner, shared=bool(once))
        errors.found.extend(_renamed(inner.found, number, *["selectableFields"] * 2) if once else inner.found)


def _renamed(found: list[FieldError], number: int, old: str, new: str) -> list[FieldError]:
    before = f"spec.versions[{number}].{old}"
    return [
        replace(
            one, field=one.field.replace(before, f"spec.{new}", 1), detail=one.detail.replace(before, f"spec.{new}")
        )
        for one in found
    ]


def check_conversion(conversion: Node, path: LinkedPath, errors: FieldErrors) -> None:
    """Checks the conversion; Crossplane fills in the service, which may be absent."""
    strategy, hook = conversion.get("strategy") or "", mapping(conversion.get("webhook"))
    if not strategy:
        errors.required(path.to("strategy"))
    elif strategy not in {"None", "Webhook"}:
        errors.unsupported(path.to("strategy"), "None", "Webhook")
    if strategy != "Webhook":
        detail = "should not be set when strategy is not set to Webhook"
        if hook.get("clientConfig") is not None:
            errors.forbidden(path.to("webhookClientConfig"), detail)
        if hook.get("conversionReviewVersions"):
            errors.forbidden(path.to("conversionReviewVersions"), detail)
        return
    if field(hook, "clientConfig", "url") is not None:
        errors.required(path.to("webhookClientConfig"), "exactly one of url or service is required")
    for fault in faults_of_path(field(hook, "clientConfig", "service", "path") or ""):
        errors.invalid(path.to("webhookClientConfig", "service", "path"), fault)
    _check_review_versions(listing(hook.get("conversionReviewVersions")), path.to("conversionReviewVersions"), errors)


def _check_review_versions(versions: list[Any], path: LinkedPath, errors: FieldErrors) -> None:
    if not versions:
        errors.required(path)
        return
    seen: set[Any] = set()
    for number, version in enumerate(versions):
        if version in seen:
            errors.invalid(path.to(number), "duplicate version")
        elif complaint := label_1035(version or ""):
            errors.invalid(path.to(number), complaint)
        seen.add(version)
    if not {"v1", "v1beta1"} & seen:
        errors.invalid(path, "must include at least one of v1, v1beta1")


def check_approval(definition: Node, errors: FieldErrors) -> None:
    """Adds what the API server says of a group of Kubernetes without an approval; of an update if there was one."""
    if not _PROTECTED.fullmatch(text(field(definition, "spec", "group"))):
        return
    approval = text(field(definition, "metadata", "annotations", _APPROVAL))
    path = LinkedPath(None, "metadata").at("annotations", _APPROVAL)
    says = f'protected groups must have approval annotation "{_APPROVAL}"'
    see = ", see https://github.com/kubernetes/enhancements/pull/1111"
    if not approval:
        errors.required(path, says + see)
    elif not approval.startswith("unapproved") and not _is_url(approval):
        errors.invalid(path, f'{says} with either a URL or a reason starting with "unapproved"{see}')


def _is_url(address: str) -> bool:
    try:
        return all(urlsplit(address)[:2])
    except ValueError:
        return False


def _has_default(schema: Node) -> bool:
    waiting: list[Any] = [schema]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            if node.get("default") is not None and "type" in node:
                return True
            waiting.extend(node.values())
        elif isinstance(node, list):
            waiting.extend(node)
    return False


_OLD = "apiextensions.k8s.io/v1beta1"


def refusal_of(definition: Node, api_version: str | None) -> str:
    """Why no current API server takes a definition, in a clause; empty where one does.

    `api_version` is that of the document, which `custom_resources` turns into the newest.
    """
    if api_version == _OLD:
        return f"its definition is of {_OLD}, which Kubernetes does not serve since 1.22"
    try:
        faults = check_definition(definition)
    except MISTYPED:
        return "the API server cannot decode its definition"
    return f"the API server refuses its definition: {faults[0].path}: {faults[0].words}" if faults else ""
