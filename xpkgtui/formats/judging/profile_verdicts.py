"""The verdicts of several programs on one stream, by the rules of the profile that speaks for each."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from xpkgtui.documents.chunk import Chunk, StreamBytes
from xpkgtui.documents.stream import split
from xpkgtui.errors import Cancelled
from xpkgtui.formats.judging.stream_verdict import BrokenRule, Refusal, StreamObject, StreamVerdict
from xpkgtui.formats.role import Role
from xpkgtui.limits import LIMITS, Limits, ReachedLimit, named_in
from xpkgtui.readers.reader import ReadStage
from xpkgtui.rules.finding import Acceptance, Finding, Severity, Stage, Verdict
from xpkgtui.rules.judging.engine import Judgement
from xpkgtui.rules.verdict import conclude
from xpkgtui.visible import LONGEST_NAME, clip

if TYPE_CHECKING:
    from xpkgtui.documents.stream import Stream
    from xpkgtui.rules.case import Case
    from xpkgtui.rules.ruleset import Ruleset

_STAGES = {
    Stage.FETCH: ReadStage.FETCH,
    Stage.ARCHIVE: ReadStage.FETCH,
    Stage.INDEX: ReadStage.SELECT,
    Stage.MANIFEST: ReadStage.SELECT,
    Stage.LAYER: ReadStage.EXTRACT,
    Stage.FILE: ReadStage.READ,
    Stage.PARSE: ReadStage.PARSE,
}


def judge_by_profiles(
    case: "Case",
    data: StreamBytes | None,
    ruleset: "Ruleset[Any, Any, Any]",
    profiles: Mapping[str, str],
    *,
    role_of: Callable[[Chunk], Role],
    measured: frozenset[str] = frozenset(),
    stop: Callable[[], bool],
) -> Mapping[str, StreamVerdict]:
    """What the readers make of a stream; `profiles` has the profile of each, by its name.

    One run of the rules judges for all of them, so that the verdicts are those of `check`. `measured` are readers
    that were compared with the programs themselves. Raises `Cancelled` soon after `stop` is True.
    """
    wanted = tuple(dict.fromkeys(profiles.values()))
    if not wanted:
        return {}
    case = replace(case, profile=wanted[0])
    judgement = Judgement(case, data, replace(ruleset, judged_together=wanted))
    for _ in judgement.rulings():
        if stop():
            raise Cancelled
    chunks = split(data, limits=case.options.limits).chunks if data is not None else ()
    objects = tuple(_objects([chunk for chunk in chunks if not chunk.empty], role_of))
    concluded = {
        profile: conclude(replace(case, profile=profile), judgement.findings[profile], ruleset) for profile in wanted
    }
    return {
        reader: replace(
            _verdict(reader, concluded[profile], objects, judgement.findings[profile], _turns(ruleset, profile)),
            measured=reader in measured,
            limit=_limit(case, concluded[profile]),
        )
        for reader, profile in profiles.items()
    }


def _limit(case: "Case", verdict: Verdict) -> ReachedLimit | None:
    """The limit that leaves a verdict undecided."""
    if verdict.acceptance is not None:
        return None
    name = named_in(verdict.culprit.fix) if verdict.culprit else ""
    return case.options.limits.reached(name) if name else next(iter(case.reached), None)


def _verdict(
    reader: str,
    verdict: Verdict,
    objects: tuple[StreamObject, ...],
    findings: Sequence[Finding],
    turn_of: Callable[[Finding], int],
) -> StreamVerdict:
    refusal = _refusal(verdict, findings, turn_of) if verdict.acceptance is Acceptance.REFUSED else None
    if refusal is not None and refusal.stage is not ReadStage.LINT:
        objects = tuple(one for one in objects if one.document < (refusal.document or 0))
    culprit = verdict.culprit
    is_failure = culprit is not None and culprit.is_failure
    reason = verdict.reason if verdict.acceptance is None and culprit is not None else ""
    return StreamVerdict(
        reader=reader,
        acceptance=verdict.acceptance,
        refusal=refusal,
        objects=objects,
        failed=reason if is_failure else "",
        doubt="" if is_failure or culprit is None or not reason else ". ".join(filter(None, (reason, culprit.fix))),
    )


def _turns(ruleset: "Ruleset[Any, Any, Any]", profile: str) -> Callable[[Finding], int]:
    """The pass in which the consumer of a profile meets a finding."""

    def turn_of(one: Finding) -> int:
        met = ruleset.met(profile, one) if ruleset.met else None
        return int(met[0]) if met else one.met[0]

    return turn_of


def _refusal(verdict: Verdict, findings: Sequence[Finding], turn_of: Callable[[Finding], int]) -> Refusal:
    """Where a program stops: its own message, where the rule knows it."""
    culprit = verdict.culprit
    if culprit is None:
        return Refusal(stage=ReadStage.READ, message=verdict.reason)
    return Refusal(
        stage=_STAGES.get(culprit.stage, ReadStage.LINT),
        message=culprit.says or culprit.message,
        document=culprit.place.document,
        broken=tuple(_broken(verdict, culprit, findings, turn_of)),
    )


def _broken(
    verdict: Verdict, culprit: Finding, findings: Sequence[Finding], turn_of: Callable[[Finding], int]
) -> Iterator[BrokenRule]:
    """The rules that are broken, in each pass of the program; that of the culprit first."""
    errors = (one for one in findings if one.severity is Severity.ERROR and not one.by)
    found = [((one.rule, turn_of(one), int(one.stage)), one) for one in errors]
    counted = Counter(key for key, _ in found)
    first = dict(reversed(found))
    rule, turn, stage = blamed = culprit.rule, turn_of(culprit), int(culprit.stage)
    yield BrokenRule(rule=rule, reason=verdict.reason, count=counted.pop(blamed, 1), turn=turn, stage=stage)
    for (rule, turn, stage), count in counted.items():
        one = first[rule, turn, stage]
        place = one.place
        where = place.file or (f"document {place.document}" if place.document is not None else "")
        where += f":{place.line}" if place.file and place.line else ""
        reason = clip(f"{where}: {one.message}" if where else one.message, LONGEST_NAME)
        yield BrokenRule(rule=rule, reason=reason, count=count, turn=turn, stage=stage)


def _objects(chunks: Sequence[Chunk], role_of: Callable[[Chunk], Role]) -> Iterator[StreamObject]:
    for chunk in chunks:
        names = (chunk.api_version, chunk.kind, chunk.name)
        api_version, kind, name = (clip(name or "", LONGEST_NAME) for name in names)
        yield StreamObject(chunk.number, api_version, kind, name, role_of(chunk))


def judge_streams(
    data: "StreamBytes | None",
    readers: Sequence[str],
    *,
    known: Mapping[str, str],
    format: str,
    ruleset: "Callable[[], Ruleset[Any, Any, Any]]",
    role_of: "Callable[[Chunk], Role]",
    measured: frozenset[str],
    stream: "Stream | None" = None,  # noqa: ARG001 - rules split it
    pieces: Sequence[tuple[int, int]] | None = None,  # noqa: ARG001 - every reader takes the stream
    case: "Case | None" = None,
    limits: Limits = LIMITS,  # noqa: ARG001 - the case has them
    stop: Callable[[], bool],
) -> "Mapping[str, StreamVerdict]":
    """The verdict of each reader that the format knows; raises `Cancelled` soon after `stop` is True.

    `known` has the profile that speaks for each reader; `measured` are those that were compared with the programs
    themselves.
    """
    from xpkgtui.rules.case import Case, SourceFacts

    case = case or Case(source=SourceFacts(name=""), format=format)
    profiles = {name: known[name] for name in readers if name in known}
    return judge_by_profiles(case, data, ruleset(), profiles, role_of=role_of, measured=measured, stop=stop)
