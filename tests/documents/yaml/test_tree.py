"""What is noted while a value is built, and at which path."""

from builders.cases import each_row
from documents.test_document import kinds, read

from xpkgtui.documents.yaml.refusals import OddityKind


@each_row(
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


def test_a_repeated_key_is_noted_with_its_path_and_line() -> None:
    note = read("---\nm:\n- {a: 1,\n   a: 2}\n").oddities[0]
    assert (str(note.path), note.line) == ("m[0].a", 4)


@each_row(
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


@each_row(
    ("text", "words"),
    [
        ("a: 1\na: 2\n", ["the key `a` occurs again"]),
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
