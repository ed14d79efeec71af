"""What is said of the things that belong to an image, the same for people and for JSON: one of some states."""

from collections import Counter
from collections.abc import Iterator
from enum import StrEnum
from functools import cached_property
from typing import Self

from xpkgtui.errors import Failure
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.referrers import ReferrersRead
from xpkgtui.limits import NotRead
from xpkgtui.readers.reader import Sign
from xpkgtui.referrers.referrer import NO_KEY, Referrer, ReferrerList, Standing, What
from xpkgtui.reporting.answer import CommandAnswer, lack
from xpkgtui.reporting.sentence import unopened
from xpkgtui.rules.admission import AdmissionDecision, PolicyFault
from xpkgtui.values import dataclass
from xpkgtui.visible import few, plural

_AUTHORITY = "Authority "
"""The beginning of the step of an authority."""
_WORDS = {
    What.SIGNATURE: ("signature", "signatures"),
    What.ATTESTATION: ("attestation", "attestations"),
    What.SBOM: ("SBOM", "SBOMs"),
    What.VEX: ("VEX document", "VEX documents"),
    What.OTHER: ("other referrer", "other referrers"),
}


class SigningState(StrEnum):
    """What is known of the signatures of an image, as JSON spells it."""

    NONE = "none"
    """None was found."""
    FOUND = "found"
    """Some were found; none is verified."""
    VERIFIED = "verified"
    """It is signed, or attested where that was asked for, by what was given."""
    FAILED = "failed"
    """It is not, and all that belongs to it is known."""
    REFUSED = "refused"
    """The image does not match the policy."""
    UNKNOWN = "unknown"
    """None was found or verified, and not everything answered."""


@dataclass(frozen=True, kw_only=True, eq=False, slots=False)
class ListedReferrers:
    """What belongs to an image, what a policy makes of it, and how the source was opened."""

    inspection: Inspection
    list: ReferrerList = ReferrerList()
    decision: AdmissionDecision | None = None
    """What an installation with the policies says; None where none was given."""
    faults: tuple[PolicyFault, ...] = ()
    wants_signature: bool = False
    """Whether a key or an identity was given, by which the image is to be signed."""
    attestation: str = ""
    """The predicate type of the attestation that decides; empty: a signature of the image decides."""
    failure: Failure | None = None
    """Why there is no list."""

    @classmethod
    def of(cls, inspection: Inspection, read: ReferrersRead) -> Self:
        """What was read of the source that is inspected."""
        return cls(
            inspection=inspection,
            list=read.whole,
            decision=read.decision,
            faults=read.faults,
            wants_signature=read.wants_signature,
            attestation=read.attestation,
        )

    @cached_property
    def state(self) -> SigningState:
        """What is known of all together."""
        if self.decision is not None and self.decision.accepted is False:
            return SigningState.REFUSED
        if self.decided_by or (self.verified and self.decision is None):
            return SigningState.VERIFIED
        if self.wants_signature and self.decision is None:
            return SigningState.UNKNOWN if self.is_partial else SigningState.FAILED
        if self.list.referrers:
            return SigningState.FOUND
        return SigningState.UNKNOWN if self.is_partial else SigningState.NONE

    @property
    def root(self) -> str:
        """The digest that the reference names; signatures of its platforms do not count for it."""
        return self.list.subjects[0].digest if self.list.subjects else ""

    @cached_property
    def deciding(self) -> tuple[Referrer, ...]:
        """What belongs to that digest and decides: its signatures, or the attestations that were asked for."""
        return tuple(row for row in self.list.referrers if row.subject == self.root and self._decides(row))

    @cached_property
    def verified(self) -> tuple[Referrer, ...]:
        """What of that is verified."""
        return tuple(row for row in self.deciding if row.standing is Standing.VERIFIED)

    def _decides(self, row: Referrer) -> bool:
        if self.attestation:
            return row.what is What.ATTESTATION and row.predicate == self.attestation
        return row.what is What.SIGNATURE

    @property
    def answer(self) -> CommandAnswer:
        """How far they are known, and whether they are not what was asked for.

        No layer and no document of the package counts: none says what belongs to it.
        """
        decision, source = self.decision, self.inspection.source
        is_refused = decision.accepted is False if decision else self.wants_signature and not self.verified
        lacking: tuple[NotRead, ...] = ()
        if decision is not None:
            why = f"undecided, because it depends on verifying a signature: {decision.says}"
            lacking = lack(source, "the decision of the policy", why if decision.accepted is None else "")
        elif self.is_partial and not self.verified:
            is_refused = False
            lacking = tuple(self._lacking())
        return CommandAnswer(
            source=source,
            failure=self.failure or unopened(self.inspection),
            beyond=lacking,
            is_refused=is_refused and self.failure is None,
        )

    def _lacking(self) -> Iterator[NotRead]:
        """What makes them partial."""
        source = self.inspection.source
        yield from lack(source, "some of the referrers", self.list.unread)
        for one in self.list.asked:
            if not one.is_known:
                yield from lack(source, f"the referrers in {one.layout}", f"{one.layout}: {one.answer}")
        if self.wants_signature:
            for row in filter(_is_unread, self.deciding):
                yield from lack(row.reference, "what it says", row.says or "It was not read.")

    @property
    def is_partial(self) -> bool:
        """Whether there may be more, or what decides was not read."""
        if self.wants_signature and any(_is_unread(row) for row in self.deciding):
            return True
        return bool(self.list.unread) or not all(one.is_known for one in self.list.asked)

    @property
    def sentence(self) -> str:
        """The most important in a sentence."""
        if self.failure is not None:
            return self.failure.title.rstrip(".")
        if self.decision is not None:
            return self._decided(self.decision)
        if self.wants_signature and not self.verified:
            return self._unverified()
        if self.list.nowhere and not self.list.referrers:
            return f"none found: {self.list.nowhere}"
        match self.state:
            case SigningState.NONE:
                return "none found: nothing belongs to this image"
            case SigningState.UNKNOWN:
                return "none found, but not everything answered"
            case SigningState.VERIFIED:
                by = ", ".join(dict.fromkeys(one.by for one in self.verified))
                return f"verified, by {by}: {len(self.verified):,} of {self._wanted(len(self.deciding))}"
        bad = sum(referrer.standing is Standing.FAILED for referrer in self.list.referrers)
        more = f"; {bad:,} do{'es' if bad == 1 else ''} not count" if bad else ""
        return f"found, not verified: {self.counted}{more}"

    def _wanted(self, count: int) -> str:
        """`2 signatures`, `1 attestation of slsa.dev/provenance/v1`."""
        one, several = _WORDS[What.ATTESTATION if self.attestation else What.SIGNATURE]
        kind = f" of {self.attestation.removeprefix('https://')}" if self.attestation else ""
        return f"{plural(count, one, several) if count else f'no {one}'}{kind}"

    def _unverified(self) -> str:
        """That nothing which decides is verified, and why."""
        lead = "not verified, and not everything answered" if self.is_partial else "not verified"
        if self.list.nowhere:
            return f"{lead}: {self.list.nowhere}"
        if self.deciding:
            reasons = [row.says or "it is not signed" for row in self.deciding]
            why = next((one for one in reasons if one != NO_KEY), reasons[0])
            return f"{lead}: {why}; found: {self.counted}"
        why = f"{self._wanted(0)} was found for the {self.name_of(self.root)}" + (
            f", but {self.counted}" if self.list.referrers else ""
        )
        verified = (row for row in self.list.referrers if row.standing is Standing.VERIFIED)
        is_attested = any(row.what is What.ATTESTATION and row.subject == self.root for row in verified)
        return f"{lead}: {why}" + ("; --attestation TYPE asks for one" if is_attested else "")

    def _decided(self, decision: AdmissionDecision) -> str:
        if decision.accepted is False:
            return f"does not match the policy: {decision.says}"
        if decision.accepted is None:
            return f"found, not verified, so undecided: {decision.says}"
        if decision.config and self.decided_by:
            return f"verified, by the authority {self.decided_by} of the ImageConfig {decision.config}"
        if not decision.config:
            return f"installed unverified: no ImageConfig verifies {decision.path}"
        return f"installed unverified: {decision.config} accepts every image"

    @property
    def decided_by(self) -> str:
        """The authority that verified it; empty where none did."""
        steps = self.decision.steps if self.decision and self.decision.accepted else ()
        good = (step.title for step in steps if step.title.startswith(_AUTHORITY) and step.sign is Sign.OK)
        return next(good, "").removeprefix(_AUTHORITY)

    @property
    def counted(self) -> str:
        """`2 signatures, 1 SBOM`."""
        counts = Counter(referrer.what for referrer in self.list.referrers)
        words = (f"{counts[what]:,} {_WORDS[what][counts[what] != 1]}" for what in What if counts[what])
        return ", ".join(words) or "nothing"

    def name_of(self, digest: str) -> str:
        """What a subject is called: `index`, `linux/arm64`."""
        return next((subject.name for subject in self.list.subjects if subject.digest == digest), "other")


