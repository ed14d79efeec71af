"""Rules about definitions of composite resources (712 to 715)."""

from collections.abc import Iterator
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.xpkg.rules.api_server import at_most, is_judged, is_typed, says
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, rule
from xpkgtui.formats.xpkg.subject.subjects import DocumentSubject
from xpkgtui.formats.xpkg.tools.facts import LOWER_CASE_NAMES, SCOPES, V1_DEFINITIONS_DEPRECATED
from xpkgtui.untyped import listing, mapping, text

_GROUP, _XRD = "apiextensions.crossplane.io", "CompositeResourceDefinition"
_LEGACY = "LegacyCluster"
_SCOPES = {"v1": (_LEGACY, "Namespaced", "Cluster"), "v2": ("Namespaced", "Cluster")}
_DEPRECATED = (
    "CompositeResourceDefinition v1 is deprecated and will be removed in a future release; consider migrating to v2"
)
_SPEC = FieldPath.of("spec")
_CHOICES = {
    "defaultCompositeDeletePolicy": ("Background", "Foreground"),
    "defaultCompositionUpdatePolicy": ("Automatic", "Manual"),
}
_LONGEST_WARNING = 256


@rule("XPKG712", "a v2 composite definition offers claims", "E", spec="", stage=Stage.INSTALL)
def newer_has_no_claims(subject: DocumentSubject) -> Iterator[Problem]:
    """A v2 CompositeResourceDefinition has no claims, no connection secret keys, and scope Namespaced or Cluster.

    Why: Composite resources of v2 can be namespaced themselves, so they do not need claims. Compose a connection
    secret as any other resource.
    When it bites: At installation (dry run).
    Fix: Remove the field, or write the definition with `apiVersion: apiextensions.crossplane.io/v1`.
    Source: crossplane apis/apiextensions/v2/xrd_types.go.
    """
    if _version(subject) != "v2" or not is_judged(subject):
        return
    spec = mapping(subject.value.get("spec"))
    if spec.get("claimNames") is not None:
        complaint = f"Claims aren't supported in {_GROUP}/v2"
        yield _refused(subject, "claimNames", "apiextensions.crossplane.io/v2 does not support claims", complaint)
    if listing(spec.get("connectionSecretKeys")):
        complaint = f"XR connection secrets aren't supported in {_GROUP}/v2"
        yield _refused(
            subject,
            "connectionSecretKeys",
            "apiextensions.crossplane.io/v2 does not support connection secrets",
            complaint,
        )
    if text(spec.get("scope")) not in {"", *_SCOPES["v2"]}:
        yield _wrong_scope(subject, "v2")


@rule(
    "XPKG713",
    "a v1 composite definition is deprecated, or its scope wrong",
    "EW",
    spec="",
    stage=Stage.INSTALL,
    once_from=2,
)
def older_has_claims_by_scope(subject: DocumentSubject) -> Iterator[Problem]:
    """A v1 CompositeResourceDefinition offers claims or connection secrets in scope LegacyCluster only.

    Why: LegacyCluster is the default scope. It keeps the behavior before Crossplane 2; the newer scopes have
    neither claims nor connection secrets. A conversion must be a webhook. v1 is deprecated since 2.0, which is
    reported once for a package.
    When it bites: At installation (dry run) since 2.0. Earlier versions do not have a scope.
    Fix: Remove `scope`, or the claims. Later, move to apiextensions.crossplane.io/v2.
    Source: crossplane apis/apiextensions/v1/xrd_types.go.
    """
    if _version(subject) != "v1" or not is_judged(subject):
        return
    spec, level = mapping(subject.value.get("spec")), int(subject.target.lacks(SCOPES))
    scope = _LEGACY if spec.get("scope") is None else text(spec["scope"])
    if scope not in _SCOPES["v1"]:
        yield _wrong_scope(subject, "v1", level)
    if scope != _LEGACY and spec.get("claimNames") is not None:
        complaint = "Only LegacyCluster composite resources can offer claims"
        yield _refused(subject, "claimNames", f"scope {scope} does not support claims", complaint, level)
    if scope != _LEGACY and listing(spec.get("connectionSecretKeys")):
        complaint = "Only LegacyCluster composite resources support connection secrets"
        yield _refused(
            subject, "connectionSecretKeys", f"scope {scope} does not support connection secrets", complaint, level
        )
    conversion = spec.get("conversion")
    if isinstance(conversion, dict) and (
        conversion.get("strategy") != "Webhook" or conversion.get("webhook") is None
    ):
        complaint = "Webhook configuration is required when conversion strategy is Webhook"
        yield _refused(subject, "conversion", "a conversion must be a webhook", complaint, level)
    if V1_DEFINITIONS_DEPRECATED.holds(subject.target.version):
        message = f"{subject.title}: {_GROUP}/v1 is deprecated since Crossplane 2.0"
        fix = f"Move to {_GROUP}/v2, with a scope, once nothing claims it."
        yield Problem(level=2, message=message, says=_DEPRECATED, path=FieldPath.of("apiVersion"), fix=fix)


