"""Images made of cases: bytes, layout folders, and what xpkgtui asks of them, also where they lie about themselves.

A case is JSON: {"layers": [LAYER...], "labels": [[key, value]...] | null, "config": {...}, "named": "whiteout-file"}.
LAYER: {"entries": [[name, kind, x]...], "in": "gzip", "odd": [...], "base": "base", "type": ..., "claims": [...]}.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builders.oci.images import OCI_CONFIG, OCI_INDEX, OCI_MANIFEST
from builders.oci.layer_cases import CASES
from builders.oci.layers import BuiltLayer, digest
from differential.images.layers import layer_of_case

from xpkgtui.errors import Malformed
from xpkgtui.filesystem.compression.stored import ByteSource
from xpkgtui.formats.xpkg.annotations.layers import image_of
from xpkgtui.oci.image import Image, ImageConfig
from xpkgtui.oci.manifest import Manifest
from xpkgtui.readers.reader import LayerUnavailable, Unverified


@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    """The bytes of one case."""

    manifest: bytes
    config: bytes
    layers: tuple[bytes, ...]
    claimed: tuple[str, ...]
    """The digests of the layers as the manifest has them."""

    def image(self) -> Image:
        """As xpkgtui reads it; without a config where that cannot be read."""
        manifest = Manifest.parse(self.manifest)
        assert manifest.config is not None
        is_true = str(manifest.config.digest) == digest(self.config) and manifest.config.size == len(self.config)
        try:
            config = ImageConfig.parse(self.config) if is_true else None
        except Malformed:
            config = None
        return image_of(manifest, config)

    def open_layer(self, image: Image, number: int) -> ByteSource:
        """As a fetcher gives it that says what it could not verify."""
        blob, descriptor = self.layers[number], image.layers[number].descriptor
        if digest(blob) == str(descriptor.digest) and len(blob) == descriptor.size:
            return Bytes(blob)
        unverified = Unverified(size=len(blob), open=lambda: Bytes(blob))
        raise LayerUnavailable("its bytes do not match", corrupt=True, unverified=unverified)

    def write(self, folder: Path) -> None:
        """As an OCI layout; each blob under the digest that is claimed of it."""
        blobs = folder / "blobs" / "sha256"
        blobs.mkdir(parents=True)
        claimed = json.loads(self.manifest)["config"]["digest"]
        names = {digest(self.manifest): self.manifest, claimed: self.config}
        for name, data in {**names, **dict(zip(self.claimed, self.layers, strict=True))}.items():
            (blobs / name.removeprefix("sha256:")).write_bytes(data)
        entry = {"mediaType": OCI_MANIFEST, "digest": digest(self.manifest), "size": len(self.manifest)}
        index = {"schemaVersion": 2, "mediaType": OCI_INDEX, "manifests": [entry]}
        (folder / "index.json").write_text(json.dumps(index))


class Bytes:
    """A source that gives little at once, as networks do."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def read(self, size: int, /) -> bytes:
        """At most 4,096 bytes."""
        data = self._data[self._at : self._at + min(size, 4096)]
        self._at += len(data)
        return data

    def seek(self, offset: int, /) -> int:
        """Moves to `offset`."""
        self._at = offset
        return offset

    def tell(self) -> int:
        """The current offset."""
        return self._at


def built(case: dict[str, Any]) -> Built:
    """The bytes of a case."""
    specs = [spec for spec in case.get("layers", ()) for _ in range(spec.get("times", 1))]
    layers = list(CASES[case["named"]]) if "named" in case else [layer_of_case(spec) for spec in specs]
    specs = specs or [{} for _ in layers]
    digests = [each.digest for each in layers]
    config = _config(case, layers, digests)
    descriptors = [_descriptor(each, spec) for each, spec in zip(layers, specs, strict=True)]
    claims = case.get("config", {}).get("claims", ())
    manifest = {
        "schemaVersion": 2,
        "mediaType": OCI_MANIFEST,
        "config": _claimed({"mediaType": OCI_CONFIG, "digest": digest(config), "size": len(config)}, claims),
        "layers": descriptors,
    }
    return Built(
        manifest=json.dumps(manifest).encode(),
        config=config,
        layers=tuple(each.blob for each in layers),
        claimed=tuple(each["digest"] for each in descriptors),
    )


def _descriptor(built_layer: BuiltLayer, spec: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {
        "mediaType": spec.get("type", built_layer.media_type),
        "digest": built_layer.digest,
        "size": len(built_layer.blob),
    }
    if built_layer.annotations:
        found["annotations"] = built_layer.annotations
    return _claimed(found, spec.get("claims", ()))


def _claimed(descriptor: dict[str, Any], claims: Any) -> dict[str, Any]:
    """The descriptor with what it claims wrongly."""
    for claim in claims:
        if claim == "digest":
            descriptor["digest"] = digest(descriptor["digest"].encode())
        else:
            descriptor["size"] = max(0, descriptor["size"] + claim)
    return descriptor


def _config(case: dict[str, Any], layers: list[BuiltLayer], digests: list[str]) -> bytes:
    wish = case.get("config", {})
    if "raw" in wish:
        return str(wish["raw"]).encode()
    diff_ids = [each.diff_id for each in layers]
    match wish.get("diff_ids"):
        case "wrong":
            diff_ids[:1] = [digest(b"wrong")]
        case "short":
            del diff_ids[-1:]
        case "long":
            diff_ids.append(digest(b"more"))
        case "swapped":
            diff_ids.reverse()
    fields: dict[str, Any] = {"os": "linux", "architecture": "amd64", "config": {}}
    fields["rootfs"] = {"type": wish.get("rootfs", "layers"), "diff_ids": diff_ids}
    if case.get("labels") is not None:
        fields["config"]["Labels"] = {_named(key, digests): value for key, value in case["labels"]}
    return json.dumps(fields).encode()


def _named(key: str, digests: list[str]) -> str:
    """A label with `%0` as the digest of layer 0."""
    for number, each in enumerate(digests):
        key = key.replace(f"%{number}", each)
    return key
