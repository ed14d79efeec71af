"""Things that belong to an image, as values: what each is, where it was found, and who says to have signed it."""

from enum import StrEnum

from xpkgtui.values import dataclass


class ReferrerLayout(StrEnum):
    """The ways in which something says that it belongs to an image, as JSON spells them."""

    TAGS = "tags"
    """A tag named after the digest: `sha256-….sig`, as cosign 1 and 2 write it."""
    REFERRERS = "referrers"
    """A manifest with a subject, which the registry or index.json of a layout lists."""
    FALLBACK = "fallback"
    """The tag `sha256-…`, which lists such manifests where a registry has no API for it."""
    INDEX = "index"
    """An entry of the image's own index, as BuildKit writes it."""


class What(StrEnum):
    """What belongs to an image, as JSON spells it."""

    SIGNATURE = "signature"
    ATTESTATION = "attestation"
    SBOM = "sbom"
    VEX = "vex"
    OTHER = "other"


class Standing(StrEnum):
    """What is known of the signature of something, as JSON spells it."""

    UNVERIFIED = "unverified"
    """It was found; nothing was verified."""
    VERIFIED = "verified"
    FAILED = "failed"
    """It is damaged, or says that it belongs to another image."""


NOTATION = {"application/jose+json": "JWS", "application/cose": "COSE"}
"""The types of signatures of Notation, which no key or identity of cosign verifies."""
NO_KEY = "no key that was given signed it"
"""What is said of a signature that is by another key."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Signer:
    """Who signed, as a certificate or a hint says it; nothing of it is verified."""

    subject: str = ""
    """The identity: an address of mail, or the URI of a workflow; of a plain certificate its subject."""
    issuer: str = ""
    """Who vouches for the identity: the OIDC issuer, or of a plain certificate its issuer."""
    workflow: str = ""
    repository: str = ""
    commit: str = ""
    ref: str = ""
    at: str = ""
    """When the certificate begins to count, or when the log took the signature: `2026-09-01T12:00:00Z`."""
    key: str = ""
    """The hint at the key, where there is no certificate."""

    @property
    def name(self) -> str:
        """The identity in a line."""
        issuer = f" ({self.issuer})" if self.issuer else ""
        return f"{self.subject or 'a certificate without a name'}{issuer}" if not self.key else f"key {self.key}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Software:
    """What an SBOM lists."""

    format: str
    """`SPDX 2.3`, `CycloneDX 1.6`."""
    components: int
    licenses: tuple[tuple[str, int], ...] = ()
    """Licenses as they are spelled, each with its components, the most frequent first."""
    more_licenses: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Referrer:
    """One thing that belongs to an image. A manifest with several signatures is as many of them."""

    subject: str
    """The digest of the manifest or index that it belongs to."""
    layout: ReferrerLayout
    digest: str
    """The digest of its own manifest; empty where that could not be had."""
    reference: str
    """What it is pulled by: a tag or a digest, or of a layout on disk its name."""
    what: What = What.OTHER
    media_type: str = ""
    """The type by which it was recognized."""
    predicate: str = ""
    """The predicate type of an attestation."""
    is_signed: bool = False
    signer: Signer | None = None
    software: Software | None = None
    is_logged: bool | None = None
    """Whether a signature comes with an entry of a transparency log; None where that is not known."""
    content: str = ""
    """The digest of the layer that it was read from; empty where none was."""
    size: int | None = None
    """Bytes of its content, as its manifest says."""
    standing: Standing = Standing.UNVERIFIED
    by: str = ""
    """By what it was verified."""
    says: str = ""
    """What is wrong with it, or why not all of it is known."""

    @property
    def notation(self) -> str:
        """The form of a signature of Notation: `JWS`, `COSE`; empty for any other."""
        return NOTATION.get(self.media_type, "")

    @property
    def is_signature(self) -> bool:
        """Whether it is a signature, or an attestation that is signed or may be."""
        return self.what is What.SIGNATURE or (
            self.what is What.ATTESTATION and self.layout is not ReferrerLayout.INDEX
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One layout that was asked about, and what came back."""

    layout: ReferrerLayout
    answer: str
    """The answer in a clause."""
    is_known: bool = True
    """Whether the answer says what is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SubjectImage:
    """A manifest or index that something may belong to."""

    digest: str
    name: str
    """`index`, `image`, or the platform."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferrerList:
    """All that belongs to an image."""

    subjects: tuple[SubjectImage, ...] = ()
    asked: tuple[Asked, ...] = ()
    referrers: tuple[Referrer, ...] = ()
    unread: str = ""
    """Why the list is not whole, in a clause; empty where it is."""
    nowhere: str = ""
    """Why a source of this form has none, in a clause; empty where it may have some."""

    @property
    def is_signed(self) -> bool | None:
        """Whether a signature or an attestation was found; None where none was, and not all is known."""
        if any(referrer.is_signature for referrer in self.referrers):
            return True
        return None if self.unread or not all(one.is_known for one in self.asked) else False


def what_of(media_type: str) -> What:
    """What a media type or an artifact type says; what says nothing is `OTHER`."""
    kind = media_type.casefold()
    if any(word in kind for word in ("spdx", "cyclonedx", "syft", "sbom")):
        return What.SBOM
    if "vex" in kind:
        return What.VEX
    if any(word in kind for word in ("dsse", "in-toto", "attestation", "slsa")):
        return What.ATTESTATION
    is_signature = any(word in kind for word in ("sigstore.bundle", "cosign", "simplesigning", "notary"))
    return What.SIGNATURE if is_signature else What.OTHER
