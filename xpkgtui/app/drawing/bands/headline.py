"""The second line of the screen as a value: the verdict, or progress and failure in its place."""

from dataclasses import replace
from enum import StrEnum, auto

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.drawing.styled_text import BLANK, countable, join, pace, sign, silence, tally, time_left
from xpkgtui.app.drawing.waiting import is_loading
from xpkgtui.app.state.keys.retry import is_worth_a_try
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.judging import VerdictReached
from xpkgtui.inspection.messages.parts import Failed, Loading, Ready
from xpkgtui.inspection.messages.requests import Options
from xpkgtui.reporting.contents.readings import dissenters, divergent, newest, taken_in_short
from xpkgtui.reporting.sentence import (
    NO_PACKAGE,
    VerdictSentence,
    acceptance_of,
    clause,
    is_foreign,
    left_out,
    other_image,
    reasons,
    sentence_of,
    subject,
)
from xpkgtui.reporting.words import without_folder
from xpkgtui.rules.finding import Acceptance, Severity, Verdict
from xpkgtui.values import dataclass
from xpkgtui.visible import all_of, plural


class Status(StrEnum):
    """The color of the headline, as the classes of its widget spell it."""

    OK = auto()
    BAD = auto()
    WARN = auto()
    WAIT = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class Headline:
    """The verdict, or progress and failure in its place."""

    status: Status = Status.WAIT
    sign: str = "◌"
    clause: str = ""
    """In the status color, with its colon."""
    reason: str = ""
    brief_clause: str = ""
    """The clause in fewer words, which still says what is decided; empty where it has none."""
    short_clause: str = ""
    """The clause for a narrow screen; empty where it has no shorter form."""
    shortest_clause: str = ""
    """That for a still narrower one, of a package that another tool refuses: who refuses it."""
    short_reasons: tuple[str, ...] = ()
    """The reason in shorter and shorter forms."""
    counts: Content = BLANK
    marks: Content = BLANK
    """The counts as signs and numbers, for a narrow screen."""
    key: str = ""
    does: str = ""


def headline(inspection: Inspection, options: Options, *, busy: bool) -> Headline:
    """The answer for the newcomer, with the one key that explains it."""
    verdict = inspection.verdict
    if inspection.failure:
        reason = inspection.failure.title.removesuffix(".")
        short = without_folder(reason, inspection.source)
        if inspection.failure.is_question:
            return Headline(sign="?", clause="Not opened yet:", reason=reason, short_reasons=short)
        return Headline(status=Status.BAD, sign="✗", clause="Not opened:", reason=reason, short_reasons=short)
    if isinstance(inspection.manifest, Failed) and inspection.manifest.failure.kind is not FailureKind.STOPPED:
        reason = inspection.manifest.failure.title.removesuffix(".")
        key, does = ("r", "retry") if is_worth_a_try(inspection) else ("x", "why")
        said = Headline(status=Status.BAD, sign="✗", clause="Not read:", reason=reason, key=key, does=does)
        return replace(said, short_reasons=without_folder(reason, inspection.source))
    if isinstance(verdict, Ready):
        return _judged(inspection, options)
    if isinstance(verdict, Failed):
        return _unjudged(inspection, verdict.failure)
    if busy:
        return _busy(inspection)
    if inspection.failures:
        return _unjudged(inspection, inspection.failures[-1][1])
    return Headline(clause="Stopped:", reason="the package was not read completely", key="r", does="retry")


