"""`show`: the summary of a package, as text or JSON."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from xpkgtui.cli.context import CommandContext, context_of, program_name
from xpkgtui.cli.exit_codes import code_of_answer, worst
from xpkgtui.cli.output import paint, write, write_paged
from xpkgtui.cli.parameters import completions
from xpkgtui.cli.parameters.opening import known_profile, open_options, settings_of
from xpkgtui.cli.parameters.options import (
    ALL,
    OutputFormat,
    access_options,
    for_each_platform,
    format_option,
    platform_option,
)
from xpkgtui.cli.parameters.profiles import profile_options

if TYPE_CHECKING:
    from xpkgtui.inspection.inspection import Inspection
    from xpkgtui.reporting.summary import Summary
    from xpkgtui.service.port import Port


@click.command(
    "show",
    short_help="Print platforms, layers, objects and verdict.",
    epilog="\b\nExamples:\n  xpkgtui show package.xpkg\n  xpkgtui show ./layout --format json",
)
@click.argument("source", shell_complete=completions.sources)
@format_option
@click.option("--objects", "with_names", is_flag=True, help="List every object by its name, not their number.")
@click.option("--no-check", is_flag=True, help="List the contents without applying rules.")
@platform_option
@profile_options
@access_options
@click.pass_context
def command(
    click_context: click.Context,
    /,
    source: str,
    format: OutputFormat,
    with_names: bool,
    no_check: bool,
    platform: str,
    **flags: object,
) -> int:
    """Print platforms, layers, package and objects of SOURCE, and which tools accept it."""
    context = context_of(click_context)
    return show(
        click_context, context, source, format, flags, platform=platform, judged=not no_check, with_names=with_names
    )


def show(
    click_context: click.Context,
    context: CommandContext,
    source: str,
    format: OutputFormat,
    flags: Mapping[str, object],
    *,
    platform: str = "",
    judged: bool = True,
    opened_is_fine: bool = False,
    with_names: bool = False,
) -> int:
    """Prints the summary, and why the source has no verdict if it has none; returns the exit code.

    With `opened_is_fine` the code is 0 for a source that was opened.
    """
    from xpkgtui.cli.reading.port_client import ask_port, say_profile, summarize
    from xpkgtui.reporting.answer import answer_of
    from xpkgtui.reporting.sentence import unopened

    settings = known_profile(settings_of(context, flags))
    options = replace(open_options(settings, context, platform=platform), lists_alone=not judged)

    async def summaries(port: "Port") -> "list[Summary]":
        return await for_each_platform(port, source, options, lambda state: summarized(port, state), judged=judged)

    async def summarized(port: "Port", state: "Inspection") -> "Summary":
        found = await summarize(port, state, options)
        if not state.format.forms:
            return found
        from xpkgtui.cli.reading.forms import installable_of, upgrades_of

        found = replace(found, installable=await installable_of(port, state))
        return replace(found, upgrades=await upgrades_of(port, state)) if format is OutputFormat.JSON else found

    found = ask_port(context, summaries)
    _write(found, format, context, is_list=platform == ALL, with_names=with_names)
    codes = [0]
    for summary in found:
        say_profile(summary.inspection)
        code = code_of_answer(program_name(click_context), answer_of(summary.inspection, has_layers=True))
        codes.append(0 if opened_is_fine and unopened(summary.inspection) is None else code)
    return worst(codes)


def _write(
    found: "Sequence[Summary]", format: OutputFormat, context: CommandContext, *, is_list: bool, with_names: bool
) -> None:
    if format is OutputFormat.JSON:
        from xpkgtui.reporting.documents.show import show as show_json
        from xpkgtui.reporting.documents.show import show_all

        write(show_all(found) if is_list else show_json(found[0]))
        return
    from xpkgtui.reporting.as_text.show import show as show_text

    opened = (summary for summary in found if summary.inspection.failure is None)
    colors = paint(context.environment)
    write_paged("\n".join(show_text(summary, colors, with_names=with_names) for summary in opened))
