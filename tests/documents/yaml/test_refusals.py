"""What is refused: in the words of Go, with a reason and a place."""

import pytest
from builders.cases import each_row
from documents.test_document import read, refused

from xpkgtui.documents.position import Position
from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.documents.yaml.refusals import RefusalReason, Refused
from xpkgtui.limits import Limits


@each_row(
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
    ("text", "reason"),
    [
        ("a: [\n", RefusalReason.SYNTAX),
        (b"a: \xe9\n", RefusalReason.ENCODING),
        (b"\xff\xfea\x00", RefusalReason.ENCODING),
        ('a: "x\n---\ny"\n', RefusalReason.SEPARATOR),
        ("%YAML 1.2\n---\na: 1\n", RefusalReason.DIRECTIVE),
        (" %YAML 1.2\n---\na: 1\n", RefusalReason.SYNTAX),
        ("a: .nan\n", RefusalReason.VALUE),
        ("- " * 10_100, RefusalReason.DEPTH),
        ("a: *b\n", RefusalReason.ALIAS),
        (b"a: " + b"x" * (8 << 20), RefusalReason.SIZE),
    ],
)
def test_a_refusal_has_a_reason(text: str | bytes, reason: RefusalReason) -> None:
    assert refused(text).reason is reason


@each_row(
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


@each_row("character", ["\x00", "\x1b", "\x7f"])
def test_a_control_character_is_reported_at_its_place(character: str) -> None:
    document = refused(f"a: b\n---\nä: 1\nb: 'x{character}y'\n", 2)
    assert document.message == "yaml: control characters are not allowed"
    assert document.position == Position(line=4, column=6)


@each_row("mark", ["\r", "\x85", "\u2028", "\u2029"])
def test_lines_are_those_of_an_editor_where_yaml_breaks_others(mark: str) -> None:
    odd = f"# a{mark}# b{mark}\n"
    assert refused(f"{odd}d: [}}\n").position == Position(line=2, column=5)
    assert refused(f"d: [}}}} {mark}\n").position == Position(line=1, column=5)
    assert refused(f"{odd}d: *x\n").position == Position(line=2, column=4)
    assert refused(f"{odd}d: !!int x\n").position == Position(line=2, column=4)
    assert [one.line for one in read(f"{odd}d: &x 1\ne: *x\nd: 2\n").oddities][-2:] == [3, 4]


def test_bad_bytes_have_a_position() -> None:
    assert refused("a: 1\né: ".encode() + b"\xe9\n").position == Position(line=2, column=4)


@each_row(
    ("text", "number", "position"),
    [("a: [", 1, (1, 5)), ("a:\nF", 1, (2, 2)), ("a: 1\n---\nb: 'ä", 2, (3, 6)), ("a: [\n", 1, (2, 1))],
)
def test_a_document_ends_at_a_line_that_is_there(text: str, number: int, position: tuple[int, int]) -> None:
    assert refused(text, number).position == Position(line=position[0], column=position[1])


def test_reasons_are_words_and_two_of_them_are_limits_of_this_program() -> None:
    words = ["syntax", "encoding", "separator", "directive", "value", "depth", "alias", "size", "spent"]
    assert [str(one) for one in RefusalReason] == words
    assert [str(one) for one in RefusalReason if one.is_own_limit] == ["size", "spent"]


@each_row(
    ("text", "message", "place"),
    [
        ("%YAML 1.2\n---\na: 1\n", "yaml: found incompatible YAML document", (1, 1)),
        ("# c\n\n%YAML 2.0 # d\n---\na: 1\n", "yaml: line 2: found incompatible YAML document", (3, 1)),
        ("# c\n%FOO\na: 1\n", "yaml: line 2: found unknown directive name", (2, 5)),
        ("# c\n%YAML 1.1\n\na: 1\n", "yaml: line 3: did not find expected <document start>", (2, 1)),
    ],
)
def test_a_directive_is_refused_at_its_line(text: str, message: str, place: tuple[int, int]) -> None:
    found = refused(text)
    assert (found.reason, found.message) == (RefusalReason.DIRECTIVE, message)
    assert found.position == Position(line=place[0], column=place[1])


def test_effort_that_is_spent_says_what_raises_the_limit() -> None:
    effort = Effort(5_100, limits=Limits(yaml=5_000))
    own = effort.of_document()
    with pytest.raises(Refused) as exhausted:
        own.spend(101)
    what = "it, or what comes before it, has too many values or nests too deep"
    reached = Limits(yaml=5_000).reached("yaml")
    assert (exhausted.value.reason, exhausted.value.message) == (RefusalReason.SIZE, f"{what}: {reached.sentence}")
    assert exhausted.value.limit == reached
    with pytest.raises(Refused) as spent:
        effort.of_document()
    assert spent.value.message == f"there are too many documents and values: {reached.sentence}"
    assert (spent.value.reason, spent.value.limit) == (RefusalReason.SPENT, reached)
