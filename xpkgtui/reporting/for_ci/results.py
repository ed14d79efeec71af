"""What `check` and `diff` report, in one shape for the programs of continuous integration."""

import hashlib
import os
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import field, replace
from enum import StrEnum
from pathlib import Path

from xpkgtui.errors import Failure
from xpkgtui.formats.sets.plan import FAILS, MemberOutcome, SetFinding
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.readers.folder import PROJECT_FILE
from xpkgtui.reporting.as_text.check import where
from xpkgtui.reporting.contents.differences import SEVERITY, Differences, change_words, subject_of
from xpkgtui.reporting.contents.set_plan import PlannedSet, happens
from xpkgtui.reporting.sentence import (
    acceptance_of,
    excluding,
    has_answer,
    shown_platform,
    told_sentence,
    trouble,
    verdict_of,
)
from xpkgtui.rules.changes.change import Change, Weight
from xpkgtui.rules.finding import Acceptance, Finding, Place, Severity
from xpkgtui.rules.manual_page import ManualPage
from xpkgtui.values import dataclass
from xpkgtui.visible import screenful

NAMED = 20
"""Files that are named."""


class SourceOutcome(StrEnum):
    """The outcome for one source, or of one comparison."""

    FINE = "fine"
    FAILED = "failed"
    """Refused, or something breaks."""
    UNDECIDED = "undecided"
    UNREAD = "unread"
    """It could not be opened."""


SIGNS = {SourceOutcome.FINE: "✓", SourceOutcome.FAILED: "✗", SourceOutcome.UNDECIDED: "?", SourceOutcome.UNREAD: "✗"}


