"""The Package Format v2: its meta objects and fields, which are older than those of Crossplane 1 and 2."""

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.go_decoding.mismatches import Mismatch
from xpkgtui.formats.xpkg.objects.kinds import META_GROUP, GroupVersionKind
from xpkgtui.formats.xpkg.profiles import Profile
from xpkgtui.formats.xpkg.rules.rule import Problem
from xpkgtui.formats.xpkg.rules.subject import DocumentSubject

_KINDS = frozenset({"Provider", "Configuration"})


def knows(named: GroupVersionKind) -> bool:
    """Whether the format has this meta object, whose group may have been that of IBM's fork."""
    return named.kind in _KINDS and named.version == "v1alpha1" and named.group == META_GROUP


def unknown(subject: DocumentSubject, named: GroupVersionKind) -> Problem:
    """The problem of another kind or version, with the meta objects that the format has."""
    return Problem(
        message=f"{subject.title}: {named.api_version} {named.kind} is not in Package Format v2, "
        "which has v1alpha1 Provider and Configuration",
        fix="No action for Crossplane. For readers of Package Format v2, write "
        "`apiVersion: meta.pkg.crossplane.io/v1alpha1`.",
        path=FieldPath.of("apiVersion" if named.kind in _KINDS else "kind"),
    )


def has(subject: DocumentSubject, mismatch: Mismatch) -> bool:
    """Whether it is for the rules of the format alone: `crossplane` as plain text, a controller, permissions."""
    if subject.profile is not Profile.FORMAT_V2 or not subject.is_package:
        return False
    path = mismatch.path.parts
    is_provider = subject.named is not None and subject.named.kind == "Provider"
    own = (("spec", "controller"), ("spec", "permissionRequests")) if is_provider else ()
    return path == ("spec", "crossplane") or path in own
