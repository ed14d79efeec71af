"""The line above the packages that one needs: who accepts it, and whether what it needs can be installed."""

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.drawing.bands.headline import Headline, Status
from xpkgtui.app.drawing.styled_text import BLANK, join, sign
from xpkgtui.app.state.dependencies import ShownDependencies
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.reporting.sentence import acceptance_of, clause
from xpkgtui.rules.finding import Acceptance


def headline(inspection: Inspection, shown: ShownDependencies) -> Headline:
    """The verdict on the package, and what becomes of its dependencies; meanwhile what is under way."""
    found = shown.found
    if found.failure is not None:
        reason = found.failure.title.rstrip(".")
        return Headline(
            status=Status.BAD,
            sign="✗",
            clause="Not resolved:",
            reason=reason,
            short_reasons=(reason,),
            key="r",
            does="retry",
        )
    if shown.doing:
        return Headline(clause=shown.doing, key="esc", does="stop")
    if not found.tree.is_resolved:
        return Headline(clause="Stopped:", reason="registries were not asked", key="r", does="asks again")
    lead, is_refused = _lead(inspection, shown)
    is_met = True if not found.others else found.is_met
    status = Status.BAD if is_refused else Status.OK if is_met else Status.WARN
    reason = found.sentence
    return Headline(
        status=status,
        sign="✗" if is_refused else "✓" if is_met else "!",
        clause=lead,
        reason=reason,
        short_clause=f"{visible.line(found.tree.resolver)}:",
        short_reasons=(reason, _short(shown)),
        counts=_counts(len(found.wrong), "conflict"),
        marks=_counts(len(found.wrong)),
        key="x",
        does="why",
    )


def _lead(inspection: Inspection, shown: ShownDependencies) -> tuple[str, bool]:
    """`Crossplane 2.4 accepts it;` and whether it refuses it; without a verdict who resolves."""
    judged, acceptance = inspection.judged, acceptance_of(inspection)
    if judged is None or acceptance is None or inspection.source != shown.source:
        return f"{visible.line(shown.found.tree.resolver)}:", False
    said = clause(inspection, acceptance, judged.profile, judged.crossplane)
    return f"{said};", acceptance is Acceptance.REFUSED


def _short(shown: ShownDependencies) -> str:
    """What becomes of the dependencies, in fewer words."""
    found = shown.found
    if found.troubled:
        return f"not met: {', '.join(found.name(one.package) for one in found.troubled[:3])}"
    return found.sentence.partition(":")[0]


def _counts(number: int, noun: str = "") -> Content:
    if not number:
        return BLANK
    words = f" {number:,} {noun}{'' if number == 1 else 's'}" if noun else f" {number:,}"
    return join(sign("✗"), (words, "$foreground"))
