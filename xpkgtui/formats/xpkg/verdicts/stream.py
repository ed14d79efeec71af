"""The verdicts of all programs on one stream: editions of Crossplane in one pass, then profiles that have readers."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from xpkgtui.documents.chunk import Chunk, StreamBytes
from xpkgtui.documents.stream import Stream, is_bare, is_empty, split
from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.documents.yaml.repeats import Repeats
from xpkgtui.errors import Cancelled
from xpkgtui.filesystem.tar.reader import never
from xpkgtui.formats.judging.profile_verdicts import judge_by_profiles
from xpkgtui.formats.judging.stream_verdict import BrokenRule, OlderVerdict, Refusal, StreamObject, StreamVerdict
from xpkgtui.formats.role import Role
from xpkgtui.formats.xpkg.objects import identity
from xpkgtui.formats.xpkg.objects.identity import package_type
from xpkgtui.formats.xpkg.rules.catalogue import CATALOGUE
from xpkgtui.formats.xpkg.subject.examination import Examination
from xpkgtui.formats.xpkg.summary import SUMMARY, Profile
from xpkgtui.formats.xpkg.tools.commands import Extract, Validate
from xpkgtui.formats.xpkg.tools.crossplane_versions import incompatible
from xpkgtui.formats.xpkg.tools.editions import Edition, editions_of
from xpkgtui.formats.xpkg.tools.managers import Manager
from xpkgtui.formats.xpkg.tools.programs import Decoded, Empty, Outcome, Shared, StreamProgram, decode, object_of
from xpkgtui.formats.xpkg.tools.target import Target, targets_of
from xpkgtui.limits import LIMITS, Limits
from xpkgtui.readers.reader import ReadStage, Sign, Step
from xpkgtui.rules.case import Case, JudgingOptions, SourceFacts
from xpkgtui.rules.catalogue import Catalogue
from xpkgtui.rules.finding import Acceptance, Finding, Severity, Stage
from xpkgtui.rules.judging.engine import Judgement
from xpkgtui.rules.judging.ledger import Ledger
from xpkgtui.rules.verdict import conclude
from xpkgtui.values import dataclass
from xpkgtui.visible import line

_KUBERNETES = ("apiextensions.k8s.io/", "admissionregistration.k8s.io/")
"""The groups that every version of Crossplane hands to the API server alike."""
_PROFILE = str(Profile.CROSSPLANE)
_PUSHED = (Stage.ARCHIVE, Stage.MANIFEST, Stage.LAYER)


def constraint_refusal(constraint: str | None, target: Target) -> Refusal | None:
    """The refusal of a version that the package's own constraint excludes."""
    message = incompatible(constraint, target.version) if constraint is not None else None
    return Refusal(stage=ReadStage.CONSTRAINT, message=message) if message else None


class Installation:
    """The installation of one stream by several versions of Crossplane, by the rules that `check` goes by.

    Objects that all versions install alike are judged once, the others once for each way of installing them.
    """

    def __init__(
        self, case: Case, data: StreamBytes, stream: Stream, repeats: Repeats, stop: Callable[[], bool]
    ) -> None:
        """`repeats` are the blocks of the stream that were parsed before."""
        self._case = case
        self._data = data
        self._stream = stream
        self._stop = stop
        self._rules = refusing(_PROFILE, repeats, Stage.INSTALL)
        self._is_function = package_type(stream.chunks) == "Function"
        self._known: dict[object, tuple[Finding, ...]] = {}

    def refusal(self, target: Target) -> Refusal | None:
        """The first thing that a version stops at; None where it installs everything."""
        return _refusal(self._case, self._findings(target), ReadStage.INSTALL)

    def failed(self, target: Target) -> str:
        """The clause about the first rule that failed and could have refused; empty where none did."""
        return _failed(self._case, self._findings(target))

    def _findings(self, target: Target) -> tuple[Finding, ...]:
        """The errors, and the rules that failed."""
        return (*self._about(target, is_steady=True), *self._about(target, is_steady=False))

    def _about(self, target: Target, *, is_steady: bool) -> tuple[Finding, ...]:
        """The findings about the documents of Kubernetes' own groups, or about all others."""
        # Of a Function, versions before 2.2 install what later ones leave out.
        blocks = target.edition.blocks if self._is_function or not is_steady else None
        key = (blocks, None if is_steady else target.installs_as)
        if key not in self._known:
            self._known[key] = tuple(self._judged(target, is_steady=is_steady))
        return self._known[key]

    def _judged(self, target: Target, *, is_steady: bool) -> Iterator[Finding]:
        wanted = {one.number for one in self._stream.chunks if not one.empty and _is_steady(one) is is_steady}
        if not wanted:
            return
        # The meta object says which kinds are installed.
        chunks = tuple(one for one in self._stream.chunks if one.number in wanted or not _is_steady(one))
        for one in _errors(self._case, target, self._data, self._rules, chunks, self._stop):
            if one.is_failure or (one.stage is Stage.INSTALL and one.place.document in wanted):
                yield one


