"""One change between two packages, as it is listed, how much it weighs, and the findings that only one side has."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from enum import IntEnum, StrEnum

from xpkgtui.commands import PrintedCommand
from xpkgtui.rules.finding import Finding, ObjectName, Place
from xpkgtui.values import dataclass


class Weight(IntEnum):
    """The severity of a change; a greater one is worse."""

    WORDS = 0
    """Descriptions, columns and the like, which no program reads."""
    ADDITION = 1
    """Something is new, or allowed that was not; nothing has to be done."""
    CHECK = 2
    """Users may be affected: it has to be looked at."""
    BREAKS = 3

    @property
    def word(self) -> str:
        """The word in JSON."""
        return self.name.lower()


class Level(StrEnum):
    """Who must not be broken by a change."""

    CLIENTS = "clients"
    """Manifests in git, and other programs; the default."""
    STORED = "stored"
    """The objects that a cluster stores, and the definitions that the API server has."""
    STRICT = "strict"
    """Everything but words breaks."""
    OLMV1 = "olmv1"
    """The upgrade as OLM v1 judges it before it installs a bundle."""


@dataclass(frozen=True, slots=True)
class Weights:
    """The weight of a change at each level; None where it is not listed at that level."""

    clients: Weight | None
    stored: Weight | None
    strict: Weight | None
    olmv1: Weight | None

    def at(self, level: Level) -> Weight | None:
        """The weight at a level."""
        weight: Weight | None = getattr(self, level.value)
        return weight


def weights_of(clients: Weight, stored: Weight, *, is_refused: bool = False) -> Weights:
    """The weights at all levels; `is_refused` tells whether OLM v1 refuses the change."""
    strict = Weight.WORDS if clients is Weight.WORDS and stored is Weight.WORDS else Weight.BREAKS
    olmv1 = Weight.BREAKS if is_refused else min(clients, Weight.CHECK)
    return Weights(clients, stored, strict, olmv1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Witness:
    """A manifest that the old package accepts and the new one refuses."""

    manifest: str
    """YAML."""
    says: str
    """What the API server says of it with the new package."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One change."""

    id: str
    """`CHG101`"""
    weights: Weights
    message: str
    """A sentence that names the object; it may hold raw text of the package, made visible where it is shown."""
    group: str = ""
    """What it belongs to, where that is no object: `image`."""
    object: ObjectName | None = None
    version: str | None = None
    """The version of the definition."""
    field: str | None = None
    """`spec.forProvider.region`"""
    before: str | None = None
    """JSON; None where there was nothing."""
    after: str | None = None
    who: str = ""
    """Who is affected."""
    first: tuple[str | PrintedCommand, ...] = ()
    """What to do first: sentences and commands."""
    witness: Witness | None = None
    old: Place | None = None
    new: Place | None = None

    @property
    def order(self) -> tuple[int, int, str, int]:
        """Sorts changes of one weight as they lie in the new package, what is gone behind it."""
        place = self.new or self.old
        return (
            0 if self.new else 1,
            (place.document or 0) if place else 0,
            self.id,
            (place.line or 0) if place else 0,
        )


_GONE = frozenset(
    f"CHG{number}"
    for number in (
        *(101, 102, 104, 105, 115, 120, 130, 148, 201, 203, 204, 205, 206, 213, 222, 224, 226, 227),
        *(230, 241, 244, 250, 262, 273, 301, 303, 320, 401, 404, 407, 412, 451, 461, 501),
    )
)
"""Rules about what is not there any more, or refused whole: it bites before what is narrower."""


class Presence(StrEnum):
    """Which of two packages have an object that is not equal in both."""

    NEW = "new"
    GONE = "gone"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class ComparedObject:
    """An object that differs, or that only one of two packages has."""

    name: ObjectName
    presence: Presence


def listed(changes: Iterable[Change], level: Level) -> tuple[tuple[Weight, Change], ...]:
    """The changes that are listed at a level with their weights, the worst first."""
    weighed = [(weight, change) for change in changes if (weight := change.weights.at(level)) is not None]
    return tuple(sorted(weighed, key=lambda pair: (-pair[0], _risk(*pair), pair[1].order)))


def _risk(weight: Weight, change: Change) -> int:
    """What bites first among changes that weigh the same: what is gone, then what is proven to be narrower."""
    if weight < Weight.CHECK or change.id in _GONE:
        return 0
    return 1 if change.witness is not None else 2


@dataclass(frozen=True, slots=True)
class TextRow:
    """A line of the old text beside one of the new; on one side there may be none."""

    old: int | None
    """The number of the line, from 1; None where there is none."""
    new: int | None
    before: str = ""
    after: str = ""

    @property
    def is_equal(self) -> bool:
        """Whether both sides have it."""
        return self.old is not None and self.new is not None and self.before == self.after


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
