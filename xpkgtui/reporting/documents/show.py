"""The document of `show`: platforms, manifest, layers, package and objects."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Annotated, Literal

from xpkgtui.formats.fact import HEADING
from xpkgtui.formats.overview import MetaFacts
from xpkgtui.formats.role import Role
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.parts import Ready
from xpkgtui.inspection.rows.objects import ObjectRow
from xpkgtui.reporting.answer import answer_of
from xpkgtui.reporting.documents import elements, shown_image
from xpkgtui.reporting.documents.elements import NAMED, Count, Number, Sha256, VerdictDocument
from xpkgtui.reporting.documents.shown_image import ClusterDescription, EntryObject, LayerObject, ManifestObject
from xpkgtui.reporting.documents.upgrades import ChannelObject, channels
from xpkgtui.reporting.documents.writer import JsonObject, free_map, write
from xpkgtui.reporting.sentence import acceptance_of, has_answer, is_measured, trouble, verdict_of, verdict_sentence
from xpkgtui.reporting.summary import Summary, plain
from xpkgtui.rules.finding import Badge
from xpkgtui.sources.source import SourceForm
from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class _Stop(JsonObject):
    file: Annotated[str | None, "The file of that line; null where the source is one stream."]
    line: Annotated[Number, "The line, from 1."]
    says: Annotated[str, "The message of the tool that reads it."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Dependency(JsonObject):
    kind: Annotated[str | None, "The kind of the package."]
    package: Annotated[str | None, "The reference of the package."]
    version: Annotated[str | None, "The version or constraint."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Package(JsonObject):
    apiVersion: Annotated[str | None, "The apiVersion of the object that describes the package."]
    kind: Annotated[str | None, "The kind of that object."]
    name: Annotated[str | None, "The name of that object."]
    layer: Annotated[Count | None, "The layer that supplies the package; null where there are no layers."]
    entry: Annotated[str | None, "The path of the first file that was taken; null for a stream."]
    size: Annotated[Count, "The bytes of the stream."]
    sha256: Annotated[Sha256, "The sha256 of the stream, in hexadecimal digits."]
    documents: Annotated[Count | None, "How many documents the stream has."]
    stop: Annotated[
        _Stop | None,
        "Where reading stops before the end; null where everything was read. "
        "The document before it and all after it are not among `objects`.",
    ]
    dependencies: Annotated[
        tuple[_Dependency, ...] | None,
        "The dependencies that this object names; null where they stand elsewhere or could not be read.",
    ]
    crossplane: Annotated[str | None, "The constraint in spec.crossplane.version; null where there is none."]
    annotations: Annotated[Mapping[str, str] | None, "The annotations of the meta object; null where there is none."]
    capabilities: Annotated[tuple[str, ...] | None, "The capabilities in spec.capabilities; null in other formats."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Fact(JsonObject):
    part: Annotated[str | None, "The heading above the fact; null for the first part."]
    label: Annotated[str, "What it is about."]
    text: Annotated[str, "The fact."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Overview(JsonObject):
    facts: Annotated[tuple[_Fact, ...], "The facts, in the order of the Overview."]
    icon: Annotated[str | None, "The icon in words: type, size and what is wrong; null where there is none."]
    description: Annotated[str | None, "The description; null where there is none."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Object(JsonObject):
    document: Annotated[Number, "The number of the document, from 1."]
    line: Annotated[Number, "Its first line in the stream or file, from 1."]
    file: Annotated[str | None, "Its file in the folder or image; null where the source is one stream."]
    apiVersion: Annotated[str | None, "Its apiVersion; null in a catalog."]
    kind: Annotated[str | None, "Its kind; the schema in a catalog."]
    name: Annotated[str | None, "Its name."]
    package: Annotated[str | None, "The package that a document of a catalog belongs to; null elsewhere."]
    role: Annotated[
        Role, "What the document is: the object that describes the package, another object, not readable, or empty."
    ]
    badge: Annotated[Badge | None, "The most severe finding about it; null where nothing was checked."]
    group: Annotated[str | None, "The group that a definition defines; null for other objects."]
    versions: Annotated[tuple[str, ...] | None, "The versions that a definition has; null for other objects."]
    scope: Annotated[str | None, "The scope of a definition; null for other objects."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Badges(JsonObject):
    ok: Annotated[Count, "Objects without a finding."]
    info: Annotated[Count, "Objects whose most severe finding is an info."]
    warning: Annotated[Count, "Objects whose most severe finding is a warning."]
    error: Annotated[Count, "Objects with an error."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Bytes(JsonObject):
    needed: Annotated[Count | None, "Bytes that were read for this."]
    total: Annotated[Count | None, "Bytes of the image; null where they are not known."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Installable(JsonObject):
    package: Annotated[str, "The name of the package."]
    newest: Annotated[str | None, "The newest version in a channel; null where there is none."]
    installable: Annotated[str | None, "The newest version that OLM v1 installs; null where there is none."]
    bundle: Annotated[str | None, "The bundle of that version."]
    why: Annotated[str | None, "What OLM v1 says of the newest version, where it refuses it."]
    known: Annotated[bool, "Whether all bundles that count were read."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Show(VerdictDocument):
    schema: Annotated[Literal["xpkgtui.show/v1"], NAMED] = "xpkgtui.show/v1"
    profile: Annotated[str, "The profile that checked the package, or that was asked for where nothing was checked."]
    crossplane: Annotated[str, "The version of Crossplane to check for."]
    form: Annotated[
        SourceForm | None,
        "Where it came from; `tar` is a tar of a folder. Null where the source could not be read.",
    ]
    format: Annotated[
        str | None,
        "`xpkg`, `registry+v1`, `catalog`, `plain+v0`, `stack` or `rukpak`; null where it was not recognized.",
    ]
    evidence: Annotated[
        tuple[str, ...], "What the format was recognized by, the strongest first; empty where it is assumed."
    ]
    also: Annotated[
        tuple[str, ...],
        "What the source looks like as well, or instead where the format is assumed, with what to do.",
    ]
    reference: Annotated[str | None, "As the source was understood, with its tag."]
    pinned: Annotated[str | None, "The reference by digest; null for what is not in a registry."]
    cluster: Annotated[
        ClusterDescription | None,
        "What the cluster says, where the source is what is installed there (`kube:…`); else null.",
    ]
    reason: Annotated[str, "The verdict in one sentence."]
    platforms: Annotated[
        tuple[EntryObject, ...] | None,
        "The entries of the index, or the one image; null where the source has no image.",
    ]
    manifest: Annotated[ManifestObject | None, "The manifest of the image; null where there is none."]
    layers: Annotated[
        tuple[LayerObject, ...] | None, "The layers, the bottom one first; null where there is no image."
    ]
    package: Annotated[_Package | None, "The package as its reader takes it; null where none was found."]
    overview: Annotated[
        _Overview | None,
        "The Overview of a package that is described in facts; null for formats whose meta object says it.",
    ]
    objects: Annotated[
        tuple[_Object, ...] | None, "The documents of the package in its order; null where none was read."
    ]
    olmv1: Annotated[
        tuple[_Installable, ...] | None,
        "What OLM v1 as released installs of each package of a catalog; "
        "null in other formats, or where nothing was read.",
    ]
    upgrades: Annotated[
        tuple[ChannelObject, ...] | None,
        "The channels, by package; null where there are none in this format, or nothing was read.",
    ]
    badges: Annotated[_Badges | None, "Objects by badge; null where nothing was read."]
    bytes: Annotated[_Bytes, "Bytes that were needed, and bytes of the whole image."]


DOCUMENT = _Show


def show(summary: Summary) -> str:
    """The text of the document."""
    return write(_document(summary))


def show_all(summaries: Iterable[Summary]) -> str:
    """The text of a list with a document for each platform."""
    return write([_document(summary) for summary in summaries])


def _document(summary: Summary) -> _Show:
    state = summary.inspection
    return _Show(
        profile=state.judged.profile if state.judged else summary.profile,
        crossplane=elements.version(state) or summary.crossplane,
        source=state.source,
        form=state.resolved.form if state.resolved else None,
        format=elements.format_name(state),
        evidence=state.format.reasons,
        also=state.format.also,
        reference=state.resolved.reference if state.resolved else None,
        pinned=_pinned(state),
        cluster=shown_image.cluster(state),
        digest=state.digest,
        error=elements.error(trouble(state)),
        excluded=state.excluded,
        verdict=acceptance_of(state),
        measured=is_measured(state),
        others=elements.others(verdict_of(state)),
        reason=verdict_sentence(state, summary.profile, summary.crossplane),
        unread=elements.unread(answer_of(state, has_layers=True).unread),
        platforms=shown_image.platforms(state),
        manifest=shown_image.manifest(state),
        layers=shown_image.layers(state),
        package=_package(state, summary.meta),
        overview=_overview(summary),
        objects=tuple(map(_object, state.rows)) if isinstance(state.objects, Ready) else None,
        olmv1=None if summary.installable is None else tuple(_Installable(**one) for one in summary.installable),
        upgrades=channels(summary.upgrades),
        summary=elements.severities(state.findings) if has_answer(state) or state.findings else None,
        badges=_badges(state.badges) if isinstance(state.objects, Ready) else None,
        bytes=_Bytes(
            needed=state.fetched.needed if state.fetched else None,
            total=state.fetched.total if state.fetched else None,
        ),
    )


def _pinned(state: Inspection) -> str | None:
    """The reference by digest, which always names the same bytes; None for what is not in a registry."""
    resolved = state.resolved
    if resolved is None or not resolved.is_remote or resolved.digest is None:
        return None
    head, slash, last = resolved.reference.partition("@")[0].rpartition("/")
    return f"{head}{slash}{last.partition(':')[0]}@{resolved.digest}"


def _package(state: Inspection, meta: MetaFacts | None) -> _Package | None:
    reading, stream = state.reading, state.stream
    if reading is None or stream is None:
        return None
    row, stop = state.meta, state.objects_stop
    dependencies = meta.dependencies if meta else None
    return _Package(
        apiVersion=row.api_version if row else None,
        kind=row.kind if row else None,
        name=row.name if row else None,
        layer=reading.layer,
        entry=reading.entry,
        size=stream.size,
        sha256=stream.sha256,
        documents=state.objects_total if isinstance(state.objects, Ready) else None,
        stop=_Stop(line=stop.line, file=stop.file, says=stop.says) if stop else None,
        dependencies=None
        if dependencies is None
        else tuple(_Dependency(kind=one.kind, package=one.package, version=one.version) for one in dependencies),
        crossplane=meta.crossplane if meta else None,
        annotations=free_map(dict(meta.annotations)) if meta else None,
        capabilities=meta.capabilities if meta else None,
    )


def _overview(summary: Summary) -> _Overview | None:
    """The Overview in facts, each with the part that it belongs to; null where the format has none."""
    if not summary.facts:
        return None
    part, below = "", summary.overview
    facts: list[_Fact] = []
    for label, text in summary.facts:
        if label == HEADING:
            part = text.partition("  ")[0]
        else:
            facts.append(_Fact(part=part or None, label=label, text=text.replace("\t", "  ")))
    return _Overview(
        facts=tuple(facts),
        icon=below.icon.text if below and below.icon else None,
        description=plain(below.readme) if below and below.readme else None,
    )


def _object(row: ObjectRow) -> _Object:
    return _Object(
        document=row.document,
        line=row.line,
        file=row.file,
        apiVersion=row.api_version,
        kind=row.kind,
        name=row.name,
        package=row.package,
        role=row.role,
        badge=row.badge,
        group=row.group if row.defines else None,
        versions=row.versions if row.defines else None,
        scope=row.scope if row.defines else None,
    )


def _badges(counted: Counter[Badge]) -> _Badges:
    return _Badges(
        ok=counted[Badge.OK],
        info=counted[Badge.INFO],
        warning=counted[Badge.WARNING],
        error=counted[Badge.ERROR],
    )
