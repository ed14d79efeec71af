"""The annotations of a bundle, and problems at their places."""

from xpkgtui.documents.document import BrokenDocument, PackageDocument
from xpkgtui.documents.position import FieldPath
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.formats.registry_v1.layout import CHANNELS, DEFAULT_CHANNEL, MEDIA_TYPE, METADATA, PACKAGE
from xpkgtui.formats.registry_v1.rules.go_values import are_texts, scalar
from xpkgtui.formats.registry_v1.rules.reading.dependencies import declared
from xpkgtui.formats.registry_v1.rules.subjects import Bundle, Item, annotations_in
from xpkgtui.rules.rule import Problem

_CANNOT = "error unmarshaling JSON: while decoding JSON: json: cannot unmarshal"
_SDK = "AnnotationMetadata.annotations"
_KNOWN = (PACKAGE, CHANNELS, DEFAULT_CHANNEL)
"""Annotations that OLM v1 decodes."""


def values_of(bundle: Bundle) -> dict[str, str]:
    """The annotations of the bundle as text."""
    return values_in(bundle.annotations)


def values_in(item: Item | None) -> dict[str, str]:
    """The annotations of one document as text."""
    raw = annotations_in(item) or {}
    return {key: scalar(value) or "" for key, value in raw.items()}


def keeps(bundle: Bundle, there: Item | None) -> bool:
    """Whether opm goes on with what it has read of annotations that do not decode."""
    found = annotations_in(there)
    names = [one.name for one in bundle.files.inside(METADATA)]
    last = bundle.metadata(max(names, default=""))
    if there is None or not isinstance(found, dict) or last is None or last.file <= there.file:
        return False
    lost = {key for key, value in found.items() if isinstance(value, (dict, list))}
    return isinstance(last.value, dict) and not lost & {MEDIA_TYPE, CHANNELS, DEFAULT_CHANNEL}


def crashing(bundle: Bundle) -> str:
    """The file of metadata/ at which opm and operator-sdk crash; empty where there is none.

    They look for annotations, then for dependencies, in the first document of each file; nothing in it ends them.
    """
    is_annotated = False
    for entry in sorted(bundle.files.inside(METADATA), key=lambda one: one.name):
        if entry.type is EntryType.DIRECTORY or entry.unread or not entry.size or _is_cut(bundle, entry.name):
            continue
        found = bundle.metadata(entry.name)
        if found is None or (isinstance(found.document, PackageDocument) and found.value is None):
            return entry.name
        if not is_annotated and are_texts(annotations_in(found)):
            is_annotated = True
        elif declared(found):
            return ""
    return ""


def _is_cut(bundle: Bundle, name: str) -> bool:
    """Whether a separator with text behind it cuts a file."""
    return bundle.separator is not None and bundle.separator.file == name


def problem_at(bundle: Bundle, key: str, message: str, says: str | None = None, level: int = 0) -> Problem:
    """A problem of one annotation."""
    found = bundle.annotations
    path = FieldPath.of("annotations", key)
    return Problem(message=message, says=says, level=level, path=path, document=found.number if found else None)


def decoding_faults(item: Item) -> tuple[str, str]:
    """What operator-sdk and OLM v1 say of a file that does not decode; empty where it does."""
    if isinstance(item.document, BrokenDocument):
        words = f"error converting YAML to JSON: {item.document.message}"
        return words, words
    if item.value is not None and not isinstance(item.value, dict):
        said = f"{_CANNOT} {_kind(item.value)} into Go value of type"
        return f"{said} bundle.AnnotationMetadata", f"{said} registry.AnnotationsFile"
    found = annotations_in(item)
    if isinstance(found, dict):
        wrong = sorted((key, value) for key, value in found.items() if isinstance(value, (dict, list)))
        sdk = f"{_CANNOT} {_kind(wrong[0][1])} into Go struct field {_SDK} of type string" if wrong else ""
        known = [(key, value) for key, value in wrong if key in _KNOWN]
        if not known:
            return sdk, ""
        where = f"Annotations.annotations.{known[0][0]}"
        return sdk, f"{_CANNOT} {_kind(known[0][1])} into Go struct field {where} of type string"
    if found is None:
        return "", ""
    said = f"{_CANNOT} {_kind(found)} into Go struct field"
    return (
        f"{said} {_SDK} of type map[string]string",
        f"{said} AnnotationsFile.annotations of type registry.Annotations",
    )


def _kind(value: object) -> str:
    return {dict: "object", list: "array", str: "string", bool: "bool"}.get(type(value), "number")
