"""Rules about kinds that are not installed as they seem, or not by every version of Crossplane (703 to 705, 721)."""

from collections.abc import Collection, Iterator
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.xpkg.objects.kinds import ERRATUM, EXTENSIONS, META_GROUP, GroupVersionKind, is_installed
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, Where, rule
from xpkgtui.formats.xpkg.subject.subjects import DocumentSubject, PackageSubject
from xpkgtui.formats.xpkg.subject.summaries import DocumentSummary
from xpkgtui.formats.xpkg.summary import Profile
from xpkgtui.formats.xpkg.tools.crossplane_versions import admits, target_of
from xpkgtui.formats.xpkg.tools.facts import (
    FUNCTION_DEFINITIONS,
    FUNCTION_V1,
    MAJOR_2,
    MANAGED_DEFINITIONS,
    MINORS,
    OPERATIONS,
    V2_DEFINITIONS,
)
from xpkgtui.untyped import field, listing, mapping

_KUBERNETES = "apiextensions.k8s.io"
_CRD = "CustomResourceDefinition"


@rule("XPKG703", "a Function's definition is not installed", "I", spec="", stage=Stage.INSTALL)
def functions_install_nothing(subject: DocumentSubject) -> Iterator[Problem]:
    """A Function has no CustomResourceDefinition of objects that live in the cluster. Crossplane skips them.

    Why: Most definitions of functions describe the input of their pipeline steps. They serve tools that validate
    compositions, and are not reported. One with a status, or with a conversion, is of objects that live in
    the cluster.
    When it bites: If something expects the definition in the cluster. Crossplane up to 2.1 installs it.
    Fix: Put a definition that the cluster needs into a Provider.
    Source: crossplane internal/controller/pkg/revision/reconciler.go (SetupFunctionRevision), since 2.2.
    """
    named = subject.named
    if subject.package != "Function" or FUNCTION_DEFINITIONS.holds(subject.target.version):
        return
    is_definition = named is not None and (named.group, named.kind) == (_KUBERNETES, _CRD)
    if is_definition and _lives_in_the_cluster(mapping(subject.value.get("spec"))):
        more = "Crossplane 2.2 and later install no objects of a Function"
        yield Problem(message=f"{subject.title} is not installed", more=more, path=FieldPath.of("kind"))


def _lives_in_the_cluster(spec: dict[str, Any]) -> bool:
    """Whether a definition is of objects with a status or of several versions that are converted, as no input is."""
    if field(spec, "conversion", "strategy") == "Webhook":
        return True
    for one in [spec, *listing(spec.get("versions"))]:
        schema = field(one, "schema", "openAPIV3Schema") or field(one, "validation", "openAPIV3Schema")
        if field(one, "subresources") or "status" in mapping(field(schema, "properties")):
            return True
    return False


@rule(
    "XPKG704",
    "an AdmissionWebhookConfiguration, which does not exist",
    "E",
    spec="I",
    format_v2="",
    stage=Stage.PARSE,
)
def webhook_kind_is_real(subject: DocumentSubject) -> Iterator[Problem]:
    """No object is an AdmissionWebhookConfiguration, a kind that Kubernetes does not have.

    Why: The xpkg specification names this kind by mistake. It means ValidatingWebhookConfiguration and
    MutatingWebhookConfiguration, which Crossplane's parser knows.
    When it bites: At parsing: a single object of an unknown kind makes Crossplane refuse the whole package.
    Fix: Write `kind: ValidatingWebhookConfiguration` or `MutatingWebhookConfiguration`, with `apiVersion:
    admissionregistration.k8s.io/v1`.
    Source: xpkg specification, Provider packages; crossplane-runtime pkg/xpkg/lint.go.
    """
    named = subject.named
    if named is None or (named.group, named.kind) != ERRATUM:
        return
    says = subject.target.edition.unregistered(named)
    message = f"{subject.title} has a kind that Kubernetes does not have"
    more = "the xpkg specification names it by mistake"
    yield Problem(
        message=message, more=more, says=None if subject.profile.is_document else says, path=FieldPath.of("kind")
    )


@rule("XPKG705", "a definition uses a version that clusters no longer serve", "W", spec="I", stage=Stage.INSTALL)
def definition_version_is_served(subject: DocumentSubject) -> Iterator[Problem]:
    """Every CustomResourceDefinition has `apiVersion: apiextensions.k8s.io/v1`.

    Why: Kubernetes 1.22 and later do not serve v1beta1. Crossplane's parser and linter still accept it.
    When it bites: At installation, on every current cluster.
    Fix: Write `apiVersion: apiextensions.k8s.io/v1`, with a schema for each version.
    Source: crossplane-runtime pkg/xpkg/lint.go (IsCRD); Kubernetes deprecated API migration guide, v1.22.
    """
    named = subject.named
    if named is not None and (named.group, named.version, named.kind) == (_KUBERNETES, "v1beta1", _CRD):
        message = f"{subject.title} has apiVersion {named.api_version}"
        more = "Kubernetes 1.22 and later do not serve it"
        yield Problem(message=message, more=more, path=FieldPath.of("apiVersion"))


