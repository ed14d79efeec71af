"""Folders of sources: what a build reads of them (settled by running its own libraries), and in which order."""

import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from builders.inspection.opened import opened, outcome, stream_root
from builders.packages.folders import META, composition, write_folder

from xpkgtui.documents.stream import split
from xpkgtui.errors import NotAPackage, Usage
from xpkgtui.inspection.objects.rows import object_rows
from xpkgtui.inspection.rows.objects import ObjectRow
from xpkgtui.readers.reader import Sign
from xpkgtui.sources.folder import walk as walks
from xpkgtui.sources.folder.assembly import assemble
from xpkgtui.sources.folder.walk import SourceFile
from xpkgtui.sources.folder.xpkg_build import is_meta, walk_sources
from xpkgtui.sources.source import Form, StreamRoot


def resolved(folder: Path, files: Mapping[str, str | bytes], scratch: Path | None = None) -> StreamRoot:
    source = opened(write_folder(folder, files), scratch or folder.parent / "scratch")
    assert source.form is Form.FOLDER
    return stream_root(source)


def rows_of(root: StreamRoot) -> list[ObjectRow]:
    data = root.path.read_bytes()
    return list(object_rows(data, split(data).chunks, root.origins))


def names(folder: Path, files: Mapping[str, str | bytes]) -> list[str | None]:
    return [row.name for row in rows_of(resolved(folder, files))]


def places(root: StreamRoot) -> list[tuple[str | None, int]]:
    return [(row.file, row.line) for row in rows_of(root)]


def test_the_meta_object_comes_first_and_the_rest_as_it_is_walked(tmp_path: Path) -> None:
    files = {name: composition(name.partition(".")[0].replace("/", "-")) for name in ("b.yaml", "a.yml", "a/z.yaml")}
    assert names(tmp_path / "p", {**files, "crossplane.yaml": META}) == ["acme", "a-z", "a", "b"]


def test_the_meta_object_may_be_in_any_file(tmp_path: Path) -> None:
    files = {"crossplane.yaml": composition("one"), "zzz.yaml": f"{composition('two')}---\n{META}"}
    assert names(tmp_path / "p", files) == ["acme", "one", "two"]


def test_hidden_files_and_folders_are_read(tmp_path: Path) -> None:
    files = {"crossplane.yaml": META, ".git/x.yaml": composition("git"), ".yaml": composition("bare")}
    assert names(tmp_path / "p", files) == ["acme", "git", "bare"]


def test_other_endings_are_not_read(tmp_path: Path) -> None:
    files = {"crossplane.yaml": META, "a.YAML": composition("loud"), "b.json": "{}", "c.yaml.bak": composition("c")}
    assert names(tmp_path / "p", files) == ["acme"]


def test_a_folder_may_be_called_like_a_file(tmp_path: Path) -> None:
    assert names(tmp_path / "p", {"crossplane.yaml": META, "x.yaml/y.yaml": composition("in")}) == ["acme", "in"]


def test_empty_files_and_comments_are_no_documents(tmp_path: Path) -> None:
    files = {"crossplane.yaml": META, "a.yaml": "", "b.yaml": "\n", "c.yaml": "# nothing\n---\n---\n"}
    assert names(tmp_path / "p", files) == ["acme"]


def test_what_begins_with_the_name_of_the_examples_is_left_out_and_told(tmp_path: Path) -> None:
    files = {"crossplane.yaml": META, "examples.yaml": composition("a"), "sub/examples/b.yaml": composition("b")}
    root = resolved(tmp_path / "p", files)
    assert [row.name for row in rows_of(root)] == ["acme", "b"]
    assert root.notes == ("examples.yaml is left out, because its name begins with examples.",)


def test_a_package_folder_has_its_examples_beside_it(tmp_path: Path) -> None:
    files = {"package/crossplane.yaml": META, "package/examples/a.yaml": composition("a"), "examples/e.yaml": META}
    root = resolved(tmp_path / "p", files)
    assert places(root) == [("package/crossplane.yaml", 1), ("package/examples/a.yaml", 1)]
    assert root.notes == ("examples/ has 1 file, which a build puts into a layer of its own.",)


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


def test_a_file_that_is_no_utf_8_is_a_document_like_others(tmp_path: Path) -> None:
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


def test_a_second_separator_with_content_is_told(tmp_path: Path) -> None:
    root = resolved(tmp_path / "p", {"crossplane.yaml": META, "a.yaml": "--- x\n", "b.yaml": "a: 1\n--- x\n"})
    assert root.notes == ("b.yaml has another separator with content, in line 2; it is not read from there on.",)


