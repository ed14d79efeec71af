"""A repaired image: one layer is marked as the base, or a new one is added, and nothing else changes."""

import gzip
import hashlib
import json
import tarfile
from collections.abc import Mapping
from typing import Any, BinaryIO

from xpkgtui.formats.images.image_conventions import AddedLayer
from xpkgtui.formats.xpkg.annotations.layers import ANNOTATION, BASE, LABEL_PREFIX
from xpkgtui.formats.xpkg.summary import SUMMARY
from xpkgtui.oci.json_value import written_like
from xpkgtui.oci.media_types import DOCKER_LAYER, DOCKER_MANIFEST, OCI_LAYER_GZIP

_SEPARATOR = b"---\n"


def write_layer(stream: BinaryIO, size: int, into: BinaryIO) -> AddedLayer:
    """Writes a layer that holds the stream alone, with a separator before its first and after its last document."""
    before, after = _lacking(stream, size)
    archive = _Counted(into)
    with gzip.GzipFile(fileobj=archive, mode="wb", mtime=0, filename="") as packed:
        plain = _Counted(packed)
        with tarfile.open(fileobj=plain, mode="w", format=tarfile.USTAR_FORMAT) as tar:  # type: ignore[call-overload]
            entry = tarfile.TarInfo(SUMMARY.wording.stream_file)
            entry.size, entry.mode = len(before) + size + len(after), 0o644
            tar.addfile(entry, _Joined(before, stream, after))
    return AddedLayer(digest=archive.digest, size=archive.size, diff_id=plain.digest)


def is_separated(stream: BinaryIO, size: int) -> bool:
    """Whether separators stand before the first and after the last document."""
    return not any(_lacking(stream, size))


def _lacking(stream: BinaryIO, size: int) -> tuple[bytes, bytes]:
    """The separators that the stream lacks at its beginning and at its end."""
    before = b"" if stream.read(4) == _SEPARATOR else _SEPARATOR
    stream.seek(max(0, size - 5))
    end = stream.read(5)
    stream.seek(0)
    return before, b"" if end == b"\n---\n" else (b"" if end.endswith(b"\n") else b"\n") + _SEPARATOR


def repaired(manifest: bytes, config: bytes, base: int | None, added: AddedLayer | None) -> tuple[bytes, bytes]:
    """The manifest and the config with that layer, or else the added one, as the only base."""
    root, image = json.loads(manifest), json.loads(config)
    layers = root[_key(root, "layers")]
    for number, layer in enumerate(layers):
        _set(layer, "annotations", ANNOTATION, BASE if number == base else None)
    if added is not None:
        kind = DOCKER_LAYER if root.get("mediaType") == DOCKER_MANIFEST else OCI_LAYER_GZIP
        entry = {"mediaType": kind, "digest": added.digest, "size": added.size, "annotations": {ANNOTATION: BASE}}
        layers.append(entry)
        _below(image, "rootfs").setdefault("diff_ids", []).append(added.diff_id)
        image.setdefault("history", []).append({"created_by": "xpkgtui save --repaired"})
    digest = added.digest if added is not None else layers[base][_key(layers[base], "digest")]
    settings = _below(image, "config")
    key = _key(settings, "Labels")
    old = settings.get(key) or {}
    labels = {name: value for name, value in old.items() if not (name.startswith(LABEL_PREFIX) and value == BASE)}
    labels[f"{LABEL_PREFIX}{digest}"] = BASE
    if added is not None or labels != old:
        settings[key] = labels
        config = written_like(image, config)
        told = root[_key(root, "config")]
        told[_key(told, "digest")] = f"sha256:{hashlib.sha256(config).hexdigest()}"
        told[_key(told, "size")] = len(config)
        told.pop("data", None)
    return written_like(root, manifest), config


def _set(layer: dict[str, Any], group: str, name: str, value: str | None) -> None:
    """Gives a layer its annotation, or takes that of the base away."""
    key = _key(layer, group)
    found = layer.get(key) or {}
    if value is not None:
        layer[key] = {**found, name: value}
    elif found.get(name) == BASE:
        layer[key] = {one: said for one, said in found.items() if one != name}
        if not layer[key]:
            del layer[key]


def _below(fields: dict[str, Any], name: str) -> dict[str, Any]:
    """The mapping of that name, which is made where there is none."""
    key = _key(fields, name)
    if not isinstance(fields.get(key), dict):
        fields[key] = {}
    found: dict[str, Any] = fields[key]
    return found


def _key(fields: Mapping[str, Any], name: str) -> str:
    """The key as it is spelled: Go takes any case."""
    return name if name in fields else next((key for key in fields if key.lower() == name.lower()), name)


class _Counted:
    """Passes bytes on, and knows their digest."""

    def __init__(self, file: Any) -> None:
        self._file, self._sum, self.size = file, hashlib.sha256(), 0

    @property
    def digest(self) -> str:
        """The digest of what was written."""
        return f"sha256:{self._sum.hexdigest()}"

    def write(self, data: bytes) -> int:
        """Passes bytes on."""
        self._sum.update(data)
        self.size += len(data)
        return int(self._file.write(data))

    def tell(self) -> int:
        """How much was written, as tarfile asks."""
        return self.size

    def flush(self) -> None:
        """Passes nothing on: the file is closed by who opened it."""


class _Joined:
    """A stream between two separators, to be read once."""

    def __init__(self, before: bytes, stream: BinaryIO, after: bytes) -> None:
        self._left, self._stream, self._after = before, stream, after

    def read(self, size: int) -> bytes:
        """The next bytes, which may be fewer than `size` only at the end."""
        while len(self._left) < size and (more := self._stream.read(size)):
            self._left += more
        if len(self._left) < size:
            self._left, self._after = self._left + self._after, b""
        data, self._left = self._left[:size], self._left[size:]
        return data
