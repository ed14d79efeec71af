"""What one version of Crossplane stops at by the rules of `check`: an image, a constraint, an installation."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from xpkgtui.cel import COMPILED_SINCE
from xpkgtui.documents.chunk import Chunk, StreamBytes
from xpkgtui.documents.stream import Stream
from xpkgtui.documents.yaml.repeats import Repeats
from xpkgtui.errors import Cancelled
from xpkgtui.formats.judging.stream_verdict import BrokenRule, Refusal
from xpkgtui.formats.xpkg.objects.identity import package_type
from xpkgtui.formats.xpkg.rules.ruleset import RULESET
from xpkgtui.formats.xpkg.subject.examination import Examination
from xpkgtui.formats.xpkg.summary import Profile
from xpkgtui.formats.xpkg.tools.crossplane_versions import STAY, Target, incompatible, is_turned, target_of
from xpkgtui.formats.xpkg.tools.facts import MINORS, kubernetes_of
from xpkgtui.readers.reader import ReadStage
from xpkgtui.rules.case import Case
from xpkgtui.rules.finding import Acceptance, Finding, Severity, Stage
from xpkgtui.rules.judging.documents import Ledger
from xpkgtui.rules.judging.engine import Judgement
from xpkgtui.rules.ruleset import Ruleset
from xpkgtui.rules.verdict import conclude
from xpkgtui.values import dataclass

_KUBERNETES = ("apiextensions.k8s.io/", "admissionregistration.k8s.io/")
"""The groups that every version of Crossplane hands to the API server alike; its rules are another matter."""
_PROFILE = str(Profile.CROSSPLANE)
_RULES = b"x-kubernetes-validations"
_ENDS = (next(one for one in MINORS if kubernetes_of(one) >= COMPILED_SINCE), MINORS[-1])
"""The versions with the oldest Kubernetes that compiles rules, and with the newest."""
_PUSHED = (Stage.ARCHIVE, Stage.MANIFEST, Stage.LAYER)


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """How one version ends with a stream."""

    acceptance: Acceptance | None
    refusal: Refusal | None = None
    failed: str = ""
    """The clause about a rule that failed."""
    pushes: bool = False
    """Whether the push stops."""


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
        self._is_function, self._is_provider = (
            package_type(stream.chunks) == one for one in ("Function", "Provider")
        )
        self._known: dict[object, tuple[Finding, ...]] = {}
        steady = [one for one in stream.chunks if not one.empty and _is_steady(one)]
        self._steady = {one.number for one in steady}
        self._others = {one.number for one in stream.chunks if not one.empty} - self._steady
        self._ruled = {one.number for one in steady if data.find(_RULES, one.start, one.end) >= 0}

    def refusal(self, target: Target) -> Refusal | None:
        """The first thing that a version stops at; None where it installs everything."""
        return _refusal(self._case, self._findings(target), ReadStage.INSTALL)

    def failed(self, target: Target) -> str:
        """The clause about the first rule that failed and could have refused; empty where none did."""
        return _failed(self._case, self._findings(target))

    def _findings(self, target: Target) -> tuple[Finding, ...]:
        return (
            *self._about_definitions(target, self._steady - self._ruled, has_rules=False),
            *self._about_definitions(target, self._ruled, has_rules=True),
            *self._about(target, self._others, (target.edition.blocks, target.installs_as)),
        )

    def _about_definitions(self, target: Target, wanted: set[int], *, has_rules: bool) -> tuple[Finding, ...]:
        """The findings about documents of Kubernetes; releases of it compile and cost rules one by one.

        What the oldest and the newest say alike, those between say too: seven judgements took as long as
        all of `why`.
        """
        if not self._is_function:
            ends = tuple(target_of(_PROFILE, one) for one in _ENDS)
            old, new = (self._about(one, wanted, self._way(one, has_rules=has_rules)) for one in ends)
            # Where rules are dropped, nothing is wrong that would be right with them.
            is_other = has_rules and target.kubernetes < COMPILED_SINCE
            is_other = is_other or self._turned(target) not in map(self._turned, ends)
            if old == new and not (old and is_other):
                return old
        return self._about(target, wanted, self._way(target, has_rules=has_rules))

    def _way(self, target: Target, *, has_rules: bool) -> tuple[object, ...]:
        """All in which versions differ that install the definitions of this package alike."""
        # Of a Function, versions before 2.2 install what later ones leave out.
        blocks = target.edition.blocks if self._is_function else None
        return has_rules, blocks, *self._turned(target), target.kubernetes if has_rules else None

    def _turned(self, target: Target) -> tuple[bool, ...]:
        """Which definitions of a Provider it makes managed: of any kind, and of those that stay as they are."""
        return tuple(self._is_provider and is_turned(kind, target.version) for kind in (None, *STAY))

    def _about(self, target: Target, wanted: set[int], key: tuple[object, ...]) -> tuple[Finding, ...]:
        """The findings about some documents, which are the same for all versions with this key."""
        if key not in self._known:
            self._known[key] = tuple(self._judged(target, wanted))
        return self._known[key]

    def _judged(self, target: Target, wanted: set[int]) -> Iterator[Finding]:
        if not wanted:
            return
        # The meta object says which kinds are installed.
        chunks = tuple(one for one in self._stream.chunks if one.number in wanted or not _is_steady(one))
        for one in _errors(self._case, target, self._data, self._rules, chunks, self._stop):
            if one.is_failure or (one.stage is Stage.INSTALL and one.place.document in wanted):
                yield one


class ImageRules:
    """The rules about the image that `check` goes by, where a version stops at them and reads no stream.

    An archive is pushed first; a version reads what comes to a registry, and what its client gets from there.
    Of any image of which a layer was not read, they are all that can decide.
    """

    def __init__(self, case: Case, stop: Callable[[], bool]) -> None:
        self._case = case
        decides = case.source.is_pushed or (case.reading is not None and case.reading.is_cut_short)
        fetched = (Stage.FETCH,) if case.source.obstacles else ()
        self._stages = (*fetched, *(_PUSHED if decides else ()))
        self._stop = stop
        self._rules = refusing(_PROFILE, Repeats(), *self._stages)

    def end(self, target: Target) -> End | None:
        """How it ends for a version that would read it then; None where nothing stops it or they do not decide."""
        if not self._stages:
            return None
        found = [
            one
            for one in _errors(self._case, target, b"", self._rules, (), self._stop)
            if one.is_failure or one.stage in self._stages
        ]
        if (refusal := _refusal(self._case, found, ReadStage.FETCH)) is not None:
            return End(acceptance=Acceptance.REFUSED, refusal=refusal, pushes=not self._case.source.is_remote)
        failed = _failed(self._case, found)
        return End(acceptance=None, failed=failed) if failed else None


def _errors(
    case: Case,
    target: Target,
    data: StreamBytes,
    rules: Ruleset[Any, Any, Any],
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
    culprit = conclude(case, errors, RULESET).culprit if errors else None
    if culprit is None:
        return None
    return Refusal(
        stage=stage,
        message=culprit.says or culprit.message,
        document=culprit.place.document,
        broken=(
            BrokenRule(
                rule=culprit.rule,
                reason=f"{culprit.rule}: {culprit.message}",
                count=len(errors),
                cause=culprit.cause or culprit.message,
            ),
        ),
    )


def _failed(case: Case, found: Iterable[Finding]) -> str:
    """The clause about the first rule that failed; empty where none did."""
    return next((conclude(case, [one], RULESET).reason for one in found if one.is_failure), "")


def refusing(profile: str, repeats: Repeats, *stages: Stage) -> Ruleset[Any, Any, Any]:
    """The rules that can refuse under a profile, at these stages if any are named; `repeats` were parsed before."""
    return replace(RULESET.refusing(profile, *stages), examine=partial(Examination, repeats=repeats))


def _is_steady(chunk: Chunk) -> bool:
    return (chunk.api_version or "").startswith(_KUBERNETES)