def _is_unread(row: Referrer) -> bool:
    """Whether the content of something was not read, as it is too large or did not come."""
    return row.standing is Standing.UNVERIFIED and not row.content and not row.notation


def described(referrer: Referrer) -> str:
    """What something is, in words: an attestation with its predicate, an SBOM with its components."""
    words = referrer.predicate.removeprefix("https://") if referrer.what is not What.SIGNATURE else ""
    if referrer.notation:
        words = f"of Notation ({referrer.notation})"
    if (software := referrer.software) is not None:
        words = f"{software.format}, {plural(software.components, 'component')}"
        if software.licenses:
            total = len(software.licenses) + software.more_licenses
            words += f"; {few(software.licenses, 3, lambda one: f'{one[0]} {one[1]:,}', total=total)}"
    elif referrer.what is What.OTHER:
        words = referrer.media_type
    return words


def signed_by(referrer: Referrer) -> str:
    """Who says to have signed, where, and when."""
    if referrer.signer is None:
        if not referrer.is_signed or referrer.notation:
            return "" if referrer.notation or referrer.says else "not signed"
        return "by a key"
    signer = referrer.signer
    at = f", {signer.at}" if signer.at else ""
    from_ = f", {signer.repository}@{signer.commit[:12]}" if signer.commit else ""
    return f"by {signer.name if signer.subject or signer.key else 'a key'}{from_}{at}"


def referrer_words(one: Referrer) -> str:
    """One thing in a line: what is known of its signature, what it is, who says to have signed it, what is wrong."""
    log = "" if not one.is_signed or one.is_logged is not False else "no entry in a transparency log"
    by = f"verified, by {one.by}" if one.standing is Standing.VERIFIED else ""
    parts = (by, described(one), signed_by(one), log if not by and log not in one.says else "", one.says)
    return "; ".join(filter(None, parts)) or one.reference
