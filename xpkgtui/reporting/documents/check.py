"""The document of `check`: each source with its findings or its error."""

from collections.abc import Iterable
from dataclasses import fields
from typing import Annotated, Literal

from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import Resolved
from xpkgtui.reporting.answer import answer_of, unread_beside
from xpkgtui.reporting.documents import elements
from xpkgtui.reporting.documents.elements import (
    FORMAT,
    NAMED,
    NamedObject,
    PlaceObject,
    RuleId,
    SeverityWord,
    VerdictDocument,
)
from xpkgtui.reporting.documents.writer import JsonObject, write, write_line
from xpkgtui.reporting.sentence import acceptance_of, has_answer, is_measured, shown_platform, trouble, verdict_of
from xpkgtui.rules.finding import Acceptance, Finding
from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class _Finding(JsonObject):
    rule: Annotated[RuleId, "The ID of the rule; `xpkgtui rules ID` explains it."]
    severity: Annotated[SeverityWord, "How severe it is under the profile."]
    message: Annotated[str, "What is wrong, in one sentence."]
    fix: Annotated[str, "What to do about it."]
    crossplane_says: Annotated[
        str | None, "The message of the tool that checks the package, whichever it is; null where it prints none."
    ]
    readers: Annotated[
        tuple[str, ...], "The readers that are affected, as `why --format json` names and titles them."
    ]
    refused_by: Annotated[tuple[str, ...], "Other profiles whose tools refuse the package for it."]
    object: Annotated[NamedObject | None, "The object that it is about; null where it is about none."]
    location: Annotated[PlaceObject, "Where it is."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Result(VerdictDocument):
    format: Annotated[str | None, FORMAT]
    platform: Annotated[
        str | None, "The entry of the index that the result is about, `linux/arm64`; null without an index."
    ]
    profile: Annotated[str | None, "The profile that checked the package; null where nothing was checked."]
    crossplane: Annotated[
        str | None, "The version of Crossplane that the verdict is for; null where nothing was checked."
    ]
    findings: Annotated[
        tuple[_Finding, ...] | None,
        "The findings, the worst first, then by place; null where nothing was checked.",
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedObject(JsonObject):
    """What was asked of a source; results of another question, or of another program, do not answer it."""

    profile: Annotated[str | None, "The profile that was named; null for the one of the format."]
    crossplane: Annotated[str, "The version of Crossplane to check for."]
    platform: Annotated[str | None, "The platform that was named; null for the usual one."]
    select: Annotated[tuple[str, ...], "The rules of --select."]
    ignore: Annotated[tuple[str, ...], "The rules of --ignore."]
    options: Annotated[str, "A hash of all else that was asked."]
    xpkgtui: Annotated[str, "The version of xpkgtui."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Step(JsonObject):
    title: Annotated[str, "What the reader did."]
    evidence: Annotated[str, "What it found."]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldObject(JsonObject):
    """What the forms of CI say of a source as a whole."""

    sentence: Annotated[str, "The verdict in words."]
    outcome: Annotated[str, "fine, failed, undecided or unread."]
    place: Annotated[str | None, "`folder` or `stream`, where that is what the source is; null for an image."]
    rule: Annotated[str | None, "The rule whose finding refuses the package, whether it is listed or not."]
    is_silent: Annotated[bool, "Whether it is refused though no rule reports an error, even one that is left out."]
    steps: Annotated[tuple[_Step, ...], "How the reader came to what refuses it."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line(_Result):
    """A result in a file of results, which says what it is about."""

    asked: Annotated[AskedObject, "What was asked."]
    content: Annotated[str | None, "A hash of all bytes of a local source; null for any other."]
    told: Annotated[ToldObject, "What the forms of CI say of it."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Check(JsonObject):
    schema: Annotated[Literal["xpkgtui.check/v1"], NAMED] = "xpkgtui.check/v1"
    profile: Annotated[str, "The profile that was asked for."]
    crossplane: Annotated[str, "The version of Crossplane to check for."]
    results: Annotated[tuple[_Result, ...], "One for each source, in the order given."]


DOCUMENT = _Check


def check(inspections: Iterable[Inspection], *, profile: str, crossplane: str) -> str:
    """The text of the document."""
    return write(_Check(profile=profile, crossplane=crossplane, results=tuple(map(result, inspections))))


def result(inspection: Inspection) -> _Result:
    """The result of a source: null is unknown, an empty list means that nothing was found."""
    judged = has_answer(inspection) or bool(inspection.findings)
    return _Result(
        source=inspection.source,
        digest=inspection.digest,
        format=elements.format_name(inspection),
        platform=shown_platform(inspection) or None,
        profile=inspection.judged.profile if inspection.judged else None,
        crossplane=elements.version(inspection),
        verdict=acceptance_of(inspection),
        measured=is_measured(inspection),
        excluded=inspection.excluded,
        others=elements.others(verdict_of(inspection)),
        summary=elements.severities(inspection.findings) if judged else None,
        findings=tuple(_finding(one, inspection) for one in inspection.findings) if judged else None,
        unread=elements.unread(answer_of(inspection, beyond=unread_beside(inspection), has_layers=True).unread),
        error=elements.error(trouble(inspection)),
    )


def line(
    inspection: Inspection, *, asked: AskedObject, content: str, sentence: str, outcome: str, is_silent: bool
) -> str:
    """The line of a result; `is_silent` looks at findings that are left out, too."""
    found, verdict, resolved = result(inspection), verdict_of(inspection), inspection.resolved
    reading = inspection.reading if found.verdict is Acceptance.REFUSED else None
    told = ToldObject(
        sentence=sentence,
        outcome=outcome,
        place=_place(resolved),
        rule=verdict.culprit.rule if verdict and verdict.culprit else None,
        is_silent=is_silent,
        steps=tuple(_Step(title=one.title, evidence=one.evidence) for one in (reading.steps if reading else ())),
    )
    known = {one.name: getattr(found, one.name) for one in fields(found)}
    return write_line(_Line(**known, asked=asked, content=content or None, told=told))


def _place(resolved: Resolved | None) -> str | None:
    if resolved is None:
        return None
    return "folder" if resolved.is_assembled else "stream" if resolved.is_bare_stream else None


def _finding(found: Finding, inspection: Inspection) -> _Finding:
    return _Finding(
        rule=found.rule,
        severity=found.severity.word,
        message=found.message,
        fix=found.fix,
        crossplane_says=found.says,
        readers=found.readers,
        refused_by=inspection.refused_by(found),
        object=elements.object_name(found.object),
        location=elements.place(found.place),
    )
