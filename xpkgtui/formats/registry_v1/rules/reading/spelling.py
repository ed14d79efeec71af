"""A ClusterServiceVersion as operator-sdk reads it: the keys of its fields in any letters."""

from dataclasses import replace
from functools import lru_cache
from typing import Any, TypeVar

from xpkgtui.documents.document import PackageDocument
from xpkgtui.formats.go_decoding.shapes import Form, Shape, Struct
from xpkgtui.formats.registry_v1.decoding.types import SERVICE_VERSION, type_of
from xpkgtui.formats.registry_v1.rules.subjects import Bundle, Files, Item

Subject = TypeVar("Subject", Files, Item, Bundle)
_DEEPEST = 40


def in_any_letters(subject: Subject) -> Subject:
    """The subject with the fields of its ClusterServiceVersion as they are meant; itself where they are so."""
    if isinstance(subject, Item):
        return _item(subject) if subject.is_csv else subject
    if isinstance(subject, Bundle):
        if all(_item(one) is one for one in subject.csvs):
            return subject
        return replace(subject, items=tuple(_item(one) if one.is_csv else one for one in subject.items))
    return subject


@lru_cache(maxsize=4)
def _item(item: Item) -> Item:
    """Every rule asks for the same few."""
    if not isinstance(item.document, PackageDocument):
        return item
    value = _spelled(item.value, type_of(SERVICE_VERSION), 0)
    return item if value is item.value else replace(item, document=replace(item.document, value=value))


def _spelled(value: Any, shape: Shape | Struct | None, depth: int) -> Any:
    """The value, the same object where no key of a field in it is spelled otherwise."""
    struct = shape.struct if isinstance(shape, Shape) else shape
    if depth > _DEEPEST or not isinstance(value, (dict, list)):
        return value
    if isinstance(value, list):
        element = shape.element if isinstance(shape, Shape) and shape.form is Form.LIST else None
        if element is None:
            return value
        items = [_spelled(one, element, depth + 1) for one in value]
        return value if all(one is other for one, other in zip(items, value, strict=True)) else items
    if struct is None:
        return value
    found = {}
    for key, one in value.items():
        name = key if key in struct.fields else _meant(key, struct, value)
        found[name] = _spelled(one, struct.fields.get(name), depth + 1)
    is_same = all(key in value and value[key] is one for key, one in found.items())
    return value if is_same else found


def _meant(key: Any, struct: Struct, value: dict[Any, Any]) -> Any:
    """The field that a key means, unless it is there in its own letters, too."""
    name = struct.spelled(key) if isinstance(key, str) else None
    return key if name is None or name in value else name