def test_a_link_to_a_file_inside_is_read(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "p", {"package/crossplane.yaml": META, "shared/a.yaml": composition("a")})
    (folder / "package/link.yaml").symlink_to("../shared/a.yaml")
    assert places(stream_root(opened(folder, tmp_path))) == [("package/crossplane.yaml", 1), ("package/link.yaml", 1)]


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("../outside.yaml", "leads out of the folder"),
        ("nowhere", "link to nothing"),
        ("x.yaml", "link to nothing"),
        ("sub", "link to a folder"),
        ("/dev/zero", "leads out of the folder"),
    ],
)
def test_other_links_are_left_out_and_told(target: str, said: str, tmp_path: Path) -> None:
    write_folder(tmp_path, {"outside.yaml": composition("out")})
    folder = write_folder(tmp_path / "p", {"crossplane.yaml": META, "sub/notes.txt": ""})
    (folder / "x.yaml").symlink_to(target)
    root = stream_root(opened(folder, tmp_path))
    assert [row.name for row in rows_of(root)] == ["acme"]
    assert [said in note for note in root.notes] == [True]


def test_folders_that_are_links_are_not_entered(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "p", {"crossplane.yaml": META})
    (folder / "again").symlink_to(".")
    assert [row.name for row in rows_of(stream_root(opened(folder, tmp_path)))] == ["acme"]


def test_a_named_pipe_is_left_out(tmp_path: Path, mkfifo: Callable[[Path], None]) -> None:
    folder = write_folder(tmp_path / "p", {"crossplane.yaml": META})
    mkfifo(folder / "pipe.yaml")
    mkfifo(folder / "target")
    (folder / "link.yaml").symlink_to("target")
    root = stream_root(opened(folder, tmp_path))
    assert root.notes == (
        "link.yaml is a link to a named pipe, which is left out.",
        "pipe.yaml is a named pipe, which is left out.",
    )


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is unreadable to root")
def test_what_may_not_be_read_is_told_and_the_rest_is_there(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "p", {"crossplane.yaml": META, "a.yaml": composition("a"), "d/b.yaml": META})
    (folder / "a.yaml").chmod(0)
    (folder / "d").chmod(0)
    root = stream_root(opened(folder, tmp_path))
    (folder / "d").chmod(0o700)
    assert [row.name for row in rows_of(root)] == ["acme"]
    assert ["a.yaml" in note or note.startswith("d cannot be entered") for note in root.notes] == [True, True]


def test_a_file_that_vanishes_is_told_and_the_rest_is_there(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "p", {"crossplane.yaml": META, "a.yaml": composition("a")})
    files = walk_sources(folder, "").files
    (folder / "a.yaml").unlink()
    assembly = assemble(files, folder, tmp_path / "scratch", is_meta)
    assert [one.name for one in assembly.left_out] == ["a.yaml"]
    assert assembly.objects == 1


def test_more_than_a_package_may_have_is_cut(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "p", {"crossplane.yaml": META, "z.yaml": composition("z")})
    assembly = assemble(walk_sources(folder, "").files, folder, tmp_path / "scratch", is_meta, limit=len(META) + 10)
    assert assembly.truncated
    assert assembly.path.stat().st_size < len(META) + 30


def test_many_reasons_to_leave_files_out_are_counted(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "p", {"crossplane.yaml": META})
    for number in range(20):
        (folder / f"{number:02}.yaml").symlink_to("nowhere")
    assert stream_root(opened(folder, tmp_path)).notes[-1] == "12 more files left out for such reasons."


def test_deep_folders_are_walked(tmp_path: Path) -> None:
    deep = tmp_path / "p"
    for _ in range(300):
        deep /= "d"
    write_folder(deep, {"a.yaml": composition("deep")})
    assert names(tmp_path / "p", {"crossplane.yaml": META}) == ["acme", "deep"]


def test_names_are_sorted_by_their_bytes(tmp_path: Path) -> None:
    strange = os.fsdecode(b"\xff.yaml")
    try:
        write_folder(tmp_path / "p", {strange: composition("last")})
    except OSError:
        pytest.skip("this file system takes text only")
    files = {"crossplane.yaml": META, "é.yaml": composition("e"), "B.yaml": composition("b")}
    assert names(tmp_path / "p", files) == ["acme", "b", "e", "last"]


