"""The document of `check`: each source with its findings or its error."""

from collections.abc import Iterable

from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.rows.wording import unread_sentence
from xpkgtui.reporting.as_json import elements
from xpkgtui.reporting.as_json.writer import JSON, write
from xpkgtui.reporting.sentence import acceptance_of, has_answer, is_measured, shown_platform, trouble, verdict_of


def check(inspections: Iterable[Inspection], *, profile: str, crossplane: str) -> str:
    """The text of the document."""
    return write(
        {
            "schema": "xpkgtui.check/v1",
            "profile": profile,
            "crossplane": crossplane,
            "results": [result(inspection) for inspection in inspections],
        }
    )


def result(inspection: Inspection) -> JSON:
    """The result of a source: null is unknown, an empty list means that nothing was found."""
    failure = trouble(inspection)
    judged = has_answer(inspection) or bool(inspection.findings)
    acceptance = acceptance_of(inspection)
    return {
        "source": inspection.source,
        "digest": inspection.digest,
        "format": elements.format_name(inspection),
        "platform": shown_platform(inspection) or None,
        "profile": inspection.judged.profile if inspection.judged else None,
        "crossplane": elements.version(inspection),
        "verdict": str(acceptance) if acceptance else None,
        "measured": is_measured(inspection),
        "others": elements.others(verdict_of(inspection)),
        "summary": elements.severities(inspection.findings) if judged else None,
        "findings": [elements.finding(found) for found in inspection.findings] if judged else None,
        "unread": _unread(inspection) if has_answer(inspection) else None,
        "error": elements.error(failure),
    }


def _unread(inspection: Inspection) -> JSON:
    return [
        {
            "digest": item.digest,
            "size": item.size,
            "platform": item.platform or None,
            "why": unread_sentence(item, inspection.wording),
        }
        for item in inspection.unread
    ]
