"""Rules about the meta object (601 to 604), and the fields and types of all objects (613, 616)."""

from collections.abc import Iterator

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.go_decoding.mismatches import Mismatch
from xpkgtui.formats.role import Role
from xpkgtui.formats.xpkg.objects.kinds import META_GROUP, PACKAGES, UPBOUND_META_GROUP, GroupVersionKind
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, Where, Within, rule, silenced
from xpkgtui.formats.xpkg.subject.subjects import DocumentSubject, PackageSubject
from xpkgtui.formats.xpkg.summary import IBM_META_GROUP, Profile
from xpkgtui.formats.xpkg.tools.fields import newer_fields, removed_field
from xpkgtui.formats.xpkg.tools.linter import NOT_ONE_META, not_package
from xpkgtui.visible import are, few

_MOST = 50
"""Problems of one kind that are reported for one document or package."""
_KINDS = frozenset({"Provider", "Configuration"})


@rule(
    "XPKG601",
    "the package has no meta object, or several",
    "E",
    build="E",
    stage=Stage.LINT,
    silenced_by=silenced(Within.PACKAGE, "XPKG405", "XPKG511", spares_documents=True),
)
def one_meta(subject: PackageSubject) -> Iterator[Problem]:
    """A package has exactly one meta object: a Provider, a Configuration or a Function.

    Why: The meta object says what the package is. Crossplane also counts some unintended kinds as meta objects (`v1
    Status`, `ListOptions` of meta.pkg.crossplane.io).
    When it bites: At linting and at installation.
    Fix: Keep exactly one meta object (crossplane.yaml) in the package.
    Source: xpkg specification, package.yaml; crossplane-runtime pkg/xpkg/lint.go (OneMeta).
    """
    metas = subject.metas
    if (
        not metas and subject.is_whole and not any(one.refused for one in subject.seen)
    ):  # where the parser stops, one may follow
        yield Problem(
            message="The package has no meta object (Provider, Configuration or Function)",
            says=NOT_ONE_META,
            fix="Add one (crossplane.yaml), with `apiVersion: meta.pkg.crossplane.io/v1`.",
        )
    kinds = few([f"{one.named.kind if one.named else '?'} in document {one.number}" for one in metas], 5)
    for extra in metas[1:_MOST]:
        yield Problem(
            message=f"The package has {len(metas):,} meta objects: {kinds}",
            says=NOT_ONE_META,
            at_once=True,
            where=Where(document=extra.number, line=extra.line),
        )


@rule(
    "XPKG602",
    "the meta object is not supported",
    "E",
    build="E",
    stage=Stage.PARSE,
    silenced_by=silenced(Within.DOCUMENT, "XPKG603", "XPKG604", "XPKG606"),
)
def meta_is_known(subject: DocumentSubject) -> Iterator[Problem]:
    """The meta object has a group, version and kind that its readers support.

    Why: Crossplane supports `meta.pkg.crossplane.io/v1` Provider, Configuration and Function, `v1beta1` Function,
    and `v1alpha1` Provider and Configuration. It refuses everything else.
    When it bites: At parsing. At linting, if Crossplane knows the kind but it is not a package type.
    Fix: Write `apiVersion: meta.pkg.crossplane.io/v1`.
    Source: crossplane-runtime pkg/xpkg/scheme.go.
    """
    named = subject.named
    if named is None or not _looks_like_meta(named, subject.role) or _is_good(subject, named):
        return
    if subject.role is Role.META and not named.is_package:
        message = f"{subject.title} ({named.api_version}) counts as a meta object but is not a package type"
        yield Problem(message=message, says=not_package("Provider"), stage=Stage.LINT)
        return
    if subject.profile is Profile.FORMAT_V2:
        yield _not_in_format_v2(subject, subject.identity.stated or named)
        return
    near = subject.near.of(named) if named.role is None else ()
    hint = f"use {_better(named, near[0])}" if near else ""
    is_kind = named.group == META_GROUP and named.version == "v1"
    yield Problem(
        message=f"{subject.title}: {_unsupported(named, is_kind)}{subject.in_this_version(named)}",
        more=hint,
        says=None if subject.profile.is_document else subject.target.edition.unregistered(named),
        fix="Write `kind: Provider`, `Configuration` or `Function`." if is_kind else "",
        path=FieldPath.of("kind" if is_kind else "apiVersion"),
    )


