"""Rules about the keys and values of annotations and labels (806, 809 to 813)."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any
from urllib.parse import urlsplit

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.definitions.names import label_value, qualified_name
from xpkgtui.formats.role import Role
from xpkgtui.formats.xpkg.annotations.descriptions import PREFIX, RECOMMENDED, is_one_sentence, missing
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, Where, rule
from xpkgtui.formats.xpkg.subject.subjects import DocumentSubject, PackageSubject
from xpkgtui.formats.xpkg.summary import Profile
from xpkgtui.golang.printing import quoted
from xpkgtui.patterns import late
from xpkgtui.untyped import field, listing, mapping
from xpkgtui.visible import all_of, clip

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
    for key in _mapping(subject, "annotations"):
        if subject.is_package and (match := _MISORDERED.fullmatch(key)):
            rest = match[2].lstrip("./")[:_SHOWN]
            meant = f"{match[1]}.meta.crossplane.io" + (f"/{rest}" if rest else "")
            message = f"{subject.title}: no tool reads the annotation {clip(key, _SHOWN)}"
            more = f"did you mean {meant}?"
            yield Problem(message=message, more=more, path=FieldPath.of("metadata", "annotations", key))


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


_EXCLUSIVE = ("orphan", "foregroundDeletion")


@rule("XPKG812", "an annotation, label or finalizer is invalid", "EW", spec="W", stage=Stage.INSTALL)
def keys_are_sound(subject: DocumentSubject) -> Iterator[Problem]:
    """Keys of annotations and labels, values of labels, and finalizers have a form that Kubernetes allows.

    Why: The API server refuses others, and annotations of more than 256 KiB in total. Crossplane copies those of
    the meta object to the package revision.
    When it bites: At installation.
    Fix: Use letters, digits, `-`, `_` and `.`, and at most one prefix with a `/`; shorten what is too long.
    Source: k8s.io/apimachinery pkg/api/validation and pkg/apis/meta/v1/validation.
    """
    if subject.role is Role.BROKEN:
        return
    level = 0 if subject.is_package or subject.is_installed else 1
    for section, key, value, fault in islice(_faults(subject), _MOST):
        says = f"metadata.{section}: Invalid value: {quoted(clip(value, _SHOWN))}: {fault}"
        message = f"{subject.title}: the {section[:-1]} {clip(key, _SHOWN)} is not valid: {fault}"
        yield Problem(level=level, message=message, says=says, path=FieldPath.of("metadata", section, key))
    finalizers = listing(mapping(subject.value.get("metadata")).get("finalizers"))
    if all(name in finalizers for name in _EXCLUSIVE):
        fault = "finalizer orphan and foregroundDeletion cannot be both set"
        yield Problem(
            level=level,
            message=f"{subject.title}: the finalizers {' and '.join(_EXCLUSIVE)} exclude each other",
            says=f"metadata.finalizers: Invalid value: {fault}",
            path=FieldPath.of("metadata", "finalizers"),
        )
    names = ((number, name) for number, name in enumerate(finalizers) if isinstance(name, str))
    every = ((number, name, fault) for number, name in names for fault in qualified_name(name))
    for number, name, fault in islice(every, _MOST):
        says = f"metadata.finalizers: Invalid value: {quoted(clip(name, _SHOWN))}: {fault}"
        message = f"{subject.title}: the finalizer {clip(name, _SHOWN)} is not valid: {fault}"
        yield Problem(level=level, message=message, says=says, path=FieldPath.of("metadata", "finalizers", number))
    texts = (f"{key}{value}" for section, key, value in _entries(subject) if section == "annotations")
    size = sum(len(one.encode("utf-8", "surrogatepass")) for one in texts)
    if size > _LARGEST:
        yield Problem(
            level=level,
            message=f"{subject.title}: the annotations have {size:,} bytes",
            more=f"{_LARGEST:,} are allowed",
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
    reported = [key for key in _mapping(subject, "annotations") if subject.is_package and not re.search(r"[/.]", key)]
    for key in reported[:_MOST]:
        message = f"{subject.title}: the annotation {clip(key, _SHOWN)} has no prefix"
        yield Problem(message=message, path=FieldPath.of("metadata", "annotations", key))


def _mapping(subject: DocumentSubject, name: str) -> dict[str, Any]:
    return mapping(mapping(subject.value.get("metadata")).get(name))


def _entries(subject: DocumentSubject) -> Iterator[tuple[str, str, str]]:
    """(section, key, value) of labels and annotations; null counts as empty text, other types have their own rule."""
    for section in ("labels", "annotations"):
        for key, value in _mapping(subject, section).items():
            if value is None or isinstance(value, str):
                yield section, key, value or ""


def _faults(subject: DocumentSubject) -> Iterator[tuple[str, str, str, str]]:
    """(section, key, faulty key or value, message of Kubernetes); annotations are compared in lower case."""
    for section, key, value in _entries(subject):
        for fault in qualified_name(key.lower() if section == "annotations" else key):
            yield section, key, key, fault
        if section == "labels":
            for fault in label_value(value):
                yield section, key, value, fault


_PREFIX = "meta.crossplane.io/"
_URL = late(r"[A-Za-z][A-Za-z0-9+.-]*://[^\s/?#]+\S*")


@rule("XPKG806", "the license is not an SPDX expression", "W", format_v2="", stage=Stage.INSTALL)
def license_is_spdx(subject: DocumentSubject) -> Iterator[Problem]:
    """The annotation `meta.crossplane.io/license` is an SPDX identifier or expression.

    Why: License checkers know only these names.
    When it bites: Where licenses are checked before a package may be used.
    Fix: Write an identifier such as `Apache-2.0`. For your own license, write `LicenseRef-` and a name.
    Source: xpkg specification, Object Annotations; SPDX License List and license expressions.
    """
    text = _annotation(subject, "license")
    if text is None:
        return
    from xpkgtui.formats.prose.license import is_license

    if not is_license(text.strip()):
        message = f"{subject.title}: the license is not an SPDX expression: {clip(text, _SHOWN)}"
        yield Problem(message=message, path=_path("license"))


@rule("XPKG809", "the icon is not a data URI or an https URL", "W", spec="", stage=Stage.INSTALL)
def icon_is_an_image(subject: DocumentSubject) -> Iterator[Problem]:
    """The annotation `meta.crossplane.io/iconURI` is a `data:image/` URI or an `https` URL.

    Why: Pages that show the icon load it from there.
    When it bites: Pages do not show an icon in any other form.
    Fix: Write `data:image/svg+xml;base64,` and the image, or a URL with `https://`.
    Source: Crossplane design, package annotations (superseded, and in use).
    """
    text = (_annotation(subject, "iconURI") or "data:image/").strip().lower()
    if not text.startswith("data:image/") and not (text.startswith("https://") and _is_url(text)):
        message = f"{subject.title}: the icon is not an image: {clip(_annotation(subject, 'iconURI') or '', _SHOWN)}"
        yield Problem(message=message, path=_path("iconURI"))


def _annotation(subject: DocumentSubject, name: str) -> str | None:
    """The text of an annotation; None where it is absent (which another rule reports) or empty."""
    value = field(subject.value, "metadata", "annotations", _PREFIX + name) if subject.is_package else None
    return value if isinstance(value, str) and value else None


def _path(name: str) -> FieldPath:
    return FieldPath.of("metadata", "annotations", _PREFIX + name)


def _is_url(text: str) -> bool:
    if not _URL.fullmatch(text):
        return False
    try:
        return bool(urlsplit(text).hostname)
    except ValueError:  # brackets without an address
        return False


@rule("XPKG817", "the package does not describe itself", "I", stage=Stage.INSTALL)
def describes_itself(subject: DocumentSubject) -> Iterator[Problem]:
    """The meta object says who maintains the package, where its source is, its license, what it is in one sentence,
    and has a readme.

    Why: Registries and lists of packages show these five annotations, and one line of the description. All are
    optional. Few packages have all of them: a package of Crossplane has this finding only where it has none of them,
    or where the description is several sentences; the Overview names what is missing. The profiles `spec` and
    `format-v2` report each that is missing.
    When it bites: When people look for the package, for help, or for the license.
    Fix: Add `meta.crossplane.io/maintainer`, `source`, `license` (an SPDX identifier), `description` (one sentence)
    and `readme` to metadata.annotations of the meta object (crossplane.yaml).
    Source: xpkg specification, Object Annotations.
    """
    if not subject.is_package:
        return
    annotations = mapping(field(subject.value, "metadata", "annotations"))
    is_document = subject.profile in {Profile.SPEC, Profile.FORMAT_V2}
    lacking = missing(annotations, is_v2=subject.profile is Profile.FORMAT_V2)
    description = annotations.get(f"{PREFIX}description")
    is_long = isinstance(description, str) and not is_one_sentence(description)
    if not is_long and not (lacking if is_document else len(lacking) == len(RECOMMENDED)):
        return
    remarks = ["its description is more than one sentence"] if is_long else []
    remarks += [f"it has no {all_of(lacking)}"] if lacking else []
    path = FieldPath.of("metadata", "annotations") if annotations else FieldPath.of("metadata")
    path = path.child(f"{PREFIX}description") if is_long else path
    yield Problem(message=f"{subject.title} could say more of itself: {', and '.join(remarks)}", path=path)
