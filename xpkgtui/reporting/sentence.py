"""The verdict line in words, the same for people and for JSON, and what kept a source from being read whole."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from xpkgtui.errors import Failure, FailureKind
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.parts import Failed, Ready
from xpkgtui.inspection.rows.files import Gap, GapKind, gaps_sentence
from xpkgtui.inspection.rows.layers import DamageKind, LayerUse
from xpkgtui.patterns import late
from xpkgtui.rules.finding import Acceptance, OtherVerdict, Severity, Stage, Verdict
from xpkgtui.rules.wording import Wording
from xpkgtui.visible import all_of, few, plural

_FEW = 3
_GAPS = {
    DamageKind.UNAVAILABLE: GapKind.UNREAD,
    DamageKind.UNDECODABLE: GapKind.BROKEN,
    DamageKind.BROKEN: GapKind.BROKEN,
    DamageKind.LIMIT: GapKind.LIMIT,
}


RULE_FAILED = "undecided, because a rule failed"
NO_PACKAGE = "No package"
"""What is said of a container image that was never a package, in place of who refuses it."""


def verdict_of(inspection: Inspection) -> Verdict | None:
    """The verdict, once it is there."""
    return inspection.verdict.value if isinstance(inspection.verdict, Ready) else None


def acceptance_of(inspection: Inspection) -> Acceptance | None:
    """Accepted, refused, or None for undecided."""
    verdict = verdict_of(inspection)
    return verdict.acceptance if verdict else None


def is_refused_silently(inspection: Inspection) -> bool:
    """Whether the reader refuses the package, but no rule of the profile reports an error."""
    has_error = any(finding.severity is Severity.ERROR for finding in inspection.findings)
    return not has_error and acceptance_of(inspection) is Acceptance.REFUSED


def is_measured(inspection: Inspection) -> bool | None:
    """Whether the verdict was compared with the program's own libraries; None where nothing was judged."""
    judged, verdict = inspection.judged, verdict_of(inspection)
    if judged is None:
        return None
    if verdict is None or verdict.acceptance is None:
        return False
    is_unread = verdict.culprit is not None and verdict.culprit.stage < Stage.FILE
    is_unread = is_unread or (inspection.reading is not None and inspection.reading.stage is not None)
    return inspection.format.is_measured(judged.profile, judged.crossplane, is_unread=is_unread)


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
        return "; ".join((_no_answer(inspection, verdict), *left_out(inspection)))
    judged = inspection.judged
    asked = (judged.profile, judged.crossplane) if judged else (profile, crossplane)
    sentence = sentence_of(inspection, verdict, *asked, other_image(inspection))
    return "; ".join((f"{sentence.lead}: {sentence.reason}", *sentence.archived))


def told_sentence(state: Inspection, profile: str, crossplane: str) -> str:
    """The verdict on a source in words, or why there is none."""
    if has_answer(state):
        return verdict_sentence(state, profile, crossplane)
    failure = trouble(state)
    return f"{failure.kind}: {failure.title}" if failure is not None else "not checked"


class VerdictSentence(NamedTuple):
    """A decided verdict, and those of others: `opm accepts it`, `OLM v1 refuses it`, `an API is not supported`."""

    clause: str
    others: tuple[str, ...]
    """The clauses between that of the verdict and the reason: who agrees, then who does not."""
    reason: str
    """From the first reason to the end."""
    refusing: tuple[str, ...] = ()
    """Who refuses what the verdict accepts."""
    causes: str = ""
    """The reasons of those that do not accept it, without the places."""
    cause: str = ""
    """The first of them alone."""
    archived: tuple[str, ...] = ()
    """What tools say that are not developed any more, and what a folder leaves out, in clauses of their own."""
    but: str = ""
    """What of an accepted package a tool refuses all the same, alone: `OLM v1 refuses 2 of its bundles`."""

    @property
    def lead(self) -> str:
        """The clauses before the reason."""
        return "; ".join((self.clause, *self.others))


