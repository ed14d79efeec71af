"""Sources that are refused, one for every way: no package, no image, nothing to read, damage.

REFUSED["index that is empty"](folder)    # the path of the source, as a person would type it
"""

import json
from collections.abc import Callable
from pathlib import Path

from builders.oci import layer_cases
from builders.oci.images import BuiltImage, BuiltIndex, blob_descriptor, image, index, package, write_layout, xpkg
from builders.oci.layers import digest, file, folder, gzip, layer, layer_of, symlink, tar, whiteout
from builders.packages.judgements import CRD, PROVIDER

Make = Callable[[Path], str]


def _layout(built: BuiltImage | BuiltIndex, *, without: tuple[str, ...] = ()) -> Make:
    """A layout, of which the blobs of these digests are missing."""

    def make(parent: Path) -> str:
        path = write_layout(parent / "layout", built)
        for blob in without:
            (path / "blobs" / "sha256" / blob.removeprefix("sha256:")).unlink()
        return str(path)

    return make


def _xpkg(built: BuiltImage) -> Make:
    def make(parent: Path) -> str:
        (parent / "a.xpkg").write_bytes(xpkg(built))
        return str(parent / "a.xpkg")

    return make


def _file(name: str, data: bytes) -> Make:
    def make(parent: Path) -> str:
        (parent / name).write_bytes(data)
        return str(parent / name)

    return make


def _folder(**files: bytes) -> Make:
    def make(parent: Path) -> str:
        (parent / "sources").mkdir()
        for name, data in files.items():
            (parent / "sources" / f"{name}.yaml").write_bytes(data)
        return str(parent / "sources")

    return make


def _tampered(built: BuiltImage, blob: str) -> Make:
    def make(parent: Path) -> str:
        path = write_layout(parent / "layout", built) / "blobs" / "sha256" / blob.removeprefix("sha256:")
        path.write_bytes(path.read_bytes()[:-1] + b"?")
        return str(parent / "layout")

    return make


_GOOD = package(PROVIDER)
_OTHER = image(layer(file("bin/provider", "ELF")), platform="linux/arm64")
_MODEL = b"a model of another kind"
_ARTIFACT = image(
    layer_of(_MODEL, media_type="application/vnd.acme.model"),
    config=b"{}",
    artifactType="application/vnd.acme.model",
)
_EMPTY_ARTIFACT = BuiltImage(
    manifest=json.dumps(
        {
            "schemaVersion": 2,
            "mediaType": "application/vnd.oci.image.manifest.v1+json",
            "artifactType": "application/vnd.acme",
            "config": blob_descriptor(b"{}", "application/vnd.oci.empty.v1+json"),
            "layers": [],
        }
    ).encode(),
    config=b"{}",
    layers=(),
)
IMAGES: dict[str, Make] = {
    "index that is empty": _layout(index()),
    "index whose children are missing": _layout(
        index((_GOOD, "linux/amd64"), (_OTHER, "linux/arm64")), without=(_GOOD.digest, _OTHER.digest)
    ),
    "index whose only child is missing": _layout(index((_GOOD, "linux/amd64")), without=(_GOOD.digest,)),
    "index of another platform": _layout(index((_OTHER, "linux/arm64"))),
    "index that lists an empty index": _layout(index((index(), None))),
    "artifact": _layout(_ARTIFACT),
    "artifact without layers": _layout(_EMPTY_ARTIFACT),
    "image without layers": _layout(image()),
    "archive without layers": _xpkg(image()),
    "manifest missing": _layout(_GOOD, without=(_GOOD.digest,)),
    "config missing": _layout(image(layer(file("a"))), without=(digest(image(layer(file("a"))).config),)),
    "config of a good package missing": _layout(package("a: [\n"), without=(digest(package("a: [\n").config),)),
    "config that is no JSON": _layout(image(layer(file("a"), base=True), config=b"<")),
    "layer missing": _layout(_GOOD, without=(_GOOD.layers[0].digest,)),
    "layer tampered": _tampered(_GOOD, _GOOD.layers[0].digest),
    "manifest tampered": _tampered(_GOOD, _GOOD.digest),
    "layer that is no tar": _layout(image(layer_of(b"no tar" * 200, base=True))),
    "layer that does not decompress": _layout(image(layer_of(b"\x1f\x8b\x08\x00broken", base=True))),
    "layer that ends early": _layout(image(layer_of(gzip(tar(file("package.yaml", PROVIDER)))[:60], base=True))),
    "container image": _layout(image(layer(file("bin/sh")), layer(file("etc/passwd")))),
    "container image in an archive": _xpkg(image(layer(file("bin/sh")), layer(file("etc/passwd")))),
    "annotated layer without package.yaml": _layout(image(layer(file("crossplane.yaml", PROVIDER), base=True))),
    "annotated layer without entries": _layout(image(layer(base=True))),
    "package.yaml removed": _layout(image(layer(file("package.yaml", PROVIDER)), layer(whiteout("package.yaml")))),
    "package.yaml is a link": _layout(image(layer(symlink("package.yaml", "b"), base=True))),
    "package.yaml is a folder": _layout(image(layer(folder("package.yaml"), base=True))),
    "package.yaml is empty": _layout(package("")),
    "package.yaml without meta object": _layout(package(f"---\n{CRD}---\n")),
    "package.yaml with two meta objects": _layout(package(f"---\n{PROVIDER}---\n{PROVIDER}---\n")),
    "package.yaml that is no YAML": _layout(package("a: [\n")),
}
"""Images and indexes."""
OTHERS: dict[str, Make] = {
    "folder without sources": _folder(a=b"a: 1\n"),
    "folder that is empty": _folder(),
    "folder whose meta object is broken": _folder(crossplane=b"a: [\n"),
    "folder whose meta object is empty": _folder(crossplane=b""),
    "folder whose object is broken": _folder(crossplane=PROVIDER.encode(), other=b"a: [\n"),
    "stream that is empty": _file("package.yaml", b""),
    "stream of separators": _file("package.yaml", b"---\n---\n"),
    "stream of a comment": _file("package.yaml", b"---\n# nothing\n"),
    "stream without meta object": _file("package.yaml", f"---\n{CRD}".encode()),
    "stream that is no YAML": _file("package.yaml", b"---\na: [\n"),
    "stream of one long line": _file("package.yaml", b"---\n" + b"a" * 300_000),
    "binary file": _file("a.xpkg", b"\x00\x01\x02" * 500),
    "text file": _file("README.md", b"# Read me\n"),
    "archive without an image": _file("a.tar", tar(file("README.md", "a"))),
    "archive that ends early": _file("a.xpkg", xpkg(_GOOD)[:1500]),
    "nothing at this path": lambda parent: str(parent / "nowhere.xpkg"),
    "no such host": lambda _: "127.0.0.1:9/acme/package:v1",
}
"""What holds no image."""
LAYERS: dict[str, Make] = {f"layers: {name}": _layout(image(*layers)) for name, layers in layer_cases.CASES.items()}
"""Images of layers that raise a question; most of them hold no package."""
REFUSED: dict[str, Make] = {**IMAGES, **OTHERS, **LAYERS}
"""All of them together."""