@dataclass(frozen=True, slots=True, kw_only=True)
class FilePlace:
    """A place in a file of the checkout."""

    path: str
    """The path relative to the checkout, with slashes."""
    line: int | None = None
    """From 1; None for the file as a whole."""
    column: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CiResult:
    """One finding, or one change."""

    rule: str
    severity: Severity
    message: str
    """A sentence that names the object: raw text, made visible where it is written."""
    subject: str
    """The object in words: `CRD buckets.example.org`; empty for the package as a whole."""
    inside: str
    """The place within the package, in words; empty where there is none."""
    advice: tuple[str, ...] = ()
    """What to do, a line each."""
    says: str = ""
    """What the program that reads the package, or the API server, says of it."""
    place: FilePlace | None = None
    steps: tuple[tuple[str, str], ...] = ()
    """How the reader came there: what it did, and what it found."""
    fingerprint: str = ""
    """A hash that stays the same when lines move."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceResults:
    """The results of one source, or of one comparison."""

    source: str
    sentence: str
    """The verdict in words."""
    outcome: SourceOutcome
    results: tuple[CiResult, ...] = ()
    """The worst first."""
    failure: Failure | None = None
    """Why it was not read, or not whole."""
    platform: str = ""
    """The platform, where several of the source are listed."""
    place: FilePlace | None = None
    """The source itself, where it is a file of the checkout; of a folder the file that leaves files out."""
    is_let_pass: bool = False
    """Whether the finding that refuses it is one that was not asked for."""
    left_out: str = ""
    """What options or settings leave out, in a clause."""
    seconds: float | None = None
    """The time that it took; None where it was not measured."""
    members: tuple[tuple[str, str, SourceOutcome], ...] = ()
    """The packages of a set, each with what happens to it, and how it ends."""

    @property
    def name(self) -> str:
        """The source, with its platform where several are listed."""
        return f"{self.source} ({self.platform})" if self.platform else self.source

    @property
    def counts(self) -> Counter[Severity]:
        """How many results have each severity."""
        return Counter(result.severity for result in self.results)


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkout:
    """The folder of files that a platform shows beside results."""

    root: Path = field(default_factory=Path.cwd)

    def find(self, path: str) -> str | None:
        """The path of an existing file relative to the checkout, with slashes; None for one outside of it."""
        if not path or "\0" in path:
            return None
        try:
            found = Path(os.path.abspath(path))
            if not found.is_file():
                return None
            for one, root in ((found, self.root), (found.resolve(), self.root.resolve())):
                if one.is_relative_to(root):
                    return one.relative_to(root).as_posix()
        except (OSError, ValueError):
            pass
        return None

    @classmethod
    def around(cls, folder: Path, workspace: str = "") -> "Checkout":
        """The repository that a folder is in; without one, the `workspace` of the job, or the folder."""
        for one in (folder, *folder.parents):
            if (one / ".git").exists():
                return cls(root=one)
        return cls(root=Path(workspace) if workspace and Path(workspace).is_dir() else folder)


def of_inspections(
    inspections: Iterable[Inspection], checkout: Checkout, *, profile: str, crossplane: str
) -> tuple[SourceResults, ...]:
    """The findings of each source."""
    every = tuple(inspections)
    listed = Counter(one.source for one in every)
    return tuple(
        replace(
            _of_inspection(one, checkout, profile, crossplane),
            platform=shown_platform(one) if listed[one.source] > 1 else "",
        )
        for one in every
    )


def _of_inspection(state: Inspection, checkout: Checkout, profile: str, crossplane: str) -> SourceResults:
    verdict = verdict_of(state)
    culprit = verdict.culprit if verdict else None
    source = checkout.find(state.source)
    own = FilePlace(path=source) if source is not None else None
    steps = tuple((step.title, step.evidence) for step in state.reading.steps) if state.reading else ()
    results = (
        of_finding(one, state, checkout, own, steps if culprit is not None and one.rule == culprit.rule else ())
        for one in state.findings
    )
    return SourceResults(
        source=state.source,
        sentence=told_sentence(state, profile, crossplane),
        outcome=outcome_of(state),
        results=numbered(results),
        failure=trouble(state),
        place=own or excluding_file(state.source, checkout, state.excluded),
        is_let_pass=culprit is not None and all(finding.rule != culprit.rule for finding in state.findings),
        left_out=excluding(state.excluded, NAMED),
        seconds=state.seconds,
    )


def excluding_file(source: str, checkout: Checkout, excluded: tuple[str, ...]) -> FilePlace | None:
    """The file of a folder by which files of it are left out."""
    path = checkout.find(os.path.join(source, PROJECT_FILE)) if excluded else None
    return FilePlace(path=path) if path is not None else None


def outcome_of(state: Inspection) -> SourceOutcome:
    """The outcome for a source that was inspected."""
    if not has_answer(state):
        return SourceOutcome.UNREAD
    acceptance = acceptance_of(state)
    if acceptance is None:
        return SourceOutcome.UNDECIDED
    return SourceOutcome.FINE if acceptance is Acceptance.ACCEPTED else SourceOutcome.FAILED


def of_finding(
    one: Finding, state: Inspection, checkout: Checkout, source: FilePlace | None, steps: tuple[tuple[str, str], ...]
) -> CiResult:
    return CiResult(
        rule=one.rule,
        severity=one.severity,
        message=screenful(one.message),
        subject=screenful(str(one.object)) if one.object else "",
        inside=where(one, state),
        advice=(screenful(one.fix),) if one.fix else (),
        says=screenful(one.says or ""),
        place=_file_place(one.place, state, checkout) or source,
        steps=steps,
        fingerprint=_fingerprint(one.rule, one.place, str(one.object or ""), one.message),
    )


def _file_place(place: Place | None, state: Inspection, checkout: Checkout) -> FilePlace | None:
    """The place in a file that lies in the checkout: of a folder of sources, or the stream itself."""
    if place is None or state.resolved is None:
        return None
    if state.resolved.is_bare_stream and not place.file:
        path = checkout.find(state.source)
    else:
        path = checkout.find(os.path.join(state.source, place.file)) if place.file else None
    return FilePlace(path=path, line=place.line, column=place.column) if path is not None else None


def of_differences(found: Differences, checkout: Checkout) -> SourceResults:
    """The changes that are listed at the level; what breaks is an error, what is to check a warning."""
    results = (_of_change(weight, one, found, checkout) for weight, one in found.listed)
    breaks = found.verdict is Weight.BREAKS
    outcome = (
        SourceOutcome.FAILED if breaks else SourceOutcome.UNDECIDED if found.verdict is None else SourceOutcome.FINE
    )
    return SourceResults(
        source=f"{found.old.source} to {found.new.source}",
        sentence=found.sentence,
        outcome=SourceOutcome.UNREAD if found.failure is not None else outcome,
        results=numbered(results),
        failure=found.failure,
        place=FilePlace(path=path) if (path := checkout.find(found.new.source)) else None,
        left_out=found.not_listed,
    )


def _of_change(weight: Weight, one: Change, differences: Differences, checkout: Checkout) -> CiResult:
    source = checkout.find(differences.new.source)
    place = one.new or one.old
    inside = " ".join(filter(None, (one.version, one.field)))
    return CiResult(
        rule=one.id,
        severity=SEVERITY[weight],
        message=f"{subject_of(one, short=False)}: {change_words(one)}",
        subject=subject_of(one, short=False),
        inside=inside,
        advice=tuple(filter(None, (one.who, *map(str, one.first)))),
        says=one.witness.says if one.witness else "",
        place=_file_place(one.new, differences.new, checkout) or (FilePlace(path=source) if source else None),
        fingerprint=_fingerprint(one.id, place or Place(), subject_of(one, short=False) + inside, one.message),
    )


def of_plan(found: PlannedSet, checkout: Checkout) -> SourceResults:
    """The findings of a set, at the lines of its manifests."""
    verdicts = {True: SourceOutcome.FINE, False: SourceOutcome.FAILED, None: SourceOutcome.UNDECIDED}
    outcome = verdicts[found.installs]
    results = (_of_set(one, checkout) for one in found.plan.findings)
    return SourceResults(
        source=" ".join(found.sources) or "the cluster",
        sentence=found.sentence,
        outcome=SourceOutcome.UNREAD if found.failure is not None else outcome,
        results=numbered(results),
        failure=found.failure,
        members=tuple(
            (screenful(f"{one.object.kind} {one.name}"), happens(found.plan, one), _ends(one.outcome))
            for one in found.plan.members
        ),
    )


def _ends(outcome: MemberOutcome) -> SourceOutcome:
    if outcome is MemberOutcome.UNKNOWN:
        return SourceOutcome.UNDECIDED
    return SourceOutcome.FAILED if outcome in FAILS else SourceOutcome.FINE


def _of_set(one: SetFinding, checkout: Checkout) -> CiResult:
    path = checkout.find(one.place.file) if one.place.file and one.place.file != "-" else None
    subject = str(one.object) if one.object else ""
    advice = (one.then, one.fix, *map(str, one.commands))
    return CiResult(
        rule=one.rule,
        severity=one.severity,
        message=screenful(one.message),
        subject=screenful(subject),
        inside="" if path else f"{one.place.file or ''}:{one.place.line or ''}".strip(":"),
        advice=tuple(map(screenful, filter(None, advice))),
        says=screenful(one.says),
        place=FilePlace(path=path, line=one.place.line) if path is not None else None,
        fingerprint=_fingerprint(one.rule, one.place, subject, one.message),
    )


def _fingerprint(rule: str, place: Place, subject: str, message: str) -> str:
    """A hash of what a result is about, without the lines, which move."""
    where = (place.file or "", place.path or "", place.platform or "", place.field or "")
    return fingerprint(rule, *where, subject, message)


def fingerprint(*parts: str) -> str:
    """A hash of these parts."""
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def numbered(results: Iterable[CiResult]) -> tuple[CiResult, ...]:
    """Results whose fingerprints are all different: one that is there twice has its number."""
    seen: Counter[str] = Counter()
    found = []
    for result in results:
        seen[result.fingerprint] += 1
        turn = seen[result.fingerprint]
        found.append(result if turn == 1 else replace(result, fingerprint=f"{result.fingerprint[:28]}{turn:04x}"))
    return tuple(found)


def pages_of(sources: Sequence[SourceResults]) -> dict[str, ManualPage]:
    """The manual pages of the rules that report something, by ID, in order."""
    from xpkgtui.reporting.manual import pages

    fired = {result.rule for source in sources for result in source.results}
    found = {page.id: page for page in pages() if page.id in fired} if fired else {}
    return dict(sorted(found.items()))
