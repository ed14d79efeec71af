"""`outdated`: which packages of a set, or of a cluster, have newer versions, and who holds them back."""

from dataclasses import replace

import click

from xpkgtui.cli.context import context_of, program_name
from xpkgtui.cli.exit_codes import code_of_answer
from xpkgtui.cli.output import paint
from xpkgtui.cli.parameters.opening import known_profile, open_options, settings_of
from xpkgtui.cli.parameters.options import OutputFormat, access_options, is_verbose
from xpkgtui.cli.parameters.outputs import Output, outputs_option, write_outputs
from xpkgtui.cli.parameters.sets import installed_option, level_option, set_request
from xpkgtui.errors import Usage
from xpkgtui.rules.changes.change import Level


@click.command(
    "outdated",
    short_help="List the packages of a set that have newer versions.",
    epilog="\b\nExamples:\n  xpkgtui outdated ./manifests --exit-code",
)
@click.argument("paths", metavar="[PATH]...", nargs=-1)
@installed_option
@click.option(
    "--crossplane",
    metavar="VERSION",
    help="The version that packages must want (default: the cluster's, else 2.4).",
)
@click.option("--all", "lists_all", is_flag=True, help="Also list the packages that are at their newest version.")
@click.option("--diff", "is_compared", is_flag=True, help="Also compare versions, and count what breaks.")
@level_option
@click.option("--exit-code", "fails", is_flag=True, help="Exit with 1 where a newer version is allowed.")
@outputs_option(OutputFormat.TEXT, OutputFormat.JSON, OutputFormat.MARKDOWN)
@access_options
@click.pass_context
def command(
    click_context: click.Context,
    /,
    paths: tuple[str, ...],
    installed: str | None,
    lists_all: bool,
    is_compared: bool,
    level: str,
    fails: bool,
    outputs: tuple[Output, ...],
    **flags: object,
) -> int:
    """Say of each package object under PATH, or of each installed one, which version it has, the newest that every
    constraint allows, the newest at all, and who holds it back.

    Constraints are those of the set, of what is installed, of the packages themselves, and each version's own on the
    Crossplane asked for.

    Exit codes: 0 listed; with --exit-code 1 where a newer version is allowed; 2 usage; 3 not all is known.
    """
    from xpkgtui.cli.reading.port_client import ask_port
    from xpkgtui.cli.reading.sets import kept, outdated
    from xpkgtui.formats.sets.planning import PlanOptions

    if not paths and installed is None:
        raise Usage("outdated needs a PATH, or --installed", hint="A folder of manifests: `xpkgtui outdated .`")
    context = context_of(click_context)
    options = open_options(known_profile(settings_of(context, flags), is_told=False), context)
    plan = PlanOptions(crossplane=options.asked_crossplane)
    request = replace(set_request(paths, installed, plan, options, level), lists_versions=True)
    with kept(request) as asked:
        found = ask_port(context, lambda port: outdated(port, asked, Level(level) if is_compared else None))
    found = replace(found, installed=installed or "", fails_where_newer=fails)
    is_all = lists_all or is_verbose(click_context)

    def text_of(output: Output) -> str:
        if output.format is OutputFormat.JSON:
            from xpkgtui.reporting.documents.outdated import outdated as as_json

            return as_json(found, is_compared=is_compared)
        from xpkgtui.reporting.as_text import outdated as as_text

        if output.format is OutputFormat.MARKDOWN:
            return as_text.markdown(found, is_verbose=is_all)
        return as_text.outdated(found, paint(context.environment, output.file), is_verbose=is_all)

    write_outputs(outputs, text_of, found.answer.failure)
    return code_of_answer(program_name(click_context), found.answer)
