"""The document of `diff`: every change at a level, the worst first."""

import json
from typing import Annotated, Any, Literal

from xpkgtui.inspection.inspection import Inspection
from xpkgtui.reporting.contents.differences import Differences
from xpkgtui.reporting.documents import elements
from xpkgtui.reporting.documents.elements import NAMED, Document, ErrorObject, NamedObject, PlaceObject
from xpkgtui.reporting.documents.writer import Bounds, JsonObject, write
from xpkgtui.reporting.sentence import unread
from xpkgtui.rules.changes.change import Change, Level, Weight
from xpkgtui.values import dataclass

_VERDICTS: dict[Weight | None, Literal["breaks", "check", "fine"] | None]
_VERDICTS = {Weight.BREAKS: "breaks", Weight.CHECK: "check", Weight.WORDS: "fine", None: None}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Side(JsonObject):
    source: Annotated[str, "The source as it was given."]
    digest: Annotated[str | None, "The digest of the image or index; null where the source has none."]
    excluded: Annotated[tuple[str, ...], "Files of a folder that its own xpkgtui.toml leaves out."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Counts(JsonObject):
    breaks: Annotated[int, "Changes that break at the level."]
    check: Annotated[int, "Changes to look at before."]
    additions: Annotated[int, "What is new, or allowed that was not."]
    words: Annotated[int, "Changes that no program reads."]
    left_out: Annotated[int, "Changes at the level that `--select` and `--ignore` leave out."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Witness(JsonObject):
    manifest: Annotated[str, "The manifest in YAML."]
    says: Annotated[str, "What the API server says of it with the new package."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Change(JsonObject):
    id: Annotated[str, Bounds(pattern="^CHG[0-9]{3}$"), "The kind of change, which `xpkgtui rules` explains."]
    severity: Annotated[
        str, Bounds(enum=("breaks", "check", "addition", "words")), "How much it weighs at the level."
    ]
    object: Annotated[NamedObject | None, "The object that changes; null for the image, or the package as a whole."]
    version: Annotated[str | None, "The version of the definition; null where the change is about none."]
    field: Annotated[
        str | None, "The field as people name it, `spec.tags[].key`; null where the change is about none."
    ]
    before: Annotated[
        Any, "What was there; null where there was nothing. Of a long value a text that says how long it is."
    ]
    after: Annotated[Any, "What is there; null where there is nothing."]
    message: Annotated[str, "What changes, in a sentence."]
    who: Annotated[str, "Who is affected; empty where the change affects none."]
    first: Annotated[tuple[str, ...], "What to do first, a line each; commands begin with `$ `."]
    witness: Annotated[
        _Witness | None,
        "A manifest that the old package accepts and the new one refuses; null where there is none.",
    ]
    old: Annotated[PlaceObject | None, "The place in the old package; null where it has none."]
    new: Annotated[PlaceObject | None, "The place in the new package; null where it has none."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Diff(Document):
    schema: Annotated[Literal["xpkgtui.diff/v1"], NAMED] = "xpkgtui.diff/v1"
    format: Annotated[str | None, "The format of both packages; null where nothing was compared."]
    level: Annotated[Level, "Who must not be broken: each change has its severity at this level."]
    old: Annotated[_Side, "The package to go from."]
    new: Annotated[_Side, "The package to go to."]
    error: Annotated[ErrorObject | None, "Why nothing was compared; null where something was."]
    verdict: Annotated[
        Literal["breaks", "check", "fine"] | None,
        "The worst of the changes: `breaks`, `check`, or `fine`; null where nothing breaks and not everything was "
        "compared.",
    ]
    sentence: Annotated[str, "The verdict in words."]
    summary: Annotated[_Counts, "The changes by severity."]
    equal: Annotated[int, "Objects that do not differ."]
    changes: Annotated[
        tuple[_Change, ...],
        "The changes, the worst first; of one severity what is gone, then what is proven, then as they lie in NEW.",
    ]


DOCUMENT = _Diff


def diff(found: Differences) -> str:
    """The text of the document."""
    return write(
        _Diff(
            format=elements.format_name(found.new) if found.failure is None else None,
            level=found.level,
            old=_side(found.old),
            new=_side(found.new),
            error=elements.error(found.failure or unread(found.old) or unread(found.new)),
            verdict=_VERDICTS[found.verdict],
            sentence=found.sentence,
            unread=elements.unread(dict.fromkeys(each for one in found.answers for each in one.unread)),
            summary=_Counts(
                breaks=found.counts[Weight.BREAKS],
                check=found.counts[Weight.CHECK],
                additions=found.counts[Weight.ADDITION],
                words=found.counts[Weight.WORDS],
                left_out=found.left_out,
            ),
            equal=found.equal,
            changes=tuple(_change(weight, one) for weight, one in found.listed),
        )
    )


def _side(state: Inspection) -> _Side:
    return _Side(source=state.source, digest=state.digest, excluded=state.excluded)


def _change(weight: Weight, one: Change) -> _Change:
    return _Change(
        id=one.id,
        severity=weight.word,
        object=elements.object_name(one.object),
        version=one.version,
        field=one.field,
        before=json.loads(one.before) if one.before is not None else None,
        after=json.loads(one.after) if one.after is not None else None,
        message=one.message,
        who=one.who,
        first=tuple(map(str, one.first)),
        witness=_Witness(manifest=one.witness.manifest, says=one.witness.says) if one.witness else None,
        old=elements.place(one.old) if one.old else None,
        new=elements.place(one.new) if one.new else None,
    )