_OPERATIONS = "ops.crossplane.io"
_OPERATION_KINDS = ("Operation", "CronOperation", "WatchOperation")
_FUNCTION = GroupVersionKind(META_GROUP, "v1", "Function")
_SINCE: dict[GroupVersionKind, str] = {
    _FUNCTION: FUNCTION_V1.since,
    GroupVersionKind(EXTENSIONS, "v2", "CompositeResourceDefinition"): V2_DEFINITIONS.since,
    **{GroupVersionKind(_OPERATIONS, "v1alpha1", kind): OPERATIONS.since for kind in _OPERATION_KINDS},
    GroupVersionKind(EXTENSIONS, "v1alpha1", "ManagedResourceDefinition"): MANAGED_DEFINITIONS.since,
    GroupVersionKind(EXTENSIONS, "v1alpha1", "ManagedResourceActivationPolicy"): MANAGED_DEFINITIONS.since,
}
"""The first release that installs a package with this kind."""


@rule("XPKG721", "the constraint admits versions that lack a kind or a field", "W", spec="", stage=Stage.PARSE)
def constraint_fits_the_kinds(subject: PackageSubject) -> Iterator[Problem]:
    """`spec.crossplane.version` admits only versions of Crossplane that have every kind and field of the package.

    Why: A version that does not have a kind refuses the whole package, with a message that hides the cause. With
    the constraint it says that the package needs a newer Crossplane. Composite definitions of v2 and operations came
    with 2.0, managed resource definitions and activation policies with 2.0.3. Function of meta.pkg.crossplane.io/v1
    came with 1.17.2; a Function without any constraint is reported under the profile `crossplane-1` only. A version
    that does not have a field drops it in silence: `mode` and `pipeline` of a Composition came with 1.14. Fields are
    reported where the package has a constraint.
    When it bites: At parsing or linting, on the older versions; with a field, when it should have its effect.
    Fix: Raise the lower bound of `spec.crossplane.version`.
    Source: crossplane internal/xpkg/lint.go, scheme.go and cluster/crds, release by release.
    """
    meta = subject.meta
    if meta is None or meta.named is None or meta.refused:
        return
    first: dict[GroupVersionKind, DocumentSummary] = {}
    for one in (meta, *subject.objects):
        named = one.named
        if named in _SINCE and (one is meta or is_installed(meta.named.kind, named)):
            first.setdefault(named, one)
    for named, one in first.items():
        since = _SINCE[named]
        is_old = named == _FUNCTION and meta.facts.constraint is None
        if is_old and not subject.target.lacks(MAJOR_2):
            continue
        older = _oldest_admitted(meta.facts.constraint, since)
        if older is not None:
            yield _problem(one, named, since, older, meta.facts.constraint)
    yield from _fields(subject, meta, first)


def _fields(subject: PackageSubject, meta: DocumentSummary, kinds: Collection[GroupVersionKind]) -> Iterator[Problem]:
    """The fields that an admitted version lacks although it has the kind; one for a release."""
    seen: set[str] = set()
    for one in subject.objects if meta.facts.constraint else ():
        for newer in one.facts.newer if one.named not in kinds else ():
            since = f"{newer.since}.0"
            older = _oldest_admitted(meta.facts.constraint, since) if since not in seen else None
            if older is not None:
                seen.add(since)
                yield Problem(
                    message=f"{one.title}: {newer.path} needs Crossplane {newer.since} or later, older versions drop "
                    f"it",
                    more=f"the constraint {meta.facts.constraint} admits {older} too",
                    fix=_bound(since),
                    where=Where(document=one.number),
                    path=newer.path,
                )


def _problem(
    one: DocumentSummary, named: GroupVersionKind, since: str, older: str, constraint: str | None
) -> Problem:
    title = f"{named.kind} {one.name}" if one.name else f"{named.kind} in document {one.number}"
    needed = since.removesuffix(".0")
    given = (
        f"the constraint {constraint} admits {older} too" if constraint else "no constraint excludes older versions"
    )
    alpha = "; Crossplane runs operations only with --enable-operations" if named.group == _OPERATIONS else ""
    # Crossplane 2.0 knows the newest kinds, and refuses them when it lints.
    is_unknown = since != MANAGED_DEFINITIONS.since or not MAJOR_2.holds(older)
    return Problem(
        message=f"{title} ({named.api_version}) needs Crossplane {needed} or later",
        more=f"{given}{alpha}",
        says=target_of(Profile.CROSSPLANE, older).edition.unregistered(named) if is_unknown else None,
        fix=_bound(since),
        where=Where(document=one.number),
        path=FieldPath.of("apiVersion"),
    )


def _bound(since: str) -> str:
    return f'Write `crossplane: {{version: ">=v{since}"}}`, or a higher lower bound.'


def _oldest_admitted(constraint: str | None, since: str) -> str | None:
    """The oldest release before `since` that a constraint admits."""
    before = [minor for minor in MINORS if _numbers(minor) < _numbers(since)[:2]]
    patches = [f"{since.rpartition('.')[0]}.{patch}" for patch in range(int(since.rpartition(".")[2]))]
    for version in (*before, *patches):
        if constraint is None or admits(constraint, version):
            return version
    return None


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))