def sentence_of(
    inspection: Inspection, verdict: Verdict, profile: str, crossplane: str, other: str = ""
) -> VerdictSentence:
    """A verdict that is decided; `other` names another image than the one that is read."""
    assert verdict.acceptance is not None
    own_clause = clause(inspection, verdict.acceptance, verdict.by or profile, crossplane, other)
    every = [(inspection.wording.judge(one.profile, crossplane), one) for one in verdict.others]
    archived = (
        *(_archived(who, verdict, one) for who, one in every if one.archived),
        *left_out(inspection),
    )
    names = [(who, one) for who, one in every if not one.archived]
    alike = [who for who, one in names if _is_alike(verdict, one)]
    unlike = [(who, one) for who, one in names if not _is_alike(verdict, one)]
    # Refusals come before tools that are undecided.
    ordered = sorted(unlike, key=lambda named: named[1].acceptance is None)
    others = [_other_clause(who, one) for who, one in ordered]
    taking = [who for who, one in unlike if one.acceptance is Acceptance.ACCEPTED and not one.but]
    odd = [said for (said, reason), (who, _) in zip(others, ordered, strict=True) if not reason and who not in taking]
    short = [*_agreeing(alike, verdict.acceptance), *_accepting(taking), *odd]
    reasoned = [(said, one) for (said, reason), (_, one) in zip(others, ordered, strict=True) if reason]
    if verdict.acceptance is Acceptance.ACCEPTED and reasoned:
        # What an acceptance rests on gives way to the reason of a refusal.
        (who, first), *more = reasoned
        refusing = (name for name, one in names if one.acceptance is Acceptance.REFUSED)
        said_of_all = "; ".join([first.reason, *(f"{said}: {one.reason}" for said, one in more)])
        causes = "; ".join([_cause(first), *(f"{said}: {_cause(one)}" for said, one in more)])
        return VerdictSentence(
            own_clause, (*short, who), said_of_all, tuple(refusing), causes, _cause(first), archived
        )
    own = [f"it {verdict.but}"] if verdict.but else []
    other_buts = [f"{who} {one.but}" for who, one in unlike if one.but]
    but = "; ".join([*own, *other_buts]) if verdict.acceptance is Acceptance.ACCEPTED else ""
    said_of_all = "; ".join([verdict.reason, *own, *short, *(f"{said}: {one.reason}" for said, one in reasoned)])
    return VerdictSentence(own_clause, (), said_of_all, archived=archived, but=but)


def left_out(inspection: Inspection) -> Iterator[str]:
    """Why not all files of a source were looked at."""
    if inspection.excluded:
        yield excluding(inspection.excluded)


def excluding(files: Sequence[str], most: int = _FEW) -> str:
    """`xpkgtui.toml of the folder leaves out bad.yaml`"""
    from xpkgtui.readers.folder import PROJECT_FILE  # few sources are folders

    return f"{PROJECT_FILE} of the folder leaves out {few(files, most)}" if files else ""


def _is_alike(verdict: Verdict, other: OtherVerdict) -> bool:
    """Whether another tool says the same, for the same reason where it refuses."""
    is_same = other.acceptance is verdict.acceptance and not other.but
    return is_same and (other.acceptance is Acceptance.ACCEPTED or other.reason == verdict.reason)


def _agreeing(names: list[str], acceptance: Acceptance) -> Iterator[str]:
    """`operator-sdk and OLM v1 accept it too`"""
    verb = "accept" if acceptance is Acceptance.ACCEPTED else "refuse"
    if len(names) > 1:
        yield f"{all_of(names)} {verb} it too"
    elif names:
        yield f"{names[0]} {verb}s it too"


def _accepting(names: list[str]) -> Iterator[str]:
    """The clause of those that accept what is refused."""
    if names:
        yield f"{all_of(names)} accept{'s' if len(names) == 1 else ''} it"


def _archived(who: str, verdict: Verdict, other: OtherVerdict) -> str:
    """`RukPak 0.12 (archived) refuses it: it has webhooks`"""
    if verdict.acceptance is not None and _is_alike(verdict, other):
        return next(_agreeing([who], verdict.acceptance))
    return ": ".join(filter(None, _other_clause(who, other)))


