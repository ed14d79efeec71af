"""apiVersion and kind as Crossplane's parser reads them, and its words where it reads none."""

from typing import Any

from builders.cases import each_row

from xpkgtui.formats.xpkg.objects.identity import identify

STRUCT = 'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }'
LEAD = "couldn't get version/kind; json parse error: json: cannot unmarshal"


@each_row(
    ("value", "fault", "word"),
    [
        ([], "is an array, not a mapping", "array"),
        ("a", "is a string, not a mapping", "string"),
        (1, "is a number, not a mapping", "number"),
        (1.5, "is a number, not a mapping", "number"),
        (True, "is a bool, not a mapping", "bool"),
    ],
)
def test_what_is_no_mapping_has_no_kind(value: Any, fault: str, word: str) -> None:
    found = identify(value)
    assert (found.named, found.fault, found.path) == (None, fault, None)
    assert found.says == f"{LEAD} {word} into Go value of type {STRUCT}"


@each_row(
    ("value", "fault", "says"),
    [
        ({"kind": 1}, "has a kind that is not text", "number into Go struct field .kind of type string"),
        ({"APIVERSION": []}, "has an apiVersion that is not text", "array into Go struct field .apiVersion of type"),
        ({"KIND": {}}, "has a kind that is not text", "object into Go struct field .kind of type string"),
    ],
)
def test_a_field_that_is_no_text_is_named(value: dict[str, Any], fault: str, says: str) -> None:
    found = identify(value)
    assert (found.fault, str(found.path)) == (fault, next(iter(value)))
    assert found.says.startswith(f"{LEAD} {says}")


def test_a_version_with_two_slashes_is_none() -> None:
    found = identify({"apiVersion": "a/b/c", "kind": "A"})
    assert (found.named, found.fault) == (None, "has an apiVersion with more than one slash")
    assert (found.says, str(found.path)) == ("unexpected GroupVersion string: a/b/c", "apiVersion")


def test_keys_are_read_in_any_letters_and_the_last_one_counts() -> None:
    found = identify({"apiVersion": "v1", "Kind": "A", "kind": "B", "other": 1})
    assert found.named is not None
    assert (found.named.kind, found.fault) == ("B", "")
    assert (
        identify({"apiVersion": "v1", "KIND": "A", "kind": None}).named
        == identify({"apiVersion": "v1", "kind": "A"}).named
    )


@each_row("value", [None, {}, {"kind": ""}, {"apiVersion": "v1"}])
def test_without_a_kind_there_is_none(value: Any) -> None:
    found = identify(value)
    assert found.named is None
    assert found.fault == "has no kind"
