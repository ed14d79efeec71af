"""JSON from bytes that may be hostile, read as Go's decoder reads it, and its values as the types that Go expects."""

import re
from collections.abc import Mapping
from typing import NoReturn

from xpkgtui.errors import Malformed
from xpkgtui.patterns import late

LARGEST = 4 << 20
"""Bytes of a manifest; the distribution specification lets registries set this limit."""
DEEPEST = 200
"""Lists and objects inside each other that are read."""
_LONGEST_NUMBER = 400
_BLANKS = " \t\n\r"
# Possessive: a string is scanned once, closed or not.
_STRING = late(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)
_NO_BRACKETS = bytes(byte for byte in range(256) if byte not in b"[]{}")
_ESCAPED_SURROGATE = late(rb"\\u[dD][89a-fA-F]")
_SURROGATE = late("[\ud800-\udfff]")
_FIELDS = {
    name.casefold(): name
    for name in (
        *("schemaVersion", "mediaType", "artifactType", "config", "layers", "manifests", "annotations", "subject"),
        *("digest", "size", "urls", "data", "platform", "os", "architecture", "variant", "os.version"),
        *("os.features", "features"),
        *("rootfs", "type", "diff_ids", "history", "Labels", "Entrypoint", "Cmd", "Env"),
    )
}
"""Names of the fields that are read, by their case-folded form, which Go compares."""


def read_value(data: bytes, largest: int = LARGEST) -> object:
    """Any JSON value: of at most `largest` bytes, bounded in nesting, no NaN; else `Malformed`.

    As in Go the last of equal keys wins, bytes after the value are ignored, and bad UTF-8 becomes U+FFFD.
    """
    import json

    if len(data) > largest:
        raise Malformed(f"it is larger than {largest >> 20} MiB")
    if is_too_deep(data):
        raise Malformed(f"it is nested deeper than the {DEEPEST} levels that xpkgtui reads")
    text = data.decode("utf-8", "replace").lstrip(_BLANKS)
    try:
        value, _ = json.JSONDecoder(parse_constant=_no_constant, parse_int=_integer).raw_decode(text)
    except Malformed:
        raise
    except ValueError as error:
        raise Malformed(f"it is not JSON: {error}") from error
    if _ESCAPED_SURROGATE.search(data):
        # Half a surrogate pair has no UTF-8 form; the decoder has already joined whole pairs.
        return json.loads(_SURROGATE.sub("\ufffd", json.dumps(value, ensure_ascii=False)))
    return value


def read_object(data: bytes, largest: int = LARGEST) -> dict[str, object]:
    """A JSON object, read as `read_value` reads it; else `Malformed`."""
    return as_object(read_value(data, largest), "the document")


def go_fields(fields: Mapping[str, object]) -> Mapping[str, object]:
    """The fields with known names in their usual case: Go's decoder ignores case, and the last of equals wins."""
    return {_FIELDS.get(key.casefold(), key): value for key, value in fields.items()}


def as_object(value: object, where: str) -> dict[str, object]:
    """`value` as a JSON object, else `Malformed`."""
    if not isinstance(value, dict):
        raise Malformed(f"{where} is not an object")
    return value


def as_text(value: object, where: str) -> str:
    """`value` as a string, null as an empty one, else `Malformed`."""
    if value is None:
        return ""
    if not isinstance(value, str):
        raise Malformed(f"{where} is not a string")
    return value


def as_texts(value: object, where: str) -> tuple[str, ...]:
    """`value` as strings, null as none, else `Malformed`."""
    if value is None:
        return ()
    if not isinstance(value, list):
        raise Malformed(f"{where} is not a list")
    return tuple(as_text(item, f"{where}, {number}") for number, item in enumerate(value))


def as_annotations(value: object, where: str) -> Mapping[str, str]:
    """`value` as annotations, null as none; as in Go, a value that is neither string nor null is `Malformed`."""
    if value is None:
        return {}
    found = as_object(value, f"annotations of {where}")
    return {key: as_text(text, f"annotation {key[:80]!r} of {where}") for key, text in found.items()}


def is_too_deep(data: bytes) -> bool:
    """Whether JSON is nested deeper than it is read."""
    depth = 0
    for byte in _STRING.sub(b"", data).translate(None, _NO_BRACKETS):
        depth += 1 if byte in b"[{" else -1
        if depth > DEEPEST:
            return True
    return False


def _integer(digits: str) -> int | float:
    """A number too large for any field becomes a float: Go refuses it only in a field that it reads."""
    return int(digits) if len(digits) < _LONGEST_NUMBER else float(digits)


def _no_constant(name: str) -> NoReturn:
    raise Malformed(f"it is not JSON: {name} is not a number")


def written_like(value: object, data: bytes) -> bytes:
    """JSON with the blanks that these bytes have, as far as they are even; else without any."""
    import json  # most images are only read

    old = json.loads(data)
    for indent, separators in (
        (None, (",", ":")),
        (None, (", ", ": ")),
        *((one, (",", ": ")) for one in (2, 3, 4, "\t")),
    ):
        for plain in (False, True):
            for end in (b"", b"\n"):
                if json.dumps(old, indent=indent, separators=separators, ensure_ascii=plain).encode() + end == data:
                    return json.dumps(value, indent=indent, separators=separators, ensure_ascii=plain).encode() + end
    return json.dumps(value, separators=(",", ":")).encode()
