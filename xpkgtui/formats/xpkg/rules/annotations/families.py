"""Rules about labels of the meta object, families of providers and groups to sign in (814 to 816)."""

from collections.abc import Iterator
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.errors import Malformed
from xpkgtui.formats.role import Role
from xpkgtui.formats.xpkg.dependencies.entries import dependencies_of
from xpkgtui.formats.xpkg.dependencies.families import LABEL, PREFIX
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, Where, rule
from xpkgtui.formats.xpkg.subject.subjects import DocumentSubject, PackageSubject
from xpkgtui.formats.xpkg.summary import Profile
from xpkgtui.oci.reference import Reference
from xpkgtui.untyped import field, mapping
from xpkgtui.visible import clip, few

_AUTH = "auth.upbound.io/group"
_CONFIG = "ProviderConfig"
_FEW = 3
_SHOWN = 80


@rule("XPKG814", "the package has labels", "I", spec="", format_v2="WI", stage=Stage.INSTALL, once_from=1)
def labels_are_copied(subject: DocumentSubject) -> Iterator[Problem]:
    """Nothing; Crossplane copies labels of the meta object to the package revision.

    Why: Crossplane copies labels since 1.19; older versions drop them. Package Format v2 has annotations instead of
    labels.
    When it bites: If you select package revisions by label, and the package brings its own labels.
    Fix: Keep labels that are used for selection, such as `pkg.crossplane.io/provider-family`. Write the others as
    annotations.
    Source: Crossplane internal/controller/pkg/revision/reconciler.go; Package Format v2, Additional Metadata.
    """
    labels = _labels(subject)
    if not labels:
        yield from _of_objects(subject)
        return
    some = few([clip(key, _SHOWN) for key in labels], _FEW)
    what = "the label" if len(labels) == 1 else f"{len(labels):,} labels:"
    effect = "Crossplane copies them" if len(labels) > 1 else "Crossplane copies it"
    effect += " to the package revision"
    if subject.profile is Profile.FORMAT_V2:
        effect = "Package Format v2 uses annotations instead"
    yield Problem(message=f"{subject.title} has {what} {some}", more=effect, path=FieldPath.of("metadata", "labels"))


def _of_objects(subject: DocumentSubject) -> Iterator[Problem]:
    """Package Format v2 has annotations for the metadata of objects, too."""
    labels = mapping(field(subject.value, "metadata", "labels"))
    if labels and subject.profile is Profile.FORMAT_V2 and not subject.is_package:
        message, more = f"{subject.title} has labels", "Package Format v2 uses annotations instead"
        yield Problem(level=1, message=message, more=more, path=FieldPath.of("metadata", "labels"))


@rule("XPKG815", "family label and family dependency contradict each other", "W", spec="", stage=Stage.INSTALL)
def family_is_depended_on(subject: DocumentSubject) -> Iterator[Problem]:
    """A provider with the label `pkg.crossplane.io/provider-family` depends on that family, and the reverse.

    Why: The family package brings the ProviderConfig that all its providers use. Crossplane's RBAC manager finds
    the providers of a family by the label, and lets them read each other's kinds.
    When it bites: Without the dependency, the ProviderConfig is missing unless you install the family. Without the
    label, the provider may not read the family's objects.
    Fix: Write both: the label with the name of the family's repository, and the repository under `spec.dependsOn`.
    Source: crossplane apis/pkg/v1 (LabelProviderFamily), internal/controller/rbac/provider/roles.
    """
    if not subject.is_package or subject.named is None or subject.named.kind != "Provider":
        return
    label = _labels(subject).get(LABEL)
    wanted = [one.repository.rpartition("/")[2] for one in dependencies_of(subject.value.get("spec"))]
    family = next((one for one in wanted if one.startswith(PREFIX)), None)
    if label is None and family is not None:
        message = f"{subject.title} depends on {clip(family, _SHOWN)} but has no label {LABEL}"
        path = FieldPath.of("metadata", "labels") if _labels(subject) else FieldPath.of("metadata")
        yield Problem(message=message, path=path)
    elif isinstance(label, str) and label and label not in {*wanted, subject.name, _own_repository(subject)}:
        message = f"{subject.title} is labeled as a provider of {clip(label, _SHOWN)} but does not depend on it"
        yield Problem(message=message, path=FieldPath.of("metadata", "labels", LABEL))


@rule("XPKG816", "the login group is not defined", "WI", spec="", stage=Stage.INSTALL)
def group_to_sign_in_is_defined(subject: PackageSubject) -> Iterator[Problem]:
    """The annotation `auth.upbound.io/group` names a group in which the package defines a ProviderConfig.

    Why: The ProviderConfig of that group describes the login forms. `up xpkg build` stops without it. A provider of
    a family may get it from the family package.
    When it bites: Upbound's pages have no form for the credentials.
    Fix: Correct the group, or add the definition of its ProviderConfig.
    Source: upbound/up internal/xpkg/build.go.
    """
    defined = {group for group, kind in filter(None, (one.defines for one in subject.seen)) if kind == _CONFIG}
    is_whole = subject.is_whole and not any(one.role is Role.BROKEN for one in subject.seen)
    for meta in subject.metas if is_whole else ():
        group = (meta.annotations or {}).get(_AUTH)
        if isinstance(group, str) and group not in defined:
            family = next((one for one in meta.repositories if one.startswith(PREFIX)), None)
            hint = f"{clip(family, _SHOWN)} may bring it" if family else ""
            yield Problem(
                level=1 if family else 0,
                message=f"The package defines no ProviderConfig in {clip(group, _SHOWN) or 'the empty group'}",
                more=hint,
                where=Where(document=meta.number, line=meta.line),
                path=FieldPath.of("metadata", "annotations", _AUTH),
            )


def _labels(subject: DocumentSubject) -> dict[str, Any]:
    return mapping(field(subject.value, "metadata", "labels")) if subject.is_package else {}


def _own_repository(subject: DocumentSubject) -> str:
    """The last part of the reference by which the package was opened, if any."""
    try:
        source = subject.case.source
        return Reference.parse(source.name).name.rpartition("/")[2] if source.is_remote else ""
    except Malformed:
        return ""
