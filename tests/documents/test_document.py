"""Paths, positions, plain scalars and notes."""

import pytest

from xpkgtui.documents.document import BrokenDocument, PackageDocument, parse
from xpkgtui.documents.oddities import OddityKind
from xpkgtui.documents.position import FieldPath, Position
from xpkgtui.documents.stream import split
from xpkgtui.documents.yaml.refusals import Reason
from xpkgtui.limits import Limits


def read(text: str | bytes, number: int = 1) -> PackageDocument:
    data = text.encode() if isinstance(text, str) else text
    document = parse(data, split(data).chunks[number - 1], positions=True)
    assert isinstance(document, PackageDocument)
    return document


def refused(text: str | bytes, number: int = 1) -> BrokenDocument:
    data = text.encode() if isinstance(text, str) else text
    document = parse(data, split(data).chunks[number - 1])
    assert isinstance(document, BrokenDocument)
    return document


def at(text: str, *parts: str | int, number: int = 1) -> tuple[int, int]:
    position = read(text, number).position(FieldPath.of(*parts))
    assert position is not None
    return position.line, position.column


def kinds(text: str) -> list[OddityKind]:
    return [note.kind for note in read(text).oddities]


def test_a_path_is_written_with_dots_and_brackets() -> None:
    assert str(FieldPath.of("spec", "versions", 0, "name")) == "spec.versions[0].name"


def test_keys_that_are_no_identifiers_are_quoted() -> None:
    assert str(FieldPath.of("metadata", "annotations", 'a.b/"c')) == 'metadata.annotations["a.b/\\"c"]'


def test_the_root_is_written_as_nothing() -> None:
    assert str(FieldPath()) == ""


def test_paths_can_be_keys() -> None:
    assert {FieldPath.of("a").child(0): 1}[FieldPath.of("a", 0)] == 1


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


@pytest.mark.parametrize(("source", "value"), [("yes", True), ("010", 8), ("1.10", 1.1), ("~", None)])
def test_plain_is_the_text_where_yaml_made_something_else(source: str, value: object) -> None:
    document = read(f"a: {{v: {source}}}\nb: [{source}]\n")
    assert document.value["b"][0] == value
    assert document.plain(FieldPath.of("a", "v")) == document.plain(FieldPath.of("b", 0)) == source


@pytest.mark.parametrize("source", ["'yes'", "word", "!!bool yes", "{}"])
def test_plain_is_silent_about_strings_tags_and_collections(source: str) -> None:
    assert read(f"a: {source}\n").plain(FieldPath.of("a")) is None


def test_plain_forgets_a_value_that_was_overwritten() -> None:
    assert read("a: yes\na: word\n").plain(FieldPath.of("a")) is None


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("a: 1\na: 2\n", OddityKind.DUPLICATE_KEY),
        ("a: &x 1\nb: *x\n", OddityKind.ALIAS),
        ("<<: {a: 1}\n", OddityKind.MERGE),
        ("a: 1\n...\nb: 1\n", OddityKind.HIDDEN),
        ("{a: 1}\n{b: 1}\n", OddityKind.HIDDEN),
        ("a: !!binary aGk=\n", OddityKind.BINARY),
        ("a: 1\n...\n%YAML 1.1\n", OddityKind.DIRECTIVE),
        ("\ufeffa: 1\n", OddityKind.BOM),
        ("a: 1\r\n", OddityKind.CRLF),
    ],
)
def test_what_is_surprising_and_accepted_is_noted(text: str, kind: OddityKind) -> None:
    assert kinds(text) == [kind]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("\ufeff\ufeffa: 1\nb: 2\n", {"a": 1}),
        ("\ufeff\ufeff# c\na: 1\nb: 2\n", {"a": 1}),
        ("\ufeff\ufeffa: 1\n b: 2\n", {"a": 1, "b": 2}),
        ("\ufeff\ufeff\ufeffa: 1\n", {"\ufeffa": 1}),
    ],
    ids=["the second key is left out", "behind a comment too", "an indented key is beside it", "a third is a letter"],
)
def test_second_byte_order_mark_indents_what_comes_first(text: str, value: object) -> None:
    assert read(text).value == value


