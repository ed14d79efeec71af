"""The elements that several documents share: errors, what was not read, places, findings and counts."""

from collections import Counter
from collections.abc import Iterable
from typing import Annotated

from xpkgtui.errors import Failure, FailureKind
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.limits import NotRead
from xpkgtui.reporting.documents.writer import Bounds, JsonObject
from xpkgtui.rules.finding import Acceptance, Finding, ObjectName, Place, Severity, Verdict
from xpkgtui.values import dataclass

NAMED = "The name and version of this schema."
FORMAT = "The format of the package; null where it was not recognized."
PLATFORM = "The entry of the index that the result is about, `linux/arm64`; null without an index."
"""The words of fields of several documents."""
Count = Annotated[int, Bounds(minimum=0)]
Number = Annotated[int, Bounds(minimum=1)]
Sha256 = Annotated[str, Bounds(pattern="^[0-9a-f]{64}$")]
Digest = Annotated[str, Bounds(pattern="^[a-z0-9+._-]+:[0-9a-f]{32,}$")]
RuleId = Annotated[str, Bounds(pattern="^[A-Z]+[0-9]+$")]
SeverityWord = Annotated[str, Bounds(enum=("error", "warning", "info"))]
_NOT_OF_SOURCES = {FailureKind.BUG, FailureKind.PRICE, FailureKind.STOPPED, FailureKind.OUTPUT}
_OF_SOURCES = Bounds(enum=tuple(one.value for one in FailureKind if one not in _NOT_OF_SOURCES))


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorObject(JsonObject):
    """Why a source cannot be read."""

    kind: Annotated[FailureKind, _OF_SOURCES, "The kind of error; each has its exit code."]
    title: Annotated[str, "What failed, in one line."]
    tried: Annotated[tuple[str, ...], "What was tried, in order."]
    suggestions: Annotated[tuple[str, ...], "Similar names that exist, or the images of an archive to choose from."]
    hint: Annotated[str, "What to do; empty where nothing is known."]


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreadObject(JsonObject):
    """What was not read."""

    where: Annotated[str, "The file, layer or registry that has it."]
    what: Annotated[str, "What was not read of it: `the layer`, `2 of 40 documents`."]
    limit: Annotated[str | None, "The name of the limit that it exceeds; null where no limit is the reason."]
    why: Annotated[str, "Why it was not read."]
    digest: Annotated[str | None, "The digest of the blob; null where it is not a blob."]
    size: Annotated[Count | None, "Its size in bytes; null where that is not known."]


@dataclass(frozen=True, slots=True, kw_only=True)
class Document(JsonObject):
    """A document, or the part of one that is about one source."""

    unread: Annotated[tuple[UnreadObject, ...], "What was not read; empty where all was."]


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceDocument(Document):
    """A document about one source, or its part of one."""

    source: Annotated[str, "The source as it was given."]
    digest: Annotated[Digest | None, "The digest of the image or index; null where the source has none."]
    excluded: Annotated[
        tuple[str, ...], "Files of a folder that its own xpkgtui.toml leaves out, so that nothing is said of them."
    ] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SeverityCounts(JsonObject):
    """Findings by severity."""

    error: Annotated[Count, "Findings with which the tool refuses the package."]
    warning: Annotated[Count, "Findings that are accepted but surprising."]
    info: Annotated[Count, "Facts that are worth knowing."]


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherVerdictObject(JsonObject):
    """The verdict of another profile."""

    profile: Annotated[str, "The name of the profile."]
    verdict: Annotated[Acceptance | None, "As `verdict` of the package, by this profile."]
    reason: Annotated[str, "The verdict in one sentence."]
    rule: Annotated[str | None, "The rule that decides; null where none does."]
    archived: Annotated[bool, "Whether the tool is archived: its project has ended."]


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictDocument(SourceDocument):
    """A document with the verdict on a source."""

    error: Annotated[ErrorObject | None, "Why the source could not be read, or not all of it; null where it was."]
    verdict: Annotated[
        Acceptance | None,
        "Whether the tool of the profile accepts the package; null where it is undecided: "
        "not everything was read, or a rule of xpkgtui failed.",
    ]
    measured: Annotated[
        bool | None,
        "Whether the verdict was compared with the program's own libraries; "
        "false where it follows its source or a text.",
    ]
    others: Annotated[
        tuple[OtherVerdictObject, ...] | None, "The verdicts of other profiles; null where nothing was checked."
    ]
    summary: Annotated[SeverityCounts | None, "How many findings there are; null where nothing was checked."]


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedObject(JsonObject):
    """An object by kind and name."""

    apiVersion: Annotated[str, "Its apiVersion."]
    kind: Annotated[str, "Its kind."]
    name: Annotated[str, "Its metadata.name."]