class Push:
    """The push of an archive, by the rules that `check` goes by: a version reads only what comes to a registry."""

    def __init__(self, case: Case, stop: Callable[[], bool]) -> None:
        self._case = case
        self._stop = stop
        self._rules = refusing(_PROFILE, Repeats(), *_PUSHED)

    def end(self, target: Target) -> "_End | None":
        """How it ends for a version that would read it then; None where it goes well, or where nothing is pushed."""
        if not self._case.source.is_pushed:
            return None
        found = [
            one
            for one in _errors(self._case, target, b"", self._rules, (), self._stop)
            if one.is_failure or one.stage in _PUSHED
        ]
        if (refusal := _refusal(self._case, found, ReadStage.FETCH)) is not None:
            return _End(acceptance=Acceptance.REFUSED, refusal=refusal)
        failed = _failed(self._case, found)
        return _End(acceptance=None, failed=failed) if failed else None


def _errors(
    case: Case,
    target: Target,
    data: StreamBytes,
    rules: Catalogue[Any, Any, Any],
    chunks: tuple[Chunk, ...],
    stop: Callable[[], bool],
) -> Iterator[Finding]:
    """The errors of some documents for one version, and the rules that failed."""
    only = Ledger(stream=Stream(chunks=chunks), accounts=())
    judgement = Judgement(case.only_for(_PROFILE, target.version), data, rules, only)
    for _ in judgement.rulings():
        if stop():
            raise Cancelled
    for one in judgement.findings[_PROFILE]:
        if one.undecided if one.is_failure else one.severity is Severity.ERROR:
            yield one


def _refusal(case: Case, found: Iterable[Finding], stage: ReadStage) -> Refusal | None:
    """The first error, as a refusal at a stage; None where there is none."""
    errors = [one for one in found if not one.is_failure]
    culprit = conclude(case, errors, CATALOGUE).culprit if errors else None
    if culprit is None:
        return None
    return Refusal(
        stage=stage,
        message=culprit.says or culprit.message,
        document=culprit.place.document,
        line=culprit.place.line,
        broken=(BrokenRule(rule=culprit.rule, reason=f"{culprit.rule}: {culprit.message}", count=len(errors)),),
    )


def _failed(case: Case, found: Iterable[Finding]) -> str:
    """The clause about the first rule that failed; empty where none did."""
    return next((conclude(case, [one], CATALOGUE).reason for one in found if one.is_failure), "")


def refusing(profile: str, repeats: Repeats, *stages: Stage) -> Catalogue[Any, Any, Any]:
    """The rules that can refuse under a profile, at these stages if any are named; `repeats` were parsed before."""
    return replace(CATALOGUE.refusing(profile, *stages), examine=partial(Examination, repeats=repeats))


def _is_steady(chunk: Chunk) -> bool:
    return (chunk.api_version or "").startswith(_KUBERNETES)


_OTHERS: Mapping[str, Callable[[Shared], StreamProgram]] = {
    "extract": lambda _: Extract(),
    "validate": Validate,
}
_PUSHES, _COMPARES, _INSTALLS = "Takes it from a registry", "Compares the version", "Installs the objects"
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
    judged = {name: tuple(_programs(name, shared)) for name in readers}
    made = [one for each in judged.values() for one in each]
    older = [program for edition, program in made if edition is not None and edition.bare]
    if pieces is not None:
        stream = Stream(chunks=tuple(_pieces(data, pieces)))
    elif older and not is_bare(data):
        # Rare: these have other documents, so that they are parsed once more.
        _run(data, split(data, limits=limits, bare=True), older, limits, stop)
        made = [one for one in made if one[1] not in older]
    if stream is None and not all(program.is_stopped for _, program in made):
        stream = split(data, limits=limits)
    if stream is not None:
        _run(data, stream, [program for _, program in made], limits, stop, repeats)
    read = (program.contents.constraint for _, program in reversed(made) if isinstance(program, Manager))
    constraint = next((one for one in read if one is not None), None)
    installation, push = None, Push(case, stop)
    verdicts: dict[str, StreamVerdict] = {}
    for name, each in judged.items():
        if targets := targets_of(name):
            if installation is None:
                installation = Installation(case, data, stream or split(data, limits=limits), repeats, stop)
            verdict = _of_versions(name, targets, _by_edition(each), installation, push)
            is_excluded = constraint_refusal(constraint, targets[-1]) is not None
            verdicts[name] = replace(verdict, is_excluded=is_excluded)
        elif each:
            verdicts[name] = _verdict(name, each[-1][1].outcome, measured=name in SUMMARY.readers.measured)
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


