"""Lists of objects, as Kubernetes' decoder takes them."""

from typing import Any

from builders.cases import each_row

from xpkgtui.formats.go_decoding.lists import names_of_item, undecoded_items, untaken_items
from xpkgtui.golang.printing import type_of_go

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
