"""Layers made of cases: {"entries": [[name, kind, x]...], "in": "gzip", "odd": ["cut:9"...], "base": "base"}."""

import hashlib
import struct
import tarfile
from typing import Any

from builders.oci.layers import (
    ANNOTATION,
    END,
    GZIP_LAYER,
    BuiltLayer,
    block,
    compress,
    file,
    folder,
    gzip,
    hardlink,
    header,
    layer_of,
    node,
    pax,
    symlink,
    tar,
    zstd_window,
)

_META = b"---\napiVersion: meta.pkg.crossplane.io/v1\nkind: Provider\n"
BODIES = (
    _META + b"---\nkind: A\n---\nkind: B\n---\n",
    b"kind: C\n",
    b"",
    _META + b"---\nkind: A\n",
    _META.replace(b"\n", b"\r\n") + b"---\r\nkind: A\r\n---\r\nkind: B\r\n---\r\n",
    _META + b"--- {a: 1}\n",
    b"".join(hashlib.sha512(b"%d" % number).digest() for number in range(256)),
    b"\n---\n---\n--- # c\n...\n---\na: 1",
    b"---" + b" " * 9_000 + b"\nkind: A\n---\n" + b"k: " + b"v" * 9_000,
)
"""The bytes that files have, by number."""
_TYPES = {"gzip": GZIP_LAYER, "zstd": f"{GZIP_LAYER[:-5]}+zstd", "none": GZIP_LAYER[:-5]}


def layer_of_case(spec: dict[str, Any]) -> BuiltLayer:
    """The bytes of a layer, its annotation, and its true diff_id."""
    odd, way = spec.get("odd", []), spec.get("in", "gzip")
    data = b"".join(map(_member, spec["entries"])) + END
    for change in odd:
        name, _, x = change.partition(":")
        if name == "tar-cut":
            data = data[: -int(x)]
        elif name == "tar-then":
            data += BODIES[int(x)]
        elif name == "no-end":
            data = data[: -len(END)]
        elif name == "bad-checksum":
            data = data[:148] + b"0000000\0" + data[156:]
    stored = _stored(data, way, odd)
    annotation = spec.get("base")
    found = layer_of(stored, media_type=_TYPES[way], inflated=data)
    annotations = {} if annotation is None else {ANNOTATION: annotation}
    return BuiltLayer(blob=stored, media_type=found.media_type, annotations=annotations, diff_id=found.diff_id)


def _stored(data: bytes, way: str, odd: list[str]) -> bytes:
    def pack(part: bytes) -> bytes:
        return compress(part, way)

    half = len(data) // 2 // 512 * 512
    stored = pack(data[:half]) + pack(data[half:]) if "two" in odd else pack(data)
    if "skippable" in odd:
        stored = struct.pack("<II", 0x184D2A50, 4) + b"abcd" + stored
    for change in odd:
        name, _, x = change.partition(":")
        if name == "cut":
            stored = stored[: -int(x)]
        elif name == "keep":
            stored = stored[: int(x)]
        elif name == "crc":
            stored = stored[:-8] + bytes(4) + stored[-4:]
        elif name == "window":
            stored = zstd_window(data, int(x))
        elif name == "then":
            stored += {"zeros": bytes(512), "junk": b"garbage!" * 3, "gzip": gzip(b"more")}[x]
    return stored


def _member(entry: list[Any]) -> bytes:
    name, kind, *rest = entry
    x: Any = rest[0] if rest else None
    match kind:
        case "d":
            member = folder(name)
        case "s":
            member = symlink(name, x)
        case "h":
            member = hardlink(name, x)
        case "p":
            member = node(name, tarfile.FIFOTYPE)
        case "g":
            return pax(f"comment={name}", kind=b"g")
        case "S":
            # A link that claims a size, which only raw headers do.
            return header(name, size=x, kind=b"2", link=b"a")
        case "0" | "7" | "Z":
            body = BODIES[x]
            return header(name, size=len(body), kind=b"\0" if kind == "0" else kind.encode()) + block(body)
        case _:
            member = file(name, BODIES[x])
    return _without_end(tar(member))


def _without_end(data: bytes) -> bytes:
    """A tar without the blocks that end it."""
    while data[-512:] == bytes(512):
        data = data[:-512]
    return data