@pytest.mark.parametrize(
    "text", ["a: 1\n...\n", "a: 1\n...\n# c\n\n...\n", "a: {b: 1}\nc: {b: 1}\n", "<<: {a: 1}\na: 2"]
)
def test_what_is_ordinary_is_not_noted(text: str) -> None:
    assert [kind for kind in kinds(text) if kind is not OddityKind.MERGE] == []


def test_a_repeated_key_is_noted_with_its_path_and_line() -> None:
    note = read("---\nm:\n- {a: 1,\n   a: 2}\n").oddities[0]
    assert (str(note.path), note.line) == ("m[0].a", 4)


def test_what_stands_behind_the_end_is_noted_with_its_line() -> None:
    notes = read("\n\na: 1\n...\n%x\n# c\n\n%y\nb: 1\n").oddities
    assert [(one.kind, one.line) for one in notes] == [
        (OddityKind.DIRECTIVE, 5),
        (OddityKind.DIRECTIVE, 8),
        (OddityKind.HIDDEN, 9),
    ]


def test_many_notes_of_a_kind_are_counted() -> None:
    notes = read("a: 1\n" * 1000).oddities
    assert (len(notes), notes[-1].text) == (51, "and 949 more of these")
    assert len(read("a: 1\n" * 51).oddities) == 50
    assert read("a: 1\n" * 52).oddities[-1].text == "and 1 more of these"


def test_a_document_may_be_as_large_as_the_limit() -> None:
    data = b"a: 1\n"
    assert isinstance(parse(data, split(data).chunks[0], limits=Limits(document=5)), PackageDocument)
    found = parse(data, split(data).chunks[0], limits=Limits(document=4))
    assert isinstance(found, BrokenDocument)
    assert (found.reason, found.message) == (Reason.SIZE, "xpkgtui reads at most 4 bytes of a document")
    assert found.limit == Limits(document=4).reached("document", 5)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: *b\n", "yaml: unknown anchor 'b' referenced"),
        ("a: &a [*a]\n", "yaml: anchor 'a' value contains itself"),
        ("? [1, a]\n: b\n", 'yaml: invalid map key: []interface {}{1, "a"}'),
        ("~: 1\n", "unsupported map key of type: %!s(<nil>), key: <nil>, value: 1"),
        ("a: .nan\n", "json: unsupported value: NaN"),
        ("a: -.inf\n", "json: unsupported value: -Inf"),
    ],
)
def test_a_refusal_has_the_words_of_go(text: str, message: str) -> None:
    assert refused(text).message == message


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a: 1\na: 2\n", ["the key `a` occurs again; the last one counts"]),
        ("a: &x 1\nb: *x\n", ["uses the anchor `x`"]),
        ("<<: {a: 1}\n", ["merges another mapping with `<<`"]),
        ("a: !!binary aGk=\n", ["!!binary is decoded to text"]),
        ("a: 1\n...\nb: 1\n", ["content after the end of the document is ignored"]),
        ("a: 1\n...\n%YAML 1.1\n", ["a directive after the end of the document is ignored"]),
        ("\ufeffa: 1\r\n", ["starts with a byte order mark", "lines end in CR LF"]),
    ],
)
def test_an_oddity_is_said_in_words(text: str, words: list[str]) -> None:
    assert [one.text for one in read(text).oddities] == words


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a: [\n", Reason.SYNTAX),
        (b"a: \xe9\n", Reason.ENCODING),
        (b"\xff\xfea\x00", Reason.ENCODING),
        ('a: "x\n---\ny"\n', Reason.SEPARATOR),
        ("%YAML 1.2\n---\na: 1\n", Reason.DIRECTIVE),
        ("a: .nan\n", Reason.VALUE),
        ("[" * 20_000, Reason.DEPTH),
        ("a: *b\n", Reason.ALIAS),
        (b"a: " + b"x" * (8 << 20), Reason.SIZE),
    ],
)
def test_a_refusal_has_a_reason(text: str | bytes, reason: Reason) -> None:
    assert refused(text).reason is reason