def _judged(inspection: Inspection, options: Options) -> Headline:
    assert isinstance(inspection.verdict, Ready)
    verdict = inspection.verdict.value
    said = Headline(status=Status.WARN, sign="!", clause="Undecided:", reason=verdict.reason, key="x", does="why")
    said = replace(said, counts=_counts(inspection), short_reasons=reasons(verdict))
    if inspection.not_a_package:
        back = inspection.chosen_entry
        key, does = ("-", f"back to {visible.clip(visible.line(back.name), 20)}") if back else ("x", "why")
        return replace(said, status=Status.WAIT, sign="–", clause="Not checked:", key=key, does=does)
    if verdict.acceptance is None:
        return said
    asked = inspection.judged or options
    other = visible.clip(visible.line(other_image(inspection)), 24)
    all_of_it = sentence_of(inspection, verdict, asked.profile, asked.crossplane, other)
    judged_by = verdict.by or asked.profile
    who = subject(inspection.wording, judged_by, asked.crossplane, other)
    who = NO_PACKAGE if is_foreign(inspection) else who
    judge = inspection.wording.judge(asked.profile, asked.crossplane)
    # What a tool refuses is said for as long as there is room for anything.
    short = (all_of_it.but,) if all_of_it.but else reasons(verdict)
    said = replace(said, reason=all_of_it.reason, short_reasons=short, short_clause=f"{who}:")
    words = f"{all_of_it.lead}:"
    if inspection.what_if is not None:
        return _supposed(inspection, said, words)
    if all_of_it.refusing:
        return _refused_by_another(said, all_of_it, judge, marks(inspection))
    if not verdict.others and (refused := _refused_elsewhere(inspection, asked)):
        (whole, brief, least), fewer = refused
        said = replace(said, clause=whole, brief_clause=brief, short_clause=least, status=Status.WARN, sign="!")
        return replace(said, reason=fewer[0], short_reasons=fewer, marks=marks(inspection))
    if not verdict.others and (differing := _accepted_otherwise(inspection, asked)):
        (whole, brief), reason = differing
        said = replace(said, clause=whole, brief_clause=brief, short_clause=brief, reason=reason)
        return replace(said, short_reasons=(reason,), status=Status.WARN, sign="!", marks=marks(inspection))
    brief = f"{clause(inspection, verdict.acceptance, judged_by, asked.crossplane, other)}:"
    if verdict.acceptance is Acceptance.ACCEPTED:
        said = replace(said, status=Status.OK, sign="✓", clause=words, brief_clause=brief, marks=marks(inspection))
        if but := [one for one in (next(left_out(inspection), ""), all_of_it.but) if one]:
            return _accepted_but(said, "; ".join(but), but[0])
        return _with_warning(inspection, said)
    return replace(said, status=Status.BAD, sign="✗", clause=words, brief_clause=brief)


def _refused_by_another(said: Headline, all_of_it: VerdictSentence, who: str, marked: Content) -> Headline:
    """`Accepted by opm 1.73, refused by OLM v1:` and why; the places of the causes stand in Why."""
    names = all_of_it.refusing
    few = names[0] if len(names) == 1 else f"{names[0]} and {len(names) - 1} more"
    cause = all_of_it.cause
    return replace(
        said,
        status=Status.WARN,
        sign="!",
        marks=marked,
        clause=f"Accepted by {who}, refused by {all_of(names)}:",
        short_clause=f"{who} accepts, {all_of(names)} refuse{'s' if len(names) == 1 else ''}:",
        shortest_clause=f"Refused by {few}:",
        reason=all_of_it.causes,
        short_reasons=tuple(dict.fromkeys((cause, *reasons(Verdict(acceptance=None, reason=cause))))),
    )


def _supposed(inspection: Inspection, said: Headline, words: str) -> Headline:
    """The verdict of a what-if, which is none: its band has the color of no verdict."""
    is_refused = acceptance_of(inspection) is Acceptance.REFUSED
    would = words.replace(" refuses ", " would refuse ").replace(" accepts ", " would accept ")
    layer, verb = inspection.what_if, "refuse" if is_refused else "accept"
    return replace(
        said,
        status=Status.WAIT,
        sign="✗" if is_refused else "✓",
        clause=f"What if layer {layer} were base: {would}",
        short_clause=f"What if layer {layer} were base: {said.short_clause[:-1]} would {verb}:",
        marks=marks(inspection),
        key="b",
        does="back",
    )


def _refused_elsewhere(
    inspection: Inspection, asked: VerdictReached | Options
) -> tuple[tuple[str, str, str], tuple[str, ...]] | None:
    """`Accepted by 2.4, refused by 1.20:` and why, then in fewer words, where another program of today refuses it."""
    comparison, wording = inspection.comparison, inspection.wording
    shown = inspection.reading.reader if inspection.reading else ""
    found = dissenters(comparison, wording, shown) if comparison else ()
    found = tuple(one for one in found if _matters(inspection, one.reader.name))
    if not found or acceptance_of(inspection) is not Acceptance.ACCEPTED:
        return None
    names = newest(found[0], wording)
    more = f" and {len(found) - 1} more" if len(found) > 1 else ""
    who = wording.judge(asked.profile, asked.crossplane)
    about = (one for one in inspection.findings if found[0].reader.name in one.readers)
    blamed = next(about, None)
    whys = (blamed.message, blamed.cause) if blamed else (visible.line(found[0].message or "it says nothing"),)
    short = subject(wording, asked.profile, asked.crossplane)
    clauses = (f"Accepted by {who}, refused by {names}{more}:", f"{who} accepts, {names} refuses:")
    return (*clauses, f"{short} accepts, {names} refuses:"), tuple(visible.screenful(one) for one in whys if one)


