"""Indexes and manifests, read from their bytes."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NoReturn, Self

from xpkgtui.errors import Malformed
from xpkgtui.oci import media_types
from xpkgtui.oci.descriptor import Descriptor, as_annotations, as_object, as_text
from xpkgtui.oci.platform import CROSSPLANE, Platform

LARGEST = 4 << 20
"""Bytes a manifest may have, as the distribution specification lets registries limit it."""
_DEEPEST = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Index:
    """An image index (or Docker manifest list)."""

    media_type: str
    manifests: tuple[Descriptor, ...]
    annotations: Mapping[str, str] = field(default_factory=dict)
    schema_version: int | None = 2
    artifact_type: str = ""

    @classmethod
    def parse(cls, data: bytes, media_type: str = "") -> Self:
        """Reads an index; `manifests` may be null or missing, which lists nothing."""
        fields = read_json(data)
        return cls(
            media_type=as_text(fields.get("mediaType"), "mediaType") or media_type or media_types.OCI_INDEX,
            manifests=_descriptors(fields.get("manifests"), "entry"),
            annotations=as_annotations(fields.get("annotations"), "the index"),
            schema_version=_schema_version(fields),
            artifact_type=as_text(fields.get("artifactType"), "artifactType"),
        )

    def choose(self, wanted: Platform = CROSSPLANE) -> int | None:
        """The number of the entry that go-containerregistry takes: the first that matches.

        A missing platform counts as linux/amd64, whatever the entry is.
        """
        for number, entry in enumerate(self.manifests):
            if (entry.platform or CROSSPLANE).matches(wanted):
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
        """Reads a manifest; `layers` may be null, the config may be missing."""
        fields = read_json(data)
        config, subject = fields.get("config"), fields.get("subject")
        return cls(
            media_type=as_text(fields.get("mediaType"), "mediaType") or media_type or media_types.OCI_MANIFEST,
            config=None if config is None else Descriptor.parse(config, "config"),
            layers=_descriptors(fields.get("layers"), "layer"),
            annotations=as_annotations(fields.get("annotations"), "the manifest"),
            schema_version=_schema_version(fields),
            artifact_type=as_text(fields.get("artifactType"), "artifactType"),
            subject=None if subject is None else Descriptor.parse(subject, "subject"),
        )


def parse(data: bytes, media_type: str = "") -> Index | Manifest:
    """Reads whichever it is: by the body's `mediaType`, then the given one, then the shape.

    Raises `Malformed` for schema 1, for bytes that are neither, and for a body that holds both layers and
    manifests (the same bytes would be two things to two readers, CVE-2021-41190).
    """
    fields = read_json(data)
    if fields.get("schemaVersion") == 1 or media_types.bare(media_type) in media_types.SCHEMA1:
        raise Malformed("this is a Docker schema 1 manifest, which no Crossplane reads")
    if "manifests" in fields and ("layers" in fields or "config" in fields):
        raise Malformed("it is ambiguous: both an index and a manifest")
    for candidate in (as_text(fields.get("mediaType"), "mediaType"), media_types.bare(media_type)):
        if candidate in media_types.INDEXES:
            return Index.parse(data, candidate)
        if candidate in media_types.MANIFESTS:
            return Manifest.parse(data, candidate)
    if "manifests" in fields:
        return Index.parse(data)
    if "layers" in fields or "config" in fields:
        return Manifest.parse(data)
    raise Malformed("it is neither an index nor a manifest")


def read_json(data: bytes) -> dict[str, object]:
    """A JSON object from bytes that may be hostile, as `read_value` reads it; else `Malformed`."""
    return as_object(read_value(data), "the document")


def read_value(data: bytes) -> object:
    """Any JSON value from bytes that may be hostile: bounded, no NaN, no endless nesting; else `Malformed`."""
    if len(data) > LARGEST:
        raise Malformed("it is larger than 4 MiB")
    if _depth(data) > _DEEPEST:
        raise Malformed(f"it is nested deeper than {_DEEPEST} levels")
    try:
        value: object = json.loads(data.decode("utf-8"), parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        raise Malformed("it is not UTF-8") from error
    except ValueError as error:
        raise Malformed(f"it is no JSON: {error}") from error
    return value


def _depth(data: bytes) -> int:
    """An upper bound of the nesting: brackets in strings count too, which no real manifest has many of."""
    depth = deepest = 0
    for byte in data.translate(None, _NO_BRACKETS):
        depth += 1 if byte in b"[{" else -1
        deepest = max(deepest, depth)
    return deepest


_NO_BRACKETS = bytes(byte for byte in range(256) if byte not in b"[]{}")


def _no_constant(name: str) -> NoReturn:
    raise Malformed(f"{name} is no JSON")


def _descriptors(value: object, what: str) -> tuple[Descriptor, ...]:
    if value is None:
        return ()
    if not isinstance(value, list):
        raise Malformed(f"the list of {what}s is no list")
    return tuple(Descriptor.parse(item, f"{what} {number}") for number, item in enumerate(value))


def _schema_version(fields: dict[str, object]) -> int | None:
    version = fields.get("schemaVersion")
    return version if isinstance(version, int) and not isinstance(version, bool) else None