@rule("XPKG621", "another kind of object installs the package", "E", spec="", stage=Stage.LINT)
def is_of_kind(subject: DocumentSubject) -> Iterator[Problem]:
    """The object that installs the package is of the package's own kind, where --kind names it.

    Why: Crossplane reads a package by the kind of the object that installs it: a Provider installs a Provider only,
    and so do a Function and a Configuration.
    When it bites: At linting. The package is unhealthy, and nothing of it is installed.
    Fix: Apply an object of `pkg.crossplane.io` of the package's kind, and delete the other one.
    Source: crossplane-runtime pkg/xpkg/lint.go (IsProvider, IsFunction, IsConfiguration); settled by running it.
    """
    named, wanted = subject.named, subject.case.options.installed_as
    if wanted and named is not None and named.is_package and subject.role is Role.META and named.kind != wanted:
        message = f"{subject.title} is installed by a {wanted}, which installs no {named.kind}"
        yield Problem(message=message, says=not_package(wanted), path=FieldPath.of("kind"))


@rule("XPKG603", "the meta object is one of IBM's fork", "E", format_v2="", build="E", stage=Stage.PARSE)
def is_no_fork(subject: DocumentSubject) -> Iterator[Problem]:
    """The meta object is not of the group `meta.pkg.ibm.crossplane.io`.

    Why: IBM's fork of Crossplane has its own group. No other Crossplane supports it.
    When it bites: At parsing.
    Fix: Write `apiVersion: meta.pkg.crossplane.io/v1`. To check a package of the fork, use `--profile format-v2`.
    Source: IBM/ibm-crossplane apis/pkg/meta/v1/register.go.
    """
    named = subject.named
    if named is not None and named.group == IBM_META_GROUP:
        message = f"{subject.title} is not registered: the group {IBM_META_GROUP} is that of IBM's fork"
        yield Problem(
            message=message, says=subject.target.edition.unregistered(named), path=FieldPath.of("apiVersion")
        )


@rule("XPKG604", "the meta object needs Upbound's distribution", "E", build="E", stage=Stage.PARSE)
def is_no_addon(subject: DocumentSubject) -> Iterator[Problem]:
    """The meta object is not an AddOn or Controller of Upbound.

    Why: Only Upbound's distribution of Crossplane supports the group `meta.pkg.upbound.io`.
    When it bites: At parsing.
    Fix: Install the package on Upbound Crossplane, or build it as a Provider, Configuration or Function.
    Source: Upbound documentation, add-ons.
    """
    named = subject.named
    if named is not None and named.group == UPBOUND_META_GROUP:
        message = f"{subject.title}: only Upbound's distribution of Crossplane supports {named.api_version}"
        yield Problem(
            message=message, says=subject.target.edition.unregistered(named), path=FieldPath.of("apiVersion")
        )


@rule(
    "XPKG613",
    "an unknown field is dropped",
    "W",
    build="W",
    stage=Stage.LINT,
    silenced_by=silenced(Within.FIELD, "XPKG614", "XPKG716"),
)
def fields_are_known(subject: DocumentSubject) -> Iterator[Problem]:
    """Every field of an object exists in its kind, in the version of Crossplane that is asked for.

    Why: Crossplane silently drops unknown fields, so a misspelled field has no effect. Neither has one that this
    version no longer knows, or does not know yet.
    When it bites: The object installs, but does not do what its YAML says.
    Fix: Correct the name of the field, or remove it. A field that is gone is named with what replaces it.
    Source: crossplane apis and Kubernetes types as Crossplane 2.4 decodes them (not strictly); crossplane
    cluster/crds, release by release.
    """
    version = subject.target.version
    for row, path in newer_fields(subject.named, subject.value):
        if not row.fact.holds(version):
            message = f"{subject.title}: Crossplane {version} does not know the field {path}, and drops it"
            yield Problem(
                message=f"{message}", more=f"{row.fact.since} and later know it", fix="Remove the field.", path=path
            )
    found = [one for one in subject.mismatches if one.unknown and not _is_of_format_v2(subject, one)]
    for mismatch in found[:_MOST]:
        gone = removed_field(subject.named, mismatch.path)
        if gone is not None:
            if not gone.fact.holds(version):
                message = f"{subject.title}: Crossplane {gone.fact.until} and later no longer know {mismatch.path}"
                yield Problem(message=f"{message}, and drop it", fix=gone.instead, path=mismatch.path)
            continue
        hint = f"did you mean {' or '.join(mismatch.near)}?" if mismatch.near else ""
        message = f"{subject.title}: the field {mismatch.path} is unknown, and Crossplane drops it"
        yield Problem(message=message, more=hint, path=mismatch.path)
    if len(found) > _MOST:
        message = f"{subject.title}: at least {are(len(found) - _MOST, 'more field')} unknown and dropped"
        yield Problem(message=message, path=found[_MOST].path)


