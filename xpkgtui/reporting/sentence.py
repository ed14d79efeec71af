"""The verdict line in words, the same for people and for JSON."""

from xpkgtui.errors import Failure, FailureKind
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.parts import Failed, Ready
from xpkgtui.rules.finding import Acceptance, Verdict


def verdict_of(inspection: Inspection) -> Verdict | None:
    """The verdict, once it is there."""
    return inspection.verdict.value if isinstance(inspection.verdict, Ready) else None


def acceptance_of(inspection: Inspection) -> Acceptance | None:
    """Accepted, refused, or None for undecided."""
    verdict = verdict_of(inspection)
    return verdict.acceptance if verdict else None


def verdict_sentence(inspection: Inspection, profile: str, crossplane: str) -> str:
    """`Crossplane 2.4 refuses it: layer 2 (annotated base) has no package.yaml`."""
    verdict = verdict_of(inspection)
    if verdict is None:
        failure = trouble(inspection)
        return f"not judged: {failure.title}" if failure else "not judged"
    if verdict.acceptance is None:
        return f"undecided: {verdict.reason}"
    return f"{clause(inspection, verdict.acceptance, profile, crossplane)}: {verdict.reason}"


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
    """What kept the source from being read as far as a verdict; None where there is one."""
    if failure := unopened(inspection):
        return failure
    if acceptance_of(inspection) is None and inspection.failures:
        return inspection.failures[0][1]
    return None


def bug(inspection: Inspection) -> Failure | None:
    """A bug of this program during the inspection, which must not look like a verdict on the package."""
    failures = [failure for _, failure in inspection.failures]
    if inspection.failure:
        failures.append(inspection.failure)
    return next((failure for failure in failures if failure.kind is FailureKind.BUG), None)
