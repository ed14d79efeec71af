"""What Crossplane 2.4 says of an image under its ImageConfigs, without verifying a signature.

Verdict and message are compared with crossplane-runtime 2.4.0 and cosign 3.0.6 by the differential run `signatures`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from xpkgtui.commands import command, spelled
from xpkgtui.errors import Malformed, parsed
from xpkgtui.formats.xpkg.dependencies.lock import ClusterImageConfig, rewritten, verification
from xpkgtui.formats.xpkg.dependencies.references import PackageReference
from xpkgtui.formats.xpkg.signatures.authorities import (
    COSIGN,
    HASHES,
    Authority,
    Secrets,
    authorities_of,
    policy_faults,
    read_policies,
)
from xpkgtui.formats.xpkg.signatures.layers import LayerRulings
from xpkgtui.golang.printing import quoted
from xpkgtui.oci.asked import AS_USUAL
from xpkgtui.readers.reader import Sign, Step
from xpkgtui.referrers.certificate import der_of_pem
from xpkgtui.referrers.checks import CheckedSignatures
from xpkgtui.referrers.layer import PREDICATES, SignedLayer, read_json, statement_in
from xpkgtui.rules.admission import AdmissionDecision, AdmissionPlan, PolicyFault, SignedImage, TagContents, Voice
from xpkgtui.values import dataclass
from xpkgtui.visible import few

_OLD = "--new-bundle-format=false --use-signing-config=false"
"""The options by which cosign 3 signs as cosign 2 did."""


def voices_of(plan: AdmissionPlan, authorities: Sequence[Authority], image: SignedImage) -> tuple[Voice, ...]:
    """What cosign 2 and cosign 3 find, and how to sign so that Crossplane finds it."""
    return () if not authorities or image.fault else tuple(_voices(plan, authorities[0], image))


def _voices(plan: AdmissionPlan, authority: Authority, image: SignedImage) -> Iterator[Voice]:
    name = PackageReference.parse(plan.path).name
    target = f"{name}@{image.digest}"
    is_attested = bool(authority.attestations)
    ending = "att" if is_attested else "sig"
    verifying = command("cosign", "verify-attestation") if is_attested else command("cosign", "verify")
    contents = image.attestations if is_attested else image.signatures
    old = _counted(contents, ending)
    trust = _trust(authority)
    kind = f" --type {authority.attestations[0][1] or 'TYPE'}" if is_attested else ""
    asked = _asking(image, f"{verifying.line} {trust}{kind} {target}")
    if image.bundles is None:
        new = f"bundles, if there are any (not known); else {old}"
    elif image.bundles:
        new = f"{image.bundles:,} bundle{'s' if image.bundles > 1 else ''}, which it reads before tags"
    else:
        new = f"no bundle; then {old}"
    yield Voice(program="cosign 3", finds=new, command=asked)
    yield Voice(program="cosign 2", finds=f"{old}; it reads no bundles, and asks the log online", command=asked)
    act = command("cosign", "attest") if is_attested else command("cosign", "sign")
    predicate = f"{kind} --predicate FILE" if is_attested else ""
    key = "" if authority.secret is None else " --key cosign.key"
    signing = _asking(image, f"{act.line} {_OLD}{key}{predicate} {target}")
    yield Voice(program="Crossplane", finds=f"{old}; it reads no bundles", command=signing)


def _asking(image: SignedImage, line: str) -> str:
    """The command with the flags by which its registry was asked."""
    return line if image.asked == AS_USUAL else image.asked.line(*spelled(line).words)


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


_WRAPPED = "signature verification failed: "


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthorityRuling:
    """What one authority says; it agrees, refuses with messages, or needs a signature to be verified."""

    accepted: bool | None
    says: tuple[str, ...] = ()
    evidence: str = ""


class CrossplaneAdmission:
    """Crossplane's package manager with `--enable-signature-verification`."""

    def plan(self, image: str, policies: Sequence[str]) -> AdmissionPlan:
        """What is chosen: the rewriting first, then the verification of the rewritten path."""
        configs = read_policies(policies).configs
        steps: list[Step] = []
        try:
            path, by = rewritten(image, configs)
        except Malformed as error:
            says = f"cannot get image rewrite config: {error}"
            steps.append(Step(title="Rewrite", evidence=says, sign=Sign.BAD))
            return AdmissionPlan(image=image, path=image, says=says, steps=tuple(steps))
        evidence = f"{by} (longest prefix) makes it {path}" if by else "no ImageConfig rewrites it"
        steps.append(Step(title="Rewrite", evidence=evidence))
        plan = AdmissionPlan(image=image, path=path, rewritten_by=by, steps=tuple(steps))
        try:
            PackageReference.parse(path)
        except Malformed as error:
            return _stopped(plan, f"cannot parse resolved package reference {path}: {error}")
        return _chosen(plan, configs)

    def decide(
        self,
        plan: AdmissionPlan,
        policies: Sequence[str],
        image: SignedImage,
        checked: CheckedSignatures | None = None,
        logs: Sequence[str] = (),
    ) -> AdmissionDecision:
        """What Crossplane says; undecided where only a signature decides that is not `checked`."""
        found = AdmissionDecision(
            image=plan.image, path=plan.path, config=plan.config, digest=image.digest, steps=plan.steps
        )
        if plan.says:
            return replace(found, accepted=False, says=plan.says)
        if not plan.config:
            return replace(found, accepted=True)
        known = read_policies(policies)
        config = verification(plan.path, known.configs)
        assert config is not None  # the plan has its name
        authorities = authorities_of(config)
        rulings: list[AuthorityRuling] = []
        for one in authorities:
            layers = LayerRulings(one, image.digest, checked, logs)
            rulings.append(_ruling(layers, image, known.secrets))
            if rulings[-1].accepted:
                break
        steps = tuple(_step_of(one, ruling) for one, ruling in zip(authorities, rulings, strict=False))
        if image.elsewhere:
            words = f"those of {few(image.elsewhere, 5)} do not count: the digest of the reference is verified"
            steps += (Step(title="Signatures", evidence=words, sign=Sign.WARNING),)
        accepted, says = _concluded(rulings)
        found = replace(found, accepted=accepted, says=says, steps=(*found.steps, *steps))
        return replace(found, voices=voices_of(plan, authorities, image))

    def faults(self, policies: Sequence[str]) -> tuple[PolicyFault, ...]:
        """The ImageConfigs that do something else than they look like."""
        return tuple(policy_faults(read_policies(policies).configs))


