"""The document of `check`: each source with its findings or its error."""

from collections.abc import Iterable
from typing import Annotated, Literal

from xpkgtui.inspection.inspection import Inspection
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
from xpkgtui.reporting.documents.writer import JsonObject, write
from xpkgtui.reporting.sentence import acceptance_of, has_answer, is_measured, shown_platform, trouble, verdict_of
from xpkgtui.rules.finding import Finding
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
    readers: Annotated[tuple[str, ...], "The readers that are affected."]
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
        excluded=inspection.resolved.excluded if inspection.resolved else (),
        others=elements.others(verdict_of(inspection)),
        summary=elements.severities(inspection.findings) if judged else None,
        findings=tuple(map(_finding, inspection.findings)) if judged else None,
        unread=elements.unread(answer_of(inspection, beyond=unread_beside(inspection), has_layers=True).unread),
        error=elements.error(trouble(inspection)),
    )


def _finding(found: Finding) -> _Finding:
    return _Finding(
        rule=found.rule,
        severity=found.severity.word,
        message=found.message,
        fix=found.fix,
        crossplane_says=found.says,
        readers=found.readers,
        refused_by=found.refused_by,
        object=elements.object_name(found.object),
        location=elements.place(found.place),
    )