@dataclass(frozen=True, slots=True, kw_only=True)
class LayerNumber(JsonObject):
    """A layer by number and digest."""

    index: Annotated[Count, "Its number, from 0 (bottom)."]
    digest: Annotated[str | None, "Its digest."]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceObject(JsonObject):
    """A place in an image."""

    platform: Annotated[str | None, "The platform of the entry of the index."]
    layer: Annotated[LayerNumber | None, "The layer."]
    path: Annotated[str | None, "The path of the file in the layer or folder."]
    file: Annotated[str | None, "The file of a folder of sources that the lines come from."]
    document: Annotated[Number | None, "The number of the document in the stream, from 1."]
    field: Annotated[str | None, "The path of the field in the document: `spec.versions[0].name`."]
    line: Annotated[Number | None, "The line, from 1."]
    column: Annotated[Number | None, "The column in characters, from 1."]


@dataclass(frozen=True, slots=True, kw_only=True)
class StepObject(JsonObject):
    """A step of a program."""

    title: Annotated[str, "What it does."]
    evidence: Annotated[str, "What it finds, or why it does it."]


def error(failure: Failure | None) -> ErrorObject | None:
    """The ERROR of a failure, or null."""
    if failure is None:
        return None
    return ErrorObject(
        kind=failure.kind,
        title=failure.title,
        tried=failure.tried,
        hint=failure.hint,
        suggestions=failure.suggestions,
    )


def unread(items: Iterable[NotRead]) -> tuple[UnreadObject, ...]:
    """The UNREAD of each thing that was not read."""
    return tuple(
        UnreadObject(
            where=one.where,
            what=one.what,
            limit=one.limit or None,
            why=one.why,
            digest=one.digest or None,
            size=one.size,
        )
        for one in items
    )


def others(verdict: Verdict | None) -> tuple[OtherVerdictObject, ...] | None:
    """The verdicts of other profiles beside one; null where there is none."""
    if verdict is None:
        return None
    return tuple(
        OtherVerdictObject(
            profile=one.profile,
            verdict=one.acceptance,
            reason=one.reason,
            rule=one.rule or None,
            archived=one.archived,
        )
        for one in verdict.others
    )


def severities(findings: Iterable[Finding]) -> SeverityCounts:
    """The number of findings by severity."""
    counted = Counter(one.severity for one in findings)
    return SeverityCounts(
        error=counted[Severity.ERROR], warning=counted[Severity.WARNING], info=counted[Severity.INFO]
    )


def object_name(name: ObjectName | None) -> NamedObject | None:
    """The names of an object, or null."""
    return NamedObject(apiVersion=name.api_version, kind=name.kind, name=name.name) if name else None


def place(place: Place) -> PlaceObject:
    """The PLACE of a place."""
    return PlaceObject(
        platform=place.platform,
        layer=None if place.layer is None else LayerNumber(index=place.layer, digest=place.layer_digest),
        path=place.path,
        file=place.file,
        document=place.document,
        field=place.field,
        line=place.line,
        column=place.column,
    )


def format_name(state: Inspection) -> str | None:
    """The format of the package; None where nothing speaks for any."""
    has_bytes = state.reading is not None and state.reading.has_bytes
    return state.format.name if state.format.reasons or has_bytes else None


def version(state: Inspection) -> str | None:
    """The version of the program that the verdict is for; None where nothing was judged."""
    judged = state.judged
    return state.wording.version_of(judged.profile, judged.crossplane) if judged else None
