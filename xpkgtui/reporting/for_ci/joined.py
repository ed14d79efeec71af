"""Results of `check` that files have, in the shape of the forms of CI."""

from collections.abc import Container, Iterable
from typing import Any

from xpkgtui.errors import Failure, FailureKind
from xpkgtui.formats.known import format_of
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import Resolved
from xpkgtui.reporting.for_ci.results import (
    NAMED,
    Checkout,
    FilePlace,
    SourceOutcome,
    SourceResults,
    excluding_file,
    numbered,
    of_finding,
)
from xpkgtui.reporting.sentence import excluding
from xpkgtui.rules.finding import Finding, ObjectName, Place, Severity
from xpkgtui.sources.source import SourceForm
from xpkgtui.untyped import field, listing, mapping, text

_OUTCOMES = {"refused": SourceOutcome.FAILED, "accepted": SourceOutcome.FINE}
_SEVERITIES = {one.word: one for one in Severity}


def of_results(
    found: Iterable[dict[str, Any]], checkout: Checkout, several: Container[str]
) -> dict[str, tuple[SourceResults, ...]]:
    """The results of each source; those of `several` name their platforms."""
    every: dict[str, tuple[SourceResults, ...]] = {}
    for one in found:
        source = one["source"]
        every[source] = (*every.get(source, ()), _of_result(one, checkout, is_listed=source in several))
    return every


def _of_result(result: dict[str, Any], checkout: Checkout, *, is_listed: bool) -> SourceResults:
    told, source = mapping(result.get("told")), text(result.get("source"))
    state = Inspection(source=source, resolved=_resolved(told), format=format_of(text(result.get("format"))).summary)
    file, rule = checkout.find(source), text(told.get("rule"))
    own = FilePlace(path=file) if file is not None else None
    steps = tuple((text(field(one, "title")), text(field(one, "evidence"))) for one in listing(told.get("steps")))
    excluded = tuple(map(text, listing(result.get("excluded"))))
    findings = [_finding(mapping(one)) for one in listing(result.get("findings"))]
    return SourceResults(
        source=source,
        sentence=text(told.get("sentence")) or _sentence(result),
        outcome=_outcome(result, told),
        results=numbered(
            of_finding(one, state, checkout, own, steps if one.rule == rule else ()) for one in findings
        ),
        failure=_failure(mapping(result.get("error"))),
        platform=text(result.get("platform")) if is_listed else "",
        place=own or excluding_file(source, checkout, excluded),
        is_let_pass=bool(rule) and all(one.rule != rule for one in findings),
        left_out=excluding(excluded, NAMED),
    )


def _resolved(told: dict[str, Any]) -> Resolved:
    place = told.get("place")
    is_folder = place == "folder"
    form = SourceForm.FOLDER if is_folder else SourceForm.STREAM if place == "stream" else SourceForm.REGISTRY
    return Resolved(
        form=form, reference="", digest=None, has_image=form is SourceForm.REGISTRY, is_assembled=is_folder
    )


def _outcome(result: dict[str, Any], told: dict[str, Any]) -> SourceOutcome:
    found = next((one for one in SourceOutcome if one == told.get("outcome")), None)
    is_opened = result.get("findings") is not None
    absent = SourceOutcome.UNDECIDED if is_opened else SourceOutcome.UNREAD
    return found or _OUTCOMES.get(text(result.get("verdict")), absent)


def _sentence(result: dict[str, Any]) -> str:
    return text(field(result, "error", "title")) or text(result.get("verdict")) or "not checked"


def _failure(error: dict[str, Any]) -> Failure | None:
    if not error:
        return None
    kind = next((one for one in FailureKind if one == error.get("kind")), FailureKind.UNDECIDED)
    tried = tuple(map(text, listing(error.get("tried"))))
    return Failure(kind=kind, title=text(error.get("title")), tried=tried, hint=text(error.get("hint")))


def _finding(found: dict[str, Any]) -> Finding:
    place, named = mapping(found.get("location")), mapping(found.get("object"))
    called = {name: text(named.get(key)) for name, key in _NAMES.items()}
    return Finding(
        rule=text(found.get("rule")),
        severity=_SEVERITIES.get(text(found.get("severity")), Severity.ERROR),
        message=text(found.get("message")),
        fix=text(found.get("fix")),
        says=text(found.get("crossplane_says")) or None,
        object=ObjectName(**called) if named else None,
        place=Place(
            layer=_number(field(place, "layer", "index")),
            document=_number(place.get("document")),
            line=_number(place.get("line")),
            column=_number(place.get("column")),
            **{key: text(place.get(key)) or None for key in ("platform", "path", "file", "field")},
        ),
    )


_NAMES = {"api_version": "apiVersion", "kind": "kind", "name": "name"}


def _number(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None
