"""Small images, one for every question that layers have raised: whiteouts, links, names, types, compression, damage.

CASES["whiteout-file"]    # the layers of that case, the bottom one first
"""

import random
import struct
import tarfile
from collections.abc import Iterator

from builders.oci.layers import (
    END,
    BuiltLayer,
    Member,
    block,
    file,
    folder,
    gzip,
    hardlink,
    header,
    layer,
    layer_of,
    node,
    opaque,
    pax,
    raw_file,
    symlink,
    tar,
    whiteout,
    zstd,
)

_LONG = "d/" + "x" * 200 + "/" + "y" * 150
_A, _B = "kind: A\n", "kind: B\n"


def _plain(*members: Member, form: int = tarfile.PAX_FORMAT) -> BuiltLayer:
    return layer(*members, form=form)


def _base(*members: Member) -> BuiltLayer:
    return layer(*members, base=True)


def _raw(blob: bytes, media_type: str = "application/vnd.oci.image.layer.v1.tar+gzip") -> BuiltLayer:
    return layer_of(blob, base=True, media_type=media_type)


def _whiteouts() -> Iterator[tuple[str, tuple[BuiltLayer, ...]]]:
    one = _plain(file("a", "1"))
    in_folder = _plain(folder("d"), file("d/x", "1"))
    yield "whiteout-file", (_plain(file("a", "1"), file("b", "2")), _plain(whiteout("a")))
    yield "whiteout-then-readded", (one, _plain(whiteout("a"), file("a", "2")))
    yield "added-then-whiteout", (one, _plain(file("a", "2"), whiteout("a")))
    yield "whiteout-of-own-layer", (_plain(file("z", "1")), _plain(whiteout("a"), file("a", "2")))
    yield "whiteout-folder", (_plain(folder("d"), file("d/x", "1"), file("e", "1")), _plain(whiteout("d")))
    yield "whiteout-folder-then-recreated", (in_folder, _plain(whiteout("d"), folder("d"), file("d/y", "2")))
    yield "recreated-then-whiteout-folder", (in_folder, _plain(folder("d"), file("d/y", "2"), whiteout("d")))
    yield "whiteout-folder-implied-again", (in_folder, _plain(whiteout("d"), file("d/y", "2")))
    yield "whiteout-of-nothing", (one, _plain(whiteout("nope")))
    yield "whiteout-in-first-layer", (_plain(whiteout("a"), file("b", "1")),)
    yield "whiteout-empty-name", (one, _plain(file(".wh.")))
    yield "whiteout-dot", (one, _plain(file(".wh..")))
    yield "whiteout-dot-dot", (in_folder, _plain(file("d/.wh...")))
    yield "whiteout-not-empty", (one, _plain(file(".wh.a", "data")))
    yield "whiteout-as-folder", (one, _plain(folder(".wh.a")))
    yield "whiteout-as-symlink", (one, _plain(symlink(".wh.a", "b")))
    yield "whiteout-of-whiteout", (one, _plain(file(".wh..wh.a")))
    yield "whiteout-aufs", (one, _plain(folder(".wh..wh.plnk"), file(".wh..wh.aufs")))
    linked = _plain(folder("d"), file("d/x", "1"), symlink("s", "d"))
    yield "whiteout-through-link", (linked, _plain(whiteout("s/x")))
    yield "whiteout-of-link", (_plain(file("a", "1"), symlink("s", "a")), _plain(whiteout("s")))
    yield "whiteout-three-layers", (one, _plain(whiteout("a")), _plain(file("a", "3")))
    deep = _plain(folder("d"), file("d/x", "1"), folder("d/s"), file("d/s/z", "1"), file("e", "1"))
    yield "opaque", (deep, _plain(folder("d"), opaque("d")))
    yield "opaque-after-content", (in_folder, _plain(folder("d"), file("d/y", "2"), opaque("d")))
    yield "opaque-before-content", (in_folder, _plain(folder("d"), opaque("d"), file("d/y", "2")))
    spec = [folder("a"), folder("a/b"), folder("a/b/c")]
    yield (
        "opaque-of-the-specification",
        (
            _plain(*spec, file("a/b/c/bar", "1")),
            _plain(*spec, file("a/b/c/foo", "2"), opaque("a")),
        ),
    )
    yield "opaque-root", (_plain(file("a", "1"), *[folder("d"), file("d/x", "1")]), _plain(opaque(), file("n", "2")))
    yield "opaque-same-name", (in_folder, _plain(folder("d"), opaque("d"), file("d/x", "2")))
    yield "opaque-of-nothing", (one, _plain(opaque("q")))


