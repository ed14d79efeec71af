"""What cosign finds where Crossplane looks, and the commands by which each of them verifies."""

from collections.abc import Iterator, Sequence

from xpkgtui.formats.xpkg.dependencies.references import PackageReference
from xpkgtui.formats.xpkg.signatures.authorities import Authority
from xpkgtui.rules.admission import AdmissionPlan, SignedImage, TagContents, Voice

_OLD = "--new-bundle-format=false --use-signing-config=false"
"""The options by which cosign 3 signs as cosign 2 did."""


def voices_of(plan: AdmissionPlan, authorities: Sequence[Authority], image: SignedImage) -> tuple[Voice, ...]:
    """What cosign 2 and cosign 3 find, and how to sign so that Crossplane finds it."""
    if not authorities or image.fault:
        return ()
    return tuple(_voices(plan, authorities[0], image))


def _voices(plan: AdmissionPlan, authority: Authority, image: SignedImage) -> Iterator[Voice]:
    name = PackageReference.parse(plan.path).name
    target = f"{name}@{image.digest}"
    is_attested = bool(authority.attestations)
    verb, ending = ("verify-attestation", "att") if is_attested else ("verify", "sig")
    contents = image.attestations if is_attested else image.signatures
    old = _counted(contents, ending)
    trust = _trust(authority)
    kind = f" --type {authority.attestations[0][1] or 'TYPE'}" if is_attested else ""
    command = f"cosign {verb} {trust}{kind} {target}"
    if image.bundles is None:
        new = f"bundles, if there are any (not known); else {old}"
    elif image.bundles:
        new = f"{image.bundles:,} bundle{'s' if image.bundles > 1 else ''}, which it reads before tags"
    else:
        new = f"no bundle; then {old}"
    yield Voice(program="cosign 3", finds=new, command=command)
    yield Voice(program="cosign 2", finds=f"{old}; it reads no bundles, and asks the log online", command=command)
    act = "attest" if is_attested else "sign"
    predicate = f"{kind} --predicate FILE" if is_attested else ""
    key = "" if authority.secret is None else " --key cosign.key"
    signing = f"cosign {act} {_OLD}{key}{predicate} {target}"
    yield Voice(program="Crossplane", finds=f"{old}; it reads no bundles", command=signing)


def _counted(contents: TagContents, ending: str) -> str:
    if contents.layers is None:
        return f"sha256-….{ending} (not known)"
    if not contents.layers:
        return f"no tag sha256-….{ending}"
    return f"sha256-….{ending} with {len(contents.layers):,}"


def _trust(authority: Authority) -> str:
    """The options that trust what the authority trusts."""
    if authority.secret is not None:
        return "--key cosign.pub"
    first = authority.identities[0] if authority.identities else None
    if first is None:
        return "--certificate-identity-regexp '.*' --certificate-oidc-issuer-regexp '.*'"
    subject = _option("certificate-identity", first.subject, first.subject_pattern)
    return f"{subject} {_option('certificate-oidc-issuer', first.issuer, first.issuer_pattern)}"


def _option(name: str, exact: str, pattern: str) -> str:
    """An option of cosign with its value in single quotes, as a shell reads it."""
    value = (pattern or exact or ".*").replace("'", "'\\''")
    return f"--{name}{'-regexp' if pattern or not exact else ''} '{value}'"
