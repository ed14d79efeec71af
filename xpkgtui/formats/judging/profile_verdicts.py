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
from xpkgtui.readers.reader import ReadStage
from xpkgtui.rules.finding import Acceptance, Finding, Severity, Stage, Verdict
from xpkgtui.rules.judging.engine import Judgement
from xpkgtui.rules.verdict import conclude
from xpkgtui.visible import clip

if TYPE_CHECKING:
    from xpkgtui.rules.case import Case
    from xpkgtui.rules.catalogue import Catalogue

_LONGEST_NAME = 320
_STAGES = {
    Stage.ARCHIVE: ReadStage.FETCH,
    Stage.INDEX: ReadStage.SELECT,
    Stage.MANIFEST: ReadStage.SELECT,
    Stage.LAYER: ReadStage.EXTRACT,
    Stage.FILE: ReadStage.READ,
    Stage.PARSE: ReadStage.PARSE,
}


def judge_by_profiles(
    case: "Case",
    data: StreamBytes,
    catalogue: "Catalogue[Any, Any, Any]",
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
    judgement = Judgement(case, data, replace(catalogue, beside=wanted))
    for _ in judgement.rulings():
        if stop():
            raise Cancelled
    chunks = [chunk for chunk in split(data, limits=case.limits).chunks if not chunk.empty]
    objects = tuple(_objects(chunks, role_of))
    concluded = {
        profile: conclude(replace(case, profile=profile), judgement.findings[profile], catalogue)
        for profile in wanted
    }
    return {
        reader: replace(
            _verdict(reader, concluded[profile], objects, judgement.findings[profile]),
            measured=reader in measured,
            limit=next(iter(case.reached), None) if concluded[profile].acceptance is None else None,
        )
        for reader, profile in profiles.items()
    }


def _verdict(
    reader: str, verdict: Verdict, objects: tuple[StreamObject, ...], findings: Sequence[Finding]
) -> StreamVerdict:
    refusal = _refusal(verdict, findings) if verdict.acceptance is Acceptance.REFUSED else None
    if refusal is not None and refusal.stage is not ReadStage.LINT:
        objects = tuple(one for one in objects if one.document < (refusal.document or 0))
    return StreamVerdict(reader=reader, acceptance=verdict.acceptance, refusal=refusal, objects=objects)


def _refusal(verdict: Verdict, findings: Sequence[Finding]) -> Refusal:
    """Where a program stops: its own message, where the rule knows it."""
    culprit = verdict.culprit
    if culprit is None:
        return Refusal(stage=ReadStage.READ, message=verdict.reason)
    return Refusal(
        stage=_STAGES.get(culprit.stage, ReadStage.LINT),
        message=culprit.says or culprit.message,
        document=culprit.place.document,
        line=culprit.place.line,
        broken=tuple(_broken(verdict, culprit, findings)),
    )


def _broken(verdict: Verdict, culprit: Finding, findings: Sequence[Finding]) -> Iterator[BrokenRule]:
    """The rules that are broken, that of the culprit first."""
    errors = [one for one in findings if one.severity is Severity.ERROR]
    counted = Counter(one.rule for one in errors)
    first = {one.rule: one for one in reversed(errors)}
    yield BrokenRule(rule=culprit.rule, reason=verdict.reason, count=counted.pop(culprit.rule, 1))
    for rule, count in counted.items():
        yield BrokenRule(rule=rule, reason=_placed(first[rule]), count=count)


def _placed(one: Finding) -> str:
    """`metadata/annotations.yaml:1: The annotation is missing`"""
    place = one.place
    where = place.file or (f"document {place.document}" if place.document is not None else "")
    where += f":{place.line}" if place.file and place.line else ""
    return clip(f"{where}: {one.message}" if where else one.message, _LONGEST_NAME)


def _objects(chunks: Sequence[Chunk], role_of: Callable[[Chunk], Role]) -> Iterator[StreamObject]:
    for chunk in chunks:
        api_version, kind, name = (_short(name) for name in (chunk.api_version, chunk.kind, chunk.name))
        yield StreamObject(chunk.number, api_version, kind, name, role_of(chunk))


def _short(name: str | None) -> str:
    return clip(name or "", _LONGEST_NAME)
