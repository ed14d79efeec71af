"""The part of the document of `show` that is about the image: its cluster, platforms, manifest and layers."""

from collections.abc import Mapping
from typing import Annotated

from xpkgtui.formats.images.layers import LayerRole
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import ManifestRead
from xpkgtui.inspection.messages.parts import Ready
from xpkgtui.inspection.rows.layers import LayerRow
from xpkgtui.inspection.rows.platforms import PlatformRole, PlatformRow
from xpkgtui.reporting.documents.elements import Count, Digest
from xpkgtui.reporting.documents.writer import JsonObject, free_map
from xpkgtui.values import dataclass

_MAP = "Keys and values as the package has them."
_MEDIA_TYPE = "Its media type."


@dataclass(frozen=True, slots=True, kw_only=True)
class _ClusterFact(JsonObject):
    label: Annotated[str, "What is said: `image`."]
    text: Annotated[str, "The value, as the cluster spells it."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Condition(JsonObject):
    type: Annotated[str, "The type of the condition: `Healthy`."]
    status: Annotated[str, "`True`, `False` or `Unknown`."]
    reason: Annotated[str, "The reason in one word; may be empty."]
    message: Annotated[str, "The message for people; may be empty."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _ClusterObject(JsonObject):
    kind: Annotated[str, "The kind of the object: `Provider`."]
    name: Annotated[str, "The name of the object."]
    namespace: Annotated[str | None, "The namespace of the object; null where it has none."]
    facts: Annotated[tuple[_ClusterFact, ...], "What the object says beside its conditions."]
    conditions: Annotated[tuple[_Condition, ...], "The conditions of the object, in its order."]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusterDescription(JsonObject):
    """What a cluster says of a package that is installed in it."""

    context: Annotated[str | None, "The context of kubectl; null for the current one."]
    objects: Annotated[
        tuple[_ClusterObject, ...], "The object of the package, then what is installed of it (its active revision)."
    ]
    notes: Annotated[tuple[str, ...], "Sentences: that the tag names another image than the one that is installed."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Platform(JsonObject):
    os: Annotated[str, "The operating system."]
    architecture: Annotated[str, "The architecture."]
    variant: Annotated[str | None, "The variant of the architecture."]


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryObject(JsonObject):
    """An entry of an index, or the one image."""

    digest: Annotated[Digest | None, "The digest of the manifest; null for an archive, which has none."]
    mediaType: Annotated[str, _MEDIA_TYPE]
    size: Annotated[Count, "The size in bytes that the index gives."]
    platform: Annotated[_Platform | None, "The platform; null where none is given."]
    role: Annotated[PlatformRole, "What the entry is."]
    parent: Annotated[
        str | None, "The digest of the nested index that lists it; null for an entry of the index itself."
    ]
    annotations: Annotated[Mapping[str, str], _MAP]
    selected: Annotated[bool, "Whether this entry is shown."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Config(JsonObject):
    digest: Annotated[str | None, "Its digest."]
    size: Annotated[Count | None, "Its size in bytes."]
    labels: Annotated[Mapping[str, str], _MAP]
    entrypoint: Annotated[
        tuple[str, ...] | None, "The entrypoint of the image; null where the config could not be read."
    ]
    cmd: Annotated[tuple[str, ...] | None, "The command of the image; null where the config could not be read."]


@dataclass(frozen=True, slots=True, kw_only=True)
class ManifestObject(JsonObject):
    """The manifest of an image."""

    digest: Annotated[Digest | None, "Its digest; null for an archive, which has none."]
    mediaType: Annotated[str, _MEDIA_TYPE]
    annotations: Annotated[Mapping[str, str], _MAP]
    config: Annotated[_Config, "The config of the image."]


@dataclass(frozen=True, slots=True, kw_only=True)
class LayerObject(JsonObject):
    """A layer of an image."""

    index: Annotated[Count, "The number of the layer, from 0 (bottom)."]
    digest: Annotated[str, "The digest of the layer as it is stored."]
    diffID: Annotated[
        str | None,
        "The digest of the layer after decompression, as the config gives it; null where it gives none.",
    ]
    mediaType: Annotated[str, _MEDIA_TYPE]
    size: Annotated[Count, "Its stored size in bytes."]
    files: Annotated[Count | None, "How many entries it has; null where the layer was not read."]
    annotations: Annotated[Mapping[str, str], _MAP]
    annotation: Annotated[str | None, "The value of its annotation `io.crossplane.xpkg`; null where there is none."]
    derived: Annotated[bool, "Whether the annotation is that which `crossplane xpkg push` makes of the label."]
    label: Annotated[str | None, "The value of its label in the config; null where there is none."]
    role: Annotated[LayerRole, "What the layer holds, by its annotation."]
    supplies: Annotated[bool, "Whether the package is taken from this layer."]


def cluster(state: Inspection) -> ClusterDescription | None:
    """What a cluster says; null for a source that is not installed in one."""
    installed = state.resolved.installed if state.resolved else None
    if installed is None:
        return None
    objects = (
        _ClusterObject(
            kind=one.kind,
            name=one.name,
            namespace=one.namespace or None,
            facts=tuple(_ClusterFact(label=label, text=text) for label, text in one.facts),
            conditions=tuple(
                _Condition(type=each.type, status=each.status, reason=each.reason, message=each.message)
                for each in one.conditions
            ),
        )
        for one in installed.objects
    )
    return ClusterDescription(context=installed.context or None, objects=tuple(objects), notes=installed.notes)


def platforms(state: Inspection) -> tuple[EntryObject, ...] | None:
    """The entries of the index; null for unknown."""
    if not isinstance(state.platforms, Ready):
        return _none_or_unknown(state)
    return tuple(map(_entry, state.platforms.value))


def _entry(row: PlatformRow) -> EntryObject:
    platform = row.platform
    return EntryObject(
        digest=row.digest,
        mediaType=row.media_type,
        size=row.size,
        platform=_Platform(os=platform.os, architecture=platform.architecture, variant=platform.variant or None)
        if platform
        else None,
        role=row.role,
        parent=row.parent,
        annotations=free_map(row.annotations),
        selected=row.selected,
    )


def manifest(state: Inspection) -> ManifestObject | None:
    """The manifest; null where there is none."""
    return _manifest(state.manifest.value) if isinstance(state.manifest, Ready) else None


def _manifest(manifest: ManifestRead) -> ManifestObject:
    return ManifestObject(
        digest=manifest.digest,
        mediaType=manifest.media_type,
        annotations=free_map(dict(manifest.annotations)),
        config=_Config(
            digest=manifest.config_digest,
            size=manifest.config_size,
            labels=free_map(dict(manifest.labels)),
            entrypoint=manifest.entrypoint,
            cmd=manifest.cmd,
        ),
    )


def layers(state: Inspection) -> tuple[LayerObject, ...] | None:
    """The layers; null for unknown."""
    if not isinstance(state.manifest, Ready):
        return _none_or_unknown(state)
    return tuple(map(_layer, state.manifest.value.layers))


def _layer(row: LayerRow) -> LayerObject:
    return LayerObject(
        index=row.index,
        digest=row.digest,
        diffID=row.diff_id,
        mediaType=row.media_type,
        size=row.size,
        files=row.files,
        annotations=free_map(row.annotations),
        annotation=row.annotation,
        derived=row.derived,
        label=row.label,
        role=row.role,
        supplies=row.supplies,
    )


def _none_or_unknown(state: Inspection) -> tuple[()] | None:
    """An empty list for a stream, which has no image; otherwise null for unknown."""
    return () if state.resolved and not state.resolved.has_image else None
