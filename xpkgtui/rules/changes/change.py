"""One change between two packages, as it is listed."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from enum import StrEnum

from xpkgtui.commands import PrintedCommand
from xpkgtui.rules.changes.weight import Level, Weight, Weights
from xpkgtui.rules.finding import ObjectName, Place
from xpkgtui.values import dataclass


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
        *(
            101,
            102,
            104,
            105,
            115,
            120,
            130,
            148,
            201,
            203,
            204,
            205,
            206,
            222,
            224,
            226,
            227,
            230,
            241,
            244,
            250,
            262,
        ),
        *(273, 301, 303, 320, 401, 404, 407, 412, 451, 461, 501),
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


def dedented(rows: Sequence[TextRow]) -> tuple[TextRow, ...]:
    """The rows without the indentation that all their lines have."""
    lines = [line for row in rows for line in (row.before, row.after) if line.strip()]
    common = min((len(line) - len(line.lstrip(" ")) for line in lines), default=0)
    return tuple(replace(row, before=row.before[common:], after=row.after[common:]) for row in rows)