@pytest.mark.parametrize(
    ("value", "spelled"),
    [
        ("{z: 1, a: b}", 'map[interface {}]interface {}{"a":"b", "z":1}'),
        ("-.inf", "-Inf"),
        (".inf", "+Inf"),
        ("", "<nil>"),
        ("yes", "true"),
        ("no", "false"),
        ("1.5", "1.5"),
        ("-3", "-3"),
        ("9223372036854775807", "9223372036854775807"),
        ("9223372036854775808", "0x8000000000000000"),
        ("[~, yes, a, 1]", '[]interface {}{interface {}(nil), true, "a", 1}'),
        ("[1, 2, 3, 4, 5, 6, 7, 8]", "[]interface {}{1, 2, 3, 4, 5, 6, 7, 8}"),
        ("[1, 2, 3, 4, 5, 6, 7, 8, 9]", "[]interface {}{1, 2, 3, 4, 5, 6, 7, 8, ...}"),
        ("[[[[]]]]", "[]interface {}{[]interface {}{[]interface {}{...}}}"),
        (
            "{a: [{b: {}}]}",
            'map[interface {}]interface {}{"a":[]interface {}{map[interface {}]interface {}{"b":...}}}',
        ),
        ("{~: 1}", "map[interface {}]interface {}{<nil>:1}"),
        ("a" * 201, '"' + "a" * 200 + '"'),
        (".nan", "NaN"),
        (r'"\u00a0\""', r'"\u00a0\""'),
    ],
)
def test_value_in_a_message_is_spelled_as_go_spells_it(value: str, spelled: str) -> None:
    assert refused(f"~: {value}\n").message.endswith(f"value: {spelled}")


def test_a_refusal_has_a_position_in_the_whole_stream() -> None:
    assert refused("a: 1\n---\nb:\n  c: [.nan]\n", 2).position == Position(line=4, column=7)


def test_bad_bytes_have_a_position() -> None:
    assert refused("a: 1\né: ".encode() + b"\xe9\n").position == Position(line=2, column=4)


@pytest.mark.parametrize("character", ["\x00", "\x1b", "\x7f"])
def test_a_control_character_is_reported_at_its_place(character: str) -> None:
    document = refused(f"a: b\n---\nä: 1\nb: 'x{character}y'\n", 2)
    assert document.message == "yaml: control characters are not allowed"
    assert document.position == Position(line=4, column=6)


@pytest.mark.parametrize("mark", ["\r", "\x85", "\u2028", "\u2029"])
def test_lines_are_those_of_an_editor_where_yaml_breaks_others(mark: str) -> None:
    odd = f"# a{mark}# b{mark}\n"
    assert refused(f"{odd}d: [}}\n").position == Position(line=2, column=5)
    assert refused(f"d: [}}}} {mark}\n").position == Position(line=1, column=5)
    assert refused(f"{odd}d: *x\n").position == Position(line=2, column=4)
    assert refused(f"{odd}d: !!int x\n").position == Position(line=2, column=4)
    assert [one.line for one in read(f"{odd}d: &x 1\ne: *x\nd: 2\n").oddities][-2:] == [3, 4]


@pytest.mark.parametrize(
    ("text", "number", "position"),
    [("a: [", 1, (1, 5)), ("a:\nF", 1, (2, 2)), ("a: 1\n---\nb: 'ä", 2, (3, 6)), ("a: [\n", 1, (2, 1))],
)
def test_a_document_ends_at_a_line_that_is_there(text: str, number: int, position: tuple[int, int]) -> None:
    assert refused(text, number).position == Position(line=position[0], column=position[1])


@pytest.mark.parametrize("text", ["--- ", "--- \n", "--- # nothing\n\n"])
def test_a_document_of_nothing_begins_at_its_first_line(text: str) -> None:
    assert read(text).value is None
    assert read(text).position(FieldPath()) == Position(line=1, column=1)


@pytest.mark.parametrize(
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


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("a: {<<: {b: 1, b: 2}}\n", 'a["<<"].b'),
        ("a: {<<: [{c: 1}, {b: 1, b: 2}]}\n", 'a["<<"][1].b'),
        ("a: [x, {1: {b: 1, b: 2}}]\n", 'a[1]["1"].b'),
        ("b: 1\nb: 2\n", "b"),
    ],
)
def test_a_repeated_key_has_a_path_through_merges_and_lists(text: str, path: str) -> None:
    assert [str(one.path) for one in read(text).oddities if one.kind is OddityKind.DUPLICATE_KEY] == [path]
