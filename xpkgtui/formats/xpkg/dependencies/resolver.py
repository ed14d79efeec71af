"""What Crossplane installs for the packages in a lock, step by step."""

from collections.abc import Sequence
from dataclasses import replace

from xpkgtui.errors import Malformed
from xpkgtui.formats.xpkg.dependencies.answers import KnownAnswers
from xpkgtui.formats.xpkg.dependencies.lock import LockPackage, PackageObject
from xpkgtui.formats.xpkg.dependencies.reconciler import Flags, Reconciler, ResolutionStep
from xpkgtui.formats.xpkg.dependencies.references import UNQUALIFIED, PackageReference, is_qualified
from xpkgtui.formats.xpkg.dependencies.revisions import Revisions, RevisionVerdict
from xpkgtui.values import dataclass

_MOST_STEPS = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolution:
    """All steps, and what they lead to."""

    steps: tuple[ResolutionStep, ...]
    has_ended: bool
    """Whether the last step changed nothing; else the same package is made again and again."""
    lock: tuple[LockPackage, ...]
    before: tuple[RevisionVerdict, ...]
    joined: RevisionVerdict | None
    """What the revision of the joining package says at first; None without one."""
    after: tuple[RevisionVerdict, ...]


def resolve(
    packages: Sequence[LockPackage],
    objects: Sequence[PackageObject],
    answers: KnownAnswers,
    flags: Flags,
    joining: LockPackage | None = None,
) -> Resolution:
    """What Crossplane makes of a lock, once a package has joined it; raises `Needs` if answers must be asked."""
    return _Cluster(tuple(packages), tuple(objects), answers, flags).run(joining)


class _Cluster:
    """A cluster with a lock and package objects."""

    def __init__(
        self,
        packages: tuple[LockPackage, ...],
        objects: tuple[PackageObject, ...],
        answers: KnownAnswers,
        flags: Flags,
    ) -> None:
        self._revisions = Revisions(packages, flags.dialect, is_upgrading=flags.upgrades)
        self._objects = objects
        self._answers = answers
        self._flags = flags

    def run(self, joining: LockPackage | None) -> Resolution:
        """Runs until a step changes nothing, or does again what the one before did."""
        before = self._revisions.verdicts()
        joined = self._revisions.join(joining) if joining else None
        steps: list[ResolutionStep] = []
        has_ended = False
        while not has_ended and len(steps) < _MOST_STEPS:
            step = self._step()
            has_ended = step.made is None
            is_again = bool(steps) and (step.installed, step.changed) == (steps[-1].installed, steps[-1].changed)
            steps.append(step)
            if is_again:
                break
        return Resolution(
            steps=tuple(steps),
            has_ended=has_ended,
            lock=self._revisions.packages,
            before=before,
            joined=joined,
            after=self._revisions.verdicts(),
        )

    def _step(self) -> ResolutionStep:
        step = Reconciler(self._revisions, self._objects, self._answers, self._flags).step()
        made = step.made
        if made is None:
            return step
        if not self._flags.takes_any_host and not is_qualified(step.missing[0].package):
            return replace(step, fault=f"cannot create dependency package: spec.package: {UNQUALIFIED}")
        if step.changed is not None:
            old = next(one for one in self._objects if (one.kind, one.name) == (made.kind, made.name))
            self._objects = tuple(made if one is old else one for one in self._objects)
        else:
            existing = next((one for one in self._objects if (one.kind, one.name) == (made.kind, made.name)), None)
            if existing is not None and existing.package != made.package:
                return replace(step, fault=f"the cluster has another {made.kind} {made.name}: {existing.package}")
            self._objects += () if existing else (made,)
        return self._joined(step, made)

    def _joined(self, step: ResolutionStep, made: PackageObject) -> ResolutionStep:
        """The step with the verdict of the revision that follows."""
        try:
            reference = PackageReference.parse(made.package, is_strict=True)
        except Malformed as error:
            return replace(step, verdict=RevisionVerdict(package=made.package, error=str(error)))
        contents = self._answers.contents_of(made)
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