def _replacements() -> Iterator[tuple[str, tuple[BuiltLayer, ...]]]:
    one = _plain(file("a", "1"))
    in_folder = _plain(folder("a"), file("a/x", "1"))
    yield "file-to-folder", (one, _plain(folder("a"), file("a/x", "2")))
    yield "file-to-implied-folder", (one, _plain(file("a/x", "2")))
    yield "folder-to-file", (in_folder, _plain(file("a", "2")))
    yield "folder-to-link", (_plain(folder("a"), file("a/x", "1"), folder("b")), _plain(symlink("a", "b")))
    linked = _plain(folder("b"), file("b/x", "1"), symlink("a", "b"))
    yield "link-to-folder", (linked, _plain(folder("a"), file("a/y", "2")))
    yield "write-through-link", (_plain(folder("b"), symlink("a", "b")), _plain(file("a/y", "2")))
    yield "folders-merge", (in_folder, _plain(folder("a"), file("a/y", "2")))
    yield "hardlink", (_plain(file("a", "1"), hardlink("b", "a")),)
    yield "hardlink-to-lower-layer", (one, _plain(hardlink("b", "a")))
    yield "hardlink-target-replaced", (_plain(file("a", "1"), hardlink("b", "a")), _plain(file("a", "2")))
    yield "hardlink-to-removed", (one, _plain(whiteout("a"), hardlink("b", "a")))
    yield "hardlink-dangling", (_plain(hardlink("b", "nope")),)
    yield "hardlink-before-target", (_plain(hardlink("b", "a"), file("a", "1")),)
    yield "hardlink-escaping", (_plain(file("etc/passwd", "in"), hardlink("b", "../../etc/passwd")),)
    yield "hardlink-cycle", (_plain(hardlink("a", "b"), hardlink("b", "a")),)
    yield "link-absolute", (_plain(symlink("a", "/etc/passwd")),)
    yield "link-escaping", (_plain(symlink("a", "../../etc/passwd")),)
    yield "link-loop-as-parent", (_plain(symlink("a", "b"), symlink("b", "a")), _plain(file("a/x", "1")))
    yield "link-to-itself", (_plain(symlink("a", "a"), file("a/x", "1")),)


