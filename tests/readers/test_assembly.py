"""The assembly of one stream from many files."""

import io
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, BinaryIO

import pytest
from builders.cases import each_row
from builders.packages.folders import META, composition, write_folder
from builders.packages.resolved_folders import names, places, resolved, rows_of

from xpkgtui.documents.stream import split
from xpkgtui.errors import NotFound, Usage
from xpkgtui.formats.xpkg.format import XPKG
from xpkgtui.formats.xpkg.sources.build import is_meta, walk_sources
from xpkgtui.limits import LARGEST_STREAM, LIMITS, Limits
from xpkgtui.readers.assembly import Assembly, DocumentPart, assemble
from xpkgtui.readers.folder import FolderReading, OmissionReason, SourceFile, SourceFolder
from xpkgtui.sources.folder.walk import FolderSource, OpenedFolder


def test_empty_files_and_comments_are_not_documents(tmp_path: Path) -> None:
    files = {"crossplane.yaml": META, "a.yaml": "", "b.yaml": "\n", "c.yaml": "# nothing\n---\n---\n"}
    assert names(tmp_path / "p", files) == ["acme"]


def test_the_text_of_every_document_is_kept(tmp_path: Path) -> None:
    text = f"---  # first\n{composition('one')}# behind\n---\n# two\n{composition('two')}"
    root = resolved(tmp_path / "p", {"crossplane.yaml": META, "a.yaml": text})
    assert root.path.read_text() == f"---\n{META}---\n{text}---\n"


def test_every_document_tells_its_file_and_line(tmp_path: Path) -> None:
    text = f"# about it\n---\n\n{composition('one')}---\n{composition('two')}"
    root = resolved(tmp_path / "p", {"crossplane.yaml": f"---\n{META}", "d/a.yaml": text, "e.yaml": META})
    assert places(root) == [("crossplane.yaml", 2), ("e.yaml", 1), ("d/a.yaml", 4), ("d/a.yaml", 9)]


def test_the_bytes_of_a_row_begin_at_its_first_line(tmp_path: Path) -> None:
    text = f"# about it\n---\n# one\n{composition('one')}---\n# two\n{composition('two')}"
    root = resolved(tmp_path / "p", {"crossplane.yaml": f"# mine\n{META}", "a.yaml": text})
    data = root.path.read_bytes()
    for row in rows_of(root):
        assert row.file is not None
        lines = (tmp_path / "p" / row.file).read_bytes().splitlines()
        shown = data[row.start : row.end].splitlines()
        assert shown == lines[row.first_line - 1 :][: len(shown)]


def test_a_file_without_a_last_line_end_ends_its_document(tmp_path: Path) -> None:
    files = {"crossplane.yaml": META.rstrip(), "a.yaml": composition("a").rstrip(), "b.yaml": composition("b")}
    assert names(tmp_path / "p", files) == ["acme", "a", "b"]


def test_byte_order_marks_and_carriage_returns_stay_where_they_are(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "crossplane.yaml": b"\xef\xbb\xbf" + META.replace("\n", "\r\n").encode(),
        "a.yaml": composition("a"),
    }
    root = resolved(tmp_path / "p", files)
    assert [row.name for row in rows_of(root)] == ["acme", "a"]
    assert root.path.read_bytes().startswith(b"\xef\xbb\xbfapiVersion")


def test_a_file_that_is_not_utf_8_is_a_document_like_others(tmp_path: Path) -> None:
    root = resolved(tmp_path / "p", {"crossplane.yaml": META, "a.yaml": b"a: \xff\n", "b.yaml": composition("b")})
    assert places(root) == [("crossplane.yaml", 1), ("a.yaml", 1), ("b.yaml", 1)]


def test_a_separator_with_content_hides_nothing_of_other_files(tmp_path: Path) -> None:
    broken = f"{composition('one')}---\na: 1\n--- x\nb: 1\n"
    root = resolved(tmp_path / "p", {"crossplane.yaml": META, "a.yaml": broken, "b.yaml": composition("b")})
    stream = split(root.path.read_bytes())
    assert [chunk.name for chunk in stream.chunks] == ["acme", "one", "b"]
    assert stream.problem is not None
    assert root.origins is not None
    origin = root.origins.at(stream.problem.line)
    assert origin is not None
    assert (origin.file, origin.line) == ("a.yaml", 7)


def test_a_second_separator_with_content_is_reported(tmp_path: Path) -> None:
    root = resolved(tmp_path / "p", {"crossplane.yaml": META, "a.yaml": "--- x\n", "b.yaml": "a: 1\n--- x\n"})
    assert root.notes == ("b.yaml has another separator with content, in line 2; it is not read from there on.",)


def assembled(
    folder: OpenedFolder, files: Iterable[SourceFile], limit: int = LARGEST_STREAM
) -> tuple[Assembly, bytes]:
    sink = io.BytesIO()
    return assemble(folder, files, sink, io.BytesIO(), is_meta, limit), sink.getvalue()