@rule("XPKG714", "a composite definition is never established", "EW", spec="W", stage=Stage.INSTALL)
def definition_can_be_established(subject: DocumentSubject) -> Iterator[Problem]:
    """One version of a CompositeResourceDefinition is referenceable and served; each has a structural schema.

    Why: Crossplane makes a CustomResourceDefinition of it, which stores the referenceable version. The API server
    accepts it only with valid names, labels, columns and paths, and a structural schema: every field has a type, and
    there is no `$ref`. Crossplane takes over `spec` and `status` only.
    When it bites: After installation: the package becomes healthy, but the definition is never established. Without
    a list of versions, or with a policy that there is not, at installation (dry run).
    Fix: Set `referenceable: true` on exactly one served version. Fix the field at the path that is named; replace
    each `$ref` with the schema that it refers to.
    Source: crossplane apis/apiextensions/v1/xrd_types.go; crossplane-runtime pkg/xcrd/crd.go.
    """
    if _version(subject) is None or not is_typed(subject):
        return
    listed, at = mapping(subject.value.get("spec")).get("versions"), FieldPath.of("spec", "versions")
    versions = [mapping(one) for one in listing(listed)]
    referenceable = [number for number, one in enumerate(versions) if one.get("referenceable") is True]
    if listed is None:
        yield Problem(
            level=int(not subject.is_installed),
            message=f"{subject.title} has no versions",
            says=says(subject, "spec.versions: Required value"),
            path=at,
        )
        return
    if len(referenceable) != 1:
        count = f"{len(referenceable):,} referenceable versions" if referenceable else "no referenceable version"
        message, more = f"{subject.title} has {count}", "it installs, but is never established"
        yield Problem(level=1, message=message, more=more, path=at.child(referenceable[1]) if referenceable else at)
    elif versions[referenceable[0]].get("served") is not True:
        name = text(versions[referenceable[0]].get("name"))
        message = f"{subject.title} does not serve its referenceable version {name}"
        yield Problem(level=1, message=message, more="it installs, but never works", path=at.child(referenceable[0]))
    # A provider has none of them.
    from xpkgtui.formats.xpkg.rules.composite_schemas import of_schemas

    refused = list(_of_values(subject, versions))
    yield from at_most(subject, refused or of_schemas(subject, versions, at))


def _of_values(subject: DocumentSubject, versions: list[dict[str, Any]]) -> Iterator[Problem]:
    """Values that the definition of CompositeResourceDefinitions does not allow."""
    spec, level = mapping(subject.value.get("spec")), int(not subject.is_installed)
    found: list[tuple[FieldPath, str]] = []
    for name, known in _CHOICES.items():
        if spec.get(name) is not None and spec[name] not in known:
            shown = ", ".join(f'"{one}"' for one in known)
            found.append((_SPEC.child(name), f"Unsupported value: supported values: {shown}"))
    webhook = mapping(spec.get("conversion")).get("webhook")
    if webhook is not None and mapping(webhook).get("conversionReviewVersions") is None:
        found.append((FieldPath.of("spec", "conversion", "webhook", "conversionReviewVersions"), "Required value"))
    for number, version in enumerate(versions):
        if len(text(version.get("deprecationWarning"))) > _LONGEST_WARNING:
            path = FieldPath.of("spec", "versions", number, "deprecationWarning")
            found.append((path, f"Too long: may not be more than {_LONGEST_WARNING} bytes"))
    for path, complaint in found:
        message = f"{subject.title}: {path}: {complaint[0].lower()}{complaint[1:]}"
        yield Problem(level=level, message=message, says=says(subject, f"{path}: {complaint}"), path=path)


