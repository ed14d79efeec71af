"""Layers made from code: tar members, tars, compressed layers with true digests.

from builders.oci.layers import file, folder, gzip, header, layer, symlink, tar, whiteout

tar(file("package.yaml", "a: 1"), folder("d"))          # bytes of a tar
layer(file("package.yaml", "a: 1"), base=True)          # a gzipped layer annotated base
layer(file("a"), whiteout("b"), compression="zstd")     # gzip, zstd or none
layer_of(gzip(tar(...))[:100], media_type="text/x")     # any bytes as a layer
header("../x", size=-1536) + block(b"...")              # raw blocks, for tars that no library writes
pax("path=é", "size=5"), gnu_long("L", name)            # extended headers, raw
"""

import gzip as _gzip
import hashlib
import io
import sys
import tarfile
from dataclasses import dataclass, field

if sys.version_info >= (3, 14):
    from compression import zstd as _zstd
else:
    from backports import zstd as _zstd

GZIP_LAYER = "application/vnd.oci.image.layer.v1.tar+gzip"
ZSTD_LAYER = "application/vnd.oci.image.layer.v1.tar+zstd"
PLAIN_LAYER = "application/vnd.oci.image.layer.v1.tar"
ANNOTATION = "io.crossplane.xpkg"
_SYSTEM, _UNIX = 9, b"\x03"
"""The byte of the header of gzip that names the system, and its usual value."""
_MEDIA_TYPES = {"gzip": GZIP_LAYER, "zstd": ZSTD_LAYER, "none": PLAIN_LAYER}

Member = tuple[tarfile.TarInfo, bytes]
"""What `tar` and `layer` take: a header and its body."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BuiltLayer:
    """A layer's stored bytes, and what manifest and config say about it."""

    blob: bytes
    media_type: str = GZIP_LAYER
    annotations: dict[str, str] = field(default_factory=dict)
    diff_id: str = ""

    @property
    def digest(self) -> str:
        """`sha256:...` of the stored bytes."""
        return digest(self.blob)


def file(name: str, body: bytes | str = b"", mode: int = 0o644) -> Member:
    """A regular file."""
    data = body.encode() if isinstance(body, str) else body
    return _member(name, tarfile.REGTYPE, mode=mode, body=data)


def folder(name: str) -> Member:
    """A directory."""
    return _member(name, tarfile.DIRTYPE, mode=0o755)


def symlink(name: str, target: str) -> Member:
    """A symbolic link."""
    return _member(name, tarfile.SYMTYPE, link=target, mode=0o777)


def hardlink(name: str, target: str) -> Member:
    """A hard link."""
    return _member(name, tarfile.LNKTYPE, link=target)


def node(name: str, kind: bytes) -> Member:
    """Any other type: `tarfile.CHRTYPE`, `BLKTYPE`, `FIFOTYPE`, or a letter that tar does not know."""
    return _member(name, kind)


def whiteout(path: str) -> Member:
    """The mark that removes `path` of lower layers."""
    before, slash, last = path.rpartition("/")
    return file(f"{before}{slash}.wh.{last}")


def opaque(path: str = "") -> Member:
    """The mark that hides what lower layers have in folder `path`."""
    return file(f"{path}/.wh..wh..opq" if path else ".wh..wh..opq")


def tar(*members: Member, form: int = tarfile.PAX_FORMAT, pax_headers: dict[str, str] | None = None) -> bytes:
    """The bytes of a tar, its end blocks included."""
    out = io.BytesIO()
    with tarfile.open(
        fileobj=out, mode="w", format=form, encoding="utf-8", errors="surrogateescape", pax_headers=pax_headers
    ) as archive:
        for info, body in members:
            archive.addfile(info, io.BytesIO(body))
    return out.getvalue()


def gzip(data: bytes, level: int = 6) -> bytes:
    """`data` as one gzip member, always the same bytes: Python 3.13 names another system in the header."""
    made = _gzip.compress(data, level, mtime=0)
    return made[:_SYSTEM] + _UNIX + made[_SYSTEM + 1 :]


def zstd(data: bytes) -> bytes:
    """`data` as one zstd frame."""
    return bytes(_zstd.compress(data))


def zstd_window(data: bytes, log: int) -> bytes:
    """`data` as one zstd frame that asks for a window of 2 to the power of `log`."""
    compressor = _zstd.ZstdCompressor(options={_zstd.CompressionParameter.window_log: log})
    return bytes(compressor.compress(data) + compressor.flush())


