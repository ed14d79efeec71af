"""Lists of objects, and files that begin with a brace, as Kubernetes' decoder takes them."""

from typing import Any, cast

from builders.cases import each_row

from xpkgtui.documents.origins import Origins
from xpkgtui.errors import NotFound
from xpkgtui.formats.go_decoding.lists import (
    braced_names,
    names_of_item,
    undecoded_items,
    untaken_items,
    with_json_faults,
)
from xpkgtui.golang.printing import type_of_go
from xpkgtui.readers.folder import SourceFile, SourceFolder
from xpkgtui.readers.reader import FolderEntry

ONE = {"apiVersion": "v1", "kind": "Secret"}
KIND = "Object 'Kind' is missing in 'object has no kind field '"
VERSION = "Object 'apiVersion' is missing in 'object has no apiVersion field'"
LEAD = 'unable to get type info from the object "*unstructured.Unstructured": '


@each_row(
    ("value", "message", "says", "path"),
    [
        ({}, None, "", ""),
        ({"items": [ONE, None]}, None, "", ""),
        (
            {"items": "x"},
            "The items of a list are not a list",
            "cannot unmarshal string into Go struct field",
            "items",
        ),
        (
            {"items": [ONE, 3]},
            "Item 1 of a list is not a mapping",
            "cannot unmarshal number into Go value",
            "items[1]",
        ),
    ],
)
def test_a_list_is_decoded_where_its_items_are_mappings(
    value: Any, message: str | None, says: str, path: str
) -> None:
    found = undecoded_items(value)
    assert (found.message if found else None) == message
    assert found is None or (says in found.says and str(found.path) == path)


@each_row(
    ("items", "faults"),
    [
        ([ONE], []),
        (
            [ONE, {"items": []}],
            [("Item 1 of a list is a list", "*unstructured.Unstructured is not", "items[1]")],
        ),
        ([{"apiVersion": "v1"}], [("Item 0 of a list has no kind", f"{LEAD}{KIND}", "items[0]")]),
        ([{"apiVersion": "a/b/c", "kind": "A"}], [("Item 0 of a list has no kind", f"{LEAD}{KIND}", "items[0]")]),
        (
            [ONE, {"kind": "A"}, {"apiVersion": "a/b/c", "kind": "A"}, {"apiVersion": "a/", "kind": "A"}],
            [
                ("Item 1 of a list has no version in its apiVersion", f"[{LEAD}{VERSION}, {LEAD}{KIND}]", "items[1]"),
                ("Item 2 of a list has no kind", f"[{LEAD}{VERSION}, {LEAD}{KIND}]", "items[2]"),
            ],
        ),
    ],
)
def test_a_list_is_taken_apart_where_every_item_has_its_names(items: list[Any], faults: list[Any]) -> None:
    found = list(untaken_items({"items": items}))
    assert [(one.message, str(one.path)) for one in found] == [(message, path) for message, _, path in faults]
    assert all(one.says.startswith(says) for one, (_, says, _) in zip(found, faults, strict=True))


def test_an_item_without_names_takes_those_of_the_list() -> None:
    whole = {"apiVersion": "v1", "kind": "SecretList"}
    assert names_of_item(whole, {}) == ("v1", "Secret")
    assert names_of_item(whole, {"kind": "A"}) == ("", "A")
    kinds: list[Any] = [None, "", True, [], {}, 1, 1.5]
    assert " ".join(map(type_of_go, kinds)) == "null string bool array object number number"


ORIGINS = Origins(files=("a", "b", "c", "d"), braced=(0, 1, 3))
CONTENT = {"a": b'{"a": 1}\n{', "b": b'{"b": 2}', "c": b"{"}


class Folder:
    """A folder with files of these bytes."""

    def read(self, file: SourceFile, _limit: int) -> bytes:
        """The bytes of a file."""
        if file.name not in CONTENT:
            raise NotFound("it is gone")
        return CONTENT[file.name]


def test_the_files_that_begin_with_a_brace_are_named() -> None:
    assert braced_names(ORIGINS) == {"a", "b", "d"}
    assert not braced_names(None)


def test_only_they_are_read_to_their_end() -> None:
    files = [SourceFile(name=name) for name in "abcd"]
    entries = [FolderEntry(name=name) for name in "abcde"]
    found = with_json_faults(cast(SourceFolder, Folder()), entries, files, ORIGINS)
    assert [(one.name, one.fails) for one in found] == [(name, name == "a") for name in "abcde"]
    assert found[0].unread == "unexpected EOF"
    assert found[1:] == tuple(entries[1:])
