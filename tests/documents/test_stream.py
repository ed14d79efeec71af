"""Chunks, their bytes, their lines and their names."""

import mmap
import tempfile

from builders.cases import each_row

from xpkgtui.documents.chunk import BlobNames, Chunk
from xpkgtui.documents.document import parse
from xpkgtui.documents.stream import SplitStreams, is_bare, split
from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.golang.characters import SPACES
from xpkgtui.limits import Limits

HEAD = "apiVersion: v1\nkind: A\nmetadata:\n  name: x\n"
PAD = "spec:\n" + "".join(f"  k{i}: 1\n" for i in range(60_000))


def names(text: str) -> tuple[str | None, str | None, str | None]:
    chunk = split(text.encode()).chunks[0]
    return chunk.api_version, chunk.kind, chunk.name


def chunks(text: str) -> tuple[Chunk, ...]:
    return split(text.encode()).chunks


def test_a_separator_that_ends_a_chunk_belongs_to_none() -> None:
    assert [(c.start, c.end) for c in chunks("a: 1\n---\nb: 2\n")] == [(0, 5), (9, 14)]


def test_a_separator_that_finds_nothing_collected_belongs_to_the_chunk() -> None:
    assert [(c.start, c.end) for c in chunks("---\n---\n---\na: 1\n")] == [(0, 4), (8, 17)]


def test_numbers_count_empty_chunks_too() -> None:
    assert [(c.number, c.empty) for c in chunks("# c\n---\na: 1\n---\n\n")] == [(1, True), (2, False), (3, True)]


def test_lines_are_those_of_the_chunk_and_of_its_first_key() -> None:
    assert [(c.first_line, c.line) for c in chunks("---\n\n# c\na: 1\n---\n# d\n\n  b: 1\n")] == [(1, 4), (6, 8)]


def test_the_line_of_an_empty_chunk_is_that_of_its_comment() -> None:
    assert [(c.first_line, c.line) for c in chunks("\n\n# c\n---\n\n")] == [(1, 3), (5, 5)]


def test_blanks_behind_a_separator_are_those_of_go() -> None:
    for space in SPACES:
        stream = split(f"a: 1\n---{space}\nb: 1\n---\n{space}\n".encode())
        assert [one.empty for one in stream.chunks] == [False, False, True], ascii(space)
    for other in "\x1c\u180e\u200b\ufeff":
        assert split(f"a: 1\n---{other}\nb: 1\n".encode()).problem is not None, ascii(other)


def test_reading_stops_at_a_bad_separator() -> None:
    stream = split(b"a: 1\n---\nb: 1\n--- x\nc: 1\n")
    assert stream.problem is not None
    assert (len(stream.chunks), stream.problem.line, stream.problem.offset) == (1, 4, 14)


@each_row("text", ["\n \t\n", "---\n", "...\n", "# c", " \u00a0\u2003# c\n", "---\n  ---\r\n...\n\x0b\n"])
def test_blanks_comments_and_marks_are_empty(text: str) -> None:
    assert chunks(text)[0].empty


@each_row("text", ["--- \n", "---\r\r\n", "---\r", "...\r", "... # c\n", "\ufeff\n", "a", "\u200b\n", "--- # c\n"])
def test_anything_else_is_not_empty(text: str) -> None:
    assert not chunks(text)[0].empty


@each_row(
    "text",
    [
        HEAD,
        HEAD.replace("\n", "\r\n"),
        "# c\n\n" + HEAD + "spec: {}\n",
        "---\n  # \u00e8\n \r\n# c\n" + HEAD,
        "kind: A\nmetadata:\n    annotations: {name: z}\n    name: x\napiVersion: v1\n",
        'apiVersion: "v1"\nkind: \'A\'\nmetadata: {"name": "x"}\n',
        '{"apiVersion":"v1","kind":"A","metadata":{"name":"x"}}',
        "apiVersion: v1\nkind: A\nspec: |\n  kind: B\nmetadata:\n  name: x\n",
        "apiVersion: v1\nkind: A\nmetadata:\n  annotations:\n    a: |\n      name: y\n\n     x\n  name: x\n",
        "apiVersion: v1\nkind: A\nmetadata:\n  a: 'it''s'\n  labels:\n  - name: y\n  name: x\n",
        'apiVersion: v1\nkind: A\nmetadata:\n  a: "\n  name: y"\n  name: x\n',
        'a: "\napiVersion: v2\nkind: B\n "\n' + HEAD,
        HEAD.replace("kind: A", "kind: B") + "kind: A\n",
        HEAD.replace("kind: A", "kind: B") + '"kind": A\n',
        HEAD.replace("kind: A", "kind: B") + "<<: {kind: A}\n",
        HEAD.replace("name: x", "name: y\n  name: x"),
        HEAD + "...\n",
        HEAD + "...\nkind: B\n",
        "? kind\n: A\n? apiVersion\n: v1\nmetadata:\n  name:\n    x\n",
        "apiVersion: v1 # c\nkind: !!str A\nmetadata: &m\n  name: &n x\n",
        "metadata:\n  name: x\nkind: A\napiVersion: v1",
    ],
)
def test_names_are_read_however_they_are_written(text: str) -> None:
    assert names(text) == ("v1", "A", "x")


