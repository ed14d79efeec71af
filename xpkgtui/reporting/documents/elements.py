"""What documents share: how one is written; errors, what was not read, places, findings and counts."""

import base64
import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from json.encoder import encode_basestring
from typing import Annotated, Any, NamedTuple

from xpkgtui import visible
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.limits import NotRead
from xpkgtui.patterns import late
from xpkgtui.rules.finding import Acceptance, Finding, ObjectName, Place, Severity, Verdict
from xpkgtui.values import dataclass


class JsonObject:
    """An object of a document: a dataclass, whose fields are its keys, with their words and bounds in `Annotated`.

    A field whose default is None is left out where it is None; all others are always there.
    """

    __slots__ = ()


class Bounds(NamedTuple):
    """What bounds a value beside its type."""

    minimum: int | None = None
    pattern: str | None = None
    enum: tuple[str, ...] | None = None
    """The words that it may be."""
    maxItems: int | None = None


JSON = None | bool | int | float | str | JsonObject | Sequence["JSON"] | Mapping[str, "JSON"]
_KEYS = {"from_": "from", "built_in": "built-in"}
"""Keys that are no names of Python, by the names of their fields."""
_FIELDS: dict[type[JsonObject], tuple[tuple[str, str, bool], ...]] = {}

_DOUBTFUL = late(r"[^\n\x20-\x7e]")
"""Characters that may be invisible. Line feeds are only between lines: those of texts are escaped by then."""
_SURROGATE = late(r"[\ud800-\udfff]")
_REPLACEMENT = "\ufffd"


def write(document: JSON) -> str:
    """The document, or a list of documents, as text that UTF-8 can encode, with a final line feed.

    `json.dumps` with an indent is written in Python and makes many small pieces, which takes twice as long.
    """
    return _DOUBTFUL.sub(_escaped, _text(document, "\n")) + "\n"


def write_line(document: JSON) -> str:
    """The document as `write` has it, in one line."""
    return _DOUBTFUL.sub(_escaped, _text(document, "")) + "\n"


def free_map(mapping: Mapping[str, str]) -> dict[str, str]:
    """Annotations or labels: their keys are free, so no `...Bytes` field is added to them."""
    return {_replaced(key): _replaced(value) for key, value in mapping.items()}


def keys_of(kind: type[JsonObject]) -> tuple[tuple[str, str, bool], ...]:
    """The keys of an object, sorted, each with its field and whether it may be left out."""
    if kind not in _FIELDS:
        found: Any = fields(kind)  # type: ignore[arg-type]
        _FIELDS[kind] = tuple(sorted((_KEYS.get(one.name, one.name), one.name, one.default is None) for one in found))
    return _FIELDS[kind]


def _members(value: JsonObject) -> dict[str, JSON]:
    found = {}
    for key, name, is_optional in keys_of(value.__class__):
        member = getattr(value, name)
        if member is not None or not is_optional:
            found[key] = member
    return found


def _text(value: JSON, line: str) -> str:
    """The value as text; `line` ends a line and begins one as deep as the value, or is empty for a single line.

    Surrogates are replaced; a field that had some gets a second field `...Bytes` in base64.
    """
    if isinstance(value, str):
        return encode_basestring(_replaced(value))
    if value is None:
        return "null"
    if isinstance(value, int):
        return str(value).lower() if isinstance(value, bool) else int.__repr__(value)
    if isinstance(value, float):
        return json.dumps(value)
    deeper = line and line + "  "
    if isinstance(value, JsonObject):
        value = _members(value)
    elif not isinstance(value, Mapping):
        items = [_text(item, deeper) for item in value]
        return f"[{deeper}{f',{deeper}'.join(items)}{line}]" if items else "[]"
    texts = {key: _text(item, deeper) for key, item in value.items()}
    for key, item in value.items():
        if isinstance(item, str) and not item.isascii() and _SURROGATE.search(item):
            texts[f"{key}Bytes"] = f'"{base64.b64encode(_bytes(item)).decode("ascii")}"'
    members = [f"{encode_basestring(key)}: {texts[key]}" for key in sorted(texts)]
    return f"{{{deeper}{f',{deeper}'.join(members)}{line}}}" if members else "{}"


def _replaced(text: str) -> str:
    return text if text.isascii() else _SURROGATE.sub(_REPLACEMENT, text)


def _bytes(text: str) -> bytes:
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")


def _escaped(match: re.Match[str]) -> str:
    """An invisible character as `\\uXXXX` (as a pair beyond U+FFFF)."""
    character = match[0]
    return character if visible.line(character) == character else json.dumps(character)[1:-1]


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