def _other_clause(who: str, other: OtherVerdict) -> tuple[str, str]:
    """`OLM v1 refuses it`, and the reason."""
    if other.acceptance is None:
        return f"{who} is undecided", other.reason
    if other.acceptance is Acceptance.ACCEPTED:
        return f"{who} accepts it" + (f", but {other.but}" if other.but else ""), ""
    return f"{who} refuses it", other.reason


def profile_note(inspection: Inspection) -> str:
    """A sentence where the profile that was asked for is none of the format's; empty otherwise."""
    case = inspection.case
    if case is None or not case.profiles.lacking:
        return ""
    return f"{inspection.format.name} has no profile {case.profiles.lacking}; {case.profile} is used instead"


def other_image(inspection: Inspection) -> str:
    """The name of the image that is shown, where the package's program reads another one; empty otherwise."""
    entry = inspection.shown_entry
    return "" if entry is None or entry.chosen or inspection.chosen_entry is None else entry.name


def shown_platform(inspection: Inspection) -> str:
    """The name of the entry of an index that is shown; empty where there is no index."""
    entry = inspection.shown_entry if inspection.is_index else None
    return entry.name if entry else ""


def clause(inspection: Inspection, acceptance: Acceptance, profile: str, crossplane: str, other: str = "") -> str:
    """`Crossplane 2.4 refuses it`; of an `other` image than the one that is read, `… would refuse linux/arm64`.

    An image that nothing marks as a package is `No package`.
    """
    if acceptance is Acceptance.REFUSED and is_foreign(inspection):
        return NO_PACKAGE
    who = inspection.wording.judge(profile, crossplane)
    verdict = verdict_of(inspection)
    if verdict is not None and verdict.culprit is not None and verdict.culprit.stage is Stage.FETCH:
        return f"{who} cannot fetch it from here"
    verb = "accept" if acceptance is Acceptance.ACCEPTED else "refuse"
    return f"{who} would {verb} {other}" if other else f"{who} {verb}s it"


def is_foreign(inspection: Inspection) -> bool:
    """Whether an image lacks the package's file, and nothing else in it says that it was to be a package."""
    verdict, case = verdict_of(inspection), inspection.case
    if verdict is None or case is None or verdict.culprit is None or not case.source.is_assumed:
        return False
    return verdict.acceptance is Acceptance.REFUSED and verdict.culprit.stage is Stage.FILE


def unopened(inspection: Inspection) -> Failure | None:
    """Why there is nothing to look at: no source, or no manifest."""
    if inspection.failure:
        return inspection.failure
    return inspection.manifest.failure if isinstance(inspection.manifest, Failed) else None


def unread(inspection: Inspection) -> Failure | None:
    """What kept the source from being read whole: damage, a registry that is gone, a limit."""
    if failure := unopened(inspection):
        return failure
    if inspection.failures:
        return inspection.failures[0][1]
    if gap := next(_gaps(inspection), None):
        return Failure(kind=gap.failure, title=gaps_sentence((gap,)), hint=gap.advice)
    reading = inspection.reading
    if reading is not None and reading.limit is not None:
        return Failure(kind=FailureKind.UNDECIDED, title=reading.limit.sentence, hint=reading.limit.advice)
    return None


def trouble(inspection: Inspection) -> Failure | None:
    """Why the source was not read whole, or has no verdict; every command ends with the exit code of this failure."""
    if failure := unread(inspection):
        return failure
    verdict = verdict_of(inspection)
    if verdict is None:
        return _unread_documents(inspection)
    if verdict.acceptance is not None:
        return None
    kind = FailureKind.NOT_A_PACKAGE if inspection.not_a_package else FailureKind.UNDECIDED
    hint = verdict.culprit.fix if verdict.culprit else ""
    return Failure(kind=kind, title=_no_answer(inspection, verdict), hint=hint)