@each_row(
    ("text", "expected"),
    [
        ("apiVersion: 1\nkind: yes\nmetadata:\n  name: 010\n", (None, None, None)),
        ("apiVersion: v1\nkind: y\nmetadata:\n  name: on\n", ("v1", None, None)),
        ("apiVersion: v1\nkind: A\n  B\nmetadata:\n  name: x\n    y\n", ("v1", "A B", "x y")),
        ("apiVersion: v1\nkind: A\nmetadata:\n  labels:\n    name: x\n", ("v1", "A", None)),
        ("apiVersion: v1\nkind: A\nmetadata: x\n", ("v1", "A", None)),
        ("- kind: A\n", (None, None, None)),
        ("kind: [\n", (None, None, None)),
        ("  spec:\napiVersion: v1\nkind: A\nmetadata:\n", (None, None, None)),
        ("# c\n\n  spec:\napiVersion: v1\nkind: A\nmetadata:\n", (None, None, None)),
        ("---\n # c\n text\napiVersion: v1\nkind: A\nmetadata:\n", (None, None, None)),
        ("#\rkind: B\napiVersion: v1\nkind: A\nmetadata:\n", ("v1", "A", None)),
    ],
)
def test_names_that_are_no_strings_are_absent(text: str, expected: tuple[str | None, ...]) -> None:
    assert names(text) == expected


def test_a_document_that_breaks_later_still_has_its_names() -> None:
    assert names(HEAD + "spec: [\n") == ("v1", "A", "x")


def test_blobs_of_a_catalog_are_named_by_their_schema() -> None:
    found = [chunk.blob for chunk in chunks(f"schema: olm.bundle\nname: {'n' * 321}\npackage: p\n---\nname: p\n")]
    assert found == [BlobNames(schema="olm.bundle", package="p", name="n" * 319 + "…"), None]


def test_a_large_document_of_odd_form_is_named() -> None:
    assert names(PAD + HEAD) == ("v1", "A", "x")


def test_a_large_document_of_usual_form_is_named() -> None:
    assert names(HEAD + PAD) == ("v1", "A", "x")


def test_a_mapped_file_is_split_like_bytes() -> None:
    data = ("---\n" + HEAD + "---\n" + '{"kind": "B"}\n').encode()
    with tempfile.TemporaryFile() as file:
        file.write(data)
        file.flush()
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
            assert split(mapped).chunks == split(data).chunks
            assert type(parse(mapped, split(mapped).chunks[1])).__name__ == "PackageDocument"


def test_more_chunks_than_anybody_needs_are_a_problem() -> None:
    stream = split(b"a: 1\n---\n" * 5, limits=Limits(documents=3))
    assert stream.problem is not None
    assert (len(stream.chunks), stream.problem.line) == (3, 8)
    assert stream.problem.message == "xpkgtui reads at most 3 documents of a package"
    assert stream.problem.limit is not None
    assert stream.problem.limit.name == "documents"


@each_row(
    ("text", "documents"),
    [
        (b"a: 1\n---\nb: 2\n", [b"a: 1\n", b"b: 2\n"]),
        (b"a: 1\n--- \t\r\nb: 2\n", [b"a: 1\n", b"b: 2\n"]),
        (b"a: 1\n--- # note\nb: 2\n", [b"a: 1\n--- # note\nb: 2\n"]),
        (b"a: 1\n----\nb: 2\n---\nc: 3\n", [b"a: 1\n----\nb: 2\n", b"c: 3\n"]),
        (b"--- # note\na: 1\n", [b"--- # note\na: 1\n"]),
    ],
)
def test_bare_separators_alone_separate_for_older_kubernetes(text: bytes, documents: list[bytes]) -> None:
    stream = split(text, bare=True)
    assert [text[one.start : one.end] for one in stream.chunks] == documents
    assert stream.problem is None


@each_row(
    ("text", "same"),
    [
        (b"a\n---\nb\n", True),
        (b"a\n--- \nb\n", True),
        (b"--- # x\nb\n", True),
        (b"a\n--- # x\n", False),
        (b"a\n---", True),
        (b"---x\nb\n", False),
        (b"--- x", False),
        (b"--- \n---\n", True),
    ],
)
def test_streams_without_odd_separators_are_split_alike(text: bytes, same: bool) -> None:
    assert is_bare(text) is same


def test_the_streams_that_were_split_last_are_known() -> None:
    known, (one, two, three) = SplitStreams(), [split(text) for text in (b"a: 1\n", b"b: 1\n", b"c: 1\n")]
    for path, found in (("1", one), ("2", two), ("1", one), ("3", three)):
        known.keep(path, found)
    assert [known.find(path) for path in "123"] == [one, None, three]


def test_names_in_flow_style_are_read_at_any_size_within_the_limits() -> None:
    one = '{"metadata": {"name": "x", "annotations": {"a": "%s"}}, "kind": "A", "apiVersion": "v1"}\n'
    for lead in ("", "# by hand\n", "---\n"):
        assert names(lead + one % ("y" * (3 << 20))) == ("v1", "A", "x")
        assert names(lead + "{" + one[2:].replace('"', "") % ("y" * (3 << 20))) == ("v1", "A", "x")
    many = split("---\n".join([one % ("y" * 700_000)] * 24).encode())
    assert {(chunk.kind, chunk.name, chunk.unnamed) for chunk in many.chunks} == {("A", "x", None)}


def test_a_document_that_a_limit_keeps_from_being_named_says_which() -> None:
    data = b'{"kind": "A", "metadata": {"name": "%s"}}\n' % (b"y" * 2_000)
    large, spent = split(data, limits=Limits(document=1_000)), split(data, Effort(0))
    assert [chunk.unnamed and chunk.unnamed.name for chunk in (*large.chunks, *spent.chunks)] == ["document", "yaml"]
    assert {chunk.kind for chunk in (*large.chunks, *spent.chunks)} == {None}
    deep = split(b"{a: " + b"[" * 5_000 + b"]" * 5_000 + b"}\n", limits=Limits(yaml=1_000_000))
    assert deep.chunks[0].unnamed == Limits(yaml=1_000_000).reached("yaml")
