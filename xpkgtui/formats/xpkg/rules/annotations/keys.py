"""Rules about the keys of annotations and labels (810 to 813)."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.definitions.names import label_value, qualified_name
from xpkgtui.formats.role import Role
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, Where, rule
from xpkgtui.formats.xpkg.subject.subjects import DocumentSubject, PackageSubject
from xpkgtui.golang.printing import quoted
from xpkgtui.patterns import late
from xpkgtui.untyped import mapping
from xpkgtui.visible import clip

_MISORDERED = late(r"meta\.crossplane\.io/(friendly-(?:name|group-name|kind-name))(.*)", re.DOTALL)
_GROUP, _KIND = "friendly-group-name.meta.crossplane.io/", "friendly-kind-name.meta.crossplane.io/"
_LARGEST = 256 << 10
"""Bytes of all annotations of an object, keys and values."""
_MOST = 50
"""Problems of one kind that are reported for one document."""
_SHOWN = 80


@rule("XPKG810", "a friendly name has the wrong key", "W", format_v2="", stage=Stage.INSTALL)
def friendly_names_are_in_order(subject: DocumentSubject) -> Iterator[Problem]:
    """Keys of friendly names begin with the kind of name: `friendly-name.meta.crossplane.io`.

    Why: Tools do not look for the reverse, `meta.crossplane.io/friendly-name`.
    When it bites: Tools show the package with its technical name.
    Fix: Write `friendly-name.meta.crossplane.io`, `friendly-group-name.meta.crossplane.io/<group>` or
    `friendly-kind-name.meta.crossplane.io/<kind>.<group>`.
    Source: Crossplane design, package annotations (superseded, and in use).
    """
    for key in _keys(subject, "annotations"):
        if subject.is_package and (match := _MISORDERED.fullmatch(key)):
            rest = match[2].lstrip("./")[:_SHOWN]
            meant = f"{match[1]}.meta.crossplane.io" + (f"/{rest}" if rest else "")
            message = f"{subject.title}: no tool reads the annotation {clip(key, _SHOWN)}; did you mean {meant}?"
            yield Problem(message=message, path=FieldPath.of("metadata", "annotations", key))


@rule("XPKG811", "a friendly name for something that is not in the package", "I", spec="", stage=Stage.INSTALL)
def friendly_names_name_something(subject: PackageSubject) -> Iterator[Problem]:
    """Annotations for friendly names name groups and kinds that the package defines.

    Why: No tool shows a friendly name for anything else.
    When it bites: After a group or a kind was renamed or removed.
    Fix: Correct the key, or remove the annotation.
    Source: Crossplane design, package annotations (superseded, and in use).
    """
    defined = [(*one.defines, one.claims) for one in subject.seen if one.defines is not None]
    groups = {group for group, _, _ in defined}
    kinds = {f"{kind}.{group}".lower() for group, *both in defined for kind in both if kind is not None}
    for meta in subject.metas:
        reported = 0
        for key in meta.annotations or ():
            wanted, known = (groups, _GROUP) if key.startswith(_GROUP) else (kinds, _KIND)
            if reported < _MOST and key.startswith(known) and key.removeprefix(known) not in wanted:
                reported += 1
                what = "group" if known is _GROUP else "kind"
                name = clip(key.removeprefix(known), _SHOWN)
                yield Problem(
                    message=f"The {what} {name} has a friendly name but is not in the package",
                    where=Where(document=meta.number, line=meta.line),
                    path=FieldPath.of("metadata", "annotations", key),
                )


@rule("XPKG812", "an annotation or label is invalid", "EW", spec="W", stage=Stage.INSTALL)
def keys_are_sound(subject: DocumentSubject) -> Iterator[Problem]:
    """Keys of annotations and labels, and values of labels, have a form that Kubernetes allows.

    Why: The API server refuses others, and annotations of more than 256 KiB in total. Crossplane copies those of
    the meta object to the package revision.
    When it bites: At installation.
    Fix: Shorten the key or the value. Use letters, digits, `-`, `_` and `.`, and at most one prefix with a `/`.
    Source: k8s.io/apimachinery pkg/api/validation and pkg/apis/meta/v1/validation.
    """
    if subject.role is Role.BROKEN:
        return
    level = 0 if subject.is_package or subject.is_installed else 1
    for field, key, value, fault in islice(_faults(subject), _MOST):
        says = f"metadata.{field}: Invalid value: {quoted(clip(value, _SHOWN))}: {fault}"
        message = f"{subject.title}: the {field[:-1]} {clip(key, _SHOWN)} is not valid: {fault}"
        yield Problem(level=level, message=message, says=says, path=FieldPath.of("metadata", field, key))
    size = sum(
        len(f"{key}{value}".encode("utf-8", "surrogatepass"))
        for field, key, value in _entries(subject)
        if field == "annotations"
    )
    if size > _LARGEST:
        yield Problem(
            level=level,
            message=f"{subject.title}: the annotations have {size:,} bytes; {_LARGEST:,} are allowed",
            says=f"metadata.annotations: Too long: may not be more than {_LARGEST} bytes",
            path=FieldPath.of("metadata", "annotations"),
        )


@rule("XPKG813", "an annotation has no prefix", "I", format_v2="", stage=Stage.INSTALL)
def annotations_have_a_prefix(subject: DocumentSubject) -> Iterator[Problem]:
    """Annotations of the meta object have a prefix, such as `meta.crossplane.io/maintainer`.

    Why: Package Format v2 had `company`, `keywords` and others without a prefix. No tool reads them any more.
    When it bites: Tools do not show what these annotations say.
    Fix: Write the key with the prefix `meta.crossplane.io/`, if the specification has it.
    Source: xpkg specification, Object Annotations; Package Format v2.
    """
    reported = [key for key in _keys(subject, "annotations") if subject.is_package and not re.search(r"[/.]", key)]
    for key in reported[:_MOST]:
        message = f"{subject.title}: the annotation {clip(key, _SHOWN)} has no prefix"
        yield Problem(message=message, path=FieldPath.of("metadata", "annotations", key))


def _mapping(subject: DocumentSubject, name: str) -> dict[str, Any]:
    return mapping(mapping(subject.value.get("metadata")).get(name))


def _keys(subject: DocumentSubject, field: str) -> Iterator[str]:
    return iter(_mapping(subject, field))


def _entries(subject: DocumentSubject) -> Iterator[tuple[str, str, str]]:
    """(field, key, value) of labels and annotations; null counts as empty text, another rule reports other types."""
    for field in ("labels", "annotations"):
        for key, value in _mapping(subject, field).items():
            if value is None or isinstance(value, str):
                yield field, key, value or ""


def _faults(subject: DocumentSubject) -> Iterator[tuple[str, str, str, str]]:
    """(field, key, faulty key or value, message of Kubernetes); annotations are compared in lower case."""
    for field, key, value in _entries(subject):
        for fault in qualified_name(key.lower() if field == "annotations" else key):
            yield field, key, key, fault
        if field == "labels":
            for fault in label_value(value):
                yield field, key, value, fault
