"""Rules about the CustomResourceDefinitions of a bundle, each by itself."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.definitions.definition import CANNOT_PRESERVE, check_definition
from xpkgtui.formats.definitions.field_errors import ErrorType, FieldError, FieldErrors, LinkedPath
from xpkgtui.formats.definitions.names import label_1035, subdomain
from xpkgtui.formats.definitions.objects.faults import NO_VALUE, message_of, object_error
from xpkgtui.formats.go_decoding.loosely import converted, first_mismatch
from xpkgtui.formats.registry_v1.decoding.types import type_of
from xpkgtui.formats.registry_v1.rules.by_tool import by, by_cluster, said_by
from xpkgtui.formats.registry_v1.subject import Item
from xpkgtui.formats.registry_v1.tools import HUB, OLMV0, OLMV1, OPM, RUKPAK, SDK
from xpkgtui.formats.registry_v1.tools.turns import (
    CreationStep,
    FileStep,
    LoadingStep,
    OlmV0Turn,
    SdkTurn,
    applied,
    met,
)
from xpkgtui.golang.printing import LARGEST_STORED, quoted, size_of_json
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, rule
from xpkgtui.untyped import field, listing, mapping, stated, text

V1 = "apiextensions.k8s.io/v1"
_SPEC = FieldPath.of("spec")
_FIRST = "spec.versions[0].name"
_CLIENT = "spec.conversion.webhookClientConfig"
_PRESERVES = f"spec.preserveUnknownFields: Invalid value: true: {CANNOT_PRESERVE}"
_ONE_OF = "exactly one of url or service is required"
_FORM = "; desired format: https://host[/path]"
_PORTS = 65_535
_MOST = 50
"""Problems of one schema that are reported."""
V1BETA1 = "apiextensions.k8s.io/v1beta1"
_COLUMNS = "additionalPrinterColumns"
_SHARED = {"schema": "validation", "subresources": "subresources", _COLUMNS: _COLUMNS}
"""What a version has, or the definition for all of them: the fields by their names there."""


def _says(name: str, words: str, value: str = "") -> str:
    """An error of Kubernetes as operator-framework/api prints it."""
    return f"Error: Field {name}, Value {value}: {name}: {words}"


@rule(
    "OLM054",
    "a definition is malformed",
    by(opm="E", v0="E", sdk="E", olmv1="EW", rukpak="E", spec="W"),
    stage=Stage.LINT,
    met=applied(OlmV0Turn.CREATED, opm=FileStep.OTHER, sdk=SdkTurn.DEFINITIONS),
)
def definitions_are_sound(item: Item) -> Iterator[Problem]:
    """A CustomResourceDefinition has group, names, scope and versions that the API server takes; one is stored.

    Why: A cluster refuses others. Tools drop complaints about schemas, so that a schema may still be refused.
    When it bites: When a bundle is validated; in a cluster, when it is installed.
    Fix: Correct the field, or generate the definition anew.
    Source: operator-framework/api, crd.go; apiextensions-apiserver, validation.
    """
    if not item.is_crd or not item.is_first:
        return
    if item.api_version not in (V1, V1BETA1):
        words, name = f"unsupported CRD version {item.api_version}", item.file.rpartition("/")[2]
        yield Problem(
            message=f"{item.words} has an apiVersion that tools do not read: {item.api_version or '(none)'}",
            says=said_by(
                opm=f"Unsupported api version of CRD: {item.api_version}",
                sdk=f"error loading objs in directory: {words} for {name}",
            ),
            met=met(opm=FileStep.OTHER, sdk=LoadingStep.TYPES),
            path=FieldPath.of("apiVersion"),
            profiles=(OPM, SDK, HUB),
        )
        return
    for problem in (*_name(item), *_hook(item), *_judged(item)):
        # OLM v1 writes the conversion of a definition that a webhook names anew.
        is_rewritten = problem.path is not None and problem.path.parts[:2] == ("spec", "conversion")
        yield replace(problem, level=1) if is_rewritten else problem


def _judged(item: Item) -> Iterator[Problem]:
    """What the API server says of a definition; tools drop what it says of schemas and of `status`."""
    struct = type_of(f"{item.api_version} {item.kind}")
    if struct is None or first_mismatch(item.value, struct, struct.name, converts=True, any_letters=False):
        return
    value = converted(item.value, struct)
    is_old = item.api_version == V1BETA1
    newer = as_newer(value) if is_old else value
    for one in (*check_definition(newer), *(of_beta_alone(value) if is_old else ())):
        is_reported = one.field == _CLIENT and one.type is ErrorType.REQUIRED  # by `_hook`
        if _is_dropped(one) or is_reported:
            continue
        message = f"{item.words}: {one.path}: {one.words}"
        preserves = one.field == "spec.preserveUnknownFields" and one.detail == CANNOT_PRESERVE
        if preserves and is_old and item.spec.get("preserveUnknownFields") is None:
            message = f"{item.words} does not say preserveUnknownFields: false, as v1beta1 must"
        refused = _refused(one, value if one.field == "spec.version" else newer)
        yield Problem(
            message=message, says=_PRESERVES if preserves else _words(one, one.field, refused), path=one.path
        )
        if refused and one.field == _FIRST and not item.spec.get("version"):
            # The API server makes it the version of v1beta1, too.
            yield Problem(message=message, says=_words(one, "spec.version", refused), path=one.path)


@rule(
    "OLM099",
    "the API server refuses the schema of a definition",
    by_cluster("E"),
    stage=Stage.INSTALL,
    met=applied(OlmV0Turn.CREATED),
)
def schemas_are_taken(item: Item) -> Iterator[Problem]:
    """A CustomResourceDefinition has structural schemas, whose rules compile and are cheap, and fits into etcd.

    Why: The API server refuses others. Tools that validate bundles drop what it says of schemas. etcd refuses a
    request of more than 1.5 MiB by default.
    When it bites: When OLM v0 installs the operator: its InstallPlan fails. OLM v1 and RukPak fail as they apply it.
    Fix: Correct the schema at the path that is named. A rule that costs too much needs `maxItems`, `maxProperties`
    and `maxLength` where lists, maps and texts that it reads are declared.
    Source: apiextensions-apiserver 0.35, validation; OLM 0.45, step.go; etcd, --max-request-bytes.
    """
    if not item.is_crd or not item.is_first or item.api_version != V1:
        return
    struct = type_of(f"{V1} {item.kind}")
    if struct is None or first_mismatch(item.value, struct, struct.name, converts=True, any_letters=False):
        return
    size = size_of_json(item.value)
    if size > LARGEST_STORED:
        message = (
            f"{item.words} has {size / (1 << 20):.2f} MiB as JSON, and etcd refuses more than 1.5 MiB by default"
        )
        yield Problem(message=message, says=said_by(v0="etcdserver: request is too large"), path=FieldPath.of("kind"))
    yield from _of_schemas(item, converted(item.value, struct))


def _of_schemas(item: Item, value: dict[str, Any]) -> Iterator[Problem]:
    for one in islice(filter(_is_dropped, check_definition(value)), _MOST):
        message = f"{item.words}: {one.path}: {one.words}"
        if one.is_undecided:
            yield Problem(message=message, undecided=True, path=one.path, profiles=(OLMV0, OLMV1, RUKPAK))
        else:
            refused = object_error(one.type, one.field, one.detail, value=NO_VALUE)
            says = said_by(v0=message_of("CustomResourceDefinition.apiextensions.k8s.io", item.name, [refused]))
            yield Problem(message=message, says=says, path=one.path)


def _is_dropped(one: FieldError) -> bool:
    """Whether tools drop what the API server says."""
    return "openAPIV3Schema" in one.field or "status" in one.field


def _refused(one: FieldError, value: Any) -> str | None:
    """Returns the text that an error shows, empty if it shows none; None if that would be a whole Go struct."""
    if one.type not in (ErrorType.INVALID, ErrorType.UNSUPPORTED, ErrorType.DUPLICATE):
        return ""
    for part in one.path.parts:
        value = _child(value, part)
    if value is None and (one.path.parts[-1] == "name" or isinstance(one.path.parts[-1], int)):
        return ""  # Go reads null as an empty name
    return stated(value)


def _words(one: FieldError, name: str, refused: str | None) -> str | None:
    """Returns an error as operator-framework/api prints it; None if it would show a whole Go struct."""
    if refused is None:
        return None
    shown = f": {quoted(refused)}" if one.type not in (ErrorType.REQUIRED, ErrorType.FORBIDDEN) else ""
    detail = f": {one.detail}" if one.detail else ""
    return f"Error: Field {name}, Value {refused}: {name}: {one.type}{shown}{detail}"


def _child(value: Any, part: str | int) -> Any:
    if isinstance(value, list):
        return value[part] if isinstance(part, int) and part < len(value) else None
    return mapping(value).get(str(part))


def _name(item: Item) -> Iterator[Problem]:
    group, plural = text(item.spec.get("group")), text(field(item.spec, "names", "plural"))
    if not item.name:
        says = _says("metadata.name", "Required value: name or generateName is required")
        yield Problem(message=f"A definition in {item.file} has no name", says=says, path=FieldPath.of("metadata"))
        return
    if fault := subdomain(item.name):
        says = _says("metadata.name", f"Invalid value: {quoted(item.name)}: {fault}", item.name)
        path = FieldPath.of("metadata", "name")
        yield Problem(message=f"{item.words} has a name that Kubernetes refuses", says=says, path=path)
    if f"{plural}.{group}" != item.name:
        words = f'Invalid value: "{item.name}": must be spec.names.plural+"."+spec.group'
        message = f"{item.words} must be named {plural or '(plural)'}.{group or '(group)'}"
        path = FieldPath.of("metadata", "name")
        yield Problem(message=message, says=_says("metadata.name", words, item.name), path=path)


def _hook(item: Item) -> Iterator[Problem]:
    conversion, path = mapping(item.spec.get("conversion")), _SPEC.child("conversion")
    if conversion.get("strategy") != "Webhook":
        return
    is_old = item.api_version == V1BETA1
    holder = conversion if is_old else mapping(conversion.get("webhook"))
    client = "webhookClientConfig" if is_old else "clientConfig"
    if not isinstance(holder.get(client), dict):
        message = f"{item.words} is converted by a webhook that is not named"
        words = "Required value: required when strategy is set to Webhook"
        yield Problem(message=message, says=_says(_CLIENT, words), path=path)
        return
    for one in _client_faults(mapping(holder.get(client))):
        name = f"{_CLIENT}.{one.field}" if one.field else _CLIENT
        what = one.field.partition(".")[0] or client
        message = f"{item.words} is converted by a webhook whose {what} the API server refuses"
        opm, sdk = (_says(name, words, one.value) for words in (one.words, one.older or one.words))
        yield Problem(message=message, says=said_by(opm=opm, sdk=sdk), path=path)


@rule("OLM055", "a definition is of v1beta1", by_cluster("E"), stage=Stage.INSTALL, met=applied(CreationStep.SERVED))
def definitions_are_new(item: Item) -> Iterator[Problem]:
    """Definitions are of apiextensions.k8s.io/v1.

    Why: Kubernetes 1.22 removed v1beta1.
    When it bites: When the operator is installed in a cluster of 1.22 or later.
    Fix: Generate the definitions anew.
    Source: Kubernetes, deprecation guide; operator-framework/api, removed_apis.go.
    """
    if item.is_crd and item.api_version == V1BETA1:
        message = f"{item.words} is of v1beta1, which Kubernetes 1.22 removed"
        yield Problem(message=message, path=FieldPath.of("apiVersion"))


class _ClientFault(NamedTuple):
    """What is wrong with one field."""

    field: str
    """Below `webhookClientConfig`; empty for that itself."""
    value: str
    words: str
    older: str = ""
    """What the library of operator-sdk says instead."""


def _client_faults(client: Mapping[str, Any]) -> Iterator[_ClientFault]:
    """The faults, in the order of the API server."""
    url, service = client.get("url"), client.get("service")
    if (url is None) == (service is None):
        yield _ClientFault("", "", f"Required value: {_ONE_OF}")
    elif isinstance(url, str):
        yield from _of_address(url)
    elif isinstance(service, dict):
        yield from _of_service(service)


def _of_address(url: str) -> Iterator[_ClientFault]:
    try:
        found = urlsplit(url)
        host = found.netloc.rpartition("@")[2]
    except ValueError:
        return
    user = found.netloc.rpartition("@")[0]
    checks = (
        (found.scheme != "https", found.scheme, f"'https' is the only allowed URL scheme{_FORM}"),
        (not host, "", f"host must be specified{_FORM}"),
        (bool(user), user, "user information is not permitted in the URL"),
        (bool(found.fragment), found.fragment, "fragments are not permitted in the URL"),
        (bool(found.query), found.query, "query parameters are not permitted in the URL"),
    )
    for is_wrong, value, words in checks:
        if is_wrong:
            yield _ClientFault("url", value, f"Invalid value: {quoted(value)}: {words}")


def _of_service(service: Mapping[str, Any]) -> Iterator[_ClientFault]:
    for given, named in (("namespace", "name"), ("name", "namespace")):  # the API server takes one for the other
        if not service.get(given):
            older = f"Required value: service {named} is required"
            yield _ClientFault(f"service.{named}", "", "Required value", older)
    port = service.get("port")
    if isinstance(port, int) and not 0 < port <= _PORTS:
        words = f"Invalid value: {port}: port is not valid: must be between 1 and {_PORTS}, inclusive"
        yield _ClientFault("service.port", str(port), words)


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
