"""The blobs of a built-in image by digest, and its layers: tars in gzip, the same bytes wherever they are made."""

import json
import struct
import zlib
from collections.abc import Mapping
from dataclasses import field

from xpkgtui.oci.descriptor import Digest
from xpkgtui.values import dataclass

_BLOCK = 512
_STORED = 0xFFFF


def tar(files: Mapping[str, bytes], modes: Mapping[str, int] | None = None) -> bytes:
    """Regular files (folders, where the name ends with a slash) as a POSIX tar, owned by root and without times."""
    parts = []
    for name, data in files.items():
        parts += [_header(name, len(data), (modes or {}).get(name, 0o644)), data, bytes(-len(data) % _BLOCK)]
    return b"".join(parts) + bytes(2 * _BLOCK)


def gzip(data: bytes) -> bytes:
    """`data` in gzip, stored: a compressor's output, and so the digest, would differ from zlib to zlib."""
    blocks = []
    for start in range(0, len(data), _STORED):
        part = data[start : start + _STORED]
        last = start + _STORED >= len(data)
        blocks.append(struct.pack("<BHH", last, len(part), len(part) ^ _STORED) + part)
    head = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
    return head + b"".join(blocks) + struct.pack("<II", zlib.crc32(data), len(data))


def program(platform: str) -> bytes:
    """The header of a program for that platform, and text in place of the program."""
    machine = {"amd64": 62, "arm64": 183}[platform]
    head = b"\x7fELF\x02\x01\x01" + bytes(9) + struct.pack("<HHI", 2, machine, 1)
    return head + f"\x00provider-harbourmaster {platform}, a program in name only\n".encode() * 400


def _header(name: str, size: int, mode: int) -> bytes:
    kind = b"5" if name.endswith("/") else b"0"
    mode = 0o755 if kind == b"5" else mode
    fields = (
        name.encode().ljust(100, b"\0"),
        b"%07o\0%07o\0%07o\0%011o\0%011o\0" % (mode, 0, 0, size, 0),
        b" " * 8,
        kind,
        bytes(100),
        b"ustar\x0000",
        bytes(247),
    )
    block = b"".join(fields)
    return block[:148] + b"%06o\0 " % sum(block) + block[156:]


@dataclass(frozen=True, slots=True)
class DemoImage:
    """All blobs of an image, the manifests among them."""

    blobs: dict[Digest, bytes] = field(default_factory=dict)

    def add(self, data: bytes, media_type: str, **more: object) -> dict[str, object]:
        """Keeps a blob; gives what a manifest says of it."""
        digest = Digest.of(data)
        self.blobs[digest] = data
        return {"mediaType": media_type, "digest": str(digest), "size": len(data), **more}


def to_json(value: object) -> bytes:
    """JSON as people write manifests, with two spaces."""
    return json.dumps(value, indent=2).encode()
