"""The names of a document that is not an object of Kubernetes: schema, package, name, read without parsing YAML."""

import json
from collections.abc import Mapping

from xpkgtui.documents.chunk import BlobNames, StreamBytes
from xpkgtui.documents.yaml.resolver import resolve
from xpkgtui.patterns import late

_LARGEST_JSON = 8 << 20
"""Bytes of a JSON document that is parsed for its names."""
_WANTED = (b"schema", b"package", b"name")
_AT_MARGIN = late(rb"\n(?![ \n]|\Z)")
_KEY = late(rb"([A-Za-z][A-Za-z0-9_]*):(?=[ \r\n]|\Z)")
_HARMLESS = late(rb"\r?(?:\n|\Z)|#|- ")
_VALUE = late(rb" +(?:([A-Za-z0-9][A-Za-z0-9._+/-]*)|\"([A-Za-z0-9._+/-]*)\"|'([A-Za-z0-9._+/-]*)')[ ]*\r?(?:\n|\Z)")


def read_blob(data: StreamBytes, start: int, end: int) -> BlobNames | None:
    """The names where the text has a schema and is unambiguous; None where only a parser finds them."""
    if data[start : start + 1] == b"{":
        return _of_json(data[start:end]) if end - start <= _LARGEST_JSON else None
    found: dict[bytes, str] = {}
    seen: set[bytes] = set()
    first = -1
    offset = start
    margin = _AT_MARGIN.finditer(data, start, end)
    while True:
        match = _KEY.match(data, offset, end)
        if match:
            first = offset if first < 0 else first
            if match[1] in seen or match[1] in (b"apiVersion", b"kind"):
                return None
            seen.add(match[1])
            if match[1] in _WANTED:
                value = _value(data, match.end(), end)
                if value is None:
                    return None
                found[match[1]] = value
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
    schema, package, name = (value.get(key) for key in ("schema", "package", "name"))
    if not isinstance(schema, str):
        return None
    return BlobNames(
        schema=schema,
        package=package if isinstance(package, str) else None,
        name=name if isinstance(name, str) else None,
    )


def _value(data: StreamBytes, start: int, end: int) -> str | None:
    """A simple text on the line of its key; None for anything else."""
    match = _VALUE.match(data, start, end)
    if match is None or data[match.end() : match.end() + 1] in (b" ", b"\t"):
        return None
    if match[1] is None:
        return (match[2] if match[2] is not None else match[3]).decode()
    text = match[1].decode()
    return text if isinstance(resolve(text), str) else None


def _of_json(text: bytes) -> BlobNames | None:
    try:
        return blob_of(json.loads(text))
    except (ValueError, RecursionError):
        return None
