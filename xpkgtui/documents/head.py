"""Names in the first lines of a document, of Kubernetes or of a catalog, read without parsing."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from xpkgtui.documents.chunk import BlobNames, StreamBytes
from xpkgtui.documents.yaml.resolver import resolve
from xpkgtui.patterns import late
from xpkgtui.untyped import field, stated
from xpkgtui.values import dataclass

MAX_LINES = 64
"""Lines at column 0 that are read; an ordinary object has fewer."""
_MAX_HEAD = 64 << 10
"""Bytes of metadata that are read."""

_KEY = late(rb"([A-Za-z][A-Za-z0-9_]*):(?=[ \r\n]|\Z)")
_VALUE = late(rb" +([A-Za-z][A-Za-z0-9./_-]*)[ ]*\r?(?:\n|\Z)")
_HARMLESS = late(rb"\r?(?:\n|\Z)|#|- ")
_LEAD = late(rb"(?:---[ \t]*+(?:#[^\n\r]*+)?+\r?\n|(?!))?+(?>[ ]*+(?:#[^\n\r\x85\xa8\xa9]*+)?+\r?\n|(?!))*+")
"""What may stand before the first key; of a comment nothing that YAML takes for the end of a line."""
_TAIL = late(rb"\.\.\.(?:[ \t]*(?:#[^\n]*)?\r?(?:\n|\Z)(?:\.\.\.)?)*\Z")
_PLAIN = r"(?![-?:] )[^\s\"'\[\]{}&*!|>%@`#,][^\n#]*"
_ENTRY = late(
    r"( +)((?:- )*)(?:([A-Za-z0-9][\w./-]*):)(?: +(?:"
    rf"(?P<block>[|>][-+]?)|(?P<quoted>'(?:[^'\n]|'')*'|\"(?:[^\"\\\n]|\\[^\n])*\")|(?P<plain>{_PLAIN})))? *\r?\Z"
)
_ITEM = late(rf"( +)- (?:'(?:[^'\n]|'')*'|\"(?:[^\"\\\n]|\\[^\n])*\"|{_PLAIN}) *\r?\Z")
_CONTINUED = late(rf" +(?!.*:){_PLAIN}\Z")
_INNER_KEY = late(r":(?:\s|\Z)")
_NAME = late(r"[A-Za-z0-9][A-Za-z0-9._-]*\Z")


@dataclass(frozen=True, slots=True)
class Names:
    """The names of a document."""

    api_version: str | None
    kind: str | None
    name: str | None
    first_key: int
    """Byte offset of its first key."""


def read_head(data: StreamBytes, start: int, end: int, margin: Sequence[int]) -> Names | None:
    """The names, or None where only a parser finds them.

    `margin` has the offsets of the lines that begin at column 0, without the first line; of more than `MAX_LINES`
    only the first ones.

    The text is unambiguous where every line at column 0 is a plain key that occurs once, apiVersion, kind and
    metadata come first with nothing but comments before them, and every line of metadata is simple: then no quoted
    scalar hides a key or overrides one.
    """
    keys = _top_level(data, start, end, margin)
    if keys is None or {key for key, _, _ in keys[:3]} != {b"apiVersion", b"kind", b"metadata"}:
        return None
    if not _LEAD.fullmatch(data, start, keys[0][1]):
        return None
    names: dict[bytes, str | None] = {}
    for (key, _, colon), following in zip(keys[:3], [*(at for _, at, _ in keys[1:]), end], strict=False):
        text = data[colon : min(following, colon + _MAX_HEAD)]
        if key == b"metadata":
            if colon + _MAX_HEAD < following:
                return None
            found = _name_in(text)
            if found is None:
                return None
            names[key] = found or None
        else:
            match = _VALUE.match(text)
            value = match[1].decode() if match and _is_quiet(text[match.end() :]) else ""
            if not value or not isinstance(resolve(value), str):
                return None
            names[key] = value
    return Names(names[b"apiVersion"], names[b"kind"], names[b"metadata"], keys[0][1])


def names_of(value: Any) -> tuple[str | None, str | None, str | None]:
    """apiVersion, kind and metadata.name where they are strings."""
    return stated(field(value, "apiVersion")), stated(field(value, "kind")), stated(field(value, "metadata", "name"))


def _top_level(data: StreamBytes, start: int, end: int, margin: Sequence[int]) -> list[tuple[bytes, int, int]] | None:
    """Key, offset, and offset after the colon of each key at column 0; None if there are other lines at column 0."""
    keys: list[tuple[bytes, int, int]] = []
    seen: set[bytes] = set()
    begins = data[start : start + 3]
    lines = [start, *margin]
    if begins != b"---" and begins[:1] in {b" ", b"\n"}:
        lines = [*margin] or [end]
    for offset in lines[:MAX_LINES]:
        if match := _KEY.match(data, offset, end):
            if match[1] in seen:
                return None
            seen.add(match[1])
            keys.append((match[1], offset, match.end()))
        elif data[offset : offset + 3] == b"..." and end - offset < _MAX_HEAD and _TAIL.match(data, offset, end):
            return keys
        elif not (_HARMLESS.match(data, offset, end) or (offset == start and begins == b"---")):
            return None
    return keys if len(lines) <= MAX_LINES else None


def _is_quiet(text: bytes) -> bool:
    """Whether it is only blanks and comments, so that no plain scalar continues."""
    return all(not line.strip() for line in text.split(b"\n"))


def _name_in(block: bytes) -> str | None:
    """`metadata.name`, `""` where it is absent, None where the block is not simple."""
    try:
        first, *lines = block.decode("utf-8").split("\n")
    except UnicodeDecodeError:
        return None
    if first.strip() or "\t" in block.decode("utf-8"):
        return None
    indent, name, block_depth, plain_depth = 0, "", 1 << 30, -1
    for line in lines:
        depth = len(line) - len(line.lstrip(" "))
        if not line.strip() or depth > block_depth:
            continue
        block_depth = 1 << 30
        entry = _ENTRY.match(line)
        if entry is None:
            if _ITEM.match(line) or (0 <= plain_depth < depth and _CONTINUED.match(line)):
                continue
            return None
        indent = indent or depth
        if depth < indent or (entry["plain"] and _INNER_KEY.search(entry["plain"])):
            return None
        deep = depth + len(entry[2])
        plain_depth = deep if entry["plain"] else -1
        block_depth = deep if entry["block"] else block_depth
        if deep == indent and entry[3] == "name":
            value = (entry["plain"] or "").strip()
            if name or not _NAME.match(value) or not isinstance(resolve(value), str):
                return None
            name, plain_depth = value, -1
    return name


_WANTED = (b"schema", b"package", b"name")
_AT_MARGIN = late(rb"\n(?![ \n]|\Z)")
_BLOB_VALUE = late(
    rb" +(?:([A-Za-z0-9][A-Za-z0-9._+/-]*)|\"([A-Za-z0-9._+/-]*)\"|'([A-Za-z0-9._+/-]*)')[ ]*\r?(?:\n|\Z)"
)


def read_blob(data: StreamBytes, start: int, end: int) -> BlobNames | None:
    """The names where the text has a schema and is unambiguous; None where only a parser finds them.

    opm reads the keys of a document without regard to case.
    """
    if data[start : start + 1] == b"{":
        return None
    found: dict[bytes, str] = {}
    seen: set[bytes] = set()
    first = -1
    offset = start
    margin = _AT_MARGIN.finditer(data, start, end)
    while True:
        match = _KEY.match(data, offset, end)
        if match:
            first = offset if first < 0 else first
            key = match[1].lower()
            if key in seen or match[1] in (b"apiVersion", b"kind"):
                return None
            seen.add(key)
            if key in _WANTED:
                value = _value(data, match.end(), end)
                if value is None:
                    return None
                found[key] = value
        elif not (_HARMLESS.match(data, offset, end) or (offset == start and data[start : start + 3] == b"---")):
            return None
        following = next(margin, None)
        if following is None:
            break
        offset = following.end()
    if not found.get(b"schema"):
        return None
    schema, package, name = (found.get(key) for key in _WANTED)
    return BlobNames(schema=schema or "", package=package, name=name, first_key=first)


def blob_of(value: object) -> BlobNames | None:
    """The names of a parsed document; None where it is an object of Kubernetes, or has no schema."""
    if not isinstance(value, Mapping) or isinstance(value.get("kind"), str):
        return None
    # opm refuses a document with a key in two spellings.
    spelled = {key.casefold(): given for key, given in value.items() if isinstance(key, str)}
    schema, package, name = (spelled.get(key.decode()) for key in _WANTED)
    if not isinstance(schema, str):
        return None
    return BlobNames(schema=schema, package=stated(package), name=stated(name))


def _value(data: StreamBytes, start: int, end: int) -> str | None:
    """A simple text on the line of its key; None for anything else."""
    match = _BLOB_VALUE.match(data, start, end)
    if match is None or data[match.end() : match.end() + 1] in (b" ", b"\t"):
        return None
    if match[1] is None:
        return (match[2] if match[2] is not None else match[3]).decode()
    text = match[1].decode()
    return text if isinstance(resolve(text), str) else None


def json_value(text: bytes) -> Any:
    """The value of a document that is an object of JSON, which YAML reads alike; None for any other."""
    if text[:1] != b"{":
        return None
    try:
        return json.loads(text.decode("utf-8"))
    except (ValueError, RecursionError):
        return None
