"""What is asked and said of the things that belong to an image: signatures, attestations, SBOMs."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from xpkgtui.inspection.messages.lane import Lane
from xpkgtui.referrers.referrer import ReferrerList
from xpkgtui.values import dataclass

if TYPE_CHECKING:  # only where a policy was given
    from xpkgtui.rules.admission import AdmissionDecision, PolicyFault

LATE_TYPES = {
    "AdmissionDecision": "xpkgtui.rules.admission",
    "PolicyFault": "xpkgtui.rules.admission",
}
"""Where `codec` finds them."""
_REFERRERS = 100
"""Things of one event."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenKey:
    """A public key that was given."""

    name: str
    pem: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadReferrers:
    """Read what belongs to the image that is open, and to each image of its index."""

    lane: ClassVar[Lane] = Lane.REFERRERS
    policies: tuple[str, ...] = ()
    """The texts of ImageConfigs, by which an installation would verify it."""
    verifies: bool = False
    """Whether signatures are verified, by a process of its own."""
    keys: tuple[GivenKey, ...] = ()
    """The keys by which they are, beside those of Secrets in the policies."""
    logs: tuple[str, ...] = ()
    """The keys of transparency logs in PEM."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferrersRead:
    """A part of the list; the last one has what a policy makes of the image."""

    part: ReferrerList
    is_first: bool = True
    """Whether this part replaces what was there."""
    decision: "AdmissionDecision | None" = None
    faults: "tuple[PolicyFault, ...]" = ()

    def after(self, before: ReferrerList | None) -> ReferrerList:
        """The list so far."""
        if self.is_first or before is None:
            return self.part
        return replace(before, referrers=before.referrers + self.part.referrers)


def parts(whole: ReferrerList) -> Iterator[ReferrersRead]:
    """The events that carry a list."""
    for first in range(0, max(len(whole.referrers), 1), _REFERRERS):
        some = whole.referrers[first : first + _REFERRERS]
        yield ReferrersRead(part=replace(whole, referrers=some), is_first=first == 0)
