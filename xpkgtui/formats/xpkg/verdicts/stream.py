"""The verdicts of all programs on one stream: editions of Crossplane in one pass, then profiles that have readers."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial

from xpkgtui.documents.chunk import Chunk, StreamBytes
from xpkgtui.documents.stream import Stream, is_bare, is_empty, split
from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.documents.yaml.repeats import Repeats
from xpkgtui.errors import Cancelled
from xpkgtui.filesystem.tar.reader import never
from xpkgtui.formats.judging.profile_verdicts import judge_by_profiles
from xpkgtui.formats.judging.stream_verdict import OlderVerdict, Refusal, StreamObject, StreamVerdict
from xpkgtui.formats.role import Role
from xpkgtui.formats.xpkg.objects import identity
from xpkgtui.formats.xpkg.summary import SUMMARY, Profile
from xpkgtui.formats.xpkg.tools.commands import Validate, XpkgExtract
from xpkgtui.formats.xpkg.tools.crossplane_versions import Target, targets_of
from xpkgtui.formats.xpkg.tools.editions import BUILD, EDITIONS, Edition
from xpkgtui.formats.xpkg.tools.programs import (
    Decoded,
    Empty,
    Manager,
    Outcome,
    Shared,
    StreamProgram,
    decode,
    object_of,
)
from xpkgtui.formats.xpkg.verdicts.stops import End, ImageRules, Installation, constraint_refusal, refusing
from xpkgtui.limits import LIMITS, Limits
from xpkgtui.readers.reader import ReadStage, Sign, Step
from xpkgtui.rules.case import Case, JudgingOptions, SourceFacts
from xpkgtui.rules.finding import Acceptance
from xpkgtui.visible import line

_OTHERS: Mapping[str, Callable[[Shared], StreamProgram]] = {
    "extract": lambda _: XpkgExtract(),
    "validate": Validate,
    BUILD.reader: partial(Manager, BUILD),
}
_PUSHES, _COMPARES, _INSTALLS = "Takes it from a registry", "Compares the version", "Installs the objects"
_PACKS = "Packs the examples"
_RULES = "dependencies and the rules of the API server, applied here without a cluster"
_ROLE_OF = partial(identity.role_of, with_forks=True)


def judge_by_editions(
    data: StreamBytes,
    readers: Iterable[str],
    *,
    stream: Stream | None = None,
    pieces: Sequence[tuple[int, int]] | None = None,
    case: Case,
    repeats: Repeats,
    stop: Callable[[], bool] = never,
) -> Mapping[str, StreamVerdict]:
    """The verdicts of these readers, by name, in their order; names without a reader are left out.

    `data` is what they read, `stream` its documents where it was split before. For `validate`, `pieces` are the
    (offset, size) of its objects, which are then not split again. `case` has what was read beside `data`, and
    `repeats` are blocks that were parsed before. Raises `Cancelled` soon after `stop` is True.
    """
    shared, limits = _Objects(), case.options.limits
    judged = {name: tuple(_programs(name, shared, case.options.installed_as)) for name in readers}
    made = [one for each in judged.values() for one in each]
    older = [program for edition, program in made if edition is not None and edition.bare]
    bare: Stream | None = None
    if pieces is not None:
        stream = Stream(chunks=tuple(_pieces(data, pieces)))
    elif older and not is_bare(data):
        # Rare: these have other documents, so that they are parsed once more.
        bare = split(data, limits=limits, bare=True)
        _run(data, bare, older, limits, stop)
        made = [one for one in made if one[1] not in older]
    if stream is None and not all(program.is_stopped for _, program in made):
        stream = split(data, limits=limits)
    if stream is not None:
        _run(data, stream, [program for _, program in made], limits, stop, repeats)
    read = (program.contents.constraint for _, program in reversed(made) if isinstance(program, Manager))
    constraint = next((one for one in read if one is not None), None)
    image_rules = ImageRules(case, stop)

    @cache
    def installation(is_split_otherwise: bool) -> Installation:
        documents = bare if is_split_otherwise and bare else stream or split(data, limits=limits)
        return Installation(case, data, documents, repeats, stop)

    verdicts: dict[str, StreamVerdict] = {}
    for name, each in judged.items():
        if targets := targets_of(name):
            managers = {
                edition.first: one for edition, one in each if edition is not None and isinstance(one, Manager)
            }
            ends = [
                image_rules.end(one)
                or _end(one, managers[one.edition.first], installation(one.edition.bare and bare is not None))
                for one in targets
            ]
            manager, measured = managers[targets[-1].edition.first], targets[-1].measured
            verdict = _of_versions(_verdict(name, manager.outcome, measured=measured), targets, ends)
            is_excluded = constraint_refusal(constraint, targets[-1]) is not None
            verdicts[name] = replace(verdict, after=tuple(_after(ends[-1], manager)), is_excluded=is_excluded)
        elif each:
            verdict = _verdict(name, each[-1][1].outcome, measured=name in SUMMARY.readers.measured)
            verdicts[name] = _packed(verdict, case.source.build_error) if name == BUILD.reader else verdict
    return verdicts


def _run(
    data: StreamBytes,
    stream: Stream,
    programs: Sequence[StreamProgram],
    limits: Limits,
    stop: Callable[[], bool],
    repeats: Repeats | None = None,
) -> None:
    """Every document goes to the programs that have not stopped."""
    effort = Effort.of_stream(len(data), limits)
    running = [one for one in programs if not one.is_stopped]
    for chunk in stream.chunks:
        if not running:
            return
        if stop():
            raise Cancelled
        if chunk.empty:
            empty = Empty(data, chunk, effort, limits)
            for one in running:
                one.skip(empty)
        else:
            document = decode(data, chunk, effort=effort, limits=limits, guesses=0, repeats=repeats)
            for one in running:
                one.take(document)
        running = [one for one in running if not one.is_stopped]
    for one in running:
        one.end(stream.problem)


class _Objects:
    """The object of each document, made once for all programs."""

    def __init__(self) -> None:
        self._last: tuple[Decoded, StreamObject] | None = None

    def __call__(self, document: Decoded, role: Role) -> StreamObject:
        if self._last is None or self._last[0] is not document or self._last[1].role is not role:
            self._last = document, object_of(document, role)
        return self._last[1]


def _programs(reader: str, shared: Shared, installed_as: str) -> Iterator[tuple[Edition | None, StreamProgram]]:
    """The editions of a reader, the oldest first, or the one program that it is."""
    if reader in _OTHERS:
        yield None, _OTHERS[reader](shared)
    for edition in EDITIONS:
        if edition.reader == reader:
            yield edition, Manager(edition, shared, installed_as)


def _pieces(data: StreamBytes, pieces: Sequence[tuple[int, int]]) -> Iterator[Chunk]:
    """Each piece as a chunk; its lines are not those of a file, and count from 1."""
    for number, (start, size) in enumerate(pieces, 1):
        end = start + size
        yield Chunk(number=number, start=start, end=end, first_line=1, line=1, empty=is_empty(data, start, end))


def _of_versions(verdict: StreamVerdict, targets: Sequence[Target], ends: Sequence[End]) -> StreamVerdict:
    """The verdict as that of the last version of an era, with the older ones that decide otherwise."""
    last = ends[-1]
    older: list[OlderVerdict] = []
    before: End | None = None
    for target, end in zip(targets[:-1], ends[:-1], strict=True):
        if not _alike(end, last):
            first = older.pop().first if older and before is not None and _alike(before, end) else target.version
            decided = OlderVerdict(first=first, last=target.version, acceptance=end.acceptance, refusal=end.refusal)
            older.append(decided)
        before = end
    ended = replace(verdict, acceptance=last.acceptance, refusal=last.refusal, failed=last.failed)
    return replace(ended, older=tuple(older))


def _end(target: Target, manager: Manager, installation: Installation) -> End:
    """Everything that one version does with a stream: it parses, lints, compares its version, and installs."""
    outcome = manager.outcome
    if outcome.acceptance is not Acceptance.ACCEPTED:
        return End(acceptance=outcome.acceptance, refusal=outcome.refusal)
    refusal = constraint_refusal(manager.contents.constraint, target) or installation.refusal(target)
    if refusal is None and (failed := installation.failed(target)):
        return End(acceptance=None, failed=failed)
    return End(acceptance=Acceptance.REFUSED if refusal else Acceptance.ACCEPTED, refusal=refusal)


def _after(end: End, manager: Manager) -> Iterator[Step]:
    """The steps after linting, up to the one that fails."""
    stage = end.refusal.stage if end.refusal else None
    if stage is ReadStage.FETCH and end.refusal is not None:
        lead = "`crossplane xpkg push` stops: " if end.pushes else ""
        evidence = f"{lead}{end.refusal.broken[0].reason}"
        yield Step(title=_PUSHES, evidence=line(evidence), sign=Sign.BAD)
        return
    if end.acceptance is None or stage in {ReadStage.PARSE, ReadStage.LINT}:
        return
    constraint = manager.contents.constraint
    if stage is ReadStage.CONSTRAINT and end.refusal is not None:
        yield Step(title=_COMPARES, evidence=line(end.refusal.message), sign=Sign.BAD)
        return
    evidence = f"the constraint {constraint} includes it" if constraint else "the package asks for none"
    yield Step(title=_COMPARES, evidence=line(evidence))
    if end.refusal is None:
        yield Step(title=_INSTALLS, evidence=_RULES)
    else:
        yield Step(title=_INSTALLS, evidence=line(end.refusal.broken[0].reason), sign=Sign.BAD)


def _packed(verdict: StreamVerdict, fault: str | None) -> StreamVerdict:
    """The verdict of a build, which reads the examples once it has linted the package."""
    if verdict.acceptance is not Acceptance.ACCEPTED or fault is None:
        return verdict
    refusal = Refusal(stage=ReadStage.READ, message=fault)
    after = (Step(title=_PACKS, evidence=line(fault), sign=Sign.BAD),)
    return replace(verdict, acceptance=Acceptance.REFUSED, refusal=refusal, after=after)


def _verdict(reader: str, outcome: Outcome, *, measured: bool) -> StreamVerdict:
    return StreamVerdict(
        reader=reader,
        acceptance=outcome.acceptance,
        refusal=outcome.refusal,
        objects=tuple(outcome.objects),
        measured=measured,
        limit=outcome.limit,
        warning=outcome.warning,
    )


def _alike(one: End, other: End) -> bool:
    """Whether two versions decide alike; what they say of a constraint names each by its number."""
    stages = [end.refusal.stage if end.refusal else None for end in (one, other)]
    is_constraint = stages == [ReadStage.CONSTRAINT] * 2
    return one.acceptance is other.acceptance and (is_constraint or _caused(one.refusal) == _caused(other.refusal))


def _caused(refusal: Refusal | None) -> Refusal | None:
    """The refusal without the name of the Kubernetes by which a rule does not compile."""
    if refusal is None:
        return None
    return replace(refusal, broken=tuple(replace(one, reason=one.cause) for one in refusal.broken))


def judge_stream(
    data: StreamBytes | None,
    readers: Sequence[str],
    *,
    stream: Stream | None = None,
    pieces: Sequence[tuple[int, int]] | None = None,
    case: Case | None = None,
    limits: Limits = LIMITS,
    stop: Callable[[], bool],
    repeats: Repeats,
) -> Mapping[str, StreamVerdict]:
    """By the schemes and linters of every edition of Crossplane, in one pass; documents by the rules of each.

    `repeats` are blocks that were parsed before, of other bytes too.
    """
    case = case or Case(source=SourceFacts(name=""), format=SUMMARY.name, options=JudgingOptions(limits=limits))
    judged: dict[str, StreamVerdict] = {}
    if data is None:
        # Without a stream: what is wrong with the image refuses it still.
        image_rules, undecided = ImageRules(case, stop), End(acceptance=None)
        eras = {name: targets for name in readers if (targets := targets_of(name))}
        judged |= {
            name: _of_versions(
                StreamVerdict(reader=name, acceptance=None),
                targets,
                [image_rules.end(one) or undecided for one in targets],
            )
            for name, targets in eras.items()
        }
    else:
        judged |= judge_by_editions(
            data, readers, stream=stream, pieces=pieces, case=case, repeats=repeats, stop=stop
        )
    for name in (str(Profile.SPEC), *SUMMARY.readers.own):
        if name in readers:
            rules = refusing(name, repeats)
            judged |= judge_by_profiles(case, data, rules, {name: name}, role_of=_ROLE_OF, stop=stop)
    return {name: judged[name] for name in readers if name in judged}
