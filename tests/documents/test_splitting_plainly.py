"""Splitting, beside the same done line by line: it looks at few bytes twice, and must not see less for that."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.documents.head import read_head
from xpkgtui.documents.stream import separator_problem, split

HEAD = b"apiVersion: v1\nkind: Pod\nmetadata:\n  name: x\n"
PIECES = (
    HEAD,
    b"---\n",
    b"\n",
    b"\n---",
    b"\n---\n---\n",
    b"--- # comment\n",
    b"---x\n",
    b"...",
    b"...\n",
    b" ",
    b"  ",
    b"\r",
    b"\t",
    b"\xc2\xa0\n",
    b"# comment\n",
    b"- item\n",
    b"kind: Other\n",
    b'"kind": Other\n',
    b"  name: y\n",
    b"spec: |\n  kind: Other\n",
    *(b"".join(b"k%d: 1\n" % one for one in range(count)) for count in (59, 60, 61, 62, 63, 64, 65, 130)),
)
STREAMS = st.lists(st.sampled_from(PIECES), max_size=14).map(b"".join)


def lines(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Offset and text of each line, its line feed included."""
    at = 0
    for line in data.split(b"\n"):
        text = data[at : at + len(line) + 1]
        if text:
            yield at, text
        at += len(text)


def plainly(data: bytes, *, bare: bool) -> Iterator[tuple[int, int, int]]:
    """Start, end and first line of each document, up to a separator that goes on."""
    start, first, number = 0, 1, 0
    for at, line in lines(data):
        number += 1
        if not line.startswith(b"---") or (bare and line[3:].decode("utf-8", "replace").strip()):
            continue
        if separator_problem(line[3:]):
            return
        if at > start:
            yield start, at, first
            start, first = at + len(line), number + 1
    if start < len(data):
        yield start, len(data), first


@pytest.mark.parametrize("bare", [False, True])
@given(STREAMS)
def test_documents_are_where_a_reader_of_lines_finds_them(bare: bool, data: bytes) -> None:
    found = split(data, bare=bare).chunks
    assert [(one.start, one.end, one.first_line) for one in found] == list(plainly(data, bare=bare))


@pytest.mark.parametrize("bare", [False, True])
@given(STREAMS)
def test_names_are_those_that_all_lines_of_a_document_give(bare: bool, data: bytes) -> None:
    for chunk in split(data, bare=bare).chunks:
        margin = [at for at, line in lines(data) if chunk.start < at < chunk.end and line[:1] not in b" \n"]
        names = read_head(data, chunk.start, chunk.end, margin)
        if names is not None and not chunk.empty:
            assert (chunk.api_version, chunk.kind, chunk.name) == (names.api_version, names.kind, names.name)
            assert chunk.line == 1 + data.count(b"\n", 0, names.first_key)