@rule("XPKG715", "names in a composite definition are invalid", "EW", spec="W", stage=Stage.INSTALL)
def definition_names_are_sound(subject: DocumentSubject) -> Iterator[Problem]:
    """Names in a CompositeResourceDefinition are lowercase, and those of claims differ from the others.

    Why: Plural and singular are parts of paths. Claims and composite resources each get a CustomResourceDefinition,
    in the same group.
    When it bites: With capital letters, at installation (dry run) since 2.0. With equal names, Crossplane never
    offers the claim.
    Fix: Write plural and singular in lowercase. By convention, a composite resource has the name of its claim with
    an x before it.
    Source: crossplane apis/apiextensions/v1/xrd_types.go; crossplane-runtime pkg/xcrd/crd.go.
    """
    version = _version(subject)
    if version is None or not is_typed(subject):
        return
    spec = mapping(subject.value.get("spec"))
    names, claims = mapping(spec.get("names")), mapping(spec.get("claimNames"))
    is_tolerated = version == "v1" and subject.target.lacks(LOWER_CASE_NAMES)
    level = int(is_tolerated or not subject.is_installed)
    for field, words in (("names", names), ("claimNames", claims if version == "v1" else {})):
        for word in ("plural", "singular"):
            name = text(words.get(word))
            if name and any("A" <= letter <= "Z" for letter in name):
                complaint = f"spec.{field}: Invalid value: {word.capitalize()} name must be lowercase"
                yield Problem(
                    level=level,
                    message=f"{subject.title}: the {word} name {name} must be lowercase",
                    says=says(subject, complaint),
                    path=FieldPath.of("spec", field, word),
                )
    if version == "v1":
        yield from _conflicts(subject, names, claims)


def _version(subject: DocumentSubject) -> str | None:
    """The version of a definition of composite resources: `v1` or `v2`."""
    named = subject.named
    if named is None or (named.group, named.kind) != (_GROUP, _XRD) or named.version not in _SCOPES:
        return None
    return named.version


def _refused(subject: DocumentSubject, field: str, message: str, complaint: str, level: int = 0) -> Problem:
    at = "spec.conversion" if field == "conversion" else "spec"
    return Problem(
        level=level,
        message=f"{subject.title}: {message}",
        says=says(subject, f"{at}: Invalid value: {complaint}"),
        path=_SPEC.child(field),
    )


def _wrong_scope(subject: DocumentSubject, version: str, level: int = 0) -> Problem:
    known = ", ".join(f'"{one}"' for one in _SCOPES[version])
    scope = text(mapping(subject.value.get("spec")).get("scope"))
    return Problem(
        level=level,
        message=f"{subject.title}: {scope or '(nothing)'} is not a scope of {version}",
        fix=f"Write one of {', '.join(_SCOPES[version])}.",
        says=says(subject, f"spec.scope: Unsupported value: supported values: {known}"),
        path=_SPEC.child("scope"),
    )


def _conflicts(subject: DocumentSubject, names: dict[str, Any], claims: dict[str, Any]) -> Iterator[Problem]:
    for word in ("kind", "plural", "singular", "listKind"):
        name = text(claims.get(word))
        if name and name == text(names.get(word)):
            yield Problem(
                level=1,
                message=f"{subject.title}: the {word} {name} is also that of the composite resource",
                more="Crossplane never offers the claim",
                says=f'invalid resource claim names: "{name}" conflicts with composite resource name',
                path=FieldPath.of("spec", "claimNames", word),
            )
