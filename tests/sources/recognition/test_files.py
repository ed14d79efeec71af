"""Recognition of files and standard input, by their content."""

import io
import lzma
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from builders.cases import each_row
from builders.inspection.opened import opened, outcome, refusal, stream_root
from builders.oci.images import docker_archive, oci_archive, package, xpkg
from builders.oci.layers import block, file, gzip, header, layer, tar, zstd
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.errors import Corrupt, NotAPackage, Usage
from xpkgtui.limits import Limits
from xpkgtui.sources.recognition import files
from xpkgtui.sources.source import SourceForm

STREAM = b"---\napiVersion: meta.pkg.crossplane.io/v1\nkind: Provider\nmetadata:\n  name: a\n---\n"
BUILT = package(STREAM)
FORMS = {
    "an .xpkg": (xpkg(BUILT), SourceForm.DOCKER_ARCHIVE),
    "a docker archive": (docker_archive((BUILT, ("a:b",)), style="skopeo"), SourceForm.DOCKER_ARCHIVE),
    "an OCI archive": (oci_archive(BUILT), SourceForm.OCI_ARCHIVE),
    "a gzipped .xpkg": (gzip(xpkg(BUILT)), SourceForm.DOCKER_ARCHIVE),
    "an OCI archive in zstd": (zstd(oci_archive(BUILT)), SourceForm.OCI_ARCHIVE),
    "an .xpkg in xz": (lzma.compress(xpkg(BUILT)), SourceForm.DOCKER_ARCHIVE),
    "an OCI archive in xz": (lzma.compress(oci_archive(BUILT)), SourceForm.OCI_ARCHIVE),
    "a stream in xz": (lzma.compress(STREAM), SourceForm.STREAM),
    "a stream": (STREAM, SourceForm.STREAM),
    "a stream of the package cache": (gzip(STREAM), SourceForm.STREAM),
    "a stream in zstd": (zstd(STREAM), SourceForm.STREAM),
    "a stream with a byte order mark": (b"\xef\xbb\xbf" + STREAM, SourceForm.STREAM),
    "a stream with CRLF": (STREAM.replace(b"\n", b"\r\n"), SourceForm.STREAM),
    "a stream without a separator": (b"# licence\n\nkind: Provider\napiVersion: v1\n", SourceForm.STREAM),
    "a stream that begins with a comment": (b"# licence\n#\n---\nfoo: bar\n", SourceForm.STREAM),
    "a stream with a directive": (b"%YAML 1.1\n---\nfoo: bar\n", SourceForm.STREAM),
    "a stream with a broken document": (b"---\nkind: [\n---\n", SourceForm.STREAM),
    "a stream of JSON": (b'{"kind": "Provider", "apiVersion": "meta.pkg.crossplane.io/v1"}', SourceForm.STREAM),
    "a separator and nothing else": (b"---", SourceForm.STREAM),
}
LOOKS = {
    "an empty file": b"",
    "a ZIP archive": b"PK\x03\x04....",
    "a PNG picture": b"\x89PNG\r\n\x1a\n",
    "a JPEG picture": b"\xff\xd8\xff\xe0",
    "a PDF document": b"%PDF-1.7\n",
    "a program for Linux (ELF)": b"\x7fELF\x02\x01",
    "bzip2-compressed data": b"BZh91AY",
    "a script": b"#!/bin/sh\necho\n",
    "a PEM file": b"-----BEGIN CERTIFICATE-----\n",
    "an HTML page": b"\n<!DOCTYPE html><title>Sign in</title>",
    "an XML document": b"<?xml version='1.0'?><a/>",
    "UTF-16 text, where package.yaml is UTF-8": "apiVersion: v1\nkind: x\n".encode("utf-16"),
    "a Project, the sources of a package that is not built yet": b"apiVersion: dev.crossplane.io/v1\nkind: Project\n",
    "a file of zero bytes only": bytes(5000),
    "a file of blanks only": b" \n\t\n",
    "a binary file of unknown kind": b"ab\0c",
    "an OCI index without its blobs": b'{"schemaVersion":2,"manifests":[]}',
    "an OCI manifest without its blobs": BUILT.manifest,
    "an image config without its image": BUILT.config,
    "the manifest.json of a Docker archive without its archive": b'[{"Config":"c","Layers":[]}]',
    "an OCI layout's marker without its layout": b'{"imageLayoutVersion":"1.0.0"}',
    "a Docker manifest of schema 1, which Crossplane cannot read": b'{"schemaVersion":1,"fsLayers":[]}',
    "a JSON object without apiVersion and kind": b'{"a":1}',
    "a JSON list": b"[]",
    "JSON lines, as caches of the up tool hold": b'{"digest":"x"}\n{"kind":"y"}\n',
    "JSON or similar text": b"[,",
    "JSON nested deeper than the 200 levels that xpkgtui reads": b'{"a":' + b"[" * 5_000 + b"]" * 5_000 + b"}",
    "a Git LFS pointer, not the file itself": b"version https://git-lfs.github.com/spec/v1\n",
    "text that begins with 'hello'": b"\n  hello\nworld\n",
    "gzip data that holds a PNG picture": gzip(b"\x89PNG"),
    "gzip data that holds an empty file": gzip(b""),
    "gzip data that holds gzip data once more": gzip(gzip(STREAM)),
    "zstd data that holds gzip data once more": zstd(gzip(xpkg(BUILT))),
    "a tar without an image (only README.md)": tar(file("README.md", "x")),
    "a gzipped tar without an image (only README.md, a/b)": gzip(tar(file("README.md"), file("a/b"))),
    "xz data that holds gzip data once more": lzma.compress(gzip(xpkg(BUILT))),
    "a tar in zstd without an image (only README.md)": zstd(tar(file("README.md"))),
    "a tar with package.yaml and no image around it: a bare layer": tar(file("./package.yaml", STREAM)),
    "an image archive of Docker older than 1.10, without manifest.json": tar(
        file("abc/layer.tar"), file("abc/json"), file("repositories", "{}")
    ),
    "a gzipped tar with crossplane.yaml: the source of a package": gzip(tar(file("package/crossplane.yaml"))),
}


