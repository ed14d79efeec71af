"""What attestations state: cosign's short names of predicate types."""

from xpkgtui.errors import Malformed

PREDICATES = {
    "custom": "https://cosign.sigstore.dev/attestation/v1",
    "slsaprovenance": "https://slsa.dev/provenance/v0.2",
    "slsaprovenance02": "https://slsa.dev/provenance/v0.2",
    "slsaprovenance1": "https://slsa.dev/provenance/v1",
    "spdx": "https://spdx.dev/Document",
    "spdxjson": "https://spdx.dev/Document",
    "cyclonedx": "https://cyclonedx.org/bom",
    "link": "https://in-toto.io/Link/v1",
    "vuln": "https://cosign.sigstore.dev/attestation/vuln/v1",
    "openvex": "https://openvex.dev/ns",
}
"""The short names that cosign and Crossplane know."""


def predicate_type(name: str) -> str:
    """The predicate type of a short name, or the URI itself; raises `Malformed` for what is neither."""
    found = PREDICATES.get(name, name)
    if ":" not in found:
        raise Malformed(f"neither a URI nor one of {', '.join(PREDICATES)}")
    return found
