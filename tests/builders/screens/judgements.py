"""Badges, findings, verdicts and costs as the screen gets to see them."""

from collections.abc import Sequence

from xpkgtui.inspection.messages import events, judging
from xpkgtui.inspection.messages.events import Event
from xpkgtui.inspection.rows.objects import ObjectRow
from xpkgtui.rules.finding import Acceptance, Badge, Finding, Verdict


def cost(fetched: int, total: int, requests: int) -> Event:
    """What it took."""
    return events.Fetched(fetched=fetched, cached=0, requests=requests, needed=fetched, total=total)


def judged(
    rows: Sequence[ObjectRow],
    *findings: Finding,
    acceptance: Acceptance | None = Acceptance.ACCEPTED,
    reason: str = "package.yaml from layer 2 (annotated base)",
) -> list[Event]:
    """Badges in batches, findings, the verdict."""
    bad = {finding.place.document: Badge.of(finding.severity) for finding in findings}
    badges = tuple((row.document, bad.get(row.document, Badge.OK)) for row in rows)
    culprit = findings[0] if findings and acceptance is Acceptance.REFUSED else None
    told: list[Event] = [judging.Judged(restart=True, total=len(rows))]
    for first in range(0, len(badges), 200):
        batch = badges[first : first + 200]
        told.append(judging.Judged(badges=batch, done=first + len(batch), total=len(rows)))
    verdict = Verdict(acceptance=acceptance, reason=reason, culprit=culprit)
    told += [
        judging.Judged(findings=tuple(findings), done=len(rows), total=len(rows)),
        judging.VerdictReached(profile="crossplane", crossplane="2.4", verdict=verdict),
    ]
    return told
