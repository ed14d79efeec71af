"""What Kubernetes' decoder refuses in lists of objects, when it decodes one and when it takes one apart."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from xpkgtui.documents.position import FieldPath
from xpkgtui.golang.printing import type_of_go
from xpkgtui.untyped import field, text

_ITEMS = FieldPath.of("items")
_LEAD = 'unable to get type info from the object "*unstructured.Unstructured": '


class ItemFault(NamedTuple):
    """Something wrong with the items of a list."""

    message: str
    """In words."""
    says: str
    """In Go's."""
    path: FieldPath


def undecoded_items(value: dict[str, Any]) -> ItemFault | None:
    """The first thing for which a list is not decoded; None where it is one, or no list."""
    items = value.get("items")
    if items is not None and not isinstance(items, list):
        where = "Go struct field decodeList.items of type []json.RawMessage"
        says = f"json: cannot unmarshal {type_of_go(items)} into {where}"
        return ItemFault("The items of a list are not a list", says, _ITEMS)
    for number, item in enumerate(items or ()):
        if item is not None and not isinstance(item, dict):
            says = f"json: cannot unmarshal {type_of_go(item)} into Go value of type map[string]interface {{}}"
            return ItemFault(f"Item {number} of a list is not a mapping", says, _ITEMS.child(number))
    return None


def untaken_items(value: dict[str, Any]) -> Iterator[ItemFault]:
    """The reasons why a list that is decoded is not taken apart."""
    for number, item in enumerate(value["items"]):
        if isinstance(item, dict) and isinstance(item.get("items"), list):
            says = "*unstructured.Unstructured is not a list: no Items field in this object"
            yield ItemFault(f"Item {number} of a list is a list", says, _ITEMS.child(number))
            return
    found: dict[str, int] = {}
    for number, item in enumerate(value["items"]):
        api_version, kind = names_of_item(value, item)
        if not kind or api_version.count("/") > 1:
            found.setdefault("Object 'Kind' is missing in 'object has no kind field '", number)
        elif not api_version.rpartition("/")[2]:
            found.setdefault("Object 'apiVersion' is missing in 'object has no apiVersion field'", number)
    joined = ", ".join(f"{_LEAD}{one}" for one in found)
    for message, number in found.items():
        missing = "kind" if "'Kind'" in message else "version in its apiVersion"
        says = f"[{joined}]" if len(found) > 1 else joined
        yield ItemFault(f"Item {number} of a list has no {missing}", says, _ITEMS.child(number))


def names_of_item(value: object, item: object) -> tuple[str, str]:
    """The apiVersion and kind of an item; with neither it takes those of the list, without `List` at the end."""
    found = text(field(item, "apiVersion")), text(field(item, "kind"))
    if any(found):
        return found
    return text(field(value, "apiVersion")), text(field(value, "kind")).removesuffix("List")
