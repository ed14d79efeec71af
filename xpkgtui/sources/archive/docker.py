"""Archives of images: OCI layouts in a tar, and Docker archives, for whose manifest.json a manifest is made."""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import field, replace
from pathlib import Path
from typing import Self

from xpkgtui.errors import Corrupt, Malformed, MissingBlob, NotFound, Usage, XpkgError
from xpkgtui.filesystem.compression.inflated import Compression, detect
from xpkgtui.formats.format import Traces
from xpkgtui.formats.known import ASSUMED_SOURCES, recognize
from xpkgtui.limits import PIECE, Limits
from xpkgtui.oci import media_types
from xpkgtui.oci.descriptor import Descriptor, Digest
from xpkgtui.oci.image import ImageConfig
from xpkgtui.oci.json_value import LARGEST, as_object, as_text, as_texts, read_value
from xpkgtui.oci.reference import familiar
from xpkgtui.patterns import late
from xpkgtui.sources import layout_index
from xpkgtui.sources.archive.members import Member, Members, compression_notes
from xpkgtui.sources.files import FileBlob, FileVersion, read_blob
from xpkgtui.sources.source import ImageRoot, Source, SourceForm
from xpkgtui.values import dataclass

_FIELDS = {name.casefold(): name for name in ("Config", "Layers", "RepoTags", "LayerSources")}
"""The fields in lower case, because Go's decoder ignores case."""
_SHOWN = 50
_LONGEST = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedImage:
    """One image of manifest.json."""

    config: str
    """The name of a member."""
    layers: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    sources: Mapping[str, Descriptor] = field(default_factory=dict)
    """Descriptors by diff_id (`LayerSources`): of foreign layers, and since Docker 25 of all layers."""

    @classmethod
    def parse(cls, value: object) -> Self:
        """Reads one element; raises Malformed."""
        found = as_object(value, "an image of manifest.json")
        fields = {_FIELDS.get(key.casefold(), key): each for key, each in found.items()}
        sources = fields.get("LayerSources")
        config = as_text(fields.get("Config"), "Config")
        if not config:
            raise Malformed("an image has no Config")
        return cls(
            config=config,
            layers=as_texts(fields.get("Layers"), "Layers"),
            tags=as_texts(fields.get("RepoTags"), "RepoTags"),
            sources={
                key: Descriptor.parse(each, f"LayerSources {key[:80]}")
                for key, each in as_object({} if sources is None else sources, "LayerSources").items()
            },
        )


def _parse(data: bytes, name: str) -> tuple[ListedImage, ...]:
    """All images of a manifest.json; raises Corrupt where it cannot be read or lists none."""
    try:
        value = read_value(data)
        if not isinstance(value, list):
            raise Malformed("it is not a list of images")
        found = tuple(ListedImage.parse(each) for each in value)
    except Malformed as error:
        raise Corrupt(f"manifest.json of {name} cannot be read: {error}") from error
    if not found:
        raise Corrupt(f"manifest.json of {name} lists no image")
    return found


def choose(
    images: tuple[ListedImage, ...], wanted: str, name: str, describe: Callable[[ListedImage], str]
) -> ListedImage:
    """The image of a tag or a number from 1; raises Usage where there are several and none was chosen.

    `describe` makes a sentence for each choice.
    """
    if not wanted and len(images) == 1:
        return images[0]
    tags = (each.tags[0][:_LONGEST] if each.tags else number for number, each in enumerate(images[:_SHOWN], 1))
    choices = tuple(f"{name}#{tag}" for tag in tags)
    if not wanted:
        by = ASSUMED_SOURCES.notes.built_by([tag for each in images for tag in each.tags])
        raise Usage(
            f"{name} holds {len(images)} images{by}: choose one",
            hint=f"write {name}#TAG or {name}#NUMBER; {ASSUMED_SOURCES.names.several_images}",
            suggestions=choices,
            details=tuple(describe(each) for each in images[: len(choices)]),
        )
    found = [each for each in images if familiar(wanted) in map(familiar, each.tags)]
    found = found or [each for each in images if wanted in {tag.rpartition(":")[2] for tag in each.tags}]
    if not found and wanted.isdecimal() and len(wanted) < 7 and 0 < int(wanted) <= len(images):
        return images[int(wanted) - 1]
    if not found:
        raise NotFound(f"{name} holds no image {wanted!r}", suggestions=choices)
    if len(found) > 1:
        raise Usage(f"{len(found)} images of {name} are called {wanted!r}: write the whole name", suggestions=choices)
    return found[0]


_SMALL_CONFIG = 1 << 18
"""Bytes of a config that are read for a summary."""
_FEW = Limits(entries=200)
"""Members of an archive that is only to be named."""


def _package_of(members: Members, image: ListedImage) -> tuple[str, str]:
    """Package and platform, `Function acme-fn` and `linux/arm64`; empty where the config cannot be read."""
    try:
        with members.open(members.require(image.config)) as blob:
            config = ImageConfig.parse(read_blob(blob, _SMALL_CONFIG, image.config))
    except (XpkgError, Malformed):
        return "", ""
    knowledge = recognize(Traces(config=config)).format.sources or ASSUMED_SOURCES
    package = knowledge.previews().of_image(config, image.layers, lambda name: members.open(members.require(name)))
    return package, "" if config.platform.is_empty else str(config.platform)


def summary(path: Path) -> str:
    """The package in a Docker archive, or the number of its images; empty where its first bytes do not say."""
    try:
        members = Members(path, str(path), _FEW)
        with members.open(members.require("manifest.json")) as blob:
            images = _parse(read_blob(blob, LARGEST, "manifest.json"), str(path))
    except (XpkgError, OSError):
        return ""
    return _package_of(members, images[0])[0] if len(images) == 1 else f"{len(images)} images"


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
            images = _parse(read_blob(blob, LARGEST, "manifest.json"), self._name)
        image = choose(images, self._wanted, self._name, self._summary)
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
        return ", ".join(filter(None, _package_of(self._members, image)))

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
