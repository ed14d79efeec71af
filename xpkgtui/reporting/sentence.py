"""The verdict line in words, the same for people and for JSON, and what kept a source from being read whole."""

from collections.abc import Iterator

from xpkgtui.errors import Failure, FailureKind
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.parts import Failed, Ready
from xpkgtui.inspection.rows.files import Gap, GapKind
from xpkgtui.inspection.rows.layers import DamageKind
from xpkgtui.inspection.rows.wording import gaps_sentence
from xpkgtui.rules.finding import Acceptance, Verdict

_GAPS = {
    DamageKind.UNAVAILABLE: GapKind.UNREAD,
    DamageKind.UNDECODABLE: GapKind.BROKEN,
    DamageKind.BROKEN: GapKind.BROKEN,
    DamageKind.LIMIT: GapKind.LIMIT,
}


def verdict_of(inspection: Inspection) -> Verdict | None:
    """The verdict, once it is there."""
    return inspection.verdict.value if isinstance(inspection.verdict, Ready) else None


def acceptance_of(inspection: Inspection) -> Acceptance | None:
    """Accepted, refused, or None for undecided."""
    verdict = verdict_of(inspection)
    return verdict.acceptance if verdict else None


def has_answer(inspection: Inspection) -> bool:
    """Whether there is a verdict, or a finding that says why there is none; else a failure says why."""
    verdict = verdict_of(inspection)
    if verdict is None or unopened(inspection):
        return False
    return verdict.acceptance is not None or not inspection.failures


def verdict_sentence(inspection: Inspection, profile: str, crossplane: str) -> str:
    """`Crossplane 2.4 refuses it: layer 2 (annotated base) has no package.yaml`."""
    verdict = verdict_of(inspection)
    if verdict is None:
        failure = trouble(inspection)
        return f"not checked: {failure.title}" if failure else "not checked"
    if verdict.acceptance is None:
        return _no_answer(inspection, verdict)
    said = clause(inspection, verdict.acceptance, profile, crossplane, other_image(inspection))
    return f"{said}: {verdict.reason}"


def other_image(inspection: Inspection) -> str:
    """The name of the image that is shown, where the package's program reads another one; empty otherwise."""
    entry = inspection.shown_entry
    return "" if entry is None or entry.chosen or inspection.chosen_entry is None else entry.name


def shown_platform(inspection: Inspection) -> str:
    """The name of the entry of an index that is shown; empty where there is no index."""
    entry = inspection.shown_entry if inspection.is_index else None
    return entry.name if entry else ""


def clause(inspection: Inspection, acceptance: Acceptance, profile: str, crossplane: str, other: str = "") -> str:
    """`Crossplane 2.4 refuses it`; of an `other` image than the one that is read, `… would refuse linux/arm64`."""
    who = inspection.wording.judge(profile, crossplane)
    verb = "accept" if acceptance is Acceptance.ACCEPTED else "refuse"
    return f"{who} would {verb} {other}" if other else f"{who} {verb}s it"


def unopened(inspection: Inspection) -> Failure | None:
    """Why there is nothing to look at: no source, or no manifest."""
    if inspection.failure:
        return inspection.failure
    return inspection.manifest.failure if isinstance(inspection.manifest, Failed) else None


def trouble(inspection: Inspection) -> Failure | None:
    """What kept the source from being read whole; every command ends with the exit code of this failure."""
    if failure := unopened(inspection):
        return failure
    if inspection.failures:
        return inspection.failures[0][1]
    if gap := next(_gaps(inspection), None):
        return Failure(kind=gap.failure, title=gaps_sentence((gap,)), hint=gap.advice)
    reading = inspection.reading
    if reading is not None and reading.limit is not None:
        return Failure(kind=FailureKind.UNDECIDED, title=reading.limit.sentence, hint=reading.limit.advice)
    verdict = verdict_of(inspection)
    if verdict is None or verdict.acceptance is not None:
        return None
    kind = FailureKind.NOT_A_PACKAGE if inspection.not_a_package else FailureKind.UNDECIDED
    hint = verdict.culprit.fix if verdict.culprit else ""
    return Failure(kind=kind, title=_no_answer(inspection, verdict), hint=hint)


def _gaps(inspection: Inspection) -> Iterator[Gap]:
    """What is missing of the layers that were opened."""
    for row in inspection.layers:
        if (damage := row.damage) is not None and not row.media_type.endswith("json"):
            yield Gap(
                layer=row.index,
                kind=_GAPS[damage.kind],
                reason=damage.reason,
                after=row.files or 0,
                failure=FailureKind.UNDECIDED if damage.kind is DamageKind.LIMIT else FailureKind.CORRUPT,
                advice=damage.advice,
            )


def _no_answer(inspection: Inspection, verdict: Verdict) -> str:
    if inspection.not_a_package:
        return f"not checked: {verdict.reason}"
    return f"undecided, because not everything was read: {verdict.reason}"


def bug(inspection: Inspection) -> Failure | None:
    """A bug of this program during the inspection, which must not look like a verdict on the package."""
    failures = [failure for _, failure in inspection.failures]
    if inspection.failure:
        failures.append(inspection.failure)
    return next((failure for failure in failures if failure.kind is FailureKind.BUG), None)
