"""Bytes that are no text, and how far they are read: go-yaml complains of nothing that its parser did not ask for."""

import pytest
from builders.cases import each_row

from xpkgtui.documents.document import BrokenDocument, PackageDocument, parse
from xpkgtui.documents.position import Position
from xpkgtui.documents.reading import Blocks, read_text
from xpkgtui.documents.stream import split
from xpkgtui.documents.yaml.refusals import OddityKind, RefusalReason

FAULTS = {
    "leading": (b"\xff", "invalid leading UTF-8 octet"),
    "trailing": (b"\xe9 au", "invalid trailing UTF-8 octet"),
    "surrogate": (b"\xed\xa0\x80", "invalid Unicode character"),
    "overlong": (b"\xc0\x80", "invalid length of a UTF-8 sequence"),
    "control": (b"\x01", "control characters are not allowed"),
}
FILLER = b"# " + b"x" * 97 + b"\n"


@each_row(
    ("octets", "says"),
    [
        (b"\x80", "invalid leading UTF-8 octet"),
        (b"\xf8\x80\x80\x80", "invalid leading UTF-8 octet"),
        (b"\xbf", "invalid leading UTF-8 octet"),
        (b"\xc0\xaf", "invalid length of a UTF-8 sequence"),
        (b"\xc1\x80", "invalid length of a UTF-8 sequence"),
        (b"\xc2a", "invalid trailing UTF-8 octet"),
        (b"\xdfa", "invalid trailing UTF-8 octet"),
        (b"\xe0\x9f\x80", "invalid length of a UTF-8 sequence"),
        (b"\xe1\x80a", "invalid trailing UTF-8 octet"),
        (b"\xed\xa0\x80", "invalid Unicode character"),
        (b"\xf0\x8f\xbf\xbf", "invalid length of a UTF-8 sequence"),
        (b"\xf1\x80\x80a", "invalid trailing UTF-8 octet"),
        (b"\xf4\x90\x80\x80", "invalid Unicode character"),
        (b"\xf7\xbf\xbf\xbf", "invalid Unicode character"),
    ],
)
def test_bytes_that_are_no_text_have_the_words_of_go_yaml(octets: bytes, says: str) -> None:
    assert message(b"a: " + octets + b"\n") == f"yaml: {says}"


def test_a_block_is_read_at_once_less_what_the_caller_has_kept() -> None:
    blocks = Blocks(bytes(2_000))
    assert [len(blocks.read(size)) for size in (16_384, 16_381, 16_000, 15_872, 16_385)] == [512, 509, 128, 1, 512]


@pytest.mark.parametrize(("rest", "behind"), [(b"\xff", b"\xff"), (b"\xff12345", b"\xff123")])
def test_of_what_is_no_text_the_bytes_of_a_character_are_kept(rest: bytes, behind: bytes) -> None:
    text, reader = read_text(b"a" + rest)
    assert (text, reader.behind, reader.blocks(f"{text}\n").read(16_384)) == ("a\x01", behind, b"a" + behind)


def document(data: bytes) -> PackageDocument | BrokenDocument:
    return parse(data, split(data).chunks[0])


def message(data: bytes) -> str:
    found = document(data)
    assert isinstance(found, BrokenDocument)
    return found.message


@each_row("fault", FAULTS)
def test_the_first_of_two_faults_is_told(fault: str) -> None:
    octets, says = FAULTS[fault]
    assert message(b"a: " + octets + b"\nb: \x02\xfe\n") == f"yaml: {says}"
    assert message(b"a: b\nb: \x02" + octets) == "yaml: control characters are not allowed"


@each_row("fault", FAULTS)
def test_what_is_behind_the_block_of_another_fault_is_not_read(fault: str) -> None:
    octets, says = FAULTS[fault]
    syntax = b"a: [1\nb: 2\n"
    assert message(syntax + FILLER * 6 + octets) == "yaml: line 1: did not find expected ',' or ']'"
    assert message(syntax + FILLER + octets) == f"yaml: {says}"


@each_row("fault", FAULTS)
def test_what_is_behind_the_block_of_the_end_is_hidden(fault: str) -> None:
    octets, says = FAULTS[fault]
    found = document(b"a: 1\n...\n" + FILLER * 6 + octets)
    assert isinstance(found, PackageDocument)
    assert found.value == {"a": 1}
    assert OddityKind.HIDDEN in [note.kind for note in found.oddities]
    assert message(b"a: 1\n...\n" + FILLER + octets) == f"yaml: {says}"


def test_a_character_that_is_cut_off_is_missed_only_at_the_end() -> None:
    cut = b"\xf0\x9f"
    assert message(b"a: " + cut) == "yaml: incomplete UTF-8 octet sequence"
    found = document(b"a: 1\n...\n# " + cut)
    assert isinstance(found, PackageDocument)


@each_row(
    ("octets", "says"),
    [
        (b"\xff", "invalid leading UTF-8 octet"),
        (b"\xc2a", "invalid trailing UTF-8 octet"),
        (b"\xed\xa0\x80", "invalid Unicode character"),
        (b"\xc0\x80", "invalid length of a UTF-8 sequence"),
        (b"\xf0\x9f", "incomplete UTF-8 octet sequence"),
    ],
)
def test_bad_bytes_behind_a_byte_order_mark_have_a_position(octets: bytes, says: str) -> None:
    found = document(b"\xef\xbb\xbfa: 1\nb: " + octets + b"\n")
    assert isinstance(found, BrokenDocument)
    assert (found.reason, found.position) == (RefusalReason.ENCODING, Position(line=2, column=4))
    assert found.message == f"yaml: {says}"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_is_read_as_far_as_its_first_document(encoding: str) -> None:
    found = document("\ufeffa: é😀\n---\nb: 1\n".encode(encoding))
    assert isinstance(found, PackageDocument)
    assert found.value == {"a": "é😀"}
    assert [note.kind for note in found.oddities] == [OddityKind.UTF_16, OddityKind.HIDDEN]


def test_the_line_end_of_little_endian_utf_16_is_a_byte_too_many() -> None:
    assert message("\ufeffa: 1\n".encode("utf-16-le")) == "yaml: incomplete UTF-16 character"
    assert isinstance(document("\ufeffa: 1\n".encode("utf-16-be")), PackageDocument)


@each_row(
    ("octets", "says"),
    [
        (b"\xdc\x00\x00\n", "unexpected low surrogate area"),
        (b"\xd8\x00\x00a\x00\n", "expected low surrogate area"),
        (b"\xd8\x00\x00\n", "expected low surrogate area"),
        (b"\xd8\x0a", "incomplete UTF-16 surrogate pair"),
        (b"\x00\x01\x00\n", "control characters are not allowed"),
    ],
)
def test_half_a_pair_of_utf_16_is_refused(octets: bytes, says: str) -> None:
    assert message("\ufeffa: ".encode("utf-16-be") + octets) == f"yaml: {says}"


@pytest.mark.parametrize(
    ("before", "nested", "where"), [("", "- ", ""), ("", "[", ""), ("b: 1\na:\n", "- ", "line 3: ")]
)
def test_nesting_too_deep_is_told_with_its_line(before: str, nested: str, where: str) -> None:
    assert message(f"{before}{nested * 10_001}\n".encode()) == f"yaml: {where}exceeded max depth of 10000"