ADMISSION = CrossplaneAdmission()


def _chosen(plan: AdmissionPlan, configs: Sequence[ClusterImageConfig]) -> AdmissionPlan:
    """The plan with the config that verifies, and with what that reads."""
    config = verification(plan.path, configs)
    if config is None:
        words = f"no ImageConfig verifies {plan.path}: it is installed unverified"
        lost = verification(plan.image, configs) if plan.rewritten_by else None
        if lost is not None:
            words += f"; {lost.name} verifies {plan.image}, and is not asked after the rewrite"
        step = Step(title="Choose", evidence=words, sign=Sign.WARNING if lost else Sign.OK)
        return replace(plan, steps=(*plan.steps, step))
    step = Step(title="Choose", evidence=f"{config.name} (longest prefix) verifies {plan.path}")
    plan = replace(plan, config=config.name, steps=(*plan.steps, step))
    values = config.verification or {}
    if values.get("cosign") is None:
        return _stopped(plan, "cannot get image verification config: cosign verification config is missing")
    if values.get("provider") != COSIGN:
        return _stopped(plan, f"{_WRAPPED}unsupported image verification provider")
    wanted = {bool(one.attestations) for one in authorities_of(config)}
    reads = (*(("sig",) if False in wanted else ()), *(("att",) if True in wanted else ()))
    words = " and ".join(f"the tag sha256-….{one}" for one in reads) + " of the digest, and no referrers"
    step = Step(title="Read", evidence=words if reads else "nothing: there are no authorities")
    return replace(plan, steps=(*plan.steps, step))


def _stopped(plan: AdmissionPlan, says: str) -> AdmissionPlan:
    return replace(plan, says=says, steps=(*plan.steps, Step(title="Stop", evidence=says, sign=Sign.BAD)))


def _ruling(rulings: LayerRulings, image: SignedImage, secrets: Secrets) -> AuthorityRuling:
    """What an authority says of what lies beside the image."""
    authority, key = rulings.authority, ""
    if authority.secret is not None:
        if (wrong := _wrong_key(authority, secrets)) is not None:
            return _refused(authority, f"cannot build cosign check options {wrong}")
        key = secrets.get(authority.secret, {}).get(authority.secret_key, "")
    contents = image.attestations if authority.attestations else image.signatures
    if image.fault or contents.layers is None:
        return AuthorityRuling(accepted=None, evidence=image.fault or contents.fault)
    if not contents.layers and not authority.attestations:
        return _refused(authority, "signature verification failed with no signatures found")
    return _of_layers(rulings, contents, contents.layers, key)


