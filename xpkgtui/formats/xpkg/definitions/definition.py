"""A CustomResourceDefinition (v1) as the API server judges it when Crossplane creates it."""

import re
from typing import Any
from urllib.parse import urlsplit

from xpkgtui.formats.xpkg.definitions.names import label_1035, subdomain
from xpkgtui.formats.xpkg.definitions.problem import Node, Problem, Problems, Verdict, Way
from xpkgtui.formats.xpkg.definitions.schema import SchemaCheck
from xpkgtui.formats.xpkg.definitions.versions import check_columns, check_subresources, check_version, is_shared
from xpkgtui.untyped import listing, mapping

_APPROVAL = "api-approved.kubernetes.io"
_PROTECTED = re.compile(r"(?:.*\.)?(?:k8s|kubernetes)\.io", re.DOTALL)


def check_definition(value: Node) -> tuple[Problem, ...]:
    """Everything that is wrong but its name and other metadata; the document must fit its kind's shape."""
    problems, spec = Problems(), mapping(value.get("spec"))
    way = Way(None, "spec")
    _check_spec(spec, way, problems)
    _check_names(mapping(spec.get("names")), way.to("names"), problems)
    _check_schemas(spec, way, problems)
    if spec.get("conversion") is not None:
        _check_conversion(mapping(spec["conversion"]), way.to("conversion"), problems)
    if _PROTECTED.fullmatch(spec.get("group") or ""):
        _check_approval(mapping(mapping(value.get("metadata")).get("annotations")), problems)
    return tuple(problems.found)


def _check_spec(spec: Node, way: Way, problems: Problems) -> None:
    group, scope = spec.get("group") or "", spec.get("scope") or ""
    if not group:
        problems.required(way.to("group"))
    elif complaint := subdomain(group):
        problems.invalid(way.to("group"), complaint)
    elif "." not in group:
        problems.invalid(way.to("group"), "should be a domain with at least one dot")
    if not scope:
        problems.required(way.to("scope"))
    elif scope not in {"Cluster", "Namespaced"}:
        problems.unsupported(way.to("scope"), "Cluster", "Namespaced")
    versions = [mapping(one) for one in listing(spec.get("versions"))]
    _check_versions(versions, way.to("versions"), problems)
    if spec.get("preserveUnknownFields"):
        detail = (
            "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead"
        )
        problems.invalid(way.to("preserveUnknownFields"), detail)
        if any(_has_default(mapping(mapping(v.get("schema")).get("openAPIV3Schema"))) for v in versions):
            problems.invalid(way.to("preserveUnknownFields"), "must be false in order to use defaults in the schema")


def _check_versions(versions: list[Node], way: Way, problems: Problems) -> None:
    for number, version in enumerate(versions):
        check_version(version, way.to(number), problems)
    names = [version.get("name") or "" for version in versions]
    if len(set(names)) != len(names):
        problems.invalid(way, "must contain unique version names")
    if sum(version.get("storage") is True for version in versions) != 1:
        problems.invalid(way, "must have exactly one version marked as storage version")


def _check_names(names: Node, way: Way, problems: Problems) -> None:
    kind, plural = names.get("kind") or "", names.get("plural") or ""
    singular = names.get("singular") or kind.lower()
    list_kind = names.get("listKind") or (f"{kind}List" if kind else "")
    words = {"plural": plural, "singular": singular, "kind": kind, "listKind": list_kind}
    for name, word in words.items():
        if not word:
            problems.required(way.to(name))
        elif complaint := label_1035(word.lower() if name.lower().endswith("kind") else word):
            mixed = "may have mixed case, but should otherwise match: " if name.lower().endswith("kind") else ""
            problems.invalid(way.to(name), mixed + complaint)
    if kind and kind == list_kind:
        problems.invalid(way.to("listKind"), "kind and listKind may not be the same")
    for name in ("shortNames", "categories"):
        for number, word in enumerate(listing(names.get(name))):
            if complaint := label_1035(word or ""):
                problems.invalid(way.to(name, number), complaint)


