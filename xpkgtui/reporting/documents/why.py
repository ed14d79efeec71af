"""The document of `why`: each source with what every reader makes of it."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal

from xpkgtui.formats.images.comparison import ReaderComparison, ReaderResult
from xpkgtui.formats.judging.stream_verdict import OlderVerdict, StreamObject
from xpkgtui.formats.role import Role
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.limits import NotRead
from xpkgtui.readers.reader import Sign, Step
from xpkgtui.reporting.contents.readings import answer_of_readers
from xpkgtui.reporting.documents import elements
from xpkgtui.reporting.documents.elements import (
    FORMAT,
    NAMED,
    Document,
    ErrorObject,
    Number,
    SourceDocument,
    StepObject,
)
from xpkgtui.reporting.documents.writer import Bounds, JsonObject, write
from xpkgtui.reporting.sentence import shown_platform
from xpkgtui.rules.finding import Acceptance
from xpkgtui.values import dataclass

_AS_READER = "As that of the reader."


@dataclass(frozen=True, slots=True, kw_only=True)
class _Object(JsonObject):
    document: Annotated[Number, "The number of the document, from 1."]
    apiVersion: Annotated[str, "Its apiVersion."]
    kind: Annotated[str, "Its kind."]
    name: Annotated[str, "Its name."]
    role: Annotated[Role, "What the document is to that reader."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Step(StepObject):
    sign: Annotated[Sign, "How the step ends."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Older(JsonObject):
    versions: Annotated[str, "The first and the last of these versions, or the only one."]
    measured: Annotated[bool, _AS_READER]
    verdict: Annotated[Acceptance | None, _AS_READER]
    stage: Annotated[Annotated[str, Bounds(enum=("parse", "lint", "constraint", "install"))] | None, _AS_READER]
    message: Annotated[str | None, _AS_READER]


_STAGES = ("fetch", "select", "extract", "read", "parse", "lint", "constraint", "install")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reading(Document):
    reader: Annotated[str, "The reader: a name that never changes."]
    title: Annotated[str, "The name of the reader, as text reports print it."]
    versions: Annotated[str, "The versions of the program that read alike; empty where the name says it."]
    measured: Annotated[bool, "Whether verdict and message were compared with the program's own libraries."]
    verdict: Annotated[
        Acceptance | None,
        "Whether that program accepts the package; null where not everything that it needs was read, "
        "or where it reads no object.",
    ]
    stage: Annotated[Annotated[str, Bounds(enum=_STAGES)] | None, "Where that program stops; null where it does not."]
    message: Annotated[str | None, "What that program prints."]
    annotated: Annotated[bool, "Whether it takes the layer that is annotated, and not all layers flattened."]
    layer: Annotated[int | None, "The layer that it takes; null where it takes none, or several."]
    entry: Annotated[str | None, "The path of the first file that it takes."]
    size: Annotated[int | None, "The bytes of the stream that it takes."]
    sha256: Annotated[
        str | None,
        "Their sha256 in hexadecimal digits, a key of `streams`; null where it takes no single stream.",
    ]
    truncated: Annotated[bool, "Whether it reads only the beginning of the file."]
    steps: Annotated[tuple[_Step, ...], "What it does, step by step."]
    older: Annotated[
        tuple[_Older, ...],
        'Older versions of the program that decide otherwise, the oldest first; "versions" speaks for the others.',
    ]
    objects: Annotated[
        tuple[_Object, ...] | None, "The objects of a reader that takes no single stream; null for others."
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Stream(JsonObject):
    objects: Annotated[tuple[_Object, ...], "The documents of the stream, in its order."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Repair(JsonObject):
    cause: Annotated[str, "The likely cause."]
    command: Annotated[str | None, "All commands in one line."]
    commands: Annotated[tuple[str, ...], "The commands, in order; empty where none is known."]
    effect: Annotated[
        str | None, "What the commands change, or what to do instead; null where the cause says enough."
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Result(SourceDocument):
    format: Annotated[str | None, FORMAT]
    platform: Annotated[str | None, "The entry of the index that is read; null without an index."]
    error: Annotated[ErrorObject | None, "Why the source could not be read; null where it was read."]
    base: Annotated[int | None, "The layer of `--base`; null without it."]
    agree: Annotated[bool | None, "Whether all readers accept the same bytes, or all refuse."]
    readings: Annotated[tuple[_Reading, ...] | None, "One for each reader; null where the source could not be read."]
    streams: Annotated[Mapping[str, _Stream] | None, "The objects of each different stream, by its sha256."]
    repair: Annotated[
        tuple[_Repair, ...] | None, "What repairs the package; null where the source could not be read."
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Why(JsonObject):
    schema: Annotated[Literal["xpkgtui.why/v1"], NAMED] = "xpkgtui.why/v1"
    results: Annotated[tuple[_Result, ...], "One for each source, in the order given."]


DOCUMENT = _Why


def why(inspections: Iterable[Inspection]) -> str:
    """The text of the document."""
    return write(_Why(results=tuple(map(_result, inspections))))


def _result(inspection: Inspection) -> _Result:
    comparison, answer = inspection.comparison, answer_of_readers(inspection)
    return _Result(
        source=inspection.source,
        digest=inspection.digest,
        format=elements.format_name(inspection),
        platform=shown_platform(inspection) or None,
        error=elements.error(answer.failure),
        base=comparison.base if comparison else None,
        agree=comparison.agree if comparison else None,
        excluded=inspection.excluded,
        unread=elements.unread(answer.unread),
        readings=tuple(map(_reading, comparison.results)) if comparison else None,
        streams=_streams(comparison) if comparison else None,
        repair=_repair(comparison) if comparison else None,
    )


def _reading(one: ReaderResult) -> _Reading:
    reading = one.reading
    return _Reading(
        reader=one.reader.name,
        title=one.reader.title,
        versions=one.reader.versions,
        measured=one.measured,
        verdict=one.acceptance,
        stage=str(one.stage) if one.stage else None,
        message=one.message,
        annotated=reading.annotated,
        layer=reading.layer,
        entry=reading.entry,
        size=reading.size,
        sha256=reading.sha256,
        truncated=reading.truncated,
        unread=_needed(reading.unread),
        steps=tuple(map(_step, one.steps)),
        older=tuple(map(_older, one.older)),
        objects=_objects(one.verdict.objects) if reading.pieces and one.verdict is not None else None,
    )


def _needed(layer: int | None) -> tuple[elements.UnreadObject, ...]:
    """The layer that a reader needs and that was not read."""
    if layer is None:
        return ()
    return elements.unread([NotRead(where=f"layer {layer}", what="the layer", why="The reader needs it.")])


def _step(one: Step) -> _Step:
    return _Step(title=one.title, evidence=one.evidence, sign=one.sign)


def _older(one: OlderVerdict) -> _Older:
    return _Older(
        versions=one.span(" - "),
        measured=False,
        verdict=one.acceptance,
        stage=str(one.refusal.stage) if one.refusal else None,
        message=one.refusal.message if one.refusal else None,
    )


def _streams(comparison: ReaderComparison) -> Mapping[str, _Stream]:
    return {sha256: _Stream(objects=_objects(objects)) for sha256, objects in comparison.objects.items()}


def _objects(found: Iterable[StreamObject]) -> tuple[_Object, ...]:
    return tuple(
        _Object(document=one.document, apiVersion=one.api_version, kind=one.kind, name=one.name, role=one.role)
        for one in found
    )


def _repair(comparison: ReaderComparison) -> tuple[_Repair, ...]:
    return tuple(
        _Repair(
            cause=one.cause,
            command=" && ".join(each.line for each in one.commands) or None,
            commands=tuple(each.line for each in one.commands),
            effect=one.effect or None,
        )
        for one in comparison.repairs
    )