@rule(
    "XPKG616",
    "a field has the wrong type",
    "E",
    build="E",
    stage=Stage.PARSE,
    is_decoding=True,
    silenced_by=silenced(Within.FIELD, "XPKG508", "XPKG610", "XPKG615"),
)
def fields_have_types(subject: DocumentSubject) -> Iterator[Problem]:
    """Every field of an object has the type that its kind defines.

    Why: Go's decoder refuses another type, in every document and at any depth.
    When it bites: At parsing. If several fields are wrong, Crossplane's message names one.
    Fix: Give the field a value of its type. Quote text that looks like a number or a bool.
    Source: crossplane apis and Kubernetes types as Crossplane 2.4 decodes them; sigs.k8s.io/json.
    """
    found = [one for one in subject.mismatches if not one.unknown and not _is_of_format_v2(subject, one)]
    for mismatch in found[:_MOST]:
        yield Problem(
            message=f"{subject.title}: {mismatch.path} is {mismatch.found}, expected {mismatch.wanted}",
            says=mismatch.message,
            at_once=mismatch.at_once,
            path=mismatch.path,
        )
    if len(found) > _MOST:
        message = f"{subject.title}: at least {are(len(found) - _MOST, 'more field')} of a wrong type"
        yield Problem(message=message, path=found[_MOST].path)


def _better(named: GroupVersionKind, near: str) -> str:
    """The part of a similar kind that differs: its version, its kind, or both."""
    api_version, _, kind = near.partition(", ")
    if api_version == named.api_version:
        return kind
    return api_version if kind == named.kind else f"{api_version} {kind}"


def _unsupported(named: GroupVersionKind, is_kind: bool) -> str:
    """Which of the two is not supported: the kind of a current version, or else the version."""
    if is_kind:
        return f"kind {named.kind} is not supported in {named.api_version}"
    return f"apiVersion {named.api_version} is not supported for {named.kind}"


def _looks_like_meta(named: GroupVersionKind, role: Role) -> bool:
    return role is Role.META or named.group == META_GROUP or named.group.startswith("meta.pkg.")


def _is_good(subject: DocumentSubject, named: GroupVersionKind) -> bool:
    if subject.profile is Profile.FORMAT_V2:
        return named.kind in _KINDS and named.version == "v1alpha1" and named.group == META_GROUP
    if subject.profile is Profile.SPEC:
        return named.group == META_GROUP and named.kind in PACKAGES
    return subject.is_package


def _not_in_format_v2(subject: DocumentSubject, named: GroupVersionKind) -> Problem:
    """The problem of another kind or version, with the meta objects that the format has."""
    return Problem(
        message=f"{subject.title}: {named.api_version} {named.kind} is not in Package Format v2, "
        "which has v1alpha1 Provider and Configuration",
        fix="No action for Crossplane. For readers of Package Format v2, write "
        "`apiVersion: meta.pkg.crossplane.io/v1alpha1`.",
        path=FieldPath.of("apiVersion" if named.kind in _KINDS else "kind"),
    )


def _is_of_format_v2(subject: DocumentSubject, mismatch: Mismatch) -> bool:
    """Whether only rules about Package Format v2 report it: `crossplane` as plain text, a controller, permissions."""
    if subject.profile is not Profile.FORMAT_V2 or not subject.is_package:
        return False
    path = mismatch.path.parts
    is_provider = subject.named is not None and subject.named.kind == "Provider"
    own = (("spec", "controller"), ("spec", "permissionRequests")) if is_provider else ()
    return path == ("spec", "crossplane") or path in own
