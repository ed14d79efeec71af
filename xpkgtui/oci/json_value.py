"""JSON from bytes that may be hostile, read as Go's decoder reads it, and what two readers may read differently."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import NoReturn

from xpkgtui.errors import Malformed

LARGEST = 4 << 20
"""Bytes a manifest may have, as the distribution specification lets registries limit it."""
_DEEPEST = 200
_LONGEST_NUMBER = 400
_BLANKS = " \t\n\r"
# Possessive: a string is walked once, closed or not.
_STRING = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)
_NO_BRACKETS = bytes(byte for byte in range(256) if byte not in b"[]{}")
_ESCAPED_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_FIELDS = {
    name.casefold(): name
    for name in (
        *("schemaVersion", "mediaType", "artifactType", "config", "layers", "manifests", "annotations", "subject"),
        *("digest", "size", "urls", "data", "platform", "os", "architecture", "variant", "os.version"),
        *("os.features", "features"),
        *("rootfs", "diff_ids", "history", "Labels", "Entrypoint", "Cmd"),
    )
}
"""Names of fields that are read, by what Go compares them with."""


def read_value(data: bytes) -> object:
    """Any JSON value: bounded in size and nesting, no NaN; else `Malformed`.

    As in Go the last of equal keys wins, bytes after the value are not looked at, and what is no UTF-8 becomes
    U+FFFD; `oddities` tells of these.
    """
    value, _ = _decode(data, json.JSONDecoder(parse_constant=_no_constant, parse_int=_integer))
    if _ESCAPED_SURROGATE.search(data):
        # Half a surrogate pair cannot be written as UTF-8 again; pairs have been joined by now.
        value = json.loads(_SURROGATE.sub("\ufffd", json.dumps(value, ensure_ascii=False)))
    return value


def as_go_takes(fields: Mapping[str, object]) -> Mapping[str, object]:
    """The fields under the names we know, whatever their case: Go's decoder ignores it, and the last one wins."""
    return {_FIELDS.get(key.casefold(), key): value for key, value in fields.items()}


def oddities(data: bytes) -> tuple[str, ...]:
    """What another reader may understand differently in JSON that `read_value` reads, in plain words."""
    found: list[str] = []

    def pairs(items: list[tuple[str, object]]) -> dict[str, object]:
        fields = dict(items)
        if len(fields) < len(items):
            found.extend(f"the key {key[:80]!r} stands twice, and the last one counts" for key in _repeated(items))
        return fields

    value, rest = _decode(
        data, json.JSONDecoder(object_pairs_hook=pairs, parse_constant=_no_constant, parse_int=_integer)
    )
    if rest:
        found.append("bytes follow the JSON value")
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        found.append("it is not UTF-8 throughout")
    found.extend(_other_case(value))
    return tuple(dict.fromkeys(found))


def _decode(data: bytes, decoder: json.JSONDecoder) -> tuple[object, str]:
    """The value, and what follows it but for blanks."""
    _require_bounds(data)
    text = data.decode("utf-8", "replace").lstrip(_BLANKS)
    try:
        value, end = decoder.raw_decode(text)
    except Malformed:
        raise
    except ValueError as error:
        raise Malformed(f"it is no JSON: {error}") from error
    return value, text[end:].strip(_BLANKS)


def _require_bounds(data: bytes) -> None:
    if len(data) > LARGEST:
        raise Malformed("it is larger than 4 MiB")
    depth = 0
    for byte in _STRING.sub(b"", data).translate(None, _NO_BRACKETS):
        depth += 1 if byte in b"[{" else -1
        if depth > _DEEPEST:
            raise Malformed(f"it is nested deeper than {_DEEPEST} levels")


def _integer(digits: str) -> int | float:
    """A number that no field can hold is a float: Go minds it only in a field that it reads."""
    return int(digits) if len(digits) < _LONGEST_NUMBER else float(digits)


def _no_constant(name: str) -> NoReturn:
    raise Malformed(f"it is no JSON: {name} is no number")


def _repeated(items: list[tuple[str, object]]) -> Iterator[str]:
    seen = set()
    for key, _ in items:
        if key in seen:
            yield key
        seen.add(key)


def _other_case(value: object) -> Iterator[str]:
    """Keys of a manifest or of its descriptors that only Go takes for the known ones, as it ignores their case."""
    if not isinstance(value, dict):
        return
    for key in value:
        known = _FIELDS.get(key.casefold())
        if known is not None and known != key:
            yield f"the key {key!r} is read as {known!r} by Crossplane, and by nobody else"
    for listed in (value.get("manifests"), value.get("layers")):
        for entry in listed if isinstance(listed, list) else ():
            yield from _other_case(entry)
