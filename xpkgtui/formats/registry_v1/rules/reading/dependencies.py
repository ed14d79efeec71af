"""The dependencies that metadata/dependencies.yaml declares, as opm decodes them."""

from collections.abc import Iterator

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.go_decoding.loosely import lowered
from xpkgtui.formats.registry_v1.layout import is_metadata
from xpkgtui.formats.registry_v1.rules.go_values import scalar, text_or_none
from xpkgtui.formats.registry_v1.rules.subjects import Item
from xpkgtui.untyped import field, mapping, text

GVK, PACKAGE, LABEL, CONSTRAINT = "olm.gvk", "olm.package", "olm.label", "olm.constraint"
FIELDS = {GVK: ("group", "version", "kind"), PACKAGE: ("packageName", "version"), LABEL: ("label",)}
KEY = "dependencies"


def declared(item: Item) -> list[object]:
    """The dependencies that opm reads in this file; none where it takes the file for another one."""
    found = field(item.value, KEY)
    if not is_metadata(item.file) or not item.is_first or not isinstance(found, list):
        return []
    sound = all(one is None or (isinstance(one, dict) and scalar(one.get("type")) is not None) for one in found)
    return list(found) if sound else []


def each(item: Item, kind: str) -> Iterator[tuple[int, dict[str, str]]]:
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
        return all(text_or_none(lowered(mapping(value), key)) is not None for key in FIELDS[kind])
    if kind != CONSTRAINT:
        return False
    cel = lowered(mapping(value), "cel")
    if text_or_none(lowered(mapping(value), "failureMessage")) is None or not isinstance(cel, (dict, type(None))):
        return False
    return text_or_none(lowered(mapping(cel), "rule")) is not None


def path_of(number: int, *more: str) -> FieldPath:
    """The place of a dependency, or of a field of its value."""
    return FieldPath.of(KEY, number, "value", *more) if more else FieldPath.of(KEY, number)