def _check_schemas(spec: Node, way: Way, problems: Problems) -> None:
    """What all versions share is judged once, and where the internal form of the object has it."""
    versions = [mapping(one) for one in listing(spec.get("versions"))]
    statuses = [mapping(one.get("subresources")).get("status") is not None for one in versions]
    once = is_shared(versions, "schema") and versions
    for number, version in enumerate(versions):
        place = way.to("versions", number, "schema", "openAPIV3Schema")
        schema = mapping(version.get("schema")).get("openAPIV3Schema")
        if schema is None:
            problems.required(place)
        elif not once or number == 0:
            status = any(statuses) if once else statuses[number]
            found = SchemaCheck().run(schema, place, status=status)
            problems.found.extend(_renamed(found, number, "schema", "validation") if once else found)
    for word, judge in (("subresources", check_subresources), ("additionalPrinterColumns", check_columns)):
        once = is_shared(versions, word) and versions
        for number, version in enumerate(versions[:1] if once else versions):
            inner = Problems()
            judge(version.get(word), way.to("versions", number, word), inner)
            problems.found.extend(_renamed(inner.found, number, word, word) if once else inner.found)


def _renamed(found: list[Problem], number: int, old: str, new: str) -> list[Problem]:
    before = f"spec.versions[{number}].{old}"
    return [
        Problem(
            verdict=one.verdict,
            path=one.path,
            field=one.field.replace(before, f"spec.{new}", 1),
            detail=one.detail.replace(before, f"spec.{new}"),
        )
        for one in found
    ]


def _check_conversion(conversion: Node, way: Way, problems: Problems) -> None:
    """Crossplane fills in the service before it creates the definition, so that an absent one is no fault."""
    strategy, webhook = conversion.get("strategy") or "", conversion.get("webhook")
    if not strategy:
        problems.required(way.to("strategy"))
    elif strategy not in {"None", "Webhook"}:
        problems.unsupported(way.to("strategy"), "None", "Webhook")
    hook = mapping(webhook)
    if strategy != "Webhook":
        if hook.get("clientConfig") is not None:
            detail = "should not be set when strategy is not set to Webhook"
            problems.forbidden(way.to("webhookClientConfig"), detail)
        if hook.get("conversionReviewVersions"):
            detail = "should not be set when strategy is not set to Webhook"
            problems.forbidden(way.to("conversionReviewVersions"), detail)
        return
    if mapping(hook.get("clientConfig")).get("url") is not None:
        problems.required(way.to("webhookClientConfig"), "exactly one of url or service is required")
    _check_review_versions(
        listing(hook.get("conversionReviewVersions")), way.to("conversionReviewVersions"), problems
    )


def _check_review_versions(versions: list[Any], way: Way, problems: Problems) -> None:
    if not versions:
        problems.required(way)
        return
    seen: set[Any] = set()
    for number, version in enumerate(versions):
        if version in seen:
            problems.invalid(way.to(number), "duplicate version")
        elif complaint := label_1035(version or ""):
            problems.invalid(way.to(number), complaint)
        seen.add(version)
    if not {"v1", "v1beta1"} & seen:
        problems.invalid(way, "must include at least one of v1, v1beta1")


def _check_approval(annotations: Node, problems: Problems) -> None:
    approval = annotations.get(_APPROVAL) or ""
    way = Way(None, "metadata").at("annotations", _APPROVAL)
    says = f'protected groups must have approval annotation "{_APPROVAL}"'
    see = ", see https://github.com/kubernetes/enhancements/pull/1111"
    if not approval:
        problems.required(way, says + see)
    elif not approval.startswith("unapproved") and not _is_url(approval):
        reason = ' with either a URL or a reason starting with "unapproved"'
        problems.add(Verdict.INVALID, way, says + reason + see)


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