def _names() -> Iterator[tuple[str, tuple[BuiltLayer, ...]]]:
    yield "dot-slash", (_plain(folder("./"), file("./a", "1"), file("./d/b", "2")),)
    yield "dot-slash-over-plain", (_plain(file("a", "1")), _plain(file("./a", "2")))
    yield "absolute", (_plain(file("/a", "1")),)
    yield "double-slash", (_plain(file("d//a", "1")),)
    yield "dot-dot-inside", (_plain(folder("d"), file("d/../a", "1")),)
    yield "dot-dot-escaping", (_plain(file("../a", "1"), file("b", "1")),)
    yield "root-as-file", (_plain(file("/", "x"), file("b", "1")),)
    yield "empty-name", (_plain(file("b", "1"), file("", "x")),)
    yield "file-with-trailing-slash", (_plain(file("a/", "1")),)
    yield "twice", (_plain(file("a", "first"), file("a", "second")),)
    yield "twice-dot-slash", (_plain(file("a", "first"), file("./a", "second")),)
    yield "twice-file-and-folder", (_plain(file("a", "first"), folder("a"), file("a/x", "1")),)
    yield "long-name-pax", (_plain(file(_LONG, "1")),)
    yield "long-name-gnu", (_plain(file(_LONG, "1"), form=tarfile.GNU_FORMAT),)
    yield "not-utf8", (_plain(file("bad\udcff\udcfe", "1"), form=tarfile.GNU_FORMAT),)
    yield "composed-and-decomposed", (_plain(file("caf\u00e9", "1"), file("cafe\u0301", "2")),)
    yield "control-characters", (_plain(file("a\x1b[31mred\nnew", "1")),)
    yield "backslash", (_plain(file("..\\evil", "1"), file("C:x", "2")),)
    yield "case-differs", (_plain(file("A", "1"), file("a", "2")),)
    devices = [node("c", tarfile.CHRTYPE), node("b", tarfile.BLKTYPE), node("p", tarfile.FIFOTYPE)]
    yield "devices", (_plain(*devices),)
    yield "unknown-type", (_plain(file("a", "1"), node("u", b"Z")),)
    yield "oldest-type", (layer_of(gzip(raw_file("a", b"1", kind=b"\0") + raw_file("d/", kind=b"\0") + END)),)
    yield "global-header", (layer_of(gzip(tar(file("a", "1"), pax_headers={"comment": "x"}))),)


def _packages() -> Iterator[tuple[str, tuple[BuiltLayer, ...]]]:
    stream, other = file("package.yaml", _A), file("package.yaml", _B)
    nested = file("x/package.yaml", _B)
    real = file("real.yaml", _A)
    yield "package", (_base(stream),)
    yield "package-dot-slash", (_base(file("./package.yaml", _A)),)
    yield "package-absolute", (_base(file("/package.yaml", _A)),)
    yield "package-nested-first", (_base(nested, stream),)
    yield "package-twice", (_base(stream, other),)
    yield "package-is-link", (_base(symlink("package.yaml", "real.yaml"), real),)
    yield "package-is-hardlink", (_base(real, hardlink("package.yaml", "real.yaml")),)
    yield "package-is-folder", (_base(folder("package.yaml"), file("package.yaml/x", _A)),)
    yield "package-empty", (_base(file("package.yaml")),)
    yield "package-missing", (_base(file("other.yaml", _A)),)
    yield "package-removed-above", (_base(stream), _plain(whiteout("package.yaml")))
    yield "package-base-is-second", (_plain(other), _base(stream))
    yield "package-two-bases", (_base(stream), _base(other))
    yield "package-other-annotation", (layer(stream, annotation="upbound"),)
    yield "package-not-annotated", (_plain(stream),)
    yield "package-flattened-override", (_plain(stream), _plain(other))
    yield "package-flattened-removed", (_plain(stream), _plain(whiteout("package.yaml")))
    yield "package-flattened-readded", (_plain(stream), _plain(whiteout("package.yaml"), other))
    yield "package-flattened-nested-above", (_plain(stream), _plain(nested))
    yield "package-flattened-opaque", (_plain(stream), _plain(opaque(), file("b", "1")))
    yield "package-flattened-twice", (_plain(stream, other),)
    yield "package-flattened-link", (_plain(real, symlink("package.yaml", "real.yaml")),)
    yield "package-flattened-dot-entry", (_plain(folder("./"), file("./package.yaml", _A)),)
    yield "package-flattened-unsafe-above", (_plain(stream), _plain(file("../x", "1")))
    yield "package-flattened-odd-mode", (_plain(stream), layer_of(gzip(header("x", fields={100: b"77777777"}) + END)))


