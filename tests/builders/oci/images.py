"""Images made from code: manifests, indexes, OCI layouts, docker-save archives and .xpkg files, all digests true.

from builders.oci.images import image, index, package, xpkg, write_layout, oci_archive, docker_archive, write_dir

built = image(layer(file("a")), layer(file("package.yaml", "..."), base=True))
package(b"apiVersion: ...")                    # the usual image: one base layer with package.yaml
built.manifest, built.config, built.digest     # bytes, bytes, "sha256:..."
built.parsed(), built.open_layer               # xpkgtui's Image, and what a reader asks for bytes
built.blobs()                                  # {digest: bytes} of everything, manifest included
index((built, "linux/amd64"), (other, "linux/arm64"), (third, None))
write_layout(folder, built, tags=("v1",))      # an OCI layout folder; oci_archive(built) is the same as tar bytes
xpkg(built)                                    # as `crossplane xpkg build` writes it: annotations become labels
docker_archive((built, ("name:tag",)), ...)    # docker save: several images in one file
write_dir(folder, built)                       # skopeo's dir:
"""

import io
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from builders.oci.layers import ANNOTATION, BuiltLayer, digest, file, layer, symlink, tar

from xpkgtui.formats.xpkg.annotations.layers import image_of
from xpkgtui.oci.image import Image, ImageConfig
from xpkgtui.oci.manifest import Manifest

OCI_INDEX = "application/vnd.oci.image.index.v1+json"
OCI_MANIFEST = "application/vnd.oci.image.manifest.v1+json"
OCI_CONFIG = "application/vnd.oci.image.config.v1+json"
DOCKER_MANIFEST = "application/vnd.docker.distribution.manifest.v2+json"
DOCKER_CONFIG = "application/vnd.docker.container.image.v1+json"


@dataclass(frozen=True, slots=True, kw_only=True)
class BuiltImage:
    """The bytes of one image."""

    manifest: bytes
    config: bytes
    layers: tuple[BuiltLayer, ...]
    media_type: str = OCI_MANIFEST

    @property
    def digest(self) -> str:
        """Of the manifest."""
        return digest(self.manifest)

    def descriptor(self, **more: object) -> dict[str, object]:
        """What an index says about it."""
        return {"mediaType": self.media_type, "digest": self.digest, "size": len(self.manifest), **more}

    def blobs(self) -> dict[str, bytes]:
        """Everything by digest, the manifest included."""
        parts = (self.manifest, self.config, *(each.blob for each in self.layers))
        return {digest(part): part for part in parts}

    def parsed(self, *, derive: bool = False) -> Image:
        """The image as xpkgtui knows it."""
        return image_of(Manifest.parse(self.manifest), ImageConfig.parse(self.config), derive=derive)

    def open_layer(self, number: int) -> io.BytesIO:
        """The stored bytes of a layer, as readers ask for them."""
        return io.BytesIO(self.layers[number].blob)


@dataclass(frozen=True, slots=True, kw_only=True)
class BuiltIndex:
    """The bytes of an index and of all it lists."""

    manifest: bytes
    entries: tuple["BuiltImage | BuiltIndex", ...]
    media_type: str = OCI_INDEX

    @property
    def digest(self) -> str:
        """Of the index."""
        return digest(self.manifest)

    def descriptor(self, **more: object) -> dict[str, object]:
        """What another index says about it."""
        return {"mediaType": self.media_type, "digest": self.digest, "size": len(self.manifest), **more}

    def blobs(self) -> dict[str, bytes]:
        """Everything by digest, the index included."""
        found = {self.digest: self.manifest}
        for entry in self.entries:
            found |= entry.blobs()
        return found


def image(
    *layers: BuiltLayer,
    platform: str = "linux/amd64",
    labels: Mapping[str, str] | None = None,
    annotations: Mapping[str, str] | None = None,
    docker: bool = False,
    config: bytes | None = None,
    history: Iterable[str] = (),
    **more: object,
) -> BuiltImage:
    """An image of these layers; `more` are further fields of the manifest, `config` replaces the config's bytes."""
    config = config_bytes(layers, platform, labels, history) if config is None else config
    media_type = DOCKER_MANIFEST if docker else OCI_MANIFEST
    fields: dict[str, object] = {
        "schemaVersion": 2,
        "mediaType": media_type,
        "config": blob_descriptor(config, DOCKER_CONFIG if docker else OCI_CONFIG),
        "layers": [_layer_descriptor(each) for each in layers],
    }
    if annotations:
        fields["annotations"] = dict(annotations)
    return BuiltImage(manifest=_json({**fields, **more}), config=config, layers=layers, media_type=media_type)


def package(stream: bytes | str, *others: BuiltLayer, base: bool = True, **more: object) -> BuiltImage:
    """The usual package: `others` at the bottom, then a layer that holds `package.yaml` only."""
    return image(*others, layer(file("package.yaml", stream), base=base), **more)  # type: ignore[arg-type]


