"""Rules about the size of objects (723), and of definitions that `kubectl apply` is given (729)."""

import json
from collections.abc import Iterator
from typing import Any

from xpkgtui.documents.document import PackageDocument
from xpkgtui.documents.oddities import OddityKind
from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.role import Role
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, rule
from xpkgtui.formats.xpkg.subject.subjects import DocumentSubject
from xpkgtui.untyped import field, mapping
from xpkgtui.visible import size as visible_size

_MOST_BYTES, _ETCD = 1 << 20, 3 << 19
_GROWTH = 2
"""How many times as large the JSON of a document may be: quotes and braces at most double short texts."""
_MIB = 1 << 20
_MOST_ANNOTATED = 1 << 18
"""Bytes of all annotations of an object, with their keys, that the API server takes."""
_LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration"
_DEFINITION = "CustomResourceDefinition"
_WRITTEN = json.JSONEncoder(ensure_ascii=False).encode


@rule("XPKG723", "an object is larger than 1 MiB", "W", spec="I", stage=Stage.INSTALL)
def object_is_not_too_large(subject: DocumentSubject) -> Iterator[Problem]:
    """An object has at most 1 MiB as JSON.

    Why: etcd, where Kubernetes stores objects, refuses a request of more than 1.5 MiB by default. The API server
    adds managed fields to an object, and stores every change of it whole.
    When it bites: At installation (not in the dry run), with `etcdserver: request is too large`.
    Fix: Shorten descriptions (`controller-gen crd:maxDescLen=0` leaves them out), or remove old versions.
    Source: etcd, --max-request-bytes.
    """
    size = _size_above(_MOST_BYTES, subject)
    if size:
        end = "etcd refuses more than 1.5 MiB by default"
        above = f"; {end}" if size <= _ETCD else f", and {end}"
        yield Problem(message=f"{subject.title} has {size / _MIB:.2f} MiB as JSON{above}", path=FieldPath.of("kind"))


@rule("XPKG729", "a definition is too large for `kubectl apply`", "I", spec="", stage=Stage.INSTALL, once_from=0)
def definition_can_be_applied(subject: DocumentSubject) -> Iterator[Problem]:
    """`kubectl apply` can apply a CustomResourceDefinition without `--server-side`.

    Why: `kubectl apply` writes the whole object as JSON into the annotation
    `kubectl.kubernetes.io/last-applied-configuration`. The API server takes 262,144 bytes of annotations for an
    object. Crossplane creates definitions without that annotation, and installs larger ones too.
    When it bites: If you apply the definitions of the package by hand, or with a tool that applies as `kubectl` does:
    `metadata.annotations: Too long: may not be more than 262144 bytes`. Older versions of
    Kubernetes say `metadata.annotations: Too long: must have at most 262144 bytes`.
    Fix: Apply with `kubectl apply --server-side`, or shorten descriptions (`controller-gen crd:maxDescLen=0`).
    Source: Kubernetes apimachinery pkg/api/validation/objectmeta.go (TotalAnnotationSizeLimitB); kubectl
    pkg/util/apply.go; upjet issue 346.
    """
    if subject.named is None or subject.named.kind != _DEFINITION:
        return
    annotations = mapping(field(subject.value, "metadata", "annotations"))
    added = len(_LAST_APPLIED) + 1 + (0 if annotations else len('"annotations":{},'))
    added += sum(len(str(key).encode()) + len(str(value).encode()) for key, value in annotations.items())
    size = _size_above(_MOST_ANNOTATED - added, subject)
    if size:
        message = (
            f"{subject.title} has {visible_size(size)} as JSON: `kubectl apply` needs --server-side for it, because "
            f"its annotation takes {_MOST_ANNOTATED:,} bytes"
        )
        yield Problem(message=message, path=FieldPath.of("kind"))


def _size_above(most: int, subject: DocumentSubject) -> int:
    """Bytes of an object as JSON where these are more than `most`, else 0; a short text is not measured."""
    document = subject.document
    if subject.role is not Role.OBJECT or not isinstance(document, PackageDocument):
        return 0
    is_repeated = any(one.kind is OddityKind.ALIAS for one in document.oddities)
    if not is_repeated and subject.chunk.end - subject.chunk.start < most // _GROWTH:
        return 0
    size = _json_size(subject.value)
    return size if size > most else 0


def _json_size(value: dict[str, Any]) -> int:
    """Bytes of a mapping as JSON; collections that aliases repeat are counted again, but visited once."""
    sizes: dict[int, int] = {}
    waiting: list[tuple[Any, bool]] = [(value, False)]
    while waiting:
        one, is_done = waiting.pop()
        if id(one) in sizes:
            continue
        children = one.values() if isinstance(one, dict) else one
        if not is_done:
            waiting.append((one, True))
            waiting.extend((child, False) for child in children if isinstance(child, dict | list))
            continue
        own = sum(map(_text_size, one)) + len(one) if isinstance(one, dict) else 0
        inner = sum(sizes[id(child)] if isinstance(child, dict | list) else _text_size(child) for child in children)
        sizes[id(one)] = own + inner + 1 + max(1, len(one))
    return sizes[id(value)]


def _text_size(value: Any) -> int:
    """Bytes of a scalar, as Go writes it: it escapes signs that HTML knows."""
    text = _WRITTEN(value)
    size = len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
    return size + 5 * (text.count("&") + text.count("<") + text.count(">"))
