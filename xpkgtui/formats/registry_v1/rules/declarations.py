"""What a bundle declares, as tools decode it: its annotations, its dependencies and its examples."""

import json
from collections.abc import Iterator

from xpkgtui.documents.document import BrokenDocument, PackageDocument
from xpkgtui.documents.position import FieldPath
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.formats.go_decoding.loosely import lowered, spellings
from xpkgtui.formats.registry_v1.decoding.types import are_texts, scalar, text_or_none
from xpkgtui.formats.registry_v1.layout import CHANNELS, DEFAULT_CHANNEL, MEDIA_TYPE, METADATA, is_metadata
from xpkgtui.formats.registry_v1.layout import PACKAGE as PACKAGE_NAME
from xpkgtui.formats.registry_v1.subject import BundleSubject, Item, annotations_in
from xpkgtui.golang.characters import folded
from xpkgtui.golang.printing import type_of_go
from xpkgtui.rules.rule import Problem, Where
from xpkgtui.untyped import field, mapping, text

_CANNOT = "error unmarshaling JSON: while decoding JSON: json: cannot unmarshal"
_SDK = "AnnotationMetadata.annotations"
_KNOWN = (PACKAGE_NAME, CHANNELS, DEFAULT_CHANNEL)
"""Annotations that OLM v1 decodes."""
GVK, PACKAGE, LABEL, CONSTRAINT = "olm.gvk", "olm.package", "olm.label", "olm.constraint"
FIELDS = {GVK: ("group", "version", "kind"), PACKAGE: ("packageName", "version"), LABEL: ("label",)}
DEPENDENCIES_KEY = "dependencies"
EXAMPLE_KEYS = ("alm-examples", "olm.examples")


def values_of(bundle: BundleSubject) -> dict[str, str]:
    """The annotations of the bundle as text."""
    return values_in(bundle.annotations)


def values_in(item: Item | None) -> dict[str, str]:
    """The annotations of one document as text."""
    raw = annotations_in(item) or {}
    return {key: scalar(value) or "" for key, value in raw.items()}


def keeps(bundle: BundleSubject, there: Item | None) -> bool:
    """Whether opm goes on with what it has read of annotations that do not decode."""
    found = annotations_in(there)
    names = [one.name for one in bundle.files.inside(METADATA)]
    last = bundle.metadata(max(names, default=""))
    if there is None or not isinstance(found, dict) or last is None or last.file <= there.file:
        return False
    lost = {key for key, value in found.items() if isinstance(value, (dict, list))}
    return isinstance(last.value, dict) and not lost & {MEDIA_TYPE, CHANNELS, DEFAULT_CHANNEL}


def crashing(bundle: BundleSubject) -> str:
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


def _is_cut(bundle: BundleSubject, name: str) -> bool:
    return bundle.separator is not None and bundle.separator.file == name


def problem_at(bundle: BundleSubject, key: str, message: str, says: str | None = None, level: int = 0) -> Problem:
    """A problem of one annotation."""
    found = bundle.annotations
    path = FieldPath.of("annotations", key)
    return Problem(
        message=message, says=says, level=level, path=path, where=Where(document=found.number if found else None)
    )


def decoding_faults(item: Item) -> tuple[str, str]:
    """What operator-sdk and OLM v1 say of a file that does not decode; empty where it does."""
    if isinstance(item.document, BrokenDocument):
        words = f"error converting YAML to JSON: {item.document.message}"
        return words, words
    if item.value is not None and not isinstance(item.value, dict):
        lead = f"{_CANNOT} {type_of_go(item.value)} into Go value of type"
        return f"{lead} bundle.AnnotationMetadata", f"{lead} registry.AnnotationsFile"
    found = annotations_in(item)
    if isinstance(found, dict):
        wrong = sorted((key, value) for key, value in found.items() if isinstance(value, (dict, list)))
        sdk = f"{_CANNOT} {type_of_go(wrong[0][1])} into Go struct field {_SDK} of type string" if wrong else ""
        known = [(folded(key), value) for key, value in wrong if folded(key) in _KNOWN]
        if not known:
            return sdk, ""
        where = f"Annotations.annotations.{known[0][0]}"
        return sdk, f"{_CANNOT} {type_of_go(known[0][1])} into Go struct field {where} of type string"
    if found is None:
        return "", ""
    lead = f"{_CANNOT} {type_of_go(found)} into Go struct field"
    return (
        f"{lead} {_SDK} of type map[string]string",
        f"{lead} AnnotationsFile.annotations of type registry.Annotations",
    )


def declared(item: Item) -> list[object]:
    """The dependencies that opm reads in this file; none where it takes the file for another one."""
    found = lowered(mapping(item.value), DEPENDENCIES_KEY)
    if not is_metadata(item.file) or not item.is_first or not isinstance(found, list):
        return []
    meant = [{folded(str(key)): one[key] for key in sorted(one)} if isinstance(one, dict) else one for one in found]
    sound = all(one is None or (isinstance(one, dict) and scalar(one.get("type")) is not None) for one in meant)
    return meant if sound else []


def dependencies_in(item: Item, kind: str) -> Iterator[tuple[int, dict[str, str]]]:
    """The readable values of one type."""
    for number, one in enumerate(declared(item)):
        value = mapping(one).get("value")
        if text(field(one, "type")) == kind and is_readable(one):
            yield number, {key: text_or_none(lowered(mapping(value), key)) or "" for key in FIELDS.get(kind, ())}


def is_readable(dependency: object) -> bool:
    """Whether opm can decode a value by its type."""
    kind, value = text(field(dependency, "type")), mapping(dependency).get("value")
    if "value" not in mapping(dependency) or not isinstance(value, (dict, type(None))):
        return False
    if kind in FIELDS:
        return all(text_or_none(one) is not None for key in FIELDS[kind] for one in spellings(mapping(value), key))
    if kind != CONSTRAINT:
        return False
    cel = lowered(mapping(value), "cel")
    if text_or_none(lowered(mapping(value), "failureMessage")) is None or not isinstance(cel, (dict, type(None))):
        return False
    return text_or_none(lowered(mapping(cel), "rule")) is not None


def dependency_path(number: int, *more: str) -> FieldPath:
    """The place of a dependency, or of a field of its value."""
    return FieldPath.of(DEPENDENCIES_KEY, number, "value", *more) if more else FieldPath.of(DEPENDENCIES_KEY, number)


def key_of(item: Item) -> str:
    """The annotation that tools check; empty where there is none."""
    return next((key for key in EXAMPLE_KEYS if isinstance(item.annotations.get(key, 0), str | None)), "")


def examples_of(item: Item) -> list[object] | None:
    """The examples; None where they are not a list of objects."""
    written = text(item.annotations.get(key_of(item)))
    if not written:
        return []
    try:
        found = json.loads(written)
    except (ValueError, RecursionError):
        return None
    sound = isinstance(found, list) and all(text(field(one, "kind")) for one in found)
    return found if sound else [] if found is None else None
