"""Sniffing: what a file is by its first bytes, in words for people."""

import json
import re

from xpkgtui.formats.known import ASSUMED_SOURCES
from xpkgtui.oci.json_value import DEEPEST, is_too_deep
from xpkgtui.patterns import late

HEAD = 1 << 20
"""Bytes of a file that are read."""
_MAGIC = (
    (b"PK\x03\x04", "a ZIP archive"),
    (b"PK\x05\x06", "an empty ZIP archive"),
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"%PDF", "a PDF document"),
    (b"\x7fELF", "a program for Linux (ELF)"),
    (b"MZ", "a program for Windows"),
    (b"\xcf\xfa\xed\xfe", "a program for macOS"),
    (b"\xca\xfe\xba\xbe", "a program for macOS or Java"),
    (b"BZh", "bzip2-compressed data"),
    (b"\x04\x22\x4d\x18", "LZ4-compressed data"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"Rar!", "a RAR archive"),
    (b"!<arch>\n", "an ar archive or Debian package"),
    (b"\xed\xab\xee\xdb", "an RPM package"),
    (b"hsqs", "a squashfs image"),
    (b"SQLite format 3\0", "an SQLite database"),
    (b"-----BEGIN ", "a PEM file"),
    (b"#!", "a script"),
)
_COMPRESSED = ("bzip2-compressed data", "LZ4-compressed data")
_DOCUMENT = late(rb"^(?:\"|')?(?:apiVersion|kind)(?:\"|')?[ \t]*:(?:[ \t\r]|$)", re.MULTILINE)
_FIRST = late(rb"(?:[ \t]*(?:#[^\n]*)?\r?\n)*[ ]*\{?[ \t\r\n]*(?:apiVersion|kind)[ \t]*:[ \t]")
"""A document that is indented as a whole, or one in braces that is not JSON."""
_OBJECT = late(rb"\s*\{\s*\"(?:apiVersion|kind)\"\s*:")
"""A document of JSON, which may be longer than what is read of a file."""
_SEPARATOR = late(rb"(?:[ \t]*(?:#[^\n]*)?\r?\n)*(?:%[^\n]*\n)*---(?:[ \t]*(?:#[^\n]*)?\r?(?:\n|$)|[ \t]+\S)")
_BOM = b"\xef\xbb\xbf"
_HTML = late(rb"\s*<(?:!doctype html|html)", re.IGNORECASE)


def is_stream(head: bytes) -> bool:
    """Whether this begins a package.yaml: text with a separator first, or with a line that opens an object."""
    if b"\0" in head or not head.strip():
        return False
    text = head.removeprefix(_BOM)
    if _SEPARATOR.match(text) or _DOCUMENT.search(text) or _FIRST.match(text):
        return True
    first = text.partition(b"\n---")[0]
    if _OBJECT.match(first) and (len(head) >= HEAD) and b"\n" not in first.strip():
        return True
    found = _json(first)
    return isinstance(found, dict) and "apiVersion" in found and "kind" in found


def describe(head: bytes) -> str:
    """The kind of file, with its article: `a ZIP archive`."""
    if not head:
        return "an empty file"
    for magic, words in _MAGIC:
        if head.startswith(magic):
            return words
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "UTF-16 text, where package.yaml is UTF-8"
    if not head.strip(b"\0"):
        return "a file of zero bytes only"
    if b"\0" in head[:8192]:
        return "a binary file of unknown kind"
    return _describe_text(head)


def advice(words: str) -> str:
    """Advice about a file of this kind."""
    if words in _COMPRESSED:
        return "decompress it first; xpkgtui reads gzip, zstd and xz directly"
    if words.startswith(("an OCI", "a Docker manifest", "an image config")):
        return "open the archive, layout or registry that it belongs to"
    if words.startswith("an HTML"):
        return "a download may have ended at a login page"
    return ASSUMED_SOURCES.names.openable


def _describe_text(head: bytes) -> str:
    text = head.removeprefix(_BOM)
    if _HTML.match(text):
        return "an HTML page"
    if text.lstrip().startswith((b"<?xml", b"<svg")):
        return "an XML document"
    if _may_be_json(text) and is_too_deep(text):
        return f"JSON nested deeper than the {DEEPEST} levels that xpkgtui reads"
    found = _json(text)
    if found is not None:
        return _describe_json(found)
    if text.lstrip().startswith(b"version https://git-lfs.github.com"):
        return "a Git LFS pointer, not the file itself"
    first = next((row.strip() for row in text.decode("utf-8", "replace").split("\n") if row.strip()), "")
    if not first:
        return "a file of blanks only"
    if first.startswith("{") and first.endswith("}"):
        return "JSON lines, as caches of the up tool hold"
    if first.startswith(("{", "[")):
        return "JSON or similar text"
    return f"text that begins with {first[:60]!r}"


def _json(text: bytes) -> object:
    """The JSON value, or None; nesting that would overflow the stack of the parser counts as none."""
    if not _may_be_json(text):
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _may_be_json(text: bytes) -> bool:
    return text.lstrip()[:1] in (b"{", b"[") and len(text) < HEAD


def _describe_json(value: object) -> str:
    if isinstance(value, list):
        listing = value and isinstance(value[0], dict) and "Layers" in value[0]
        return "the manifest.json of a Docker archive without its archive" if listing else "a JSON list"
    assert isinstance(value, dict)
    if "manifests" in value:
        return "an OCI index without its blobs"
    if "layers" in value and "config" in value:
        return "an OCI manifest without its blobs"
    if "fsLayers" in value:
        return "a Docker manifest of schema 1, which Crossplane cannot read"
    if "rootfs" in value:
        return "an image config without its image"
    if "imageLayoutVersion" in value:
        return "an OCI layout's marker without its layout"
    return "a JSON object without apiVersion and kind"
