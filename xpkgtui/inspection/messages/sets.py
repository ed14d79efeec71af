"""What is said of a set of manifests."""

from typing import TYPE_CHECKING

from xpkgtui.values import dataclass

if TYPE_CHECKING:  # packages are read without it
    from xpkgtui.formats.sets.plan import SetPlan

LATE_TYPES = {"SetPlan": "xpkgtui.formats.sets.plan"}
"""Where `codec` finds it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetPlanned:
    """The plan, as far as it is known."""

    whole: "SetPlan"
