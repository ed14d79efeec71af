"""What the check of a package finds that the check of another one does not."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence

from xpkgtui.rules.finding import Finding
from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedFindings:
    """The findings of two packages, without those that both have."""

    new: tuple[Finding, ...] = ()
    """Those of the new package alone."""
    gone: tuple[Finding, ...] = ()
    """Those of the old package alone."""
    same: int = 0
    """How many both have."""


def compare_findings(old: Sequence[Finding], new: Sequence[Finding]) -> ComparedFindings:
    """Pairs findings of one rule about one field of one object; first those with the same words.

    What is found at another line, or said with another number, is not new.
    """
    gone, left = _unpaired(old, new, lambda one: (_about(one), one.severity, one.message))
    gone, left = _unpaired(gone, left, lambda one: (_about(one), one.severity))
    return ComparedFindings(new=tuple(left), gone=tuple(gone), same=len(new) - len(left))


def _unpaired(
    old: Iterable[Finding], new: Iterable[Finding], key: Callable[[Finding], Hashable]
) -> tuple[list[Finding], list[Finding]]:
    """What is left of both once those with equal keys are paired."""
    known: dict[Hashable, list[Finding]] = defaultdict(list)
    for one in old:
        known[key(one)].append(one)
    left = []
    for one in new:
        if same := known.get(key(one)):
            same.pop(0)
        else:
            left.append(one)
    rest = {id(one) for each in known.values() for one in each}
    return [one for one in old if id(one) in rest], left


def _about(finding: Finding) -> tuple[Hashable, ...]:
    """The rule, and what it is about: the field of an object, a file or a platform."""
    name, place = finding.object, finding.place
    if name is not None:
        return finding.rule, name.kind, name.name, place.field
    return finding.rule, place.path or place.file, place.platform, place.field
