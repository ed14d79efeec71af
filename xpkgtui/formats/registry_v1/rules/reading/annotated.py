"""The annotations of a bundle, and problems at their places."""

from xpkgtui.documents.document import BrokenDocument
from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.registry_v1.layout import CHANNELS, DEFAULT_CHANNEL, MEDIA_TYPE, METADATA, PACKAGE
from xpkgtui.formats.registry_v1.rules.subjects import Bundle, Item
from xpkgtui.formats.registry_v1.rules.values import scalar
from xpkgtui.rules.rule import Problem
from xpkgtui.untyped import field

_CANNOT = "error unmarshaling JSON: while decoding JSON: json: cannot unmarshal"
_SDK = "AnnotationMetadata.annotations"
_KNOWN = (PACKAGE, CHANNELS, DEFAULT_CHANNEL)
"""Annotations that OLM v1 decodes."""


def values_of(bundle: Bundle) -> dict[str, str]:
    """The annotations of the bundle as text."""
    return values_in(bundle.annotations)


def values_in(item: Item | None) -> dict[str, str]:
    """Those of one document."""
    raw = item.value["annotations"] if item else {}
    return {key: scalar(value) or "" for key, value in raw.items()}


def keeps(bundle: Bundle, there: Item | None) -> bool:
    """Whether opm goes on with what it has read of annotations that do not decode."""
    found = field(there.value, "annotations") if there else None
    names = [one.name for one in bundle.files.inside(METADATA)]
    last = bundle.metadata(max(names, default=""))
    if there is None or not isinstance(found, dict) or last is None or last.file <= there.file:
        return False
    lost = {key for key, value in found.items() if isinstance(value, (dict, list))}
    return isinstance(last.value, dict) and not lost & {MEDIA_TYPE, CHANNELS, DEFAULT_CHANNEL}


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
    found = field(item.value, "annotations")
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
