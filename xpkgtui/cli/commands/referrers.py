"""`referrers`: signatures, attestations and SBOMs of an image, and whether a policy of the cluster takes it."""

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from xpkgtui.cli.context import context_of, program_name
from xpkgtui.cli.exit_codes import code_of_answer
from xpkgtui.cli.output import paint, write, write_answer
from xpkgtui.cli.parameters import completions
from xpkgtui.cli.parameters.cluster import policy_option, text_of
from xpkgtui.cli.parameters.opening import open_options, settings_of
from xpkgtui.cli.parameters.options import OutputFormat, access_options, format_option, is_verbose
from xpkgtui.cli.parameters.trust import trust_of, trust_options
from xpkgtui.errors import Usage

if TYPE_CHECKING:
    from xpkgtui.inspection.inspection import Inspection
    from xpkgtui.reporting.contents.referrer_list import ListedReferrers
    from xpkgtui.service.port import Port


@click.command(
    "referrers",
    short_help="List signatures, attestations and SBOMs, and ask a policy about them.",
    epilog="\b\nExamples:"
    "\n  xpkgtui referrers xpkg.crossplane.io/acme/provider-nop:v1.2.0 --policy policy.yaml --verify",
)
@click.argument("source", shell_complete=completions.sources)
@policy_option(
    "ImageConfigs, and Secrets with their keys: report whether an installation with them accepts the image"
)
@trust_options
@format_option
@access_options
@click.pass_context
def command(
    click_context: click.Context,
    /,
    source: str,
    policies: tuple[Path, ...],
    format: OutputFormat,
    **flags: object,
) -> int:
    """List what belongs to SOURCE and to each platform of it: signatures, attestations, SBOMs, in tags such as
    sha256-….sig, in the referrers API, in its fallback tag, and in the index itself.

    Everything is listed as found, and nothing is verified: names come from certificates that anyone can make. With
    --policy it says what Crossplane 2.4 with --enable-signature-verification would say, step by step, as far as that
    needs no verification of a signature, and what cosign finds instead.

    --verify checks, without a network, signatures by keys (ECDSA, RSA, Ed25519) and by certificates in tags and
    bundles, and that they are about this digest and in a transparency log. Of certificates it also checks authority,
    identity, certificate log and time. Signatures of the image decide; an attestation decides only where
    --attestation asks for its type.

    Exit codes: 0 listed, or verified; 1 where the image does not match --policy, or is not verified; 3 not
    found, not everything answered, or with --policy undecided; 4 authentication, 5 network, 6 corrupt content.
    """
    from xpkgtui.cli.reading.port_client import ask_about

    context = context_of(click_context)
    trust = trust_of(flags, has_policy=bool(policies))
    options = open_options(settings_of(context, flags), context)
    options = replace(options, policies=tuple(map(text_of, policies)), trust=trust)
    found = ask_about(context, source, options, partial(_listed, by_policy=bool(policies)))
    if format is OutputFormat.JSON:
        from xpkgtui.reporting.documents.referrers import referrers as as_json

        write(as_json(found))
    else:
        from xpkgtui.reporting.as_text.referrers import referrers as as_text

        write_answer(
            as_text(found, paint(context.environment), is_verbose=is_verbose(click_context)), found.answer.failure
        )
    return code_of_answer(program_name(click_context), found.answer)


async def _listed(port: "Port", state: "Inspection", *, by_policy: bool) -> "ListedReferrers":
    from xpkgtui.cli.reading.lists import read_referrers
    from xpkgtui.inspection.messages.referrers import ReadReferrers
    from xpkgtui.reporting.contents.referrer_list import ListedReferrers

    if by_policy and state.failure is None and state.resolved is not None and not state.resolved.is_remote:
        title = "Policies choose images by their names in a registry, and this source has none."
        failure = Usage(title, hint="Push it, and name its reference.").failure()
        return ListedReferrers(inspection=state, failure=failure)
    return await read_referrers(port, state, ReadReferrers())
