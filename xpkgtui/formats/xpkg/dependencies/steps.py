"""The steps of Crossplane's resolver, in words."""

from collections.abc import Iterator

from xpkgtui.formats.dependencies.needed import DependencyStep
from xpkgtui.formats.xpkg.dependencies.reconciler import MissingPackage, ResolutionStep
from xpkgtui.formats.xpkg.dependencies.references import is_digest
from xpkgtui.formats.xpkg.dependencies.resolver import Resolution
from xpkgtui.formats.xpkg.dependencies.revisions import MISSING, RevisionVerdict


def described(resolution: Resolution) -> Iterator[DependencyStep]:
    """All steps, in order."""
    if resolution.joined is not None and (said := _lasting(resolution.joined)):
        yield DependencyStep(title="The package joins the lock", evidence=said)
    for number, step in enumerate(resolution.steps):
        is_last = number == len(resolution.steps) - 1
        if is_last and not resolution.has_ended and step.made is not None:
            yield DependencyStep(title="Does the same again, without an end", evidence=step.fault or _said(step))
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
    return "; ".join(filter(None, (reason, _said(step))))


def _said(step: ResolutionStep) -> str:
    """What keeps the package that was made from being healthy."""
    return step.fault or (_lasting(step.verdict) if step.verdict else "")


def _lasting(verdict: RevisionVerdict) -> str:
    """What a revision says, but for what is still to be installed after it."""
    return "" if verdict.error.startswith(MISSING) else verdict.error
