"""What of two schemas is compared by its value."""

from xpkgtui.formats.definitions.changes.comparing.pairs import facts_of, moves


def test_a_schema_says_of_itself_what_is_not_below_it() -> None:
    said = {"type": "string", "enum": ["a"], "default": None, "pattern": "^a", "nullable": True}
    assert facts_of({**said, "description": "x", "properties": {}, "items": {}}) == said


def test_a_field_moves_to_the_one_new_field_of_its_name_and_type() -> None:
    new = [
        ("spec.b.one", "string"),
        ("spec.b.two", "integer"),
        ("spec.c.three", "string"),
        ("spec.d.three", "string"),
    ]
    gone = [("one", "string"), ("spec.two", "string"), ("spec.three", "string")]
    assert moves(gone, new) == {"one": "spec.b.one"}
