"""How much a change weighs, and the levels that weigh it differently."""

from enum import IntEnum, StrEnum

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
