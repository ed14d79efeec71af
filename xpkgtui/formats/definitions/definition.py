"""A CustomResourceDefinition (v1) as the API server judges it when Crossplane creates it."""

import re
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

from xpkgtui.documents.shared import NOTHING_SHARED, Shared
from xpkgtui.formats.definitions.field_errors import ErrorType, FieldError, FieldErrors, LinkedPath, Node
from xpkgtui.formats.definitions.names import label_1035, subdomain
from xpkgtui.formats.definitions.schema import SchemaCheck
from xpkgtui.formats.definitions.versions import (
    check_columns,
    check_selectable,
    check_subresources,
    check_version,
    is_shared,
)
from xpkgtui.patterns import late
from xpkgtui.untyped import field, listing, mapping

CANNOT_PRESERVE = (
    "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead"
)
"""What the API server says of preserveUnknownFields."""
_APPROVAL = "api-approved.kubernetes.io"
_PROTECTED = late(r"(?:.*\.)?(?:k8s|kubernetes)\.io", re.DOTALL)


def check_definition(value: Node, shared: Shared = NOTHING_SHARED) -> tuple[FieldError, ...]:
    """All errors but those in the metadata; the document must fit its kind's shape."""
    errors, spec = FieldErrors(), mapping(value.get("spec"))
    path = LinkedPath(None, "spec")
    _check_spec(spec, path, errors)
    _check_names(mapping(spec.get("names")), path.to("names"), errors)
    _check_schemas(spec, path, errors, shared)
    if spec.get("conversion") is not None:
        _check_conversion(mapping(spec["conversion"]), path.to("conversion"), errors)
        if spec.get("preserveUnknownFields") and mapping(spec["conversion"]).get("strategy") != "None":
            detail = "must be None if spec.preserveUnknownFields is true"
            errors.invalid(path.to("conversion", "strategy"), detail)
    if _PROTECTED.fullmatch(spec.get("group") or ""):
        _check_approval(mapping(field(value, "metadata", "annotations")), errors)
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


def _check_names(names: Node, path: LinkedPath, errors: FieldErrors) -> None:
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


def _check_schemas(spec: Node, path: LinkedPath, errors: FieldErrors, shared: Shared) -> None:
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
            found = SchemaCheck(shared).run(schema, place, status=status)
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
            one,
            field=one.field.replace(before, f"spec.{new}", 1),
            detail=one.detail.replace(before, f"spec.{new}"),
        )
        for one in found
    ]


def _check_conversion(conversion: Node, path: LinkedPath, errors: FieldErrors) -> None:
    """Checks the conversion; Crossplane fills in the service, which may be absent."""
    strategy, webhook = conversion.get("strategy") or "", conversion.get("webhook")
    if not strategy:
        errors.required(path.to("strategy"))
    elif strategy not in {"None", "Webhook"}:
        errors.unsupported(path.to("strategy"), "None", "Webhook")
    hook = mapping(webhook)
    if strategy != "Webhook":
        if hook.get("clientConfig") is not None:
            detail = "should not be set when strategy is not set to Webhook"
            errors.forbidden(path.to("webhookClientConfig"), detail)
        if hook.get("conversionReviewVersions"):
            detail = "should not be set when strategy is not set to Webhook"
            errors.forbidden(path.to("conversionReviewVersions"), detail)
        return
    if field(hook, "clientConfig", "url") is not None:
        errors.required(path.to("webhookClientConfig"), "exactly one of url or service is required")
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


def _check_approval(annotations: Node, errors: FieldErrors) -> None:
    approval = annotations.get(_APPROVAL) or ""
    path = LinkedPath(None, "metadata").at("annotations", _APPROVAL)
    says = f'protected groups must have approval annotation "{_APPROVAL}"'
    see = ", see https://github.com/kubernetes/enhancements/pull/1111"
    if not approval:
        errors.required(path, says + see)
    elif not approval.startswith("unapproved") and not _is_url(approval):
        reason = ' with either a URL or a reason starting with "unapproved"'
        errors.add(ErrorType.INVALID, path, says + reason + see)


def _is_url(text: str) -> bool:
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    return bool(parts.scheme and parts.netloc)


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
