"""Paths, oddities, and documents as large as the limit."""

from builders.cases import each_row

from xpkgtui.documents.document import BrokenDocument, PackageDocument, parse
from xpkgtui.documents.position import FieldPath
from xpkgtui.documents.stream import split
from xpkgtui.documents.yaml.refusals import OddityKind, RefusalReason
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


def kinds(text: str) -> list[OddityKind]:
    return [note.kind for note in read(text).oddities]


def test_a_path_is_written_with_dots_and_brackets() -> None:
    assert str(FieldPath.of("spec", "versions", 0, "name")) == "spec.versions[0].name"


def test_keys_that_are_no_identifiers_are_quoted() -> None:
    assert str(FieldPath.of("metadata", "annotations", 'a.b/"c\\')) == r'metadata.annotations["a.b/\"c\\"]'


def test_the_root_is_written_as_nothing() -> None:
    assert str(FieldPath()) == ""


def test_paths_can_be_keys() -> None:
    assert {FieldPath.of("a").child(0): 1}[FieldPath.of("a", 0)] == 1


@each_row(
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


@each_row("text", ["a: 1\n...\n", "a: 1\n...\n# c\n\n...\n", "a: {b: 1}\nc: {b: 1}\n", "<<: {a: 1}\na: 2"])
def test_what_is_ordinary_is_not_noted(text: str) -> None:
    assert [kind for kind in kinds(text) if kind is not OddityKind.MERGE] == []


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
    assert (found.reason, found.message) == (RefusalReason.SIZE, "xpkgtui reads at most 4 bytes of a document")
    assert found.limit == Limits(document=4).reached("document", 5)