def layer(
    *members: Member,
    compression: str = "gzip",
    base: bool = False,
    annotation: str | None = None,
    media_type: str | None = None,
    form: int = tarfile.PAX_FORMAT,
) -> BuiltLayer:
    """A layer of these members; `base` annotates it as Crossplane's base layer."""
    data = tar(*members, form=form)
    return layer_of(
        compress(data, compression),
        media_type=media_type or _MEDIA_TYPES[compression],
        base=base,
        annotation=annotation,
        inflated=data,
    )


def layer_of(
    blob: bytes,
    *,
    media_type: str = GZIP_LAYER,
    base: bool = False,
    annotation: str | None = None,
    inflated: bytes | None = None,
) -> BuiltLayer:
    """Any bytes as a layer; `inflated` gives the diff_id (of the bytes as they are, where it is missing)."""
    value = "base" if base else annotation
    return BuiltLayer(
        blob=blob,
        media_type=media_type,
        annotations={} if value is None else {ANNOTATION: value},
        diff_id=digest(blob if inflated is None else inflated),
    )


def compress(data: bytes, compression: str) -> bytes:
    """`data` as `gzip`, `zstd` or `none`."""
    if compression == "gzip":
        return gzip(data)
    return zstd(data) if compression == "zstd" else data


def digest(data: bytes) -> str:
    """`sha256:...` of `data`."""
    return "sha256:" + hashlib.sha256(data).hexdigest()


def header(
    name: str | bytes,
    *,
    size: int | bytes = 0,
    kind: bytes = b"0",
    link: bytes = b"",
    magic: bytes = b"ustar\x0000",
    prefix: bytes = b"",
    fields: dict[int, bytes] | None = None,
    checksum: bytes | None = None,
) -> bytes:
    """One raw header block with a true checksum; `fields` overwrites bytes at offsets, `size` may be raw bytes."""
    raw = bytearray(512)

    def put(offset: int, data: bytes) -> None:
        raw[offset : offset + len(data)] = data

    put(0, (name.encode("utf-8", "surrogateescape") if isinstance(name, str) else name)[:100])
    put(100, b"0000644\0" + b"0000000\0" * 2)
    put(124, size if isinstance(size, bytes) else octal(size, 12))
    put(136, octal(0, 12) + b" " * 8 + kind + link[:100])
    put(257, magic + bytes(345 - 257 - len(magic)) + prefix[:155])
    for offset, data in (fields or {}).items():
        put(offset, data)
    put(148, checksum if checksum is not None else b"%06o\0 " % sum(raw))
    return bytes(raw)


def octal(value: int, width: int) -> bytes:
    """A number field; negative or huge ones in base 256."""
    if 0 <= value < 8 ** (width - 1):
        return b"%0*o\0" % (width - 1, value)
    encoded = bytearray(value.to_bytes(width, "big", signed=True))
    encoded[0] |= 0x80
    return bytes(encoded)


def block(data: bytes) -> bytes:
    """`data` padded to whole blocks."""
    return data + bytes(-len(data) % 512)


def pax(*records: str | bytes, kind: bytes = b"x") -> bytes:
    """A PAX header of `key=value` records, each with its true length."""
    data = b"".join(_pax_record(r.encode() if isinstance(r, str) else r) for r in records)
    return header("PaxHeader", size=len(data), kind=kind) + block(data)


def gnu_long(kind: str, text: bytes) -> bytes:
    """A GNU long name (`L`) or long link (`K`)."""
    data = text + b"\0"
    raw = header("././@LongLink", size=len(data), kind=kind.encode(), magic=b"ustar  \0")
    return raw + block(data)


def raw_file(name: str | bytes, body: bytes = b"", **more: bytes) -> bytes:
    """Header and body of a file, raw; names may be anything."""
    return header(name, size=len(body), **more) + block(body)  # type: ignore[arg-type]


END = bytes(1024)
"""The two blocks that end a tar."""


def _pax_record(record: bytes) -> bytes:
    length = len(record) + 2
    while length != len(record) + 2 + len(str(length)):
        length = len(record) + 2 + len(str(length))
    return b"%d %b\n" % (length, record)


def _member(name: str, kind: bytes, *, link: str = "", mode: int = 0o644, body: bytes = b"") -> Member:
    info = tarfile.TarInfo(name)
    info.type, info.linkname, info.mode, info.size = kind, link, mode, len(body)
    return info, body
