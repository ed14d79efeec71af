"""What is asked and said of the things that belong to an image: signatures, attestations, SBOMs."""

from typing import TYPE_CHECKING, ClassVar

from xpkgtui.inspection.messages.lane import Lane
from xpkgtui.values import dataclass

if TYPE_CHECKING:  # only where a policy was given
    from xpkgtui.referrers.identity import TrustedIdentity
    from xpkgtui.referrers.referrer import ReferrerList
    from xpkgtui.rules.admission import AdmissionDecision, PolicyFault

LATE_TYPES = {
    "AdmissionDecision": "xpkgtui.rules.admission",
    "PolicyFault": "xpkgtui.rules.admission",
    "TrustedIdentity": "xpkgtui.referrers.identity",
    "ReferrerList": "xpkgtui.referrers.referrer",
}
"""Where `codec` finds them."""


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
    attestation: str = ""
    """The predicate type of the attestation that decides; empty: a signature of the image decides."""

    @property
    def decides(self) -> bool:
        """Whether it says by whom the image is to be signed, without a policy."""
        return bool(self.keys) or self.identity is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadReferrers:
    """Read what belongs to the image that is open, and to each image of its index; the registry lists its tags anew.

    Policies are those of the source's options.
    """

    lane: ClassVar[Lane] = Lane.REFERRERS
    trust: GivenTrust | None = None
    """By what signatures are verified; None: by what the options of the source give."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferrersRead:
    """The list, and what policies make of the image."""

    whole: "ReferrerList"
    decision: "AdmissionDecision | None" = None
    faults: "tuple[PolicyFault, ...]" = ()
    wants_signature: bool = False
    """Whether a key or an identity was given, by which the image is to be signed."""
    attestation: str = ""
    """The predicate type of the attestation that decides; empty: a signature of the image decides."""