@each_row("case", FORMS)
def test_every_form_is_recognized_whatever_it_is_called(case: str, tmp_path: Path) -> None:
    data, form = FORMS[case]
    path = tmp_path / "picture.png"
    path.write_bytes(data)
    assert opened(path, tmp_path / "scratch").form is form


@each_row("case", FORMS)
def test_every_form_is_recognized_on_standard_input(case: str, tmp_path: Path) -> None:
    data, form = FORMS[case]
    source = opened("-", tmp_path, io.BytesIO(data))
    assert source.form is form
    assert source.resolve().reference.startswith("-")


@each_row("words", LOOKS)
def test_what_is_no_package_is_told_in_words(words: str, tmp_path: Path) -> None:
    path = tmp_path / "a.xpkg"
    path.write_bytes(LOOKS[words])
    error = refusal(path, tmp_path / "scratch")
    assert isinstance(error, NotAPackage)
    assert error.title in (f"{path} is {words}", f"{path} is {words}, not a package")
    assert error.hint


@each_row("text", [b"(C~\xfe", b"{", b"\0\x01", b"hello"])
def test_compressed_data_that_ends_early_is_told_as_damaged(text: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.xpkg"
    whole = gzip(text + random.Random(1).randbytes(4_000))
    path.write_bytes(whole[: len(whole) // 2])
    error = refusal(path, tmp_path / "scratch")
    assert isinstance(error, Corrupt)
    ends = f"ends too early, after {len(whole) // 2:,} bytes"
    assert error.title == f"the gzip data of {path} is damaged: its gzip data {ends}"


@each_row("words", LOOKS)
def test_what_is_no_package_leaves_no_file_behind(words: str, tmp_path: Path) -> None:
    refusal("-", tmp_path, io.BytesIO(LOOKS[words]))
    assert list(tmp_path.iterdir()) == []


def test_a_spooled_stream_has_the_plain_bytes_and_belongs_to_its_reader(tmp_path: Path) -> None:
    source = opened("-", tmp_path, io.BytesIO(gzip(STREAM)))
    root = stream_root(source)
    source.close()
    assert list(tmp_path.iterdir()) == [root.path]
    assert (root.path.read_bytes(), root.spooled, root.truncated) == (STREAM, True, False)


def test_a_plain_file_is_not_spooled(tmp_path: Path) -> None:
    path = tmp_path / "package.yaml"
    path.write_bytes(STREAM)
    root = stream_root(opened(path, tmp_path / "scratch"))
    assert (root.path, root.spooled) == (path, False)


def test_a_stream_has_no_blobs(tmp_path: Path) -> None:
    source = opened("-", tmp_path, io.BytesIO(STREAM))
    with pytest.raises(NotAPackage):
        source.blob(BUILT.parsed().manifest.layers[0])


@pytest.mark.parametrize("mark", ["#v1", ":v1"])
def test_there_is_nothing_to_choose_in_a_stream(mark: str, tmp_path: Path) -> None:
    path = tmp_path / "package.yaml"
    path.write_bytes(STREAM)
    error = refusal(f"{path}{mark}", tmp_path)
    assert isinstance(error, Usage)
    assert error.title == f"{path} is a package.yaml: do not name an image in it"


COMPRESSIONS: dict[Callable[[bytes], bytes], str] = {gzip: "gzip", zstd: "zstd", lzma.compress: "xz"}


@each_row("compress", COMPRESSIONS)
def test_damaged_compression_is_corrupt(compress: Callable[[bytes], bytes], tmp_path: Path) -> None:
    path = tmp_path / "a.gz"
    path.write_bytes(compress(STREAM * 50)[:-6])
    error = refusal(path, tmp_path / "scratch")
    assert isinstance(error, Corrupt)
    assert error.title.startswith(f"the {COMPRESSIONS[compress]} data of {path} is damaged: its ")
    assert not list((tmp_path / "scratch").glob("*"))


def test_a_hostile_size_in_a_tar_ends_at_once(tmp_path: Path) -> None:
    path = tmp_path / "a.tar"
    path.write_bytes(header("a", size=0) + header("b", size=-1536) + block(b"x") * 3)
    assert isinstance(refusal(path, tmp_path), Corrupt)


def test_a_member_that_claims_to_be_endless_is_a_cut_archive(tmp_path: Path) -> None:
    path = tmp_path / "a.tar"
    path.write_bytes(header("manifest.json", size=1 << 60) + block(b"[]"))
    assert "unexpected end of the archive" in refusal(path, tmp_path).title


def test_an_archive_with_many_members_is_indexed_without_reading_them(tmp_path: Path) -> None:
    path = tmp_path / "a.tar"
    with path.open("wb") as out:
        out.write(header("huge", size=1 << 34))
        out.seek(1 << 34, 1)
        out.write(xpkg(BUILT))
    assert opened(path, tmp_path).form is SourceForm.DOCKER_ARCHIVE


def test_the_prefix_of_an_archive_does_not_stand_for_a_stream(tmp_path: Path) -> None:
    path = tmp_path / "package.yaml"
    path.write_bytes(STREAM)
    error = refusal(f"docker-archive:{path}", tmp_path)
    assert error.title == f"{path} is a package.yaml, not what docker-archive: stands for"
    assert error.hint == f"open {path}"


def test_input_that_never_ends_and_is_no_package_is_refused_at_once(tmp_path: Path) -> None:
    class Endless(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            return b"y\n" * 1000

    title = "standard input is text that begins with 'y', not a package"
    assert refusal("-", tmp_path, Endless()).title == title
    assert list(tmp_path.iterdir()) == []


def test_a_compressed_bomb_is_too_large(tmp_path: Path) -> None:
    bomb = gzip(header("manifest.json", size=4 << 20) + bytes(4 << 20))
    error = refusal("-", tmp_path, io.BytesIO(bomb), Limits(layer=1 << 21))
    limit = "at most 2 MiB of a layer after decompression, if it grows more than 50 times"
    assert error.title == f"- was not read: xpkgtui reads {limit}"
    assert error.hint == "To read more, raise the limit: --limit layer=8MiB"
    assert list(tmp_path.iterdir()) == []


def test_a_scratch_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    error = refusal("-", tmp_path / "file", io.BytesIO(STREAM))
    assert isinstance(error, Usage)
    assert "TMPDIR" in error.hint


@given(st.binary(max_size=2000))
def test_no_bytes_end_in_anything_but_a_source_or_an_error(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    assert outcome("-", tmp_path_factory.getbasetemp() / "any", io.BytesIO(data))


@given(st.integers(0, 4000), st.binary(min_size=1, max_size=20))
def test_no_damaged_archive_ends_in_anything_but_a_source_or_an_error(
    tmp_path_factory: pytest.TempPathFactory, at: int, junk: bytes
) -> None:
    data = xpkg(package(STREAM, layer(file("x"))))
    for damaged in (data[:at], data[:at] + junk + data[at + len(junk) :]):
        assert outcome("-", tmp_path_factory.getbasetemp() / "any", io.BytesIO(damaged))


def test_archives_that_are_too_large_are_told_so(tmp_path: Path) -> None:
    archive, limits = xpkg(BUILT), Limits(archive=4096)
    for data in (archive, gzip(archive)):
        assert "xpkgtui reads at most 4 KiB of an archive" in refusal("-", tmp_path, io.BytesIO(data), limits).title
    assert list(tmp_path.iterdir()) == []


@each_row("compress", [bytes, gzip])
@each_row(("limit", "truncated"), [(len(STREAM) - 1, True), (len(STREAM), False)])
def test_a_stream_is_cut_where_crossplane_cuts_it(
    compress: Callable[[bytes], bytes],
    limit: int,
    truncated: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(files, "LARGEST_STREAM", limit)
    root = stream_root(opened("-", tmp_path, io.BytesIO(compress(STREAM * (2 if truncated else 1)))))
    assert root.truncated is truncated
    assert root.path.stat().st_size == (limit + 1 if truncated else limit)
