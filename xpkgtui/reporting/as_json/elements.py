"""The elements that several documents share: errors, places, findings and counts."""

from collections import Counter
from collections.abc import Iterable

from xpkgtui.errors import Failure
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.reporting.as_json.writer import JSON
from xpkgtui.reporting.sentence import AskedSource, trouble
from xpkgtui.rules.finding import Badge, Finding, ObjectName, Place, Severity, Verdict


def error(failure: Failure | None) -> JSON:
    """The ERROR of a failure, or null."""
    if failure is None:
        return None
    return {
        "kind": failure.kind,
        "title": failure.title,
        "tried": list(failure.tried),
        "hint": failure.hint,
        "suggestions": list(failure.suggestions),
    }


def error_of(found: AskedSource) -> JSON:
    """The ERROR of what was found out about a source; also where something was found, and the source is damaged."""
    return error(found.failure or trouble(found.inspection))


def finding(found: Finding) -> JSON:
    """The FINDING of a finding, with its PLACE."""
    return {
        "rule": found.rule,
        "severity": found.severity.word,
        "message": found.message,
        "fix": found.fix,
        "crossplane_says": found.says,
        "readers": list(found.readers),
        "refused_by": list(found.refused_by),
        "object": object_name(found.object),
        "location": place(found.place),
    }


def others(verdict: Verdict | None) -> JSON:
    """The verdicts of other profiles beside one; null where there is none."""
    if verdict is None:
        return None
    return [
        {
            "profile": one.profile,
            "verdict": str(one.acceptance) if one.acceptance else None,
            "reason": one.reason,
            "rule": one.rule or None,
            "archived": one.archived,
        }
        for one in verdict.others
    ]


def severities(findings: Iterable[Finding]) -> JSON:
    """The number of findings by severity."""
    counted = Counter(found.severity for found in findings)
    return {severity.word: counted[severity] for severity in Severity}


def badges(counted: Counter[Badge]) -> JSON:
    """The number of objects by badge."""
    return {str(badge): counted[badge] for badge in Badge}


def object_name(name: ObjectName | None) -> JSON:
    """The names of an object, or null."""
    return {"apiVersion": name.api_version, "kind": name.kind, "name": name.name} if name else None


def place(place: Place) -> JSON:
    """The PLACE of a place."""
    return {
        "platform": place.platform,
        "layer": None if place.layer is None else {"index": place.layer, "digest": place.layer_digest},
        "path": place.path,
        "file": place.file,
        "document": place.document,
        "field": place.field,
        "line": place.line,
        "column": place.column,
    }


def format_name(state: Inspection) -> str | None:
    """The format of the package; None where nothing speaks for any."""
    has_bytes = state.reading is not None and state.reading.has_bytes
    return state.format.name if state.format.reasons or has_bytes else None


def version(state: Inspection) -> str | None:
    """The version of the program that the verdict is for; None where nothing was judged."""
    judged = state.judged
    return state.wording.version_of(judged.profile, judged.crossplane) if judged else None
