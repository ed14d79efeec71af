"""A definition of v1beta1 as the API server takes it: with its defaults, in the shape of v1."""

from collections.abc import Iterator, Mapping
from typing import Any

from xpkgtui.formats.definitions.field_errors import FieldError, FieldErrors, LinkedPath
from xpkgtui.formats.definitions.names import label_1035
from xpkgtui.untyped import field, listing, mapping, text

V1BETA1 = "apiextensions.k8s.io/v1beta1"
_COLUMNS = "additionalPrinterColumns"
_SHARED = {"schema": "validation", "subresources": "subresources", _COLUMNS: _COLUMNS}
"""What a version has, or the definition for all of them: the fields by their names there."""


def as_newer(value: Mapping[str, Any]) -> dict[str, Any]:
    """The definition as one of v1."""
    spec = mapping(value.get("spec"))
    versions = [mapping(one) for one in listing(spec.get("versions"))]
    if not versions and spec.get("version"):
        versions = [{"name": spec["version"], "served": True, "storage": True}]
    preserves = spec.get("preserveUnknownFields")
    newer: dict[str, Any] = {
        "group": spec.get("group"),
        "names": spec.get("names"),
        "scope": spec.get("scope") or "Namespaced",
        "preserveUnknownFields": True if preserves is None else preserves,
        "versions": [_version(one, spec) for one in versions],
    }
    if isinstance(spec.get("conversion"), dict):
        newer["conversion"] = _conversion(spec["conversion"])
    return {**value, "spec": newer}


def _version(version: Mapping[str, Any], spec: Mapping[str, Any]) -> dict[str, Any]:
    """A version with what the definition says for all of them."""
    shared = {ours: spec[theirs] for ours, theirs in _SHARED.items() if spec.get(theirs) is not None}
    newer = {**shared, **version}
    if _COLUMNS in newer:
        newer[_COLUMNS] = [{**mapping(one), "jsonPath": field(one, "JSONPath")} for one in listing(newer[_COLUMNS])]
    return newer


def _conversion(found: Mapping[str, Any]) -> dict[str, Any]:
    strategy, reviewed = found.get("strategy"), found.get("conversionReviewVersions")
    hook = {"clientConfig": found.get("webhookClientConfig"), "conversionReviewVersions": reviewed}
    if strategy == "Webhook" and not reviewed:
        hook["conversionReviewVersions"] = ["v1beta1"]
    return {"strategy": strategy, "webhook": {key: one for key, one in hook.items() if one is not None}}


def _given(value: Any) -> Any:
    """A value; None for an empty list, which counts as none."""
    return None if value == [] else value


def of_beta_alone(value: Mapping[str, Any]) -> Iterator[FieldError]:
    """What is wrong with fields that v1 does not have."""
    spec, errors = mapping(value.get("spec")), FieldErrors()
    path = LinkedPath(None, "spec")
    versions = listing(spec.get("versions"))
    version, first = text(spec.get("version")), text(field(versions[0], "name")) if versions else ""
    if version:
        if complaint := label_1035(version):
            errors.invalid(path.to("version"), complaint)
        if versions and first != version:
            errors.invalid(path.to("version"), "must match the first version in spec.versions")
    for ours, theirs in _SHARED.items():
        own = [_given(field(one, ours)) for one in versions]
        if _given(spec.get(theirs)) is not None and any(one is not None for one in own):
            what = f"{ours}s" if ours == "schema" else ours
            errors.forbidden(path.to(theirs), f"top-level and per-version {what} are mutually exclusive")
        if own and own[0] is not None and all(one == own[0] for one in own):
            what, top = ("schemas", "validation") if ours == "schema" else (ours, ours)
            use = f"(top-level {top} should be used instead)"
            errors.invalid(path.to("versions"), f"per-version {what} may not all be set to identical values {use}")
    yield from errors.found
