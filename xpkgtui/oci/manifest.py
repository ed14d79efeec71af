"""Indexes and manifests, read from their bytes."""

from collections.abc import Mapping
from dataclasses import field
from typing import Self

from xpkgtui.errors import Malformed
from xpkgtui.oci import media_types
from xpkgtui.oci.descriptor import DEFAULT, Descriptor, Platform
from xpkgtui.oci.json_value import as_annotations, as_object, as_text, go_fields, read_object
from xpkgtui.values import dataclass

_ANY = f"sha256:{0:064x}"
_ARTIFACT = "application/vnd.oci.artifact.manifest.v1+json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Index:
    """An image index (or Docker manifest list)."""

    media_type: str
    manifests: tuple[Descriptor, ...]
    annotations: Mapping[str, str] = field(default_factory=dict)
    schema_version: int | None = 2
    artifact_type: str = ""
    subject: Descriptor | None = None

    @classmethod
    def parse(cls, data: bytes, media_type: str = "") -> Self:
        """Reads an index; null or missing `manifests` are an empty list."""
        fields = go_fields(read_object(data))
        return cls(
            media_type=as_text(fields.get("mediaType"), "mediaType") or media_type or media_types.OCI_INDEX,
            manifests=_descriptors(fields.get("manifests"), "entry"),
            annotations=as_annotations(fields.get("annotations"), "the index"),
            schema_version=_schema_version(fields),
            artifact_type=as_text(fields.get("artifactType"), "artifactType"),
            subject=_pointed_at(fields, "subject"),
        )

    def first_match(self, wanted: Platform) -> int | None:
        """The number of the entry that go-containerregistry takes: the first that matches `wanted`.

        A missing platform counts as linux/amd64, whatever the entry is.
        """
        for number, entry in enumerate(self.manifests):
            if (entry.platform or DEFAULT).matches(wanted):
                return number
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """An image manifest."""

    media_type: str
    config: Descriptor | None
    layers: tuple[Descriptor, ...]
    """The bottom one first."""
    annotations: Mapping[str, str] = field(default_factory=dict)
    schema_version: int | None = 2
    artifact_type: str = ""
    subject: Descriptor | None = None

    @classmethod
    def parse(cls, data: bytes, media_type: str = "") -> Self:
        """Reads a manifest; `layers` may be null, and the config missing or without a digest."""
        fields = go_fields(read_object(data))
        return cls(
            media_type=as_text(fields.get("mediaType"), "mediaType") or media_type or media_types.OCI_MANIFEST,
            config=_pointed_at(fields, "config"),
            layers=_descriptors(fields.get("layers"), "layer"),
            annotations=as_annotations(fields.get("annotations"), "the manifest"),
            schema_version=_schema_version(fields),
            artifact_type=as_text(fields.get("artifactType"), "artifactType"),
            subject=_pointed_at(fields, "subject"),
        )


def parse(data: bytes, media_type: str = "") -> Index | Manifest:
    """Reads an index or a manifest: by the body's `mediaType`, then the given one, then the shape.

    Raises `Malformed` for schema 1, for bytes that are neither, and for ambiguous ones (CVE-2021-41190): layers and
    manifests in one body, or a body that is not what it was served as.
    """
    fields = go_fields(read_object(data))
    own, served = as_text(fields.get("mediaType"), "mediaType"), media_types.bare(media_type)
    known = served if served in media_types.ACCEPTED else ""
    lists_manifests = fields.get("manifests") is not None
    lists_layers = fields.get("layers") is not None or fields.get("config") is not None
    _require_readable(fields, {own, served}, lists_manifests or lists_layers)
    kinds = {"index" for each in (own, served) if each in media_types.INDEXES}
    kinds |= {"manifest" for each in (own, served) if each in media_types.MANIFESTS}
    if len(kinds) > 1:
        raise Malformed("it is ambiguous: its media types name both an index and a manifest")
    if (lists_manifests and lists_layers) or (lists_layers and "index" in kinds):
        raise Malformed("it is ambiguous: an index that lists layers, or has a config")
    if lists_manifests and "manifest" in kinds:
        raise Malformed("it is ambiguous: a manifest that lists manifests")
    if "index" in kinds or lists_manifests:
        return Index.parse(data, known)
    if "manifest" in kinds or lists_layers or "layers" in fields:
        return Manifest.parse(data, known)
    if "manifests" in fields:
        return Index.parse(data, known)
    raise Malformed("it is neither an index nor a manifest")


def _require_readable(fields: Mapping[str, object], types: set[str], lists: bool) -> None:
    """Raises `Malformed` for schema 1 and artifacts; the version alone decides nothing, as Go ignores it."""
    if types & media_types.SCHEMA1 or (not lists and (fields.get("schemaVersion") == 1 or "fsLayers" in fields)):
        raise Malformed("this is a Docker schema 1 manifest, which Crossplane cannot read")
    if _ARTIFACT in types or (not lists and "blobs" in fields):
        raise Malformed("this is an OCI artifact manifest, which lists blobs and no layers")


def _pointed_at(fields: Mapping[str, object], key: str) -> Descriptor | None:
    """The descriptor under `key`, or None without a digest: Go then only refuses wrong types beside it."""
    if fields.get(key) is None:
        return None
    found = go_fields(as_object(fields[key], key))
    if found.get("digest") is not None:
        return Descriptor.parse(found, key)
    Descriptor.parse({**found, "digest": _ANY}, key)
    return None


def _descriptors(value: object, what: str) -> tuple[Descriptor, ...]:
    if value is None:
        return ()
    if not isinstance(value, list):
        raise Malformed(f"there is not a list of each {what}")
    return tuple(Descriptor.parse(item, f"{what} {number}") for number, item in enumerate(value))


def _schema_version(fields: Mapping[str, object]) -> int | None:
    version = fields.get("schemaVersion")
    if version is not None and (not isinstance(version, int) or isinstance(version, bool)):
        raise Malformed("schemaVersion is not an integer")
    return version