def _unread_documents(inspection: Inspection) -> Failure | None:
    """What kept documents from being read, where no verdict says it."""
    found = [row.unread for row in inspection.rows if row.unread is not None]
    if not found and (stop := inspection.objects_stop) is not None and stop.limit is not None:
        return Failure(kind=FailureKind.UNDECIDED, title=stop.limit.sentence, hint=stop.limit.advice)
    if not found:
        return None
    title = f"{plural(len(found), 'document')} of the package {'was' if len(found) == 1 else 'were'} not read"
    return Failure(kind=FailureKind.UNDECIDED, title=f"{title}: {found[0].sentence}", hint=found[0].advice)


def trouble_of_readers(inspection: Inspection) -> Failure | None:
    """What kept the package from being read whole, or the readers from being compared.

    Also where a rule failed that could have refused for one of them.
    """
    results = inspection.comparison.results if inspection.comparison is not None else ()
    failed = next((result.failed for result in results if result.failed), "")
    if failed:
        return Failure(kind=FailureKind.UNDECIDED, title=f"{RULE_FAILED}: {failed}")
    return trouble(inspection)


def _gaps(inspection: Inspection) -> Iterator[Gap]:
    """What is missing of the layers that were opened."""
    verdict = verdict_of(inspection)
    is_refused = verdict is not None and verdict.acceptance is Acceptance.REFUSED
    for row in inspection.layers:
        damage = row.damage
        if damage is not None and damage.kind is DamageKind.NO_TAR and row.use is LayerUse.PASSED and not is_refused:
            # No rule speaks of it, and the program that reads all layers takes no such image.
            what = f"{row.media_type}, not a tar archive"
            yield Gap(layer=row.index, kind=GapKind.NO_FILES, reason=what)
        elif damage is not None and damage.kind in _GAPS and not row.media_type.endswith("json"):
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
    if verdict.culprit is None:
        return f"undecided, because not everything was read: {verdict.reason}"
    return f"{RULE_FAILED if verdict.culprit.is_failure else 'undecided'}: {verdict.reason}"


def bug(inspection: Inspection) -> Failure | None:
    """A bug of this program during the inspection, which must not look like a verdict on the package."""
    failures = [failure for _, failure in inspection.failures]
    if inspection.failure:
        failures.append(inspection.failure)
    return next((failure for failure in failures if failure.kind is FailureKind.BUG), None)


_SHORT_NAME = 6
"""Letters of a program's name that is never left out."""
_BRACKETS = {"(annotated base)": "(base)", "(all layers flattened)": "(flattened)"}
_API_GROUP = late(r"\bapiVersion [a-z0-9.-]+/")
_IN_BRACKETS = late(r" \([^()]*\)(?=[ ,]|$)")


def reasons(verdict: Verdict) -> tuple[str, ...]:
    """The reason in fewer words; then `cause · document 1`, the cause alone, and that in fewer words."""
    cause, culprit = _cause(verdict), verdict.culprit
    for words, fewer in _BRACKETS.items():
        cause = cause.replace(words, fewer)
    brief = f"{verdict.place}: {cause}" if verdict.place else cause
    if culprit is not None and culprit.object is not None:  # the place names the object, too
        cause = cause.removeprefix(f"{culprit.object}: ")
        cause = cause.removeprefix(f"{culprit.object.kind} in document {culprit.place.document}: ")
    placed = (f"{cause} · {verdict.place}",) if verdict.place else ()
    short = _API_GROUP.sub("apiVersion ", cause).replace(": invalid value: ", ": ")
    bare = (_IN_BRACKETS.sub("", short),) if culprit else ()
    return tuple(dict.fromkeys((brief, *placed, cause, short, *bare)))


def _cause(verdict: Verdict | OtherVerdict) -> str:
    """The reason without its place."""
    return verdict.reason.removeprefix(f"{verdict.place}: ") if verdict.place else verdict.reason


def subject(wording: Wording, profile: str, target: str, other: str = "") -> str:
    """The consumer, without the name of its program if long: `2.4`; of another image `2.4, linux/arm64`."""
    who = wording.judge(profile, target)
    if len(wording.program) > _SHORT_NAME:
        who = who.removeprefix(f"{wording.program} ")
    return f"{who}, {other}" if other else who
