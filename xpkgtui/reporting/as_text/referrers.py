"""The text of `referrers`: a sentence, what belongs to each image, what was asked, and what a policy makes of it."""

from collections.abc import Iterator

from xpkgtui.referrers.referrer import Referrer, Standing
from xpkgtui.reporting.as_text.tables import INDENT, Paint, colored, left, table, written
from xpkgtui.reporting.contents.referrer_list import ListedReferrers, SigningState, referrer_words
from xpkgtui.rules.admission import AdmissionDecision
from xpkgtui.rules.finding import Acceptance, Severity
from xpkgtui.visible import capitalized, line

_FEW = 100
"""Things of one image that are listed before the rest is only counted."""


@written
def referrers(found: ListedReferrers, paint: Paint, *, is_verbose: bool = False) -> Iterator[str]:
    """The text; a long list is cut unless it `is_verbose`."""
    yield from paint.lines(_sentence(found, paint), 2)
    if found.failure is not None:
        return
    if found.list.unread:
        yield from paint.lines(f"{INDENT}the list is not whole: {line(found.list.unread)}", len(INDENT) * 2)
    for subject in dict.fromkeys(referrer.subject for referrer in found.list.referrers):
        rows = [referrer for referrer in found.list.referrers if referrer.subject == subject]
        yield ""
        yield paint.bold(line(found.name_of(subject))) + f"  {paint.dim(line(subject))}"
        shown = rows if is_verbose else rows[:_FEW]
        yield from _table(shown, paint)
        yield from left(len(rows) - len(shown), paint)
    if found.list.asked:
        yield from paint.section("Asked")
        cells = [(str(one.layout), one.answer) for one in found.list.asked]
        yield from colored(cells, (None if one.is_known else Severity.WARNING for one in found.list.asked), paint)
    if found.decision is not None:
        yield from _policy(found, found.decision, paint)


def _sentence(found: ListedReferrers, paint: Paint) -> str:
    sentence = line(found.sentence)
    if found.failure is not None or found.state in (SigningState.REFUSED, SigningState.FAILED):
        return paint.verdict(Acceptance.REFUSED, sentence)
    if found.state is SigningState.VERIFIED:
        return paint.verdict(Acceptance.ACCEPTED, sentence)
    if found.decision is not None or found.state is SigningState.UNKNOWN:
        return paint.verdict(None, sentence)
    return capitalized(sentence)


def _table(rows: list[Referrer], paint: Paint) -> Iterator[str]:
    cells = [(str(row.what), str(row.layout), referrer_words(row)) for row in rows]
    odd = (row.standing is Standing.FAILED or bool(row.says) for row in rows)
    yield from colored(cells, (Severity.WARNING if one else None for one in odd), paint)


def _policy(found: ListedReferrers, decision: AdmissionDecision, paint: Paint) -> Iterator[str]:
    """The steps of the program, what others find, and what is odd about the policies."""
    yield from paint.section("As Crossplane asks")
    yield from table([(step.sign.glyph, step.title, step.evidence) for step in decision.steps], width=paint.width)
    if decision.voices:
        yield from paint.section("Who finds what")
        yield from table([(one.program, one.finds) for one in decision.voices], width=paint.width)
        yield from paint.section("Commands")
        for one in decision.voices[1:]:
            is_signing = one.program == "Crossplane"
            words = "sign so that Crossplane finds it" if is_signing else "verify"
            yield from paint.indented(f"{words}:")
            yield f"{INDENT}{INDENT}{line(one.command)}"
    if found.faults:
        yield from paint.section("Policies that do something else than they look like")
        yield from table([(f"! {fault.rule}", fault.message) for fault in found.faults], width=paint.width)
