"""The rule about fields that a running cluster fills in (722)."""

from collections.abc import Iterator
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.role import Role
from xpkgtui.formats.xpkg.objects.kinds import packages_of
from xpkgtui.formats.xpkg.rules.api_server import is_judged, says
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, rule
from xpkgtui.formats.xpkg.subject.subjects import DocumentSubject
from xpkgtui.untyped import mapping, text

_IGNORED = (
    *("namespace", "creationTimestamp", "generation", "selfLink", "generateName", "managedFields"),
    "ownerReferences",
)
_IMMUTABLE = ("uid", "deletionTimestamp")
_MOST_VALUES = 1_000


@rule("XPKG722", "objects have no fields of a running cluster", "EWI", spec="I", format_v2="I", stage=Stage.INSTALL)
def nothing_is_left_over(subject: DocumentSubject) -> Iterator[Problem]:
    """An object has no namespace, status, owner references or other fields that a cluster fills in.

    Why: The kinds in packages belong to no namespace, and the API server fills in the other fields itself. It drops
    most of them. An object with `resourceVersion` cannot be created, one with `uid` or `deletionTimestamp` cannot
    be updated. Empty values, as generators write them, are not reported.
    When it bites: With `resourceVersion`, at installation (not in the dry run). With `uid` or `deletionTimestamp`,
    at the second time that Crossplane applies the object. Otherwise never.
    Fix: Remove the field. `kubectl get -o yaml` prints it; the file of a package does not need it.
    Source: k8s.io/apiserver pkg/registry/rest and pkg/storage/etcd3; crossplane establisher.go.
    """
    named = subject.named
    if named is None or subject.role is not Role.OBJECT or not packages_of(named):
        return
    metadata = mapping(subject.value.get("metadata"))
    is_applied = is_judged(subject)
    if is_applied and text(metadata.get("resourceVersion")).strip("0").isdecimal():
        yield Problem(
            message=f"{subject.title} has metadata.resourceVersion; the API server does not create such objects",
            says="resourceVersion should not be set on objects to be created",
            path=FieldPath.of("metadata", "resourceVersion"),
        )
    for name in _IMMUTABLE:
        if is_applied and _says_something(metadata.get(name)):
            yield Problem(
                level=1,
                message=f"{subject.title} has metadata.{name}; it installs, but cannot be updated",
                says=says(subject, f"metadata.{name}: Invalid value: field is immutable"),
                path=FieldPath.of("metadata", name),
            )
    found = [FieldPath.of("metadata", name) for name in _IGNORED if _says_something(metadata.get(name))]
    if _says_something(subject.value.get("status")):
        found.append(FieldPath.of("status"))
    if found:
        listed = " and ".join(filter(None, (", ".join(map(str, found[:-1])), str(found[-1]))))
        verb = "is ignored" if len(found) == 1 else "are ignored"
        yield Problem(level=2, message=f"{subject.title} has {listed}, which {verb}", path=found[0])


def _says_something(value: Any) -> bool:
    """Whether a value holds more than empty collections, empty text and null."""
    waiting = [value]
    for _ in range(_MOST_VALUES):
        if not waiting:
            return False
        one = waiting.pop()
        if isinstance(one, dict):
            waiting.extend(one.values())
        elif isinstance(one, list):
            waiting.extend(one)
        elif one is not None and one != "":
            return True
    return True
