"""What Crossplane installs for the packages in a lock, step by step, and these steps in words."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from xpkgtui.errors import Malformed
from xpkgtui.formats.dependencies.needed import DependencyStep
from xpkgtui.formats.xpkg.dependencies.lock import LockPackage, PackageObject
from xpkgtui.formats.xpkg.dependencies.reconciler import (
    Flags,
    KnownAnswers,
    MissingPackage,
    Reconciler,
    ResolutionStep,
)
from xpkgtui.formats.xpkg.dependencies.references import UNQUALIFIED, PackageReference, is_digest, is_qualified
from xpkgtui.formats.xpkg.dependencies.revisions import MISSING, Revisions, RevisionVerdict
from xpkgtui.formats.xpkg.tools.facts import HOST_IN_DEPENDENCIES
from xpkgtui.values import dataclass

_MOST_STEPS = 500
"""Packages that are installed or changed; a registry could name ever more of them."""
_MOST_WORK = 300_000
"""Packages and dependencies that all steps together look at: about five seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolution:
    """All steps, and what they lead to."""

    steps: tuple[ResolutionStep, ...]
    has_ended: bool
    """Whether the last step changed nothing; else the same package is made again and again."""
    is_cut: bool
    """Whether it was stopped because it is too large."""
    lock: tuple[LockPackage, ...]
    joined: RevisionVerdict | None
    """What the revision of the joining package says at first; None without one."""
    after: tuple[RevisionVerdict, ...]


class Cluster:
    """A cluster with a lock and package objects, into which packages are installed."""

    def __init__(
        self,
        packages: Sequence[LockPackage],
        objects: Sequence[PackageObject],
        answers: KnownAnswers,
        flags: Flags,
        joining: LockPackage | None = None,
    ) -> None:
        """`joining` is a package that joins the lock first."""
        self._revisions = Revisions(tuple(packages), flags.reading.dialect, flags.crossplane)
        self._objects = tuple(objects)
        self._answers = answers
        self._flags = flags
        self._steps: list[ResolutionStep] = []
        self._work = 0
        self._joined = self._revisions.join(joining) if joining else None

    def run(self) -> Resolution:
        """Runs until a step changes nothing, or does again what the one before did.

        Raises `Needs` where a registry must be asked first; called again, it goes on from there.
        """
        while not self._is_over():
            self._steps.append(self._step())
            self._work += sum(1 + len(one.dependencies) for one in self._revisions.packages)
        return Resolution(
            steps=tuple(self._steps),
            has_ended=self._steps[-1].made is None,
            is_cut=self._is_too_large,
            lock=self._revisions.packages,
            joined=self._joined,
            after=self._revisions.verdicts(),
        )

    def _is_over(self) -> bool:
        if not self._steps:
            return False
        last = self._steps[-1]
        before = self._steps[-2] if len(self._steps) > 1 else None
        is_again = before is not None and (last.installed, last.changed) == (before.installed, before.changed)
        return last.made is None or is_again or self._is_too_large

    @property
    def _is_too_large(self) -> bool:
        return bool(self._steps) and (len(self._steps) >= _MOST_STEPS or self._work >= _MOST_WORK)

    def _step(self) -> ResolutionStep:
        step = Reconciler(self._revisions, self._objects, self._answers.tags_of, self._flags).step()
        made = step.made
        if made is None:
            return step
        if not self._flags.takes_any_host and not is_qualified(step.missing[0].package):
            return replace(step, fault=f"cannot create dependency package: spec.package: {UNQUALIFIED}")
        try:
            is_strict = HOST_IN_DEPENDENCIES.holds(self._flags.crossplane)
            reference = PackageReference.parse(made.package, is_strict=is_strict)
        except Malformed as error:
            self._hold(step, made)
            return replace(step, verdict=RevisionVerdict(package=made.package, error=str(error)))
        # Before anything is changed: what it holds may have to be asked for.
        contents = self._answers.contents_of(made)
        if (other := self._hold(step, made)) is not None:
            return replace(step, fault=f"the cluster has another {made.kind} {made.name}: {other.package}")
        if contents.fault:
            return replace(step, fault=contents.fault)
        joining = LockPackage(
            name=f"{made.name}@{made.package}",  # as unique as the name of a revision
            source=reference.source,
            version=reference.identifier,
            kind=made.kind,
            api_version=made.api_version,
            dependencies=contents.dependencies,
        )
        return replace(step, verdict=self._revisions.join(joining))

    def _hold(self, step: ResolutionStep, made: PackageObject) -> PackageObject | None:
        """Puts a package object into the cluster; returns the one that has its name already, if that is another."""
        existing = next((one for one in self._objects if (one.kind, one.name) == (made.kind, made.name)), None)
        if existing is None:
            self._objects = (*self._objects, made)
        elif step.changed is not None:
            self._objects = tuple(made if one is existing else one for one in self._objects)
        elif existing.package != made.package:
            return existing
        return None


def described(resolution: Resolution, unanswered: str = "") -> Iterator[DependencyStep]:
    """All steps, in order; `unanswered` is why the last one is not known."""
    if resolution.joined is not None and (complaint := _lasting(resolution.joined)):
        yield DependencyStep(title="The package joins the lock", evidence=complaint)
    for number, step in enumerate(resolution.steps):
        is_last = number == len(resolution.steps) - 1
        if is_last and unanswered:
            yield DependencyStep(title="Cannot be followed further", evidence=unanswered)
            return
        if is_last and not resolution.has_ended and step.made is not None:
            yield DependencyStep(title="Does the same again, without an end", evidence=step.fault or _complaint(step))
            return
        yield _step(step)


def _step(step: ResolutionStep) -> DependencyStep:
    first = step.missing[0] if step.missing else None
    if step.installed is not None and first is not None:
        title = f"Installs {step.installed.kind} {step.installed.package}"
        return DependencyStep(title=title, evidence=_because(first, "the highest that satisfies", step))
    if step.changed is not None and first is not None:
        title = f"Changes {step.changed.kind} {step.changed.name} to {step.changed.package}"
        return DependencyStep(title=title, evidence=_because(first, "for the constraints", step))
    if step.message or step.error:
        return DependencyStep(title="Stops", evidence=step.message or step.error)
    return DependencyStep(title="Finds nothing missing", evidence="the lock holds all that is asked for")


def _because(first: MissingPackage, why: str, step: ResolutionStep) -> str:
    constraints = first.constraints
    if step.changed is not None:
        constraints = ", ".join(dict.fromkeys(first.parents))
    reason = "the digest that is asked for" if is_digest(constraints) else f"{why} {constraints}"
    return "; ".join(filter(None, (reason, _complaint(step))))


def _complaint(step: ResolutionStep) -> str:
    """What keeps the package that was made from being healthy."""
    return step.fault or (_lasting(step.verdict) if step.verdict else "")


def _lasting(verdict: RevisionVerdict) -> str:
    """What a revision says, but for what is still to be installed after it."""
    return "" if verdict.error.startswith(MISSING) else verdict.error
