"""Sniffing: what counts as the beginning of a package.yaml."""

from builders.cases import each_row

from xpkgtui.sources.recognition.sniffing import HEAD, advice, describe, is_stream


@each_row(
    "head",
    [
        b"apiVersion: a/v1\nkind: B\n",
        b"  apiVersion: a/v1\n  kind: B\n",
        b"# a comment\n\n  kind: B\n  apiVersion: a/v1\n",
        b"{apiVersion: a/v1, kind: B}\n",
        b"{\n  apiVersion: a/v1,\n  kind: B\n}\n",
        b'{"apiVersion": "a/v1", "kind": "B"}',
        b"\xef\xbb\xbf---\n",
        b"'kind': B\n",
        b"kind:",
        b"--- text\n",
        b"%YAML 1.1\n---\n",
        b"a: b\nkind: B\n",
    ],
)
def test_an_object_first_is_a_stream(head: bytes) -> None:
    assert is_stream(head)


@each_row(
    "head",
    [
        b"version: 3\nservices:\n  kind: x\n",
        b"{a: {kind: B}}",
        b"hello",
        b"- kind: B\n",
        b"kind:B",
        b"",
        b" \n",
        b"kind: B\0",
        b"---x\n",
        b'{"kind": "B"}',
        b'{"apiVersion": "v1"}',
        b"[]",
    ],
)
def test_a_kind_further_down_is_none(head: bytes) -> None:
    assert not is_stream(head)


def test_documents_of_json_are_a_stream_however_long_the_first_is() -> None:
    first = b'{"apiVersion": "a/v1", "kind": "A", "b": "'
    short = first + b'"}\n---\n{"apiVersion": "a/v1", "kind": "B"}\n'
    assert [is_stream(short), is_stream((first + b"x" * HEAD)[:HEAD])] == [True, True]
    assert not is_stream(first + b'"}\n{"apiVersion": "a/v1", "kind": "B"}\n')


def test_lines_of_json_are_told_as_such() -> None:
    head = b'{"apiVersion": "a/v1", "kind": "B"}\n{"apiVersion": "a/v1", "kind": "B"}\n'
    assert not is_stream(head)
    assert describe(head).startswith("JSON lines")


OPEN = "Open a .xpkg, an image archive, an OCI layout, a package.yaml or a registry reference."
BLOBS = "open the archive, layout or registry that it belongs to"
FIRST = {
    "an empty file": (b"", OPEN),
    "a ZIP archive": (b"PK\x03\x04", OPEN),
    "an empty ZIP archive": (b"PK\x05\x06", OPEN),
    "a GIF picture": (b"GIF89a", OPEN),
    "a program for Windows": (b"MZ", OPEN),
    "a program for macOS": (b"\xcf\xfa\xed\xfe", OPEN),
    "a program for macOS or Java": (b"\xca\xfe\xba\xbe", OPEN),
    "bzip2-compressed data": (b"BZh9", "decompress it first; xpkgtui reads gzip, zstd and xz directly"),
    "LZ4-compressed data": (b"\x04\x22\x4d\x18", "decompress it first; xpkgtui reads gzip, zstd and xz directly"),
    "a 7z archive": (b"7z\xbc\xaf\x27\x1c", OPEN),
    "a RAR archive": (b"Rar!", OPEN),
    "an ar archive or Debian package": (b"!<arch>\n", OPEN),
    "an RPM package": (b"\xed\xab\xee\xdb", OPEN),
    "a squashfs image": (b"hsqs", OPEN),
    "an SQLite database": (b"SQLite format 3\0", OPEN),
    "UTF-16 text, where package.yaml is UTF-8": (b"\xfe\xff\0a", OPEN),
    "a binary file of unknown kind": (b"a" * 8191 + b"\0", OPEN),
    "text that begins with '" + "a" * 60 + "'": (b"a" * 8192 + b"\0", OPEN),
    "an HTML page": (b"\xef\xbb\xbf <html>", "a download may have ended at a login page"),
    "an XML document": (b" <svg>", OPEN),
    "an OCI index without its blobs": (b'{"manifests":[]}', BLOBS),
    "an OCI manifest without its blobs": (b' {"layers":[],"config":{}}', BLOBS),
    "an image config without its image": (b'{"rootfs":{}}', BLOBS),
    "an OCI layout's marker without its layout": (b'{"imageLayoutVersion":"1"}', BLOBS),
    "a Docker manifest of schema 1, which Crossplane cannot read": (b'{"fsLayers":[]}', BLOBS),
    "a JSON object without apiVersion and kind": (b'{"layers":[]}', OPEN),
    "a JSON list": (b'[{"layers":[]}]', OPEN),
    "the manifest.json of a Docker archive without its archive": (b'[{"Layers":[]}]', OPEN),
    "JSON or similar text": (b"{a", OPEN),
}


@each_row("words", FIRST)
def test_the_first_bytes_say_what_a_file_is(words: str) -> None:
    head, hint = FIRST[words]
    assert (describe(head), advice(words)) == (words, hint)
