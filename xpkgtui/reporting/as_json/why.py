"""The document of `why`: each source with what every reader makes of it."""

from collections.abc import Iterable

from xpkgtui.formats.images.comparison import ReaderComparison, ReaderResult
from xpkgtui.formats.judging.stream_verdict import OlderVerdict, StreamObject
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.reporting.as_json import elements
from xpkgtui.reporting.as_json.writer import JSON, write
from xpkgtui.reporting.readings import command_line
from xpkgtui.reporting.sentence import shown_platform, trouble_of_readers


def why(inspections: Iterable[Inspection]) -> str:
    """The text of the document."""
    return write({"schema": "xpkgtui.why/v1", "results": [_result(inspection) for inspection in inspections]})


def _result(inspection: Inspection) -> JSON:
    comparison = inspection.comparison
    failure = trouble_of_readers(inspection)
    return {
        "source": inspection.source,
        "digest": inspection.digest,
        "format": elements.format_name(inspection),
        "platform": shown_platform(inspection) or None,
        "error": elements.error(failure),
        "base": comparison.base if comparison else None,
        "agree": comparison.agree if comparison else None,
        "readings": [_reading(one) for one in comparison.results] if comparison else None,
        "streams": _streams(comparison) if comparison else None,
        "repair": _repair(comparison) if comparison else None,
    }


def _reading(one: ReaderResult) -> JSON:
    reading = one.reading
    found: dict[str, JSON] = {
        "reader": one.reader.name,
        "title": one.reader.title,
        "versions": one.reader.versions,
        "measured": one.measured,
        "verdict": str(one.acceptance) if one.acceptance else None,
        "stage": str(one.stage) if one.stage else None,
        "message": one.message,
        "annotated": reading.annotated,
        "layer": reading.layer,
        "entry": reading.entry,
        "size": reading.size,
        "sha256": reading.sha256,
        "truncated": reading.truncated,
        "unread": reading.unread,
        "steps": [{"title": step.title, "evidence": step.evidence, "sign": str(step.sign)} for step in one.steps],
        "older": [_older(each) for each in one.older],
        "objects": None,
    }
    if reading.pieces and one.verdict is not None:
        found["objects"] = [_object(each) for each in one.verdict.objects]
    return found


def _older(one: OlderVerdict) -> JSON:
    return {
        "versions": one.span(" - "),
        "measured": False,
        "verdict": str(one.acceptance) if one.acceptance else None,
        "stage": str(one.refusal.stage) if one.refusal else None,
        "message": one.refusal.message if one.refusal else None,
    }


def _streams(comparison: ReaderComparison) -> JSON:
    return {
        sha256: {"objects": [_object(each) for each in objects]} for sha256, objects in comparison.objects.items()
    }


def _object(found: StreamObject) -> JSON:
    return {
        "document": found.document,
        "apiVersion": found.api_version,
        "kind": found.kind,
        "name": found.name,
        "role": str(found.role),
    }


def _repair(comparison: ReaderComparison) -> JSON:
    return [
        {
            "cause": one.cause,
            "command": " && ".join(map(command_line, one.commands)) or None,
            "commands": [command_line(command) for command in one.commands],
            "effect": one.effect or None,
        }
        for one in comparison.repairs
    ]