def test_a_file_that_vanishes_is_reported_and_the_rest_is_there(tmp_path: Path) -> None:
    folder = OpenedFolder(write_folder(tmp_path / "p", {"crossplane.yaml": META, "a.yaml": composition("a")}), "p")
    files = walk_sources(folder, "").files
    (tmp_path / "p/a.yaml").unlink()
    assembly, _ = assembled(folder, files)
    assert [one.name for one in assembly.left_out] == ["a.yaml"]
    assert assembly.objects == 1


def test_more_than_a_package_may_have_is_cut(tmp_path: Path) -> None:
    folder = OpenedFolder(write_folder(tmp_path / "p", {"crossplane.yaml": META, "z.yaml": composition("z")}), "p")
    assembly, data = assembled(folder, walk_sources(folder, "").files, limit=len(META) + 10)
    assert assembly.truncated
    assert len(data) < len(META) + 30


class Files:
    """A folder of texts; one that is missing cannot be read."""

    name = "p"

    def __init__(self, files: Mapping[str, bytes | None], limits: Limits = LIMITS) -> None:
        self._files, self.limits = files, limits

    def read(self, file: SourceFile, most: int = -1) -> bytes:
        if (data := self._files[file.name]) is None:
            raise NotFound(f"{file.name} is gone.")
        return data[:most]


def put_together(files: Mapping[str, bytes | None], documents: int = 100, **how: Any) -> tuple[Assembly, str]:
    """The assembly and its stream; documents with `first` in them come first, unless `how` says otherwise."""
    limits, sink = Limits(documents=documents), io.BytesIO()
    folder: Any = Files(files, limits)
    how = {"is_first": lambda chunk: chunk.kind == "First"} | how
    found = assemble(folder, [SourceFile(name=name) for name in files], sink, io.BytesIO(), **how)
    return found, sink.getvalue().decode()


JSON = b'{"a": 1}\n\n{"b": 2}\n'


@each_row(
    ("files", "how", "stream", "facts"),
    [
        ({}, {}, "", (0, 0, None)),
        ({"a": b"a: 1"}, {}, "---\na: 1\n---\n", (1, 1, None)),
        ({"a": b"---\na: 1\n"}, {}, "---\na: 1\n---\n", (1, 1, None)),
        ({"a": b"a: 1\n", "b": b"kind: First\n"}, {}, "---\nkind: First\n---\na: 1\n---\n", (2, 2, "b")),
        ({"a": b"a: 1\n--- x", "b": b"b: 1"}, {}, "---\nb: 1\n---\na: 1\n--- x\n", (1, 2, None)),
        ({"a": b"a: 1\n---\nc: 1\n--- x\n"}, {}, "---\na: 1\n---\nc: 1\n--- x\n", (1, 1, None)),
        ({"a": None, "b": b"b: 1\n"}, {}, "---\nb: 1\n---\n", (1, 1, None)),
        ({"a": JSON}, {}, f"---\n{JSON.decode()}---\n", (1, 1, None)),
        ({"a": JSON}, {"with_json": True}, '---\n{"a": 1}\n---\n{"b": 2}\n---\n', (2, 1, None)),
        ({"a": JSON[:-3]}, {"with_json": True}, '---\n{"a": 1}\n---\n\n\n{"b": \n', (1, 1, None)),
        ({"a": b"\n" + JSON[:9]}, {"with_json": True}, '---\n\n{"a": 1}\n---\n', (1, 1, None)),
        ({"a": b"--- # why\na: 1\n"}, {}, "--- # why\na: 1\n---\n", (1, 1, None)),
        ({"a": b"--- x\na: 1\n"}, {}, "--- x\na: 1\n", (0, 1, None)),
        ({"a": JSON[:9]}, {"with_json": True}, '---\n{"a": 1}\n---\n', (1, 1, None)),
        ({"a": b"%YAML 1.1\n---\na: 1\n"}, {}, "---\n%YAML 1.1\n---\na: 1\n---\n", (2, 1, None)),
        ({"a": b"%YAML 1.1\n---\na: 1\n"}, {"takes_files_whole": True}, "---\na: 1\n---\n", (1, 1, None)),
        (
            {"a": b"# why\n%YAML 1.1\n\n---\na: 1\n"},
            {"takes_files_whole": True},
            "---\na: 1\n---\n",
            (1, 1, None),
        ),
        (
            {"a": b"%YAML 1.2\n---\na: 1\n"},
            {"takes_files_whole": True},
            "---\n%YAML 1.2\n---\na: 1\n---\n",
            (2, 1, None),
        ),
        ({"a": b"%YAML 1.1\n"}, {"takes_files_whole": True}, "---\n%YAML 1.1\n---\n", (1, 1, None)),
        ({"a": b"%YAML 1.1\nb: 1\n---\na: 1\n"}, {"takes_files_whole": True}, ..., (2, 1, None)),
    ],
)
def test_files_become_one_stream(
    files: dict[str, bytes | None], how: dict[str, Any], stream: Any, facts: tuple[int, int, str | None]
) -> None:
    assembly, text = put_together(files, **how)
    assert text == (stream if stream is not ... else text)
    assert (assembly.objects, assembly.read, assembly.first) == facts
    assert not assembly.truncated
    assert assembly.reached == ()


