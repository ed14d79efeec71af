"""The rule about the size of objects (723)."""

import json
from collections.abc import Iterator
from typing import Any

from xpkgtui.documents.document import PackageDocument
from xpkgtui.documents.oddities import OddityKind
from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.role import Role
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, rule
from xpkgtui.formats.xpkg.subject.subjects import DocumentSubject

_MOST_BYTES, _ETCD = 1 << 20, 3 << 19
_SUSPICIOUS = 1 << 19
"""Bytes of a document from which on its JSON may be too large: quotes and braces at most double short texts."""
_MIB = 1 << 20


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
