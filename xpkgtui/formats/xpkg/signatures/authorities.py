"""The authorities of an ImageConfig: whose keys or identities it trusts, and which attestations it wants."""

import base64
import binascii
from collections.abc import Iterator, Mapping, Sequence

from xpkgtui.errors import Malformed
from xpkgtui.formats.xpkg.dependencies.lock import (
    ClusterImageConfig,
    image_configs,
    limited,
    objects_of_policies,
    rewritten,
    verification,
)
from xpkgtui.referrers.identity import TrustedIdentity
from xpkgtui.rules.admission import PolicyFault
from xpkgtui.untyped import field, listing, mapping, text
from xpkgtui.values import dataclass
from xpkgtui.visible import clip

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


EVERYTHING, ATTESTATIONS, PREFIX, REWRITE, STOPS, ANYONE, TWICE = (f"XPKG{one}" for one in range(220, 227))
_SURE_ENDS = ("/", ":", "@")
_STRANGER, _STRANGE_ISSUER = "stranger@example.invalid", "https://example.invalid"
_LONGEST = 200


def policy_faults(configs: Sequence[ClusterImageConfig]) -> Iterator[PolicyFault]:
    """The faults of all configs, in their order."""
    for one in configs:
        yield from _stops(one)
        if one.verification is not None:
            yield from _verifies(one)
        yield from _prefixes(one)
    yield from _rewrites(configs)
    yield from _twice(configs)


def _fault(rule: str, config: ClusterImageConfig, message: str, says: str = "", *, prefix: str = "") -> PolicyFault:
    name = clip(config.name, _LONGEST) or "(no name)"
    message = f"ImageConfig {name} {message}"
    return PolicyFault(rule=rule, config=config.name, message=message, says=says, prefix=prefix)


def _stops(config: ClusterImageConfig) -> Iterator[PolicyFault]:
    if config.rewrite == "":
        says = "cannot get image rewrite config: rewrite prefix is missing"
        yield _fault(STOPS, config, "rewrites to nothing, so no image that it matches is installed", says)
    values = config.verification
    if values is not None and values.get("cosign") is None:
        says = "cannot get image verification config: cosign verification config is missing"
        yield _fault(STOPS, config, "verifies without spec.verification.cosign, so no image is installed", says)
    elif values is not None and values.get("provider") != COSIGN:
        says = "signature verification failed: unsupported image verification provider"
        yield _fault(STOPS, config, "has a provider other than Cosign, so no image is installed", says)
    if not any(config.prefixes):
        yield _fault(STOPS, config, "has no prefix but an empty one, which matches no image")


def _verifies(config: ClusterImageConfig) -> Iterator[PolicyFault]:
    """What is odd about the authorities."""
    authorities = authorities_of(config)
    if (config.verification or {}).get("cosign") is not None and not authorities:
        yield _fault(EVERYTHING, config, "has no authorities, so it accepts every image, signed or not")
    for one in authorities:
        name = clip(one.name, _LONGEST)
        if one.attestations:
            count = len(one.attestations)
            enough = "; one of them is enough" if count > 1 else ""
            message = f"lists attestations for {name}, so it does not check the signature of the image{enough}"
            yield _fault(ATTESTATIONS, config, message)
        if one.trusts_anyone:
            yield _fault(ANYONE, config, f"has neither key nor identity for {name}, so it trusts any of Fulcio's")
        elif any(each.matches((_STRANGER,), _STRANGE_ISSUER) for each in one.identities):
            yield _fault(
                ANYONE, config, f"has an identity for {name} that anyone matches, so it trusts any of Fulcio's"
            )


def _prefixes(config: ClusterImageConfig) -> Iterator[PolicyFault]:
    """Prefixes that also begin other names."""
    for prefix in dict.fromkeys(config.prefixes):
        last = prefix.rpartition("/")[2]
        is_of_family = prefix.endswith("-") and prefix.count("/") > 1  # `acme/provider-aws-`, of one owner
        if not prefix or is_of_family or prefix.endswith(_SURE_ENDS) or ":" in last or "@" in last:
            continue
        other = f"{prefix}.evil.example/…" if "/" not in prefix else f"{prefix}-other"
        message = f"has the prefix {clip(prefix, _LONGEST)}, which also matches {clip(other, _LONGEST)}"
        yield _fault(PREFIX, config, message, prefix=prefix)


def _rewrites(configs: Sequence[ClusterImageConfig]) -> Iterator[PolicyFault]:
    """Rewriting that leads around a verification."""
    verifying = [one for one in configs if one.verification is not None]
    for one in configs:
        if not one.rewrite:
            continue
        lost = (other for other in verifying if _leads_around(one, other, configs))
        if (other := next(lost, None)) is not None:
            name = clip(other.name, _LONGEST)
            message = f"rewrites images that {name} verifies; what is pulled instead is not verified"
            yield _fault(REWRITE, one, message)


def _leads_around(
    rewriting: ClusterImageConfig, verifying: ClusterImageConfig, configs: Sequence[ClusterImageConfig]
) -> bool:
    for prefix in rewriting.prefixes:
        for other in verifying.prefixes:
            if not prefix or not other or not (prefix.startswith(other) or other.startswith(prefix)):
                continue
            sample = max(prefix, other, key=len)
            try:
                path, by = rewritten(sample, configs)
            except Malformed:
                continue
            if by == rewriting.name and verification(sample, configs) and not verification(path, configs):
                return True
    return False


def _twice(configs: Sequence[ClusterImageConfig]) -> Iterator[PolicyFault]:
    """Configs of one prefix for one purpose: which of them counts hangs on the order of a cache."""
    seen: dict[tuple[str, str], ClusterImageConfig] = {}
    for one in configs:
        purposes = {
            "verify": one.verification is not None,
            "rewrite": one.rewrite is not None,
            "give a pull secret for": bool(one.pull_secret),
        }
        for purpose in (name for name, speaks in purposes.items() if speaks):
            for prefix in dict.fromkeys(filter(None, one.prefixes)):
                first = seen.setdefault((purpose, prefix), one)
                if first is not one:
                    both = f"and {clip(first.name, _LONGEST)} both {purpose} {clip(prefix, _LONGEST)}"
                    yield _fault(TWICE, one, f"{both}; Crossplane takes either", prefix=prefix)