def _accepted_otherwise(
    inspection: Inspection, asked: VerdictReached | Options
) -> tuple[tuple[str, str], str] | None:
    """`2.4 accepts layer 3, 1.20 layer 2:` where another program of today accepts other bytes."""
    comparison, shown = inspection.comparison, inspection.deciding_result
    if comparison is None or shown is None or acceptance_of(inspection) is not Acceptance.ACCEPTED:
        return None
    other = next(iter(divergent(comparison, inspection.wording, shown)), None)
    if other is None:
        return None
    wording, file = inspection.wording, inspection.wording.stream_file
    places = [taken_in_short(one, file) for one in (shown, other)]
    if places[0] == places[1]:
        places = [visible.clip(visible.line(one.reading.entry or file), 24) for one in (shown, other)]
    rest = f"accepts {places[0]}, {newest(other, wording)} {places[1]}:"
    judge, short = wording.judge(asked.profile, asked.crossplane), subject(wording, asked.profile, asked.crossplane)
    return (f"{judge} {rest}", f"{short} {rest}"), "these are two different packages"


def _with_warning(inspection: Inspection, said: Headline) -> Headline:
    """An accepted package with its first warning in place of where the package comes from."""
    warning = next((one for one in inspection.findings if one.severity is Severity.WARNING), None)
    if warning is None:
        return said
    message = visible.line(visible.screenful(warning.message))
    return _accepted_but(said, message, message.removeprefix(f"{visible.line(str(warning.object))}: "))


def _accepted_but(said: Headline, reason: str, short: str) -> Headline:
    whole, brief = (f"{one[:-1]}, but:" for one in (said.clause, said.brief_clause))
    small = f"{said.short_clause[:-1]} accepts, but:"  # the reason is none of the sign's
    return replace(said, clause=whole, brief_clause=brief, short_clause=small, reason=reason, short_reasons=(short,))


def _matters(inspection: Inspection, reader: str) -> bool:
    """Whether what a reader refuses is more than worth knowing, by the findings that name it."""
    severities = [one.severity for one in inspection.findings if reader in one.readers]
    return not severities or max(severities) > Severity.INFO


def _unjudged(inspection: Inspection, failure: Failure) -> Headline:
    key, does = ("r", "again") if is_worth_a_try(inspection) else ("x", "why")
    said = Headline(status=Status.WARN, sign="!", clause="Not checked:", reason=failure.title, key=key, does=does)
    return replace(said, counts=_counts(inspection))


def _busy(inspection: Inspection) -> Headline:
    progress = inspection.progress
    if isinstance(inspection.verdict, Loading) and inspection.objects_total:
        done, total = inspection.verdict.done, inspection.verdict.total or inspection.objects_total
        reason = f"{done:,} of {total:,} objects"
        left = time_left(done, total, inspection.verdict.rate)
        found = Headline(counts=_counts(inspection), marks=marks(inspection), key="esc", does="cancel")
        whole, short = _checked(inspection)
        found = replace(found, clause=f"Checking{whole}:", short_clause=f"Checking{short}:" if short else "")
        return replace(found, reason=reason + left, short_reasons=(reason + left, reason + left if short else reason))
    is_listing = is_loading(inspection.objects) or not inspection.is_listed
    if progress is None and inspection.reading is not None and is_listing:
        return Headline(clause="Listing the objects", key="esc", does="cancel")
    if progress is None:
        opening = Headline(clause="Opening:", reason=inspection.source, key="esc", does="cancel")
        return replace(opening, short_reasons=without_folder(inspection.source, inspection.source))
    reason, short = silence(progress.waited, progress.limit) if progress.limit else ("", "")
    if progress.total:
        reason = visible.part_of(progress.done, progress.total) + pace(progress.done, progress.total, progress.rate)
    colon = ":" if reason else ""
    shorter = (reason, short) if short else ()
    what = visible.line(progress.what) + colon
    return Headline(clause=what, reason=reason, short_reasons=shorter, key="esc", does="cancel")


def _checked(inspection: Inspection) -> tuple[str, str]:
    """What is being checked, in words and in fewer: the layer is known before the verdict."""
    reading = inspection.reading
    if reading is None or reading.layer is None or not inspection.layers:
        return "", ""
    how = "annotated base" if reading.annotated else "all layers flattened"
    stream = visible.clip(visible.line(inspection.stream_name), 24)
    return f" {stream} from layer {reading.layer} ({how})", f" layer {reading.layer}"


def marks(inspection: Inspection) -> Content:
    """Findings as signs and numbers: `✗ 1  ! 1`."""
    counted = ((Severity.ERROR, "✗"), (Severity.WARNING, "!"))
    return countable(tally((mark, inspection.count(severity)) for severity, mark in counted))


def _counts(inspection: Inspection) -> Content:
    parts = []
    for severity, mark, noun in ((Severity.ERROR, "✗", "error"), (Severity.WARNING, "!", "warning")):
        count = inspection.count(severity)
        if count:
            parts.append(join(sign(mark), (f" {plural(count, noun)}", "$foreground")))
    return countable(join(Content("  ").join(parts), (" in all", "$foreground")) if parts else BLANK)
