"""What Kubernetes' decoder refuses in lists of objects, and in files that it takes for JSON as they begin with {."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from xpkgtui.documents.position import FieldPath
from xpkgtui.errors import XpkgError
from xpkgtui.golang.json_syntax import fault_of_json
from xpkgtui.golang.printing import type_of_go
from xpkgtui.limits import LARGEST_STREAM
from xpkgtui.untyped import field, text

if TYPE_CHECKING:  # rules are listed without what reads
    from xpkgtui.documents.origins import Origins
    from xpkgtui.readers.folder import SourceFile, SourceFolder
    from xpkgtui.readers.reader import FolderEntry


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


def braced_names(origins: "Origins | None") -> Collection[str]:
    """The files of a stream that begin with a brace."""
    return {origins.files[number] for number in origins.braced} if origins else ()


def with_json_faults(
    folder: "SourceFolder", entries: "Iterable[FolderEntry]", files: "Iterable[SourceFile]", origins: "Origins"
) -> "tuple[FolderEntry, ...]":
    """The entries, those of such files with what the decoder says where they are not JSON to their end."""
    braced = braced_names(origins)
    known = {file.name: file for file in files if file.name in braced}
    return tuple(_with_fault(folder, one, known[one.name]) if one.name in known else one for one in entries)


def _with_fault(folder: "SourceFolder", entry: "FolderEntry", file: "SourceFile") -> "FolderEntry":
    try:
        fault = fault_of_json(folder.read(file, LARGEST_STREAM))
    except XpkgError:  # what is read first says so
        return entry
    return replace(entry, unread=fault.of_decoder, fails=True) if fault else entry
