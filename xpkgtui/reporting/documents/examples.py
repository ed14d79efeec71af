"""The document of `examples`: the examples of a package, and what the API server makes of each."""

from collections.abc import Iterable
from typing import Annotated, Literal

from xpkgtui.formats.examples.example import Example, ExampleVerdict, FieldProblem
from xpkgtui.reporting.contents.example_list import ListedExamples
from xpkgtui.reporting.documents import elements
from xpkgtui.reporting.documents.elements import NAMED, Count, ErrorObject, Number, SourceDocument
from xpkgtui.reporting.documents.writer import JsonObject, write
from xpkgtui.values import dataclass

_FIELD = "Its path in the API server's spelling; <nil> is the whole object."
_LINE = "Its line in the file, or that of the nearest field above it; null where that was not looked for."


@dataclass(frozen=True, slots=True, kw_only=True)
class _Counts(JsonObject):
    accepted: Annotated[Count, "Examples that are accepted."]
    refused: Annotated[Count, "Examples that are refused."]
    undecided: Annotated[Count, "Examples that are undecided."]
    built_in: Annotated[Count, "Examples that are built-in."]
    elsewhere: Annotated[Count, "Examples that are elsewhere."]
    undefined: Annotated[Count, "Examples that are undefined."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Kinds(JsonObject):
    defined: Annotated[Count, "How many the package defines; a composite resource and its claim are one."]
    without: Annotated[tuple[str, ...], "Those without an example: `Bucket s3.example.org`."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Problem(JsonObject):
    field: Annotated[str, _FIELD]
    line: Annotated[Number | None, _LINE]
    message: Annotated[str | None, "The API server's message without the field; null where the field is unknown."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Example(JsonObject):
    file: Annotated[str | None, "The file, or the entry of the layer; null in a stream without files."]
    layer: Annotated[Count | None, "The layer of the image that has the file; null without an image."]
    document: Annotated[
        Number | None,
        "The number of the document in the file; for an example inside a document of the package, that document. "
        "Null where it is not known.",
    ]
    field: Annotated[
        str | None,
        "The field of the document of the package that has the example; null for one in a file of its own.",
    ]
    line: Annotated[Number, "The line of its first key in the file."]
    apiVersion: Annotated[str | None, "Its apiVersion."]
    kind: Annotated[str | None, "Its kind."]
    name: Annotated[str | None, "Its name; what a generated name begins with, and `*`; null where it has none."]
    verdict: Annotated[
        ExampleVerdict,
        "What becomes of it under kubectl's strict validation. undecided: not all of it could be judged; built-in: "
        "of a kind of Kubernetes or of the package manager, not judged; elsewhere: its definition is in, or may be "
        "in, another package; undefined: the package does not define its kind.",
    ]
    reason: Annotated[str | None, "Why it was not judged, or is not an object; null where it was judged."]
    message: Annotated[str | None, "What the API server says of it; null where it says nothing."]
    errors: Annotated[tuple[_Problem, ...], "The errors that the API server names, the first 50."]
    unknown: Annotated[
        tuple[_Problem, ...],
        "The fields that the definition does not have: kubectl's strict validation refuses them, other clients lose "
        "them.",
    ]
    defaulted: Annotated[
        tuple[str, ...],
        "Fields that are set although the example does not have them; what is below one is not named.",
    ]
    dropped: Annotated[
        tuple[str, ...],
        "Fields that the definition has and that are not stored: nulls, the status, the namespace of a cluster's "
        "object, keys that stand twice.",
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Examples(SourceDocument):
    schema: Annotated[Literal["xpkgtui.examples/v1"], NAMED] = "xpkgtui.examples/v1"
    error: Annotated[ErrorObject | None, "Why there is no list; null where nothing failed."]
    sentence: Annotated[str, "The most important in a sentence."]
    places: Annotated[tuple[str, ...], "Where examples were looked for, and what was found there."]
    summary: Annotated[_Counts, "The number of examples by verdict."]
    kinds: Annotated[_Kinds, "The kinds of the package, but for those that only programs write."]
    examples: Annotated[tuple[_Example, ...], "The examples, in the order of files, layers and documents."]


DOCUMENT = _Examples


def examples(found: ListedExamples) -> str:
    """The text of the document."""
    return write(
        _Examples(
            source=found.inspection.source,
            digest=found.inspection.digest,
            excluded=found.inspection.excluded,
            error=elements.error(found.answer.failure),
            sentence=found.sentence,
            unread=elements.unread(found.answer.unread),
            places=found.list.places,
            summary=_counts(found),
            kinds=_Kinds(defined=found.list.kinds, without=found.list.without),
            examples=tuple(map(_example, found.list.examples)),
        )
    )


def _counts(found: ListedExamples) -> _Counts:
    counts = found.counts
    return _Counts(
        accepted=counts[ExampleVerdict.ACCEPTED],
        refused=counts[ExampleVerdict.REFUSED],
        undecided=counts[ExampleVerdict.UNDECIDED],
        built_in=counts[ExampleVerdict.BUILT_IN],
        elsewhere=counts[ExampleVerdict.ELSEWHERE],
        undefined=counts[ExampleVerdict.UNDEFINED],
    )


def _example(one: Example) -> _Example:
    return _Example(
        file=one.file or None,
        layer=one.layer,
        document=one.document,
        field=one.field or None,
        line=one.line,
        apiVersion=one.api_version or None,
        kind=one.kind or None,
        name=one.name or None,
        verdict=one.verdict,
        reason=one.reason or None,
        message=one.message or None,
        errors=_problems(one.errors),
        unknown=_problems(one.unknown),
        defaulted=one.defaulted,
        dropped=one.dropped,
    )


def _problems(found: Iterable[FieldProblem]) -> tuple[_Problem, ...]:
    return tuple(_Problem(field=one.field, line=one.line, message=one.message or None) for one in found)