@each_row(("text", "lead"), [("", 0), ("a: 1\n", 4), ("---\na: 1\n", 0), ("\ufeffa: 1\n", 0)])
def test_a_separator_that_is_in_no_file_leads(text: str, lead: int) -> None:
    assembly, _ = put_together({"a": text.encode()})
    assert assembly.origins.lead == lead


def test_what_is_left_out_is_named_with_its_reason() -> None:
    assembly, _ = put_together({"a": None, "b": b"--- x\n", "c": b"a: 1\n--- x\n", "d": b"a: 1\n---\nb: 1"})
    assert [(one.name, one.reason, one.detail) for one in assembly.left_out] == [
        ("a", OmissionReason.NOT_READ, "a is gone."),
        ("c", OmissionReason.SEPARATOR, "2"),
    ]
    assert (assembly.objects, assembly.read) == (2, 3)


@each_row(("size", "stream"), [(10, "a: 1 b: 2 "), (9, "a: 1 b: 2"), (5, "a: 1 "), (4, "a: 1")])
def test_what_is_read_ends_with_the_limit(size: int, stream: str) -> None:
    assembly, text = put_together({"a": b"a: 1\n", "b": b"b: 2\n"}, limit=size)
    assert " ".join(text.replace("---", "").split()) == stream.strip()
    assert assembly.truncated is (size < 10)
    assert assembly.read == (2 if size >= 5 else 1)


def test_files_are_read_until_there_are_more_documents_than_the_limit() -> None:
    for count, reached in ((2, False), (3, True)):
        assembly, _ = put_together({f"{n}": b"a: 1\n" for n in range(count + 1)}, documents=2)
        assert (assembly.read, [one.name for one in assembly.reached]) == (3, ["documents"] if reached else [])


@each_row(
    ("text", "braced"),
    [
        ("{}", True),
        ("\t\n\v\f\r \x85\xa0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000{}", True),
        ("\u200b{}", False),
        (" " * 4_095 + "{}", True),
        (" " * 4_096 + "{}", False),
        ("a: {}", False),
    ],
)
def test_a_brace_behind_spaces_makes_a_file_one_of_json(text: str, *, braced: bool) -> None:
    assembly, _ = put_together({"a": b"a: 1\n", "b": text.encode()})
    assert assembly.origins.braced == ((1,) if braced else ())


def halved(data: bytes, line: int, most: int, *, in_json: bool) -> tuple[DocumentPart, ...]:
    """A line of `halves` apart from the rest, which tells what was asked."""
    if not data.startswith(b"halves"):
        return ()
    told = f"{line} {most} {in_json}".encode()
    return DocumentPart(data=b"x: 1\n", lines=((0, line),)), DocumentPart(data=told, lines=((0, line + 1),))


def test_documents_are_taken_apart_and_keep_their_places() -> None:
    files = {"a": b"a: 1\n---\nhalves\n---\nb: 1\n", "b": b"\xe2\x80\x83{}\n---\nhalves\n---\n--- x\n"}
    assembly, text = put_together(files, apart=halved)
    assert text == (
        "---\na: 1\n---\nx: 1\n---\n3 99 False\n---\nb: 1\n---\n\u2003{}\n---\nx: 1\n---\n3 95 True\n---\n--- x\n"
    )
    places = [assembly.origins.at(line) for line in (2, 4, 6, 8, 10, 12, 14, 16)]
    assert [f"{one.file}{one.line}" for one in places if one] == ["a1", "a3", "a4", "a5", "b1", "b3", "b4", "b5"]
    assert assembly.objects == 7


class FullDisk:
    """A reader that finds no room."""

    in_images = False
    marks: tuple[str, ...] = ()
    hint = ""

    def place(self, folder: SourceFolder) -> str | None:
        return ""

    def read(self, folder: SourceFolder, place: str, sink: BinaryIO, spool: BinaryIO) -> FolderReading:
        raise OSError(28, "No space left on device")


def test_a_stream_that_cannot_be_put_together_leaves_no_file_behind(tmp_path: Path) -> None:
    source = FolderSource(OpenedFolder(tmp_path, "p"), "", XPKG, FullDisk(), tmp_path / "scratch")
    with pytest.raises(Usage, match="No space left"):
        source.resolve()
    assert list((tmp_path / "scratch").iterdir()) == []
