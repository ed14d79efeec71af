"""Paths through a schema, and the words for those that lead nowhere."""

from builders.cases import each_row

from xpkgtui.formats.definitions.field_errors import FieldErrors, LinkedPath, check_field_path

LEAF = {"type": "string"}
SCHEMA = {"properties": {"spec": {"properties": {"a-b": LEAF, "it's": LEAF}}, "any": {"additionalProperties": LEAF}}}


@each_row(
    ("path", "names"),
    [
        (".spec", ("spec",)),
        (".spec.a-b", ("spec", "a-b")),
        ("['spec']['a-b']", ("spec", "a-b")),
        (r".spec['it\'s']", ("spec", "it's")),
        (".any.thing", ("any", "thing")),
        ("", ()),
    ],
)
def test_a_path_names_its_fields(path: str, names: tuple[str, ...]) -> None:
    found = check_field_path(path, SCHEMA)
    assert (found.fault, found.names) == (None, names)
    assert found.schema is (LEAF if len(names) == 2 else found.schema)


@each_row(
    ("path", "fault"),
    [
        ("spec", "expected [ or . but got: spec"),
        (".", "unexpected end of JSON path"),
        ("[", "unexpected end of JSON path"),
        ("['spec'", "unexpected end of JSON path"),
        ("['spec'.", "expected ] but got ."),
        ("[spec]", "expected single quoted string but got spec"),
        ("[']", "expected single quoted string but got '"),
        (".gone", "does not refer to a valid field"),
        (".spec.a-b.c", "does not refer to a valid field"),
    ],
)
def test_a_path_that_leads_nowhere_says_why(path: str, fault: str) -> None:
    found = check_field_path(path, SCHEMA)
    assert (found.fault, found.schema, found.names) == (fault, None, ())


def test_brackets_are_refused_where_they_may_not_stand() -> None:
    assert check_field_path("['spec']", SCHEMA, brackets=False).fault == "array notation is not allowed"
    assert check_field_path(".spec.a-b", SCHEMA, brackets=False).names == ("spec", "a-b")


def test_two_hundred_errors_are_kept() -> None:
    errors = FieldErrors()
    for number in range(200):
        assert not errors.is_full
        errors.invalid(LinkedPath(None, "spec"), str(number))
    assert errors.is_full
    errors.invalid(LinkedPath(None, "spec"), "one more")
    assert len(errors.found) == 200