def _compressions() -> Iterator[tuple[str, tuple[BuiltLayer, ...]]]:
    plain = tar(file("package.yaml", _A))
    small, big = plain[:700], plain[700:]
    zeros = b"\0" * 512
    noise = random.Random(1).randbytes(50_000)
    gz, tz, tp = (f"application/vnd.oci.image.layer.v1.tar{suffix}" for suffix in ("+gzip", "+zstd", ""))
    yield "plain", (_raw(plain, tp),)
    yield "plain-labelled-gzip", (_raw(plain, gz),)
    yield "gzip-labelled-plain", (_raw(gzip(plain), tp),)
    yield "zstd", (_raw(zstd(plain), tz),)
    yield "zstd-labelled-gzip", (_raw(zstd(plain), gz),)
    yield "zstd-skippable-frame", (_raw(struct.pack("<II", 0x184D2A50, 4) + b"abcd" + zstd(plain), tz),)
    yield "zstd-two-frames", (_raw(zstd(small) + zstd(big), tz),)
    yield "gzip-two-members", (_raw(gzip(small) + gzip(big)),)
    yield "gzip-then-zeros", (_raw(gzip(plain) + zeros),)
    yield "gzip-then-garbage", (_raw(gzip(plain) + b"garbage!"),)
    yield "gzip-truncated", (_raw(gzip(tar(file("package.yaml", noise)))[:30_000]),)
    yield "gzip-bad-checksum", (_raw(gzip(plain)[:-8] + bytes(4) + gzip(plain)[-4:]),)
    yield "tar-truncated", (_raw(gzip(tar(file("package.yaml", "x" * 5000))[:3000])),)
    yield "tar-without-end", (_raw(gzip(plain[:1024])),)
    yield "tar-then-garbage", (_raw(gzip(plain + b"J" * 512)),)
    yield "tars-concatenated", (_raw(gzip(tar(file("a", "1")) + plain)),)
    yield "tar-bad-checksum", (_raw(gzip(b"A" * 512)),)
    yield "empty-blob", (_raw(b"", tp),)
    yield "empty-gzip", (_raw(gzip(b"", 9)),)
    yield "docker-media-type", (_raw(gzip(plain), "application/vnd.docker.image.rootfs.diff.tar.gzip"),)
    yield "unknown-media-type", (_raw(gzip(plain), "application/vnd.example.thing"),)
    yield "estargz-like", (_raw(gzip(plain) + gzip(tar(file("stargz.index.json", "{}")))),)


def sparse_tars(name: str = "package.yaml", body: bytes = _A.encode(), real: int = 1 << 20) -> dict[str, bytes]:
    """The same file with one piece of data and a hole after it, in GNU's four forms."""
    stored = block(body)
    old = header(
        name,
        size=len(body),
        kind=b"S",
        magic=b"ustar  \0",
        fields={386: b"%011o\0%011o\0" % (0, len(body)), 483: b"%011o\0" % real},
    )
    listed = block(b"1\n0\n%d\n" % len(body))
    sizes = (f"GNU.sparse.size={real}", "GNU.sparse.numblocks=1")
    return {
        "gnu": old + stored + END,
        "0.0": pax(*sizes, "GNU.sparse.offset=0", f"GNU.sparse.numbytes={len(body)}") + raw_file(name, body) + END,
        "0.1": pax(*sizes, f"GNU.sparse.map=0,{len(body)}", f"GNU.sparse.name={name}") + raw_file("s/x", body) + END,
        "1.0": pax(
            "GNU.sparse.major=1", "GNU.sparse.minor=0", f"GNU.sparse.name={name}", f"GNU.sparse.realsize={real}"
        )
        + raw_file("s/x", listed + body)
        + END,
    }


def _sparse() -> Iterator[tuple[str, tuple[BuiltLayer, ...]]]:
    for form, data in sparse_tars().items():
        yield f"sparse-{form}", (_raw(gzip(data)),)
        yield f"sparse-{form}-flattened", (layer_of(gzip(data)),)


CASES: dict[str, tuple[BuiltLayer, ...]] = dict(
    case for group in (_whiteouts, _replacements, _names, _packages, _compressions, _sparse) for case in group()
)
"""Every case by its name."""
