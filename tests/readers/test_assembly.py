"""The assembly of one stream from many files."""

import io
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

import pytest
from builders.packages.folders import META, composition, write_folder
from builders.packages.resolved_folders import names, places, resolved, rows_of

from xpkgtui.documents.stream import split
from xpkgtui.errors import Usage
from xpkgtui.formats.xpkg.format import XPKG
from xpkgtui.formats.xpkg.sources.build import is_meta, walk_sources
from xpkgtui.limits import LARGEST_STREAM
from xpkgtui.readers.assembly import Assembly, assemble
from xpkgtui.readers.folder import FolderReading, SourceFile, SourceFolder
from xpkgtui.sources.folder.source import FolderSource
from xpkgtui.sources.folder.walk import OpenedFolder


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
