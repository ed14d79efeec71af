"""Where keys, items and the document stand, and how plain scalars were written."""

from builders.cases import each_row
from documents.test_document import read

from xpkgtui.documents.document import PackageDocument, parse
from xpkgtui.documents.position import FieldPath, Position
from xpkgtui.documents.stream import split


def at(text: str, *parts: str | int, number: int = 1) -> tuple[int, int]:
    position = read(text, number).position(FieldPath.of(*parts))
    assert position is not None
    return position.line, position.column


def test_a_position_is_that_of_the_key_in_the_whole_stream() -> None:
    assert at("kind: A\n---\nkind: B\nm:\n  name: x\n", "m", "name", number=2) == (5, 3)


def test_columns_count_characters_not_bytes() -> None:
    assert at("{é: 1, 😀b: 2}\n", "😀b") == (1, 8)


def test_a_list_item_has_the_position_of_its_value() -> None:
    assert at("a:\n- x\n- y\n", "a", 1) == (3, 3)


def test_what_does_not_exist_has_the_position_of_its_nearest_ancestor() -> None:
    assert at("a:\n  b:\n    c: 1\n", "a", "b", "x", 3) == (2, 3)


def test_the_root_has_the_position_of_the_first_key() -> None:
    assert at("---\n# c\na: 1\n") == (3, 1)


def test_the_last_of_two_keys_is_where_the_value_comes_from() -> None:
    assert at("a: 1\na: 2\n", "a") == (2, 1)


def test_a_merged_key_stands_where_it_was_written() -> None:
    assert at("x: &x\n  k: 1\nb:\n  <<: *x\n", "b", "k") == (2, 3)


def test_lines_are_counted_as_editors_count_them() -> None:
    assert at('a: "x\u2028y\r z"\nb: 1\n', "b") == (2, 1)


def test_windows_line_ends_do_not_move_lines() -> None:
    assert at("a: 1\r\nb: |\r\n  x\r\nc: 1\r\n", "c") == (4, 1)


def test_without_positions_there_is_none() -> None:
    data = b"a: 1\n"
    document = parse(data, split(data).chunks[0])
    assert isinstance(document, PackageDocument)
    assert document.position(FieldPath.of("a")) is None


@each_row(("source", "value"), [("yes", True), ("010", 8), ("1.10", 1.1), ("~", None)])
def test_plain_is_the_text_where_yaml_made_something_else(source: str, value: object) -> None:
    document = read(f"a: {{v: {source}}}\nb: [{source}]\n")
    assert document.value["b"][0] == value
    assert document.plain(FieldPath.of("a", "v")) == document.plain(FieldPath.of("b", 0)) == source


@each_row("source", ["'yes'", "word", "!!bool yes", "{}"])
def test_plain_is_silent_about_strings_tags_and_collections(source: str) -> None:
    assert read(f"a: {source}\n").plain(FieldPath.of("a")) is None


def test_plain_forgets_a_value_that_was_overwritten() -> None:
    assert read("a: yes\na: word\n").plain(FieldPath.of("a")) is None


@each_row("text", ["--- ", "--- \n", "--- # nothing\n\n"])
def test_a_document_of_nothing_begins_at_its_first_line(text: str) -> None:
    assert read(text).value is None
    assert read(text).position(FieldPath()) == Position(line=1, column=1)


@each_row(
    ("text", "path", "plain"),
    [
        ("x: &x {k: 0x10, s: b}\nb: {<<: *x}\n", ("b", "k"), "0x10"),
        ("x: &x {k: 0x10, s: b}\nb: {<<: *x}\n", ("b", "s"), None),
        ("x: &x {k: 0x10}\nb: {<<: *x, k: 012}\n", ("b", "k"), "012"),
        ("x: &x {k: 0x10}\nb: {k: 012, <<: *x}\n", ("b", "k"), "0x10"),
        ("x: &x {k: s}\nb: {k: 012, <<: *x}\n", ("b", "k"), None),
        ("b: {k: 012, k: s}\n", ("b", "k"), None),
        ("b: [s, yes]\n", ("b", 1), "yes"),
        ("b: [s, yes]\n", ("b", 0), None),
        ("b: [s, yes]\n", ("b", 2), None),
        ("b: [s, yes]\n", ("b", -1), None),
        ("b: {k: 012}\n", ("c", "k"), None),
        ("b: {k: 012}\n", ("b", "k", "l"), None),
        ("012\n", (), None),
    ],
)
def test_a_plain_scalar_is_kept_as_it_was_written(text: str, path: tuple[str | int, ...], plain: str | None) -> None:
    assert read(text).plain(FieldPath.of(*path)) == plain