@pytest.mark.parametrize(
    ("example", "problem"),
    [
        ("a: [\n", "examples/x.yaml:1: "),
        ("- a\n", "examples/x.yaml:1: the document is no mapping"),
        ("a: 1\n", "examples/x.yaml:1: the document has no kind"),
        ("kind: A\n---\nkind: 1\n", "examples/x.yaml:3: the document has no kind"),
        ("# nothing\n", "examples/x.yaml:1: yaml: line 2: did not find expected node content"),
        ("kind: A\n---\n", "examples/x.yaml:2: yaml: line 1: did not find expected node content"),
        ("kind: A\n--- x\n", "examples/x.yaml:2: invalid Yaml document separator: x"),
    ],
)
def test_an_example_at_which_a_build_stops_is_told(example: str, problem: str, tmp_path: Path) -> None:
    root = resolved(tmp_path / "p", {"crossplane.yaml": META, "examples/x.yaml": example})
    assert (root.examples_error or "").startswith(problem)
    assert root.steps[-1].sign is Sign.BAD


@pytest.mark.parametrize(("target", "what"), [("nowhere", "nothing"), (".", "a folder")])
def test_a_link_among_the_examples_that_leads_to_no_file_stops_a_build(
    target: str, what: str, tmp_path: Path
) -> None:
    folder = write_folder(tmp_path / "p", {"crossplane.yaml": META, "examples/a.yaml": composition("a")})
    (folder / "examples/x.yaml").symlink_to(target)
    problem = stream_root(opened(folder, tmp_path)).examples_error
    assert problem == f"examples/x.yaml:1: it is a link to {what}, in which a build finds no document"


@pytest.mark.parametrize("example", ["kind: A\n", "# a\n---\nkind: A\n", "kind: A\n...\n", "---\n---\nkind: A"])
def test_examples_that_a_build_takes_are_no_trouble(example: str, tmp_path: Path) -> None:
    root = resolved(tmp_path / "p", {"crossplane.yaml": META, "examples/x.yaml": example, "examples/n.txt": "["})
    assert root.examples_error is None
    assert root.notes == ("examples/ has 1 file, which a build puts into a layer of its own.",)


def test_a_folder_is_read_anew_each_time(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "p", {"crossplane.yaml": META})
    source = opened(folder, tmp_path)
    source.resolve()
    write_folder(folder, {"a.yaml": composition("new")})
    assert [row.name for row in rows_of(stream_root(source))] == ["acme", "new"]


def test_a_folder_of_sources_leaves_nothing_to_choose(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "p", {"crossplane.yaml": META})
    with pytest.raises(Usage):
        opened(f"{folder}#v1", tmp_path)


def test_a_prefix_does_not_stand_for_a_folder_of_sources(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "p", {"crossplane.yaml": META})
    with pytest.raises(NotAPackage, match="folder of sources"):
        opened(f"dir:{folder}", tmp_path)


def test_a_folder_that_is_a_link_is_read_and_said_not_to_be_built(tmp_path: Path) -> None:
    write_folder(tmp_path / "p", {"crossplane.yaml": META})
    (tmp_path / "link").symlink_to("p")
    root = stream_root(opened(tmp_path / "link", tmp_path / "scratch"))
    assert [row.name for row in rows_of(root)] == ["acme"]
    assert "is a link, which a build does not enter" in root.notes[0]


def test_a_package_folder_that_is_a_link_is_none(tmp_path: Path) -> None:
    write_folder(tmp_path / "outside", {"crossplane.yaml": META})
    write_folder(tmp_path / "p", {"notes.txt": ""})
    (tmp_path / "p/package").symlink_to("../outside")
    with pytest.raises(NotAPackage):
        opened(tmp_path / "p", tmp_path / "scratch")


def test_a_walk_ends_at_some_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walks, "MOST", 2)
    root = resolved(tmp_path / "p", {f"{name}.yaml": composition(name) for name in ("aa", "bb", "cc", "crossplane")})
    assert root.truncated
    assert root.notes == ("The sources have more files than are walked; not all of them were read.",)


def test_folders_count_for_the_end_of_a_walk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walks, "MOST", 4)
    (tmp_path / "a/b/c/d/e").mkdir(parents=True)
    assert walk_sources(tmp_path, "").stopped


def test_a_folder_whose_name_leaves_no_room_for_a_file_is_no_source(tmp_path: Path) -> None:
    """Looking for files in it fails otherwise than where there are none."""
    folder = tmp_path
    while (room := 4090 - len(str(folder))) > 0:
        folder /= "d" * min(250, max(1, room - 1))
    folder.mkdir(parents=True)
    assert isinstance(outcome(folder, tmp_path), NotAPackage)


def test_a_stream_that_cannot_be_put_together_leaves_no_file_behind(tmp_path: Path) -> None:
    def broken() -> Iterator[SourceFile]:
        raise OSError(28, "No space left on device")
        yield

    with pytest.raises(Usage, match="No space left"):
        assemble(broken(), tmp_path, tmp_path / "scratch", is_meta)
    assert list((tmp_path / "scratch").iterdir()) == []
