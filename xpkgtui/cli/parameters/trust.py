"""Options that say by what signatures are verified."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from xpkgtui.cli.parameters.cluster import text_of
from xpkgtui.cli.parameters.options import Command, add_options
from xpkgtui.errors import Malformed, Usage

if TYPE_CHECKING:
    from xpkgtui.inspection.messages.referrers import GivenTrust
    from xpkgtui.referrers.identity import TrustedIdentity

_FILE = click.Path(path_type=Path)
_OF_POLICIES = (
    click.option(
        "--verify",
        "verifies",
        is_flag=True,
        help="Verify signatures, in a process of its own (pip install 'xpkgtui[verify]').",
    ),
    click.option(
        "--log-key",
        "logs",
        metavar="FILE",
        multiple=True,
        type=_FILE,
        help="The public key of a transparency log beside those of the trusted root (repeatable).",
    ),
    click.option(
        "--trusted-root",
        "root",
        metavar="FILE",
        type=_FILE,
        help="The authorities and logs that are trusted, as trusted_root.json (default: those of the public "
        "Sigstore, as they came with the library).",
    ),
)
_OF_SIGNERS = (
    click.option(
        "--key",
        "keys",
        metavar="FILE",
        multiple=True,
        type=_FILE,
        help="A public key in PEM, by which --verify verifies (repeatable); with --policy also those of its Secrets.",
    ),
    click.option(
        "--ignore-log",
        "ignores_logs",
        is_flag=True,
        help="Take a signature by --key that no transparency log is known to have; cosign: --insecure-ignore-tlog.",
    ),
    click.option(
        "--identity", metavar="TEXT", default="", help="Whose certificate --verify takes: an address, or a URI."
    ),
    click.option("--identity-regexp", metavar="REGEXP", default="", help="That as a regular expression of Go."),
    click.option("--issuer", metavar="URL", default="", help="Who vouches for that identity: the OIDC issuer."),
    click.option("--issuer-regexp", metavar="REGEXP", default="", help="That as a regular expression of Go."),
    click.option(
        "--attestation",
        metavar="TYPE",
        default="",
        help="Want an attestation of TYPE, a URI or a name as for cosign (slsaprovenance1, spdxjson, vuln, ...), "
        "instead of a signature of the image.",
    ),
)


def verify_options(command: Command) -> Command:
    """Adds `--verify` and what it trusts; keys and identities are those of policies."""
    return add_options(command, _OF_POLICIES)


def trust_options(command: Command) -> Command:
    """Adds `--verify`, keys, an identity, and what it trusts."""
    return add_options(command, (_OF_POLICIES[0], *_OF_SIGNERS, *_OF_POLICIES[1:]))


def trust_of(flags: Mapping[str, Any], *, has_policy: bool) -> "GivenTrust | None":
    """By what signatures are verified, by the flags; None where they are not. Raises `Usage`."""
    from xpkgtui.inspection.messages.referrers import GivenKey, GivenTrust
    from xpkgtui.referrers.identity import TrustedIdentity

    verifies = flags["verifies"]
    keys: tuple[Path, ...] = flags.get("keys", ())
    logs, root = flags["logs"], flags["root"]
    given = _identity(flags)
    has_identity = given != TrustedIdentity()
    if not verifies:
        if keys or logs or root or has_identity or flags.get("ignores_logs") or flags.get("attestation"):
            raise Usage("--key, --identity and what goes with them are for --verify", hint="Add --verify.")
        return None
    if has_identity and not ((given.subject or given.subject_pattern) and (given.issuer or given.issuer_pattern)):
        raise Usage("An identity is a name and its issuer", hint="Give --identity TEXT and --issuer URL.")
    if not (keys or has_policy or has_identity):
        hint = "Give --key FILE, --identity TEXT --issuer URL, or --policy FILE, which has one of them."
        raise Usage("--verify needs a key or an identity", hint=hint)
    attestation = flags.get("attestation", "")
    if attestation and (has_policy or not (keys or has_identity)):
        hint = "With --policy, the ImageConfig lists the attestations that it wants."
        raise Usage("--attestation is for --key or --identity, without --policy", hint=hint)
    return GivenTrust(
        keys=tuple(GivenKey(name=key.name, pem=text_of(key)) for key in keys),
        logs=tuple(map(text_of, logs)),
        identity=given if has_identity else None,
        root=text_of(root) if root is not None else "",
        ignores_logs=flags.get("ignores_logs", False),
        attestation=_predicate(attestation) if attestation else "",
    )


def _predicate(name: str) -> str:
    from xpkgtui.referrers.layer import predicate_type

    try:
        return predicate_type(name)
    except Malformed as error:
        raise Usage(f"--attestation {name[:200]} is not a type: {error}") from error


def _identity(flags: Mapping[str, Any]) -> "TrustedIdentity":
    from xpkgtui.referrers.identity import TrustedIdentity

    return TrustedIdentity(
        subject=flags.get("identity", ""),
        subject_pattern=flags.get("identity_regexp", ""),
        issuer=flags.get("issuer", ""),
        issuer_pattern=flags.get("issuer_regexp", ""),
    )
