"""The document of `show`: platforms, manifest, layers, package and objects."""

from collections.abc import Iterable

from xpkgtui.formats.fact import HEADING
from xpkgtui.formats.overview import MetaFacts
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import ManifestRead
from xpkgtui.inspection.messages.parts import Ready
from xpkgtui.inspection.rows.layers import LayerRow
from xpkgtui.inspection.rows.objects import ObjectRow
from xpkgtui.inspection.rows.platforms import PlatformRow
from xpkgtui.reporting.as_json import elements
from xpkgtui.reporting.as_json.writer import JSON, free_map, write
from xpkgtui.reporting.sentence import acceptance_of, has_answer, is_measured, trouble, verdict_of, verdict_sentence
from xpkgtui.reporting.summary import Summary, plain


def show(summary: Summary) -> str:
    """The text of the document."""
    return write(_document(summary))


def show_all(summaries: Iterable[Summary]) -> str:
    """The text of a list with a document for each platform."""
    return write([_document(summary) for summary in summaries])


def _document(summary: Summary) -> JSON:
    state = summary.inspection
    manifest = state.manifest.value if isinstance(state.manifest, Ready) else None
    acceptance = acceptance_of(state)
    failure = trouble(state)
    return {
        "schema": "xpkgtui.show/v1",
        "profile": state.judged.profile if state.judged else summary.profile,
        "crossplane": elements.version(state) or summary.crossplane,
        "source": state.source,
        "form": state.resolved.form if state.resolved else None,
        "format": elements.format_name(state),
        "evidence": list(state.format.reasons),
        "also": list(state.format.also),
        "reference": state.resolved.reference if state.resolved else None,
        "pinned": _pinned(state),
        "cluster": _cluster(state),
        "digest": state.digest,
        "error": elements.error(failure),
        "verdict": str(acceptance) if acceptance else None,
        "measured": is_measured(state),
        "others": elements.others(verdict_of(state)),
        "reason": verdict_sentence(state, summary.profile, summary.crossplane),
        "platforms": _platforms(state),
        "manifest": _manifest(manifest) if manifest else None,
        "layers": [_layer(row) for row in manifest.layers] if manifest else _none_or_unknown(state),
        "package": _package(state, summary.meta),
        "overview": _overview(summary),
        "objects": [_object(row) for row in state.rows] if isinstance(state.objects, Ready) else None,
        "olmv1": None if summary.installable is None else list(summary.installable),
        "upgrades": None if summary.upgrades is None else list(summary.upgrades),
        "summary": elements.severities(state.findings) if has_answer(state) or state.findings else None,
        "badges": elements.badges(state.badges) if isinstance(state.objects, Ready) else None,
        "bytes": {
            "needed": state.fetched.needed if state.fetched else None,
            "total": state.fetched.total if state.fetched else None,
        },
    }


def _pinned(state: Inspection) -> str | None:
    """The reference by digest, which always names the same bytes; None for what is not in a registry."""
    resolved = state.resolved
    if resolved is None or not resolved.is_remote or resolved.digest is None:
        return None
    head, slash, last = resolved.reference.partition("@")[0].rpartition("/")
    return f"{head}{slash}{last.partition(':')[0]}@{resolved.digest}"


def _cluster(state: Inspection) -> JSON:
    """What a cluster says; null for a source that is not installed in one."""
    installed = state.resolved.installed if state.resolved else None
    if installed is None:
        return None
    return {
        "context": installed.context or None,
        "objects": [
            {
                "kind": one.kind,
                "name": one.name,
                "namespace": one.namespace or None,
                "facts": [{"label": label, "text": text} for label, text in one.facts],
                "conditions": [
                    {"type": each.type, "status": each.status, "reason": each.reason, "message": each.message}
                    for each in one.conditions
                ],
            }
            for one in installed.objects
        ],
        "notes": list(installed.notes),
    }


def _none_or_unknown(state: Inspection) -> JSON:
    """An empty list for a stream, which has no image; otherwise null for unknown."""
    return [] if state.resolved and not state.resolved.has_image else None


def _platforms(state: Inspection) -> JSON:
    if not isinstance(state.platforms, Ready):
        return _none_or_unknown(state)
    return [_platform(row) for row in state.platforms.value]


def _platform(row: PlatformRow) -> JSON:
    platform = row.platform
    return {
        "digest": row.digest,
        "mediaType": row.media_type,
        "size": row.size,
        "platform": {"os": platform.os, "architecture": platform.architecture, "variant": platform.variant or None}
        if platform
        else None,
        "role": row.role,
        "parent": row.parent,
        "annotations": free_map(row.annotations),
        "selected": row.selected,
    }


def _manifest(manifest: ManifestRead) -> JSON:
    return {
        "digest": manifest.digest,
        "mediaType": manifest.media_type,
        "annotations": free_map(dict(manifest.annotations)),
        "config": {
            "digest": manifest.config_digest,
            "size": manifest.config_size,
            "labels": free_map(dict(manifest.labels)),
            "entrypoint": None if manifest.entrypoint is None else list(manifest.entrypoint),
            "cmd": None if manifest.cmd is None else list(manifest.cmd),
        },
    }


def _layer(row: LayerRow) -> JSON:
    return {
        "index": row.index,
        "digest": row.digest,
        "diffID": row.diff_id,
        "mediaType": row.media_type,
        "size": row.size,
        "files": row.files,
        "annotations": free_map(row.annotations),
        "annotation": row.annotation,
        "derived": row.derived,
        "label": row.label,
        "role": row.role,
        "supplies": row.supplies,
    }


def _package(state: Inspection, meta: MetaFacts | None) -> JSON:
    reading, stream = state.reading, state.stream
    if reading is None or stream is None:
        return None
    row, stop = state.meta, state.objects_stop
    return {
        "apiVersion": row.api_version if row else None,
        "kind": row.kind if row else None,
        "name": row.name if row else None,
        "layer": reading.layer,
        "entry": reading.entry,
        "size": stream.size,
        "sha256": stream.sha256,
        "documents": state.objects_total if isinstance(state.objects, Ready) else None,
        "stop": {"line": stop.line, "file": stop.file, "says": stop.says} if stop else None,
        "dependencies": [
            {"kind": one.kind, "package": one.package, "version": one.version} for one in meta.dependencies
        ]
        if meta and meta.dependencies is not None
        else None,
        "crossplane": meta.crossplane if meta else None,
        "annotations": free_map(dict(meta.annotations)) if meta else None,
        "capabilities": list(meta.capabilities) if meta else None,
    }


def _overview(summary: Summary) -> JSON:
    """The Overview in facts, each with the part that it belongs to; null where the format has none."""
    if not summary.facts:
        return None
    part, below = "", summary.overview
    facts: list[JSON] = []
    for label, text in summary.facts:
        if label == HEADING:
            part = text.partition("  ")[0]
        else:
            facts.append({"part": part or None, "label": label, "text": text.replace("\t", "  ")})
    return {
        "facts": facts,
        "icon": below.icon.text if below and below.icon else None,
        "description": plain(below.readme) if below and below.readme else None,
    }


def _object(row: ObjectRow) -> JSON:
    return {
        "document": row.document,
        "line": row.line,
        "file": row.file,
        "apiVersion": row.api_version,
        "kind": row.kind,
        "name": row.name,
        "package": row.package,
        "role": row.role,
        "badge": str(row.badge) if row.badge else None,
        "group": row.group if row.defines else None,
        "versions": list(row.versions) if row.defines else None,
        "scope": row.scope if row.defines else None,
    }