def _of_layers(
    rulings: LayerRulings, contents: TagContents, layers: Sequence[SignedLayer], key: str
) -> AuthorityRuling:
    """What an authority says of signatures: one that verifies is enough."""
    authority = rulings.authority
    kind = "attestations" if authority.attestations else "signatures"
    says: list[str] = []
    possible: list[SignedLayer] = []
    good: list[SignedLayer] = []
    unread = ""
    for one in layers:
        try:
            found = rulings.of(one, key)
        except Malformed as error:
            unread = unread or f"{contents.name}: {error}"
            continue
        if isinstance(found, str):
            says.append(found)
        else:
            (good if found else possible).append(one)
    if good and not _lacking(authority, good):
        return AuthorityRuling(accepted=True, evidence=f"{len(good):,} of {len(layers):,} {kind} verified")
    if unread:
        return AuthorityRuling(accepted=None, evidence=unread)
    possible += good
    if not possible:
        joined = "\n ".join(says)
        return _refused(authority, f"signature verification failed with no matching {kind}: {joined}")
    if lacking := _lacking(authority, possible):
        return AuthorityRuling(accepted=False, says=lacking, evidence=lacking[0])
    lack = "" if key or authority.secret is None else f"; its key, in the Secret {authority.secret}, was not given"
    words = f"{len(possible):,} of {len(layers):,} {kind} may verify, which --verify finds out"
    if rulings.is_verifying:
        words = f"{len(possible):,} of {len(layers):,} {kind} could not be verified"
        words += "; `xpkgtui referrers --log-key` takes the key of their log" if key else ""
    return AuthorityRuling(accepted=None, evidence=words + lack)


def _lacking(authority: Authority, layers: Sequence[SignedLayer]) -> tuple[str, ...]:
    """What Crossplane says where no attestation, if verified, is of a type that is listed; empty where one is."""
    if not authority.attestations:
        return ()
    types = [statement_in(read_json(one.payload or b"")).predicate_type for one in layers]
    found: list[str] = []
    for name, wanted in authority.attestations:
        for one in types:
            if not wanted:
                found.append(f"cannot convert attestation {quoted(name)} to payload JSON: missing predicate type")
            elif one == PREDICATES.get(wanted, wanted):
                return ()
            else:
                found.append(f"no attestation of type {quoted(wanted)} found for {quoted(name)}")
    return tuple(f"authority {quoted(authority.name)}: {says}" for says in found)


def _wrong_key(authority: Authority, secrets: Secrets) -> str | None:
    """Why a key cannot be used; None where it can, or is not known."""
    secret = secrets.get(authority.secret or "")
    if secret is not None:
        value = secret.get(authority.secret_key, "")
        if not value:
            return f"no data found for key {quoted(authority.secret_key)} in secret {quoted(authority.secret or '')}"
        if parsed(der_of_pem, value) is None:
            invalid = "PEM decoding failed"
            return f"secret {quoted(authority.secret_key)} contains an invalid public key: {invalid}"
    if authority.hash.strip().lower() not in HASHES:
        return f"invalid hash algorithm: unsupported algorithm {quoted(authority.hash)}"
    return None


def _refused(authority: Authority, says: str) -> AuthorityRuling:
    return AuthorityRuling(accepted=False, says=(f"authority {quoted(authority.name)}: {says}",), evidence=says)


def _step_of(authority: Authority, ruling: AuthorityRuling) -> Step:
    sign = {True: Sign.OK, False: Sign.BAD, None: Sign.WARNING}[ruling.accepted]
    return Step(title=f"Authority {authority.name or '(no name)'}", evidence=ruling.evidence, sign=sign)


def _concluded(rulings: Sequence[AuthorityRuling]) -> tuple[bool | None, str]:
    """What all authorities say together; without any, no error is no error."""
    if not rulings or rulings[-1].accepted:
        return True, ""
    if any(one.accepted is None for one in rulings):
        undecided = next(one for one in rulings if one.accepted is None)
        return None, undecided.evidence
    says = tuple(dict.fromkeys(each for one in rulings for each in one.says))
    return False, _WRAPPED + (says[0] if len(says) == 1 else f"[{', '.join(says)}]")
