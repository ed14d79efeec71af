"""Values of unknown shape: another type counts as absent."""

from builders.cases import each_row

from xpkgtui.untyped import field, listing, mapping, text


@each_row("value", [None, 1, True, "", "a", [], ["a"]])
def test_what_is_not_a_mapping_is_an_empty_one(value: object) -> None:
    assert mapping(value) == {}


@each_row("value", [None, 1, "a", {"a": 1}])
def test_what_is_not_a_list_is_an_empty_one(value: object) -> None:
    assert listing(value) == []


@each_row("value", [None, 1, ["a"], {"a": 1}])
def test_what_is_not_text_is_empty_text(value: object) -> None:
    assert text(value) == ""


@each_row(("value", "found"), [({"a": {"b": 1}}, 1), ({"a": [1]}, None), ({"a": None}, None), ("a", None)])
def test_nested_field_is_none_where_its_parents_are_not_mappings(value: object, found: object) -> None:
    assert field(value, "a", "b") == found
