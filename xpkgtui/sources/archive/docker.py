"""Archives of images: OCI layouts in a tar, and Docker archives, which have no manifest: one is made for them."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from xpkgtui.errors import Corrupt, Malformed, MissingBlob
from xpkgtui.filesystem.compression.inflated import Compression, detect
from xpkgtui.limits import PIECE
from xpkgtui.oci import media_types
from xpkgtui.oci.descriptor import Descriptor
from xpkgtui.oci.digest import Digest
from xpkgtui.oci.image import ImageConfig
from xpkgtui.oci.json_value import LARGEST
from xpkgtui.patterns import late
from xpkgtui.sources import layout_index
from xpkgtui.sources.archive import docker_manifest
from xpkgtui.sources.archive.docker_manifest import ListedImage, package_of
from xpkgtui.sources.archive.members import Member, Members, compression_notes
from xpkgtui.sources.files import FileBlob, FileVersion, read_blob
from xpkgtui.sources.source import ImageRoot, Source, SourceForm

_CONFIG = 8 << 20
"""Bytes of a config that are read here; a larger one is a finding of the inspection."""
_TRUSTED = 64 << 20
"""Larger members are not hashed here: their name counts until they are read and verified."""
_LAYERS = 5000
"""More than any image has, and few enough for a manifest of 4 MiB."""
_NAMED = late(r"(?:blobs/sha256/)?([0-9a-f]{64})(?:\.tar|\.tar\.gz|\.tar\.zst)?")
_MEDIA_TYPES = {
    Compression.GZIP: media_types.DOCKER_LAYER,
    Compression.ZSTD: media_types.OCI_LAYER_ZSTD,
    Compression.NONE: media_types.DOCKER_LAYER_PLAIN,
}


class _ArchiveSource(Source):
    """One image of a tar."""

    is_archive = True

    def __init__(self, members: Members, wanted: str, compression: Compression, owned: Path | None) -> None:
        self._members = members
        self._name = members.name
        self._wanted = wanted
        self._compression = compression
        self._owned = owned

    def close(self) -> None:
        """Deletes a spooled archive."""
        if self._owned:
            self._owned.unlink(missing_ok=True)


class DockerArchiveSource(_ArchiveSource):
    """One image of a Docker archive."""

    form = SourceForm.DOCKER_ARCHIVE
    has_manifest = False

    def __init__(self, members: Members, wanted: str, compression: Compression, owned: Path | None) -> None:
        super().__init__(members, wanted, compression, owned)
        self._blobs: dict[Digest, Member] = {}
        self._described: dict[Member, Descriptor] = {}
        self._hashed: dict[Member, tuple[Digest, FileVersion]] = {}
        self._missing: list[tuple[int, str]] = []

    def resolve(self) -> ImageRoot:
        """A Docker manifest with the digests of the stored bytes, and without a digest of its own."""
        with self._members.open(self._members.require("manifest.json")) as blob:
            images = docker_manifest.parse(read_blob(blob, LARGEST, "manifest.json"), self._name)
        image = docker_manifest.choose(images, self._wanted, self._name, self._summary)
        self._missing.clear()
        manifest = {
            "schemaVersion": 2,
            "mediaType": media_types.DOCKER_MANIFEST,
            "config": self._describe(self._members.require(image.config), image.config, media_types.DOCKER_CONFIG),
            "layers": self._layers(image),
        }
        return ImageRoot(
            data=json.dumps(manifest, indent=2).encode(),
            media_type=media_types.DOCKER_MANIFEST,
            digest=None,
            reference=f"{self._name}#{self._wanted}" if self._wanted else self._name,
            derive=True,
            missing=tuple(self._missing),
            is_compressed=self._compression is not Compression.NONE,
            is_chosen=len(images) > 1,
            notes=compression_notes(self._compression),
        )

    def manifest(self, descriptor: Descriptor) -> bytes:
        """Raises: a Docker archive holds no manifests."""
        raise Corrupt(f"{self._name} does not hold the manifest {descriptor.digest}")

    def blob(self, descriptor: Descriptor) -> FileBlob:
        """The bytes of a config or layer."""
        member = self._blobs.get(descriptor.digest)
        if member is None:
            raise Corrupt(
                f"{self._name} does not hold the layer {descriptor.digest}",
                hint="it is a foreign layer, which archives do not hold" if descriptor.urls else "",
            )
        blob = self._members.open(member)
        has_digest = self._hashed.get(member) == (descriptor.digest, blob.version)
        blob.is_hashed = has_digest and descriptor.size == member.size
        return blob

    def _summary(self, image: ListedImage) -> str:
        """Package and platform, `Function acme-fn, linux/arm64`."""
        return ", ".join(filter(None, package_of(self._members, image)))

    def _layers(self, image: ListedImage) -> list[dict[str, object]]:
        if len(image.layers) > _LAYERS:
            raise Corrupt(f"manifest.json of {self._name} lists more than {_LAYERS:,} layers")
        sources = self._sources(image)
        found: list[dict[str, object]] = []
        for number, name in enumerate(image.layers):
            source = sources.get(number)
            member = self._members.find(name)
            if source is not None and (member is None or media_types.is_foreign(source.media_type)):
                found.append({**_fields(source), "urls": list(source.urls)})
                if member is not None:
                    self._blobs[source.digest] = member
            elif member is None and (named := _NAMED.fullmatch(name)) and self._members.is_absent(name):
                # Its name is its digest, so that the other layers can be read.
                self._missing.append((number, name))
                digest = Digest("sha256", named[1])
                found.append(_fields(Descriptor(media_type=media_types.DOCKER_LAYER, digest=digest, size=0)))
            else:
                found.append(self._describe(self._members.require(name), name, ""))
        return found

    def _sources(self, image: ListedImage) -> Mapping[int, Descriptor]:
        """Descriptors by layer number; the list has them by diff_id."""
        member = self._members.require(image.config)
        if not image.sources or member.size > _CONFIG:
            return {}
        with self._members.open(member) as blob:
            data = read_blob(blob, _CONFIG, image.config)
        try:
            diff_ids = ImageConfig.parse(data).diff_ids
        except Malformed:  # a broken config is a finding of the inspection
            return {}
        return {number: image.sources[each] for number, each in enumerate(diff_ids) if each in image.sources}

    def _describe(self, member: Member, name: str, media_type: str) -> dict[str, object]:
        if member not in self._described:
            with self._members.open(member) as blob:
                # In this order: what is written to it while it is read makes it another version.
                version, head = blob.version, blob.read(4)
                if member.size > _TRUSTED and (named := _NAMED.fullmatch(name)):
                    digest = Digest("sha256", named[1])
                else:
                    digest = _hashed(head, blob)
                    self._hashed[member] = digest, version
            found = media_type or _MEDIA_TYPES[detect(head)]
            self._described[member] = Descriptor(media_type=found, digest=digest, size=member.size)
            self._blobs[digest] = member
        return _fields(self._described[member])


def _hashed(head: bytes, blob: FileBlob) -> Digest:
    """The digest of a member, of which `head` was read and `blob` has the rest."""
    hashed = hashlib.sha256(head)
    while data := blob.read(PIECE):
        hashed.update(data)
    return Digest("sha256", hashed.hexdigest())


def _fields(descriptor: Descriptor) -> dict[str, object]:
    return {
        "mediaType": descriptor.media_type,
        "digest": str(descriptor.digest),
        "size": descriptor.size,
    }


class OciArchiveSource(_ArchiveSource):
    """One image of an OCI archive."""

    form = SourceForm.OCI_ARCHIVE

    def resolve(self) -> ImageRoot:
        """The only or the chosen image, or index.json itself."""
        with self._members.open(self._members.require("index.json")) as blob:
            data = read_blob(blob, LARGEST, "index.json")
        root = layout_index.choose(data, self._wanted, self._name, "#", self.manifest)
        notes = compression_notes(self._compression)
        return replace(root, is_compressed=self._compression is not Compression.NONE, notes=notes)

    def manifest(self, descriptor: Descriptor) -> bytes:
        """The bytes of a manifest or index."""
        with self.blob(descriptor) as blob:
            return read_blob(blob, LARGEST, f"the manifest {descriptor.digest}")

    def blob(self, descriptor: Descriptor) -> FileBlob:
        """The bytes of a config or layer."""
        digest = descriptor.digest
        member = self._members.find(f"blobs/{digest.algorithm}/{digest.hex}")
        if member is None:
            self._members.require_whole()
            raise MissingBlob(self._name, digest)
        return self._members.open(member)
