"""Packages of Crossplane (xpkg): providers, configurations and functions."""

from functools import partial
from typing import TYPE_CHECKING, Any

from xpkgtui.formats.format import Evidence, Format, Traces
from xpkgtui.formats.xpkg.annotations import layers
from xpkgtui.formats.xpkg.images import IMAGES
from xpkgtui.formats.xpkg.objects import identity
from xpkgtui.formats.xpkg.objects.kinds import META_GROUPS
from xpkgtui.formats.xpkg.objects.outline import outline
from xpkgtui.formats.xpkg.sources.knowledge import SOURCES
from xpkgtui.formats.xpkg.summary import FORMAT_V2, SUMMARY

if TYPE_CHECKING:
    from xpkgtui.formats.format import JudgeStream
    from xpkgtui.readers.folder import FolderReader, SourceFolder
    from xpkgtui.readers.known_reader import KnownReader

_MOST_REASONS = 3
_HEAD = 1 << 20
"""Bytes of package.yaml in which its meta object is looked for."""


def _recognize(traces: Traces) -> Evidence | None:
    """The meta objects, and the annotated or labeled layers."""
    reasons = [
        f"document {chunk.number} is a {chunk.kind} of {chunk.api_version}"
        for chunk in traces.heads
        if (chunk.api_version or "").partition("/")[0] in META_GROUPS
    ][:_MOST_REASONS]
    labels = layers.labels_of(traces.config)
    for number, layer in enumerate(traces.manifest.layers if traces.manifest else ()):
        if (value := layers.annotation_of(layer)) is not None:
            reasons.append(f"layer {number} has {layers.ANNOTATION}: {value}")
        elif (label := labels.get(str(layer.digest))) is not None:
            reasons.append(f"the config labels layer {number} as {label}")
    # A tar of a folder has no config, and is not an image that Crossplane could read.
    is_image = traces.manifest is None or traces.config is not None
    if traces.folder is not None and is_image and (kind := _meta_kind(traces.folder)):
        reasons.append(f"its {SUMMARY.wording.stream_file} has a {kind}")
    return Evidence(reasons=tuple(reasons)) if reasons else None


def _meta_kind(folder: "SourceFolder") -> str:
    """The kind of the meta object in the first documents of package.yaml; empty where there is none."""
    from xpkgtui.documents.stream import split
    from xpkgtui.errors import XpkgError
    from xpkgtui.readers.folder import SourceFile

    name = SUMMARY.wording.stream_file
    if not folder.has_file(name):
        return ""
    try:
        chunks = split(folder.read(SourceFile(name=name), _HEAD)).chunks
    except XpkgError:
        return ""
    metas = (chunk.kind for chunk in chunks if (chunk.api_version or "").partition("/")[0] in META_GROUPS)
    return next(filter(None, metas), "")


def _custom_resources(value: object) -> tuple[dict[str, Any], ...]:
    from xpkgtui.formats.xpkg.tools.made_definitions import custom_resources

    return custom_resources(value)


def _folder() -> "FolderReader":
    from xpkgtui.formats.xpkg.sources.build import Build

    return Build()


def _builder() -> "KnownReader":
    from xpkgtui.formats.xpkg.tools.eras import BUILD

    return BUILD


def _judge() -> "JudgeStream":
    from xpkgtui.documents.yaml.repeats import Repeats
    from xpkgtui.formats.xpkg.verdicts.stream import judge_stream

    return partial(judge_stream, repeats=Repeats())


XPKG = Format(
    room=__package__,
    summary=SUMMARY,
    judges={},
    recognize=_recognize,
    role_of=partial(identity.role_of, with_forks=True),  # rules refuse the kinds of IBM's fork
    outline=outline,
    custom_resources=_custom_resources,
    has_overview=True,
    has_used_images=True,
    has_examples=True,
    has_permissions=True,
    has_dependencies=True,
    has_compositions=True,
    judge_of=_judge,
    folder_of=_folder,
    images=IMAGES,
    builder=_builder,
    own_readers=lambda: {FORMAT_V2.name: FORMAT_V2},
    sources=SOURCES,
)
"""Packages of Crossplane, one stream of which one object describes the package."""
