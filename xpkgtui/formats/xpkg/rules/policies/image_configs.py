"""Rules about ImageConfigs that were given with --policy: what they make of the image, and what they hide."""

from collections.abc import Iterator

from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, rule
from xpkgtui.formats.xpkg.subject.subjects import ImageSubject
from xpkgtui.visible import clip

_LONGEST = 400


@rule("XPKG218", "the ImageConfigs refuse the image", "E", spec="", stage=Stage.INDEX)
def is_admitted(subject: ImageSubject) -> Iterator[Problem]:
    """An installation with the ImageConfigs of --policy installs the image.

    xpkgtui asks the registry for the tags `sha256-<digest>.sig` and `.att` beside the image, as Crossplane does.

    Why: With `--enable-signature-verification` Crossplane verifies the digest before it fetches the package. It reads
    no referrers, so it does not find what cosign 3 writes by default.
    When it bites: The package revision stays unhealthy: `signature verification failed`.
    Fix: Sign with `cosign sign --new-bundle-format=false --use-signing-config=false`, which also writes to the log.
    `xpkgtui referrers SOURCE --policy FILE` prints the whole command.
    Source: crossplane-runtime pkg/xpkg/client.go, pkg/xpkg/signature; settled by running it.
    """
    decision = subject.case.options.decision
    if decision is not None and decision.accepted is False:
        message = f"The policy refuses {decision.path}: {clip(decision.says, _LONGEST)}"
        yield Problem(message=message, says=None if subject.profile.is_document else decision.says)


@rule("XPKG219", "the policy depends on verifying a signature", "I", spec="", stage=Stage.INDEX, leaves_open=True)
def is_decided(subject: ImageSubject) -> Iterator[Problem]:
    """The policy can be decided without verifying a signature.

    Why: Without --verify xpkgtui compares tags, log entries, keys, identities and digests, and verifies no signature,
    so it cannot say that the image is accepted.
    When it bites: Never by itself; the verdict stays undecided.
    Fix: Add --verify, or verify with cosign: `xpkgtui referrers SOURCE --policy FILE` prints the command.
    Source: crossplane-runtime pkg/xpkg/signature.
    """
    decision = subject.case.options.decision
    if decision is not None and decision.accepted is None:
        message = f"The policy leaves {decision.path} undecided: {clip(decision.says, _LONGEST)}"
        # Where no policy was asked, the source has no name by which one could be chosen.
        fix = "" if decision.config else "Push the package, and check its reference."
        yield Problem(message=message, undecided=True, fix=fix)


@rule("XPKG220", "an ImageConfig that verifies has no authority", "W", spec="", stage=Stage.INDEX)
def has_authorities(subject: ImageSubject) -> Iterator[Problem]:
    """An ImageConfig of --policy that verifies images lists at least one authority.

    Why: Crossplane joins the errors of all authorities; without any there is no error. The CRD allows `[]`.
    When it bites: Every image is accepted, signed or not.
    Fix: List an authority with a key or with identities.
    Source: crossplane-runtime pkg/xpkg/signature/validate.go; settled by running it.
    """
    yield from _faults(subject, "XPKG220")


@rule("XPKG221", "an authority checks attestations instead of the signature", "W", spec="", stage=Stage.INDEX)
def checks_signatures(subject: ImageSubject) -> Iterator[Problem]:
    """No authority of an ImageConfig of --policy lists attestations.

    Why: With attestations Crossplane does not check the signature of the image, and one of the listed attestations
    is enough.
    When it bites: An image that has an attestation and no signature is accepted.
    Fix: Accept it, or add an authority without attestations in an ImageConfig of its own. An authority that agrees
    suffices, so two authorities do not ask for both.
    Source: crossplane-runtime pkg/xpkg/signature/validate.go; settled by running it.
    """
    yield from _faults(subject, "XPKG221")


@rule("XPKG222", "a prefix also matches longer names", "W", spec="", stage=Stage.INDEX)
def prefixes_end(subject: ImageSubject) -> Iterator[Problem]:
    """A prefix of an ImageConfig of --policy ends with `/`, with a tag, with `:` or `@`, or in a folder with `-`.

    Why: A prefix is text. `xpkg.example.org/acme` also matches `xpkg.example.org/acme-co`, and `xpkg.example.org`
    matches `xpkg.example.org.evil.example`.
    When it bites: Another owner's images get the pull secret, the rewrite or the trust of this one.
    Fix: End the prefix of a registry or a folder with `/`. For one package write two prefixes, `…/name:` and
    `…/name@`. `rewriteImage` puts its prefix in the place of this one, so let it end alike.
    Source: crossplane-runtime pkg/xpkg/config.go; settled by running it.
    """
    yield from _faults(subject, "XPKG222")


@rule("XPKG223", "a rewritten image escapes verification", "W", spec="", stage=Stage.INDEX)
def rewrites_are_verified(subject: ImageSubject) -> Iterator[Problem]:
    """If ImageConfigs of --policy rewrite images that others verify, the rewritten path is verified too.

    Why: Crossplane rewrites first, and chooses the verification for the rewritten path alone.
    When it bites: Images from the mirror are installed without verification.
    Fix: Add the prefix of the mirror to the ImageConfig that verifies, and copy the signatures to the mirror.
    Source: crossplane-runtime pkg/xpkg/client.go; settled by running it.
    """
    yield from _faults(subject, "XPKG223")


@rule("XPKG224", "an ImageConfig is incomplete", "W", spec="", stage=Stage.INDEX)
def can_be_used(subject: ImageSubject) -> Iterator[Problem]:
    """An ImageConfig of --policy has a prefix to match, and what its rewrite or its verification needs.

    Why: Crossplane stops at `rewriteImage` without a prefix, at `verification` without `cosign`, and at another
    provider. An empty prefix matches no image.
    When it bites: No package that the ImageConfig matches is installed.
    Fix: Write the missing field, or remove the section.
    Source: crossplane-runtime pkg/xpkg/config.go, pkg/xpkg/signature/validate.go; settled by running it.
    """
    yield from _faults(subject, "XPKG224")


@rule("XPKG225", "an authority names no signer, or everyone", "W", spec="", stage=Stage.INDEX)
def trusts_named(subject: ImageSubject) -> Iterator[Problem]:
    """An authority of an ImageConfig of --policy has a key, or keyless identities that not everyone matches.

    Why: Without both, or with `.*` in both, Crossplane takes the certificate of any identity that Fulcio vouches for.
    When it bites: Anyone with an account can sign an image that is accepted.
    Fix: Write `keyless.identities` with issuer and subject, or `key`.
    Source: crossplane-runtime pkg/xpkg/signature/validate.go; cosign pkg/cosign/verify.go.
    """
    yield from _faults(subject, "XPKG225")


@rule("XPKG226", "two ImageConfigs have the same prefix", "W", spec="", stage=Stage.INDEX)
def one_for_each(subject: ImageSubject) -> Iterator[Problem]:
    """No two ImageConfigs of --policy have the same prefix for the same purpose.

    Why: If two prefixes are equally long, Crossplane uses whichever its cache lists first, and that order varies.
    When it bites: Which of them counts may change from one reconcile to the next.
    Fix: Join them, or make one prefix longer.
    Source: crossplane-runtime pkg/xpkg/config.go; settled by running it.
    """
    yield from _faults(subject, "XPKG226")


def _faults(subject: ImageSubject, rule: str) -> Iterator[Problem]:
    for one in subject.case.options.policy_faults:
        if one.rule == rule:
            yield Problem(message=clip(one.message, _LONGEST * 2))
