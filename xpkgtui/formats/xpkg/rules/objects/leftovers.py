"""Rules about what objects carry beside their spec: fields of a running cluster, and their size (722, 723)."""

import json
from collections.abc import Iterator
from typing import Any

from xpkgtui.documents.document import PackageDocument
from xpkgtui.documents.oddities import OddityKind
from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.role import Role
from xpkgtui.formats.xpkg.objects.kinds import packages_of
from xpkgtui.formats.xpkg.rules.api_server import is_judged, says
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, rule
from xpkgtui.formats.xpkg.rules.subject import DocumentSubject
from xpkgtui.untyped import mapping, text

_IGNORED = (
    *("namespace", "creationTimestamp", "generation", "selfLink", "generateName", "managedFields"),
    "ownerReferences",
)
_IMMUTABLE = ("uid", "deletionTimestamp")
_MOST_VALUES = 1_000
_MOST_BYTES, _ETCD = 1 << 20, 3 << 19
_SUSPICIOUS = 1 << 19
"""Bytes of a document from which on its JSON may be too large: quotes and braces at most double short texts."""
_MIB = 1 << 20


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


@rule("XPKG723", "objects are not too large", "W", spec="I", format_v2="I", stage=Stage.INSTALL)
def object_is_not_too_large(subject: DocumentSubject) -> Iterator[Problem]:
    """An object has at most 1 MiB as JSON.

    Why: etcd, where Kubernetes stores objects, refuses a request of more than 1.5 MiB by default. The API server
    adds managed fields to an object, and stores every change of it whole.
    When it bites: At installation (not in the dry run), with `etcdserver: request is too large`.
    Fix: Shorten descriptions (`controller-gen crd:maxDescLen=0` leaves them out), or remove old versions.
    Source: etcd, --max-request-bytes.
    """
    document = subject.document
    if subject.role is not Role.OBJECT or not isinstance(document, PackageDocument):
        return
    is_repeated = any(one.kind is OddityKind.ALIAS for one in document.oddities)
    if not is_repeated and subject.chunk.end - subject.chunk.start < _SUSPICIOUS:
        return
    size = _json_size(subject.value)
    if size > _MOST_BYTES:
        end = "etcd refuses more than 1.5 MiB by default"
        above = f"; {end}" if size <= _ETCD else f", and {end}"
        yield Problem(message=f"{subject.title} has {size / _MIB:.2f} MiB as JSON{above}", path=FieldPath.of("kind"))


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


def _json_size(value: Any) -> int:
    """Bytes of a value as JSON; collections that aliases repeat are counted again, but visited once."""
    sizes: dict[int, int] = {}
    waiting: list[tuple[Any, bool]] = [(value, False)]
    while waiting:
        one, is_done = waiting.pop()
        if id(one) in sizes:
            continue
        children = list(one.values()) if isinstance(one, dict) else one if isinstance(one, list) else ()
        if children and not is_done:
            waiting.append((one, True))
            waiting.extend((child, False) for child in children)
            continue
        own = sum(_text_size(key) + 1 for key in one) if isinstance(one, dict) else 0
        inner = sum(sizes[id(child)] + 1 for child in children)
        is_open = isinstance(one, dict | list)
        sizes[id(one)] = own + inner + (1 + (not children) if is_open else _text_size(one))
    return sizes[id(value)]


def _text_size(value: Any) -> int:
    """Bytes of a scalar; characters that Go escapes and others do not count as one."""
    return len(json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass"))
