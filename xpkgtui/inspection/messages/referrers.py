"""What is asked and said of the things that belong to an image: signatures, attestations, SBOMs."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Self

from xpkgtui.inspection.messages.lane import Lane
from xpkgtui.inspection.messages.parts import FoldedReply
from xpkgtui.values import dataclass

if TYPE_CHECKING:  # only where a policy was given
    from xpkgtui.referrers.identity import TrustedIdentity
    from xpkgtui.referrers.referrer import ReferrerList
    from xpkgtui.rules.admission import AdmissionDecision, PolicyFault

LATE_TYPES = {
    "TrustedIdentity": "xpkgtui.referrers.identity",
    "ReferrerList": "xpkgtui.referrers.referrer",
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
class GivenTrust:
    """By what signatures are verified, beside the keys of Secrets in the policies."""

    keys: tuple[GivenKey, ...] = ()
    logs: tuple[str, ...] = ()
    """The keys of transparency logs in PEM."""
    identity: "TrustedIdentity | None" = None
    """The identity that certificates are to have."""
    root: str = ""
    """The trusted root in JSON; empty: that of the public Sigstore, as the library has it."""
    ignores_logs: bool = False
    """Whether a signature by a key counts that no log is known to have taken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadReferrers:
    """Read what belongs to the image that is open, and to each image of its index.

    Policies are those of the source's options.
    """

    lane: ClassVar[Lane] = Lane.REFERRERS
    trust: GivenTrust | None = None
    """By what signatures are verified; None: by what the options of the source give."""
    refresh: bool = False
    """Whether the registry is asked, whatever is remembered of its tags."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferrersRead(FoldedReply):
    """A part of the list; the last one has what policies make of the image."""

    part: "ReferrerList"
    first: int = 0
    """Things before this part; 0 replaces what was there."""
    is_whole: bool = False
    """Whether no part follows."""
    decision: "AdmissionDecision | None" = None
    faults: "tuple[PolicyFault, ...]" = ()

    def after(self, before: object, /) -> Self:
        """Returns the list so far."""
        if not self.first or not isinstance(before, ReferrersRead):
            return self
        referrers = before.part.referrers + self.part.referrers
        return replace(self, first=0, part=replace(before.part, referrers=referrers))


def parts(whole: "ReferrerList") -> Iterator[ReferrersRead]:
    """The events that carry a list; the last one, with nothing more in it, is still to be sent."""
    from xpkgtui.referrers.referrer import ReferrerList

    for first in range(0, max(len(whole.referrers), 1), _REFERRERS):
        some = whole.referrers[first : first + _REFERRERS]
        part = replace(whole, referrers=some) if not first else ReferrerList(referrers=some)
        yield ReferrersRead(part=part, first=first)