def index(
    *entries: "tuple[BuiltImage | BuiltIndex, str | None]", annotations: Mapping[str, str] | None = None
) -> BuiltIndex:
    """An index of images and their platforms (`linux/arm64/v8`, or None for an entry that has none)."""
    fields: dict[str, object] = {"schemaVersion": 2, "mediaType": OCI_INDEX}
    fields["manifests"] = [
        built.descriptor(**({} if platform is None else {"platform": platform_fields(platform)}))
        for built, platform in entries
    ]
    if annotations:
        fields["annotations"] = dict(annotations)
    return BuiltIndex(manifest=_json(fields), entries=tuple(built for built, _ in entries))


def xpkg(built: BuiltImage, *, tags: Iterable[str] = ()) -> bytes:
    """A .xpkg: docker-save form, the layers' annotations as labels of the config."""
    return docker_archive((labeled(built), tuple(tags)))


def labeled(built: BuiltImage) -> BuiltImage:
    """The image with its layers' annotations as labels of the config, as a builder leaves it."""
    labels = {
        f"{ANNOTATION}:{each.digest}": each.annotations[ANNOTATION] for each in built.layers if each.annotations
    }
    config = json.loads(built.config)
    config["config"] = {**(config.get("config") or {}), "Labels": labels}
    return image(*built.layers, config=_json(config))


def docker_archive(*images: tuple[BuiltImage, tuple[str, ...]], style: str = "xpkg") -> bytes:
    """A docker-save archive of images and their tags; style `xpkg` (as crane), `skopeo` (links), or `docker25`."""
    members: dict[str, tuple[object, bytes]] = {}
    listing = []
    for built, tags in images:
        config, layers = f"{digest(built.config)}", []
        if style == "docker25":
            config = "blobs/sha256/" + config.removeprefix("sha256:")
        members[config] = file(config, built.config)
        for each in built.layers:
            name = each.digest.removeprefix("sha256:")
            name = {"docker25": f"blobs/sha256/{name}", "skopeo": f"{name}/layer.tar"}.get(style, f"{name}.tar.gz")
            if style == "skopeo":
                real = each.digest.removeprefix("sha256:") + ".tar"
                members[real] = file(real, each.blob)
                members[name] = symlink(name, f"../{real}")
            else:
                members[name] = file(name, each.blob)
            layers.append(name)
        listing.append({"Config": config, "RepoTags": list(tags) or None, "Layers": layers})
    return tar(*members.values(), file("manifest.json", _json(listing)))  # type: ignore[arg-type]


def write_layout(folder: Path, *built: BuiltImage | BuiltIndex, tags: Iterable[str] = ()) -> Path:
    """An OCI layout folder; the n-th tag names the n-th entry of index.json."""
    for name, data in _layout_files(built, tuple(tags)).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder


def oci_archive(*built: BuiltImage | BuiltIndex, tags: Iterable[str] = ()) -> bytes:
    """The same as a tar."""
    return tar(*(file(name, data) for name, data in _layout_files(built, tuple(tags)).items()))


def write_dir(folder: Path, built: BuiltImage) -> Path:
    """What `skopeo copy ... dir:folder` leaves: blobs by bare hex beside manifest.json."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "version").write_text("Directory Transport Version: 1.1\n")
    (folder / "manifest.json").write_bytes(built.manifest)
    for name, data in built.blobs().items():
        if data != built.manifest:
            (folder / name.removeprefix("sha256:")).write_bytes(data)
    return folder


def config_bytes(
    layers: Iterable[BuiltLayer],
    platform: str = "linux/amd64",
    labels: Mapping[str, str] | None = None,
    history: Iterable[str] = (),
) -> bytes:
    """An image config with true diff_ids."""
    return _json(
        {
            **platform_fields(platform),
            "config": {"Labels": dict(labels)} if labels else {},
            "rootfs": {"type": "layers", "diff_ids": [each.diff_id for each in layers]},
            "history": [{"created_by": text} for text in history],
        }
    )


def blob_descriptor(data: bytes, media_type: str) -> dict[str, object]:
    """A descriptor of these bytes."""
    return {"mediaType": media_type, "digest": digest(data), "size": len(data)}


def platform_fields(platform: str) -> dict[str, str]:
    """`linux/arm64/v8` as a platform object; an empty text gives empty fields."""
    parts = dict(zip(("os", "architecture", "variant"), platform.split("/"), strict=False))
    return {"architecture": "", "os": "", **parts}


def _layer_descriptor(built: BuiltLayer) -> dict[str, object]:
    found = blob_descriptor(built.blob, built.media_type)
    return {**found, "annotations": built.annotations} if built.annotations else found


def _layout_files(built: "tuple[BuiltImage | BuiltIndex, ...]", tags: tuple[str, ...]) -> dict[str, bytes]:
    entries = []
    for number, each in enumerate(built):
        named = {"org.opencontainers.image.ref.name": tags[number]} if number < len(tags) else {}
        entries.append(each.descriptor(**({"annotations": named} if named else {})))
    files = {
        "oci-layout": _json({"imageLayoutVersion": "1.0.0"}),
        "index.json": _json({"schemaVersion": 2, "mediaType": OCI_INDEX, "manifests": entries}),
    }
    for each in built:
        files |= {f"blobs/sha256/{name.removeprefix('sha256:')}": data for name, data in each.blobs().items()}
    return files


def _json(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()
