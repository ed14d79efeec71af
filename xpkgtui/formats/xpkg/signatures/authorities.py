"""The authorities of an ImageConfig: whose keys or identities it trusts, and which attestations it wants."""

import base64
import binascii
from collections.abc import Iterator, Mapping, Sequence

from xpkgtui.formats.xpkg.dependencies.lock import image_configs, objects_of_policies
from xpkgtui.formats.xpkg.dependencies.rewrites import ClusterImageConfig, limited
from xpkgtui.referrers.identity import TrustedIdentity
from xpkgtui.untyped import field, listing, mapping, text
from xpkgtui.values import dataclass

COSIGN = "Cosign"
HASHES = ("sha224", "sha256", "sha384", "sha512")
_MOST = 100
"""Authorities of a config, and identities and attestations of each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Authority:
    """One authority; the first that agrees is enough."""

    name: str
    secret: str | None = None
    """The Secret that has its key; None if it has none."""
    secret_key: str = ""
    hash: str = "sha256"
    identities: tuple[TrustedIdentity, ...] = ()
    ignores_sct: bool = False
    """Whether a certificate counts that no log of certificates has."""
    attestations: tuple[tuple[str, str], ...] = ()
    """Names and predicate types; one of them is enough."""

    @property
    def trusts_anyone(self) -> bool:
        """Whether any identity of Fulcio is trusted."""
        return self.secret is None and not self.identities


Secrets = Mapping[str, Mapping[str, str]]
"""The texts of Secrets, by their names and keys."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusterPolicies:
    """The ImageConfigs that were given, and the Secrets beside them."""

    configs: tuple[ClusterImageConfig, ...]
    secrets: Secrets


def read_policies(texts: Sequence[str]) -> ClusterPolicies:
    """What texts in YAML or JSON hold; raises `Usage` where they cannot be read, have no ImageConfig or too many."""
    objects = objects_of_policies(texts)
    configs = image_configs(objects)
    for one in configs:
        authorities_of(one)
    secrets = {
        text(field(one, "metadata", "name")): dict(_entries(one))
        for one in objects
        if field(one, "kind") == "Secret" and text(field(one, "metadata", "name"))
    }
    return ClusterPolicies(configs=configs, secrets=secrets)


def authorities_of(config: ClusterImageConfig) -> tuple[Authority, ...]:
    """The authorities by which a config verifies; raises `Usage` where it is too large."""
    listed = limited(listing(field(config.verification, "cosign", "authorities")), "authorities", config.name, _MOST)
    return tuple(_authority(one, config.name) for one in listed)


def _authority(value: object, config: str) -> Authority:
    key, keyless = field(value, "key"), field(value, "keyless")
    identities = limited(listing(field(keyless, "identities")), "identities in an authority", config, _MOST)
    attestations = limited(listing(field(value, "attestations")), "attestations in an authority", config, _MOST)
    return Authority(
        name=text(field(value, "name")),
        secret=None if key is None else text(field(key, "secretRef", "name")),
        secret_key=text(field(key, "secretRef", "key")),
        hash=text(field(key, "hashAlgorithm")) or "sha256",
        identities=tuple(map(_identity, identities)),
        ignores_sct=field(keyless, "insecureIgnoreSCT") is True,
        attestations=tuple((text(field(one, "name")), text(field(one, "predicateType"))) for one in attestations),
    )


def _identity(value: object) -> TrustedIdentity:
    fields = mapping(value)
    return TrustedIdentity(
        issuer=text(fields.get("issuer")),
        subject=text(fields.get("subject")),
        issuer_pattern=text(fields.get("issuerRegExp")),
        subject_pattern=text(fields.get("subjectRegExp")),
    )


def _entries(secret: object) -> Iterator[tuple[str, str]]:
    for key, value in mapping(field(secret, "data")).items():
        try:
            yield key, base64.b64decode(text(value), validate=True).decode("utf-8", "replace")
        except (ValueError, binascii.Error):
            continue
    for key, value in mapping(field(secret, "stringData")).items():
        yield key, text(value)
