"""`rbac`: what a package may do once it is installed, what runs, and what that costs."""

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from xpkgtui.cli.context import context_of, program_name
from xpkgtui.cli.exit_codes import Stopped, code_of_answer
from xpkgtui.cli.output import Grammar, note, paint, write, write_answer
from xpkgtui.cli.parameters import completions
from xpkgtui.cli.parameters.opening import open_options, settings_of
from xpkgtui.cli.parameters.options import access_options, choice_of_format, is_verbose, one_platform_option
from xpkgtui.visible import line

if TYPE_CHECKING:
    from xpkgtui.formats.permissions.granted import Granter
    from xpkgtui.inspection.messages.permissions import ReadPermissions
    from xpkgtui.inspection.messages.requests import Options
    from xpkgtui.reporting.contents.package_permissions import FoundPermissions
    from xpkgtui.service.port import Port

_MAKERS = ("rbac-manager", "olmv1", "olmv0", "installer", "package-manager", "compositions", "manifests")


@click.command(
    "rbac",
    short_help="Show what a package may do once installed, what runs, what it costs.",
    epilog="\b\nExamples:\n  xpkgtui rbac package.xpkg --format yaml",
)
@click.argument("source", shell_complete=completions.sources)
@click.option(
    "--by",
    type=click.Choice(_MAKERS),
    help="Only what one of them makes; what installer (OLM v1 up to 1.10) and compositions name, apply yourself.",
)
@click.option(
    "--namespace",
    metavar="NAME",
    default="",
    help="The namespace to install in (default: crossplane-system; what an operator suggests, else operators).",
)
@click.option(
    "--member",
    "members",
    multiple=True,
    metavar="SOURCE",
    help="A package that is installed too (repeatable): the resources of its family are in the roles, and what it "
    "defines may be composed.",
)
@click.option("--crossplane", metavar="VERSION", help="The version of Crossplane that installs (default 2.4).")
@choice_of_format(
    "text (default), json, or yaml: the roles, bindings and ServiceAccounts as manifests.", "text", "json", "yaml"
)
@one_platform_option
@access_options
@click.pass_context
def command(
    click_context: click.Context,
    /,
    source: str,
    by: str | None,
    namespace: str,
    members: tuple[str, ...],
    format: str,
    platform: str,
    **flags: object,
) -> int:
    """Show what SOURCE may do once it is installed: the roles that Crossplane's RBAC manager, OLM v0 and OLM v1 make
    for it, and those among its own objects. The widest come first, marked with `!`: every Secret, `*`, other
    identities, roles and webhooks.

    Then what runs, with which image, user and privileges, and what its definitions cost an API server.

    What Compositions compose and Crossplane has no permission for is a role that nothing makes: --by compositions
    --format yaml prints it, with the label that adds it to Crossplane's own.

    Nothing is asked of a cluster. --by installer --format yaml prints what to apply before OLM v1 up to 1.10 installs
    a bundle.

    Exit codes: 0 shown; 3 not found, or not everything could be read; 4 authentication, 5 network, 6 corrupt content.
    """
    from xpkgtui.cli.reading.port_client import ask_port
    from xpkgtui.formats.permissions.granted import Granter
    from xpkgtui.inspection.messages.permissions import ReadPermissions

    context = context_of(click_context)
    options = open_options(settings_of(context, flags), context, platform=platform)
    request = ReadPermissions(namespace=namespace)
    maker = Granter(by) if by else None
    found = ask_port(context, lambda port: _found(port, source, options, request, maker, members))
    if format == "text":
        from xpkgtui.reporting.as_text.rbac import rbac as as_text

        write_answer(
            as_text(found, paint(context.environment), is_verbose=is_verbose(click_context)), found.answer.failure
        )
    elif format == "json":
        from xpkgtui.reporting.documents.rbac import rbac as as_json

        write(as_json(found))
    elif found.failure is None:
        from xpkgtui.reporting.as_manifests import manifests
        from xpkgtui.reporting.contents.package_permissions import WORDS

        for remark in found.shown.remarks:
            note(line(remark))
        write(manifests(found.objects, WORDS), Grammar.PROGRAM)
    return code_of_answer(program_name(click_context), found.answer)


async def _found(
    port: "Port",
    source: str,
    options: "Options",
    request: "ReadPermissions",
    by: "Granter | None",
    members: tuple[str, ...],
) -> "FoundPermissions":
    from xpkgtui.cli.reading.lists import read_permissions
    from xpkgtui.cli.reading.port_client import inspect
    from xpkgtui.inspection.inspection import Inspection
    from xpkgtui.reporting.contents.package_permissions import FoundPermissions

    if members:
        from xpkgtui.cli.reading.lists import installed_member

        try:
            known = [await installed_member(port, member, options) for member in members]
        except Stopped as error:
            return FoundPermissions(inspection=Inspection(source=source), failure=error.failure())
        request = replace(request, members=tuple(known))
    return await read_permissions(port, await inspect(port, source, options, judged=False), request, by)
