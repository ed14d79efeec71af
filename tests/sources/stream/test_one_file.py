"""JSON lines, as the up tool caches packages."""

import gzip
import io
import json
from pathlib import Path

from builders.cases import each_row
from builders.inspection.opened import opened, stream_root
from builders.packages.folders import META, composition, write_folder
from builders.packages.resolved_folders import rows_of

from xpkgtui.limits import LIMITS
from xpkgtui.sources.folder.walk import FolderSource
from xpkgtui.sources.source import StreamRoot

HEADER = {"digest": "sha256:00", "repo": "acme/p", "registry": "index.docker.io", "version": "v0.9.0"}
PROVIDER = {"apiVersion": "meta.pkg.crossplane.io/v1", "kind": "Provider", "metadata": {"name": "p"}}
OBJECT = {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "c"}}


def lines(*values: object) -> bytes:
    return b"".join(json.dumps(value).encode() + b"\n" for value in values)


def named(root: StreamRoot) -> list[tuple[str | None, str | None, int]]:
    return [(row.name, row.file, row.line) for row in rows_of(root)]


def test_json_lines_are_documents_with_their_lines(tmp_path: Path) -> None:
    path = tmp_path / "package.ndjson"
    path.write_bytes(lines(HEADER, PROVIDER) + b"\n" + lines(OBJECT))
    root = stream_root(opened(path, tmp_path / "scratch"))
    assert named(root) == [("p", "package.ndjson", 2), ("c", "package.ndjson", 4)]


def test_json_lines_are_said_to_be_what_crossplane_does_not_read(tmp_path: Path) -> None:
    path = tmp_path / "package.ndjson"
    path.write_bytes(lines(HEADER, PROVIDER))
    (note,) = stream_root(opened(path, tmp_path / "scratch")).notes
    assert "Crossplane does not read such a file" in note
    assert "it is acme/p v0.9.0 from index.docker.io" in note


def test_json_lines_need_no_line_about_the_package(tmp_path: Path) -> None:
    path = tmp_path / "package.ndjson"
    path.write_bytes(lines(PROVIDER, OBJECT).rstrip())
    assert [name for name, _, _ in named(stream_root(opened(path, tmp_path / "scratch")))] == ["p", "c"]


@each_row("header", [{"repo": 1, "registry": None}, {}, {"repo": "\x1b" * 9000}])
def test_a_strange_first_line_is_no_trouble(header: object, tmp_path: Path) -> None:
    path = tmp_path / "package.ndjson"
    path.write_bytes(lines(header, PROVIDER))
    root = stream_root(opened(path, tmp_path / "scratch"))
    assert [name for name, _, _ in named(root)] == ["p"]
    assert len(root.notes[0]) < 500


def test_broken_json_lines_stay_in_the_stream(tmp_path: Path) -> None:
    path = tmp_path / "package.ndjson"
    path.write_bytes(lines(HEADER, PROVIDER) + b"{broken\n" + lines(OBJECT))
    root = stream_root(opened(path, tmp_path / "scratch"))
    assert [name for name, _, _ in named(root)] == ["p", None, "c"]


def test_more_json_lines_than_a_stream_may_have_are_cut(tmp_path: Path) -> None:
    path = tmp_path / "package.ndjson"
    path.write_bytes(lines(HEADER, PROVIDER) + b"a\n" * LIMITS.documents)
    root = stream_root(opened(path, tmp_path / "scratch"))
    assert root.reached == (LIMITS.reached("documents"),)
    assert root.origins is not None
    assert len(root.origins.starts) == LIMITS.documents


def test_json_lines_come_compressed_and_on_standard_input_too(tmp_path: Path) -> None:
    path = tmp_path / "package.ndjson.gz"
    path.write_bytes(gzip.compress(lines(HEADER, PROVIDER)))
    assert named(stream_root(opened(path, tmp_path / "scratch"))) == [("p", "package.ndjson.gz", 2)]
    piped = opened("-", tmp_path / "scratch", io.BytesIO(lines(HEADER, PROVIDER)))
    assert named(stream_root(piped)) == [("p", "standard input", 2)]


def test_nothing_is_left_behind_but_the_stream(tmp_path: Path) -> None:
    path = tmp_path / "package.ndjson"
    path.write_bytes(lines(HEADER, PROVIDER))
    root = stream_root(opened(path, tmp_path / "scratch"))
    assert list((tmp_path / "scratch").iterdir()) == [root.path]


def test_the_folder_of_such_a_cache_is_read_as_sources(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {"crossplane.yaml": META, "c.yaml": composition("c"), "sha256:00": ""}
    folder = write_folder(tmp_path / "acme/p@v0.9.0", {**files, "package.ndjson": lines(HEADER, PROVIDER)})
    source = opened(folder, tmp_path / "scratch")
    assert isinstance(source, FolderSource)
    assert "the up tool keeps packages in its cache" in stream_root(source).notes[0]


CATALOG = b"schema: olm.package\nname: p\n---\nschema: olm.channel\nname: c\npackage: p\nentries: [{name: p.v1}]\n"


@each_row("name", ["catalog.yaml", "catalog", "-"])
def test_a_file_of_a_format_of_folders_is_read_as_a_folder_of_it_alone(name: str, tmp_path: Path) -> None:
    if name == "-":
        source = opened(name, tmp_path / "scratch", io.BytesIO(CATALOG))
    else:
        (tmp_path / name).write_bytes(CATALOG)
        source = opened(tmp_path / name, tmp_path / "scratch")
    root = stream_root(source)
    file = "standard input" if name == "-" else name
    assert (root.format, root.spooled, root.truncated, root.reached) == ("catalog", True, False, ())
    assert [(row.file, row.line) for row in rows_of(root)] == [(file, 1), (file, 4)]
    assert list((tmp_path / "scratch").iterdir()) == [root.path]


def test_json_lines_of_a_real_cache_are_read(corpus: Path, tmp_path: Path) -> None:
    path = corpus / "crossplane-xpkg/up-xpkg-testdata/testdata/package.ndjson"
    found = [(name, line) for name, _, line in named(stream_root(opened(path, tmp_path)))]
    assert found[0] == ("provider-helm", 2)
    assert [line for _, line in found] == [2, 3, 4]
