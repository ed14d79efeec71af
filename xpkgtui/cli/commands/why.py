"""`why`: what every program that reads packages makes of a source, and what repairs it."""

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from xpkgtui.cli.context import CommandContext, context_of, program_name
from xpkgtui.cli.exit_codes import code_of_answer, worst
from xpkgtui.cli.output import paint, write, write_answer
from xpkgtui.cli.parameters import completions
from xpkgtui.cli.parameters.opening import open_options, settings_of
from xpkgtui.cli.parameters.options import (
    OutputFormat,
    WholeNumber,
    access_options,
    matrix_format_option,
    one_platform_option,
)
from xpkgtui.cli.parameters.profiles import kind_option
from xpkgtui.errors import Usage

if TYPE_CHECKING:
    from xpkgtui.inspection.inspection import Inspection
    from xpkgtui.inspection.messages.requests import LayerScope, Options
    from xpkgtui.service.port import Port


@click.command(
    "why",
    short_help="Compare what each tool reads as the package.",
    epilog="\b\nExamples:\n  xpkgtui why package.xpkg\n  xpkgtui why demo:refused --base 2",
)
@click.argument("sources", metavar="SOURCE...", nargs=-1, required=True, shell_complete=completions.sources)
@click.option("--base", metavar="N", type=WholeNumber(), help="Read the package as if layer N were annotated base.")
@matrix_format_option
@click.option("--all-layers", is_flag=True, help="Read every layer that a reader needs, however large.")
@kind_option
@one_platform_option
@access_options
@click.pass_context
def command(
    click_context: click.Context,
    /,
    sources: tuple[str, ...],
    base: int | None,
    format: OutputFormat,
    all_layers: bool,
    platform: str,
    installed_as: str | None,
    **flags: object,
) -> int:
    """Show what each tool reads of each SOURCE, step by step, and whether it accepts it.

    For a Crossplane package: the specification, Crossplane 1.0 to 2.4, crossplane xpkg extract and crossplane
    resource validate, with the layer and file that each reads; where they differ, the likely cause and the commands
    that repair it. For an OLM bundle or catalog: opm, operator-sdk, OLM v1 and RukPak.

    Exit codes: 0 compared, even if a tool refuses it; 3 not found, 4 authentication, 5 network, 6 corrupt content.
    """
    from xpkgtui.cli.reading.port_client import ask_port
    from xpkgtui.inspection.messages.requests import LayerScope
    from xpkgtui.reporting.contents.readings import answer_of_readers

    context = context_of(click_context)
    if sources.count("-") > 1:
        raise Usage("standard input can be read only once", hint="Give - once.")
    options = open_options(settings_of(context, flags), context, platform=platform, base=base)
    options = replace(options, installed_as=installed_as or "")
    reach = LayerScope.ALL if all_layers else LayerScope.CHEAP
    found = ask_port(context, lambda port: _compared(port, sources, options, reach))
    answers = [answer_of_readers(state) for state in found]
    if format is OutputFormat.TEXT:
        write_answer(_text(found, format, context), next((one.failure for one in answers if one.failure), None))
    else:
        write(_text(found, format, context))
    return worst(code_of_answer(program_name(click_context), one) for one in answers)


async def _compared(
    port: "Port", sources: tuple[str, ...], options: "Options", reach: "LayerScope"
) -> "list[Inspection]":
    """The sources one after the other, at one port: what has to be loaded is loaded once."""
    from xpkgtui.cli.reading.port_client import compare_readers, inspect

    return [
        await compare_readers(port, await inspect(port, source, options, judged=False), reach) for source in sources
    ]


def _text(found: "list[Inspection]", format: OutputFormat, context: CommandContext) -> str:
    if format is OutputFormat.JSON:
        from xpkgtui.reporting.documents.why import why as as_json

        return as_json(found)
    from xpkgtui.reporting.as_text import why

    return why.markdown(found) if format is OutputFormat.MARKDOWN else why.why(found, paint(context.environment))
