"""The built-in packages of other formats: images made of the files in `examples`, and a file of objects."""

from collections.abc import Iterator, Mapping
from dataclasses import field
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from xpkgtui.oci import media_types
from xpkgtui.oci.descriptor import Digest
from xpkgtui.sources.demo.layers import DemoImage, gzip, tar, to_json
from xpkgtui.sources.demo.source import BlobsSource
from xpkgtui.values import dataclass

_REGISTRY = "registry.example.com/tidewater"
_BUNDLE = "operators.operatorframework.io.bundle."
_BASE: Mapping[str, bytes] = {
    "bin/": b"",
    "bin/busybox": b"#!a program in name only\n",
    "etc/": b"",
    "etc/os-release": b'NAME="Tideless"\nID=tideless\nVERSION_ID=12\n',
    "etc/passwd": b"root:x:0:0:root:/root:/bin/sh\nnonroot:x:65532:65532::/home/nonroot:/sbin/nologin\n",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Layer:
    """One layer and the step that made it."""

    step: str
    folder: str = ""
    """Its files: those of a folder in `examples`."""
    files: Mapping[str, bytes] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Example:
    """An image and its address, which does not exist."""

    reference: str
    layers: tuple[_Layer, ...]
    labels: Mapping[str, str] = field(default_factory=dict)
    platforms: tuple[str, ...] = ("amd64",)
    entrypoint: tuple[str, ...] = ()


_IMAGES = {
    "bundle": _Example(
        reference=f"{_REGISTRY}/harbour-operator-bundle:v1.4.0",
        layers=(
            _Layer(step="COPY bundle/manifests /manifests/", folder="bundle/manifests"),
            _Layer(step="COPY bundle/metadata /metadata/", folder="bundle/metadata"),
            _Layer(step="COPY bundle/tests/scorecard /tests/scorecard/", folder="bundle/tests"),
        ),
        # The planted fault (OLM011): the label names one channel, metadata/annotations.yaml two.
        labels={
            f"{_BUNDLE}mediatype.v1": "registry+v1",
            f"{_BUNDLE}manifests.v1": "manifests/",
            f"{_BUNDLE}metadata.v1": "metadata/",
            f"{_BUNDLE}package.v1": "harbour-operator",
            f"{_BUNDLE}channels.v1": "stable",
            f"{_BUNDLE}channel.default.v1": "stable",
        },
    ),
    "catalog": _Example(
        reference=f"{_REGISTRY}/harbour-catalog:2026.11",
        layers=(
            _Layer(step="the base image of opm", files={**_BASE, "bin/opm": b"#!a program in name only\n"}),
            _Layer(step="ADD configs /configs", folder="catalog/configs"),
        ),
        labels={"operators.operatorframework.io.index.configs.v1": "/configs"},
        platforms=("amd64", "arm64"),
        entrypoint=("/bin/opm", "serve", "/configs"),
    ),
    "stack": _Example(
        reference=f"{_REGISTRY}/stack-harbour:0.3.1",
        layers=(
            _Layer(step="base image of nothing in particular", files=_BASE),
            _Layer(step="COPY controller /bin/controller", files={"bin/controller": b"#!a program in name only\n"}),
            _Layer(step="COPY .registry /.registry", folder="stack/.registry"),
        ),
        entrypoint=("/bin/controller",),
    ),
    "plain": _Example(
        reference=f"{_REGISTRY}/port-office-manifests:v1.4.0",
        layers=(_Layer(step="COPY manifests /manifests", folder="plain/manifests"),),
    ),
}


def open_image(format: str) -> BlobsSource | None:
    """The built-in image of a format, one of `DEMO_FORMATS`; None where it is not an image."""
    example = _IMAGES.get(format)
    if example is None:
        return None
    image = DemoImage()
    layers = [tar(files_of(layer.folder) if layer.folder else layer.files) for layer in example.layers]
    manifests = [_manifest(image, example, layers, architecture) for architecture in example.platforms]
    if len(manifests) == 1:
        root, media_type = manifests[0], media_types.OCI_MANIFEST
    else:
        root, media_type = _index(image, manifests, example.platforms), media_types.OCI_INDEX
    return BlobsSource(image, root, media_type=media_type, reference=example.reference)


def examples() -> Traversable:
    """The folder of examples, which may be inside an archive of the program."""
    return files("xpkgtui.sources.demo") / "examples"


def objects(scratch: Path) -> Path:
    """The file of objects of RukPak, which are not in images; raises `OSError`."""
    place = scratch / "harbour.yaml"
    place.write_bytes((examples() / "rukpak" / place.name).read_bytes())
    return place


def files_of(folder: str) -> dict[str, bytes]:
    """The files of a folder in `examples` by their path in the image, each folder before what is in it."""
    below = examples()
    for part in folder.split("/"):
        below /= part
    return dict(_below(folder.partition("/")[2], below))


def _below(name: str, folder: Traversable) -> Iterator[tuple[str, bytes]]:
    yield f"{name}/", b""
    for one in sorted(folder.iterdir(), key=lambda one: one.name.encode()):
        if one.is_dir():
            yield from _below(f"{name}/{one.name}", one)
        else:
            yield f"{name}/{one.name}", one.read_bytes()


def _manifest(image: DemoImage, example: _Example, layers: list[bytes], architecture: str) -> bytes:
    config = {
        "architecture": architecture,
        "os": "linux",
        "config": {"Entrypoint": list(example.entrypoint), "Labels": dict(example.labels)},
        "history": [{"created_by": layer.step} for layer in example.layers],
        "rootfs": {"type": "layers", "diff_ids": [str(Digest.of(data)) for data in layers]},
    }
    manifest = to_json(
        {
            "schemaVersion": 2,
            "mediaType": media_types.OCI_MANIFEST,
            "config": image.add(to_json(config), media_types.OCI_CONFIG),
            "layers": [image.add(gzip(data), media_types.OCI_LAYER_GZIP) for data in layers],
        }
    )
    image.add(manifest, media_types.OCI_MANIFEST)
    return manifest


def _index(image: DemoImage, manifests: list[bytes], architectures: tuple[str, ...]) -> bytes:
    entries = [
        image.add(data, media_types.OCI_MANIFEST, platform={"architecture": architecture, "os": "linux"})
        for data, architecture in zip(manifests, architectures, strict=True)
    ]
    index = to_json({"schemaVersion": 2, "mediaType": media_types.OCI_INDEX, "manifests": entries})
    image.add(index, media_types.OCI_INDEX)
    return index