def _programs(reader: str, shared: Shared) -> Iterator[tuple[Edition | None, StreamProgram]]:
    """The editions of a reader, the oldest first, or the one program that it is."""
    if reader in _OTHERS:
        yield None, _OTHERS[reader](shared)
    for edition in editions_of(reader):
        yield edition, Manager(edition, shared)


def _pieces(data: StreamBytes, pieces: Sequence[tuple[int, int]]) -> Iterator[Chunk]:
    """Each piece as a chunk; its lines are not those of a file, and count from 1."""
    for number, (start, size) in enumerate(pieces, 1):
        end = start + size
        empty = is_empty(data, start, end)
        yield Chunk(number=number, start=start, end=end, first_line=1, line=1, empty=empty)


def _by_edition(programs: Sequence[tuple[Edition | None, StreamProgram]]) -> Mapping[str, Manager]:
    return {edition.first: one for edition, one in programs if edition is not None and isinstance(one, Manager)}


def _of_versions(
    reader: str, targets: Sequence[Target], managers: Mapping[str, Manager], installation: Installation, push: Push
) -> StreamVerdict:
    """The verdict of the last version of an era, with the older ones that decide otherwise."""
    ends = [push.end(one) or _end(one, managers[one.edition.first], installation) for one in targets]
    last = ends[-1]
    older: list[OlderVerdict] = []
    before: _End | None = None
    for target, end in zip(targets[:-1], ends[:-1], strict=True):
        if not _alike(end, last):
            first = older.pop().first if older and before is not None and _alike(before, end) else target.version
            decided = OlderVerdict(first=first, last=target.version, acceptance=end.acceptance, refusal=end.refusal)
            older.append(decided)
        before = end
    verdict = _verdict(reader, managers[targets[-1].edition.first].outcome, measured=targets[-1].measured)
    after = tuple(_after(last, managers[targets[-1].edition.first]))
    ended = replace(verdict, acceptance=last.acceptance, refusal=last.refusal, failed=last.failed)
    return replace(ended, older=tuple(older), after=after)


@dataclass(frozen=True, slots=True, kw_only=True)
class _End:
    """How one version ends with a stream."""

    acceptance: Acceptance | None
    refusal: Refusal | None = None
    failed: str = ""
    """The clause about a rule that failed."""


def _end(target: Target, manager: Manager, installation: Installation) -> _End:
    """Everything that one version does with a stream: it parses, lints, compares its version, and installs."""
    outcome = manager.outcome
    if outcome.acceptance is not Acceptance.ACCEPTED:
        return _End(acceptance=outcome.acceptance, refusal=outcome.refusal)
    refusal = constraint_refusal(manager.contents.constraint, target) or installation.refusal(target)
    if refusal is None and (failed := installation.failed(target)):
        return _End(acceptance=None, failed=failed)
    return _End(acceptance=Acceptance.REFUSED if refusal else Acceptance.ACCEPTED, refusal=refusal)


def _after(end: _End, manager: Manager) -> Iterator[Step]:
    """The steps after linting, up to the one that fails."""
    stage = end.refusal.stage if end.refusal else None
    if stage is ReadStage.FETCH and end.refusal is not None:
        evidence = f"`crossplane xpkg push` stops: {end.refusal.broken[0].reason}"
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


def _verdict(reader: str, outcome: Outcome, *, measured: bool) -> StreamVerdict:
    return StreamVerdict(
        reader=reader,
        acceptance=outcome.acceptance,
        refusal=outcome.refusal,
        objects=tuple(outcome.objects),
        measured=measured,
        limit=outcome.limit,
    )


def _alike(one: _End, other: _End) -> bool:
    """Whether two versions decide alike; what they say of a constraint names each by its number."""
    stages = [end.refusal.stage if end.refusal else None for end in (one, other)]
    is_constraint = stages == [ReadStage.CONSTRAINT] * 2
    return one.acceptance is other.acceptance and (is_constraint or one.refusal == other.refusal)


def judge_stream(
    data: StreamBytes,
    readers: Sequence[str],
    *,
    stream: Stream | None = None,
    pieces: Sequence[tuple[int, int]] | None = None,
    case: Case | None = None,
    limits: Limits = LIMITS,
    stop: Callable[[], bool],
) -> Mapping[str, StreamVerdict]:
    """By the schemes and linters of every edition of Crossplane, in one pass; documents by the rules of each."""
    case = case or Case(source=SourceFacts(name=""), format=SUMMARY.name, options=JudgingOptions(limits=limits))
    repeats = Repeats()
    judged: dict[str, StreamVerdict] = {}
    judged |= judge_by_editions(data, readers, stream=stream, pieces=pieces, case=case, repeats=repeats, stop=stop)
    for name in (str(Profile.SPEC), *SUMMARY.readers.own):
        if name in readers:
            rules = refusing(name, repeats)
            judged |= judge_by_profiles(case, data, rules, {name: name}, role_of=_ROLE_OF, stop=stop)
    return {name: judged[name] for name in readers if name in judged}
