"""`show`: the summary of a package, as text or JSON."""

from collections.abc import Mapping

import click

from xpkgtui.cli.context import CommandContext, context_of, program_name
from xpkgtui.cli.exit_codes import report
from xpkgtui.cli.options import Format, access_options, format_option, open_options, settings_of
from xpkgtui.cli.output import paint, write
from xpkgtui.cli.profiles import profile_options


@click.command("show", short_help="What a package is: platforms, layers, objects, verdict.")
@click.argument("source")
@format_option
@click.option("--no-check", is_flag=True, help="List what is in it, and apply no rule.")
@profile_options
@access_options
@click.pass_context
def command(click_context: click.Context, /, source: str, format: Format, no_check: bool, **flags: object) -> int:
    """Show platforms, layers, package and objects of SOURCE, and whether Crossplane accepts it."""
    return show(click_context, context_of(click_context), source, format, flags, judged=not no_check)


def show(
    click_context: click.Context,
    context: CommandContext,
    source: str,
    format: Format,
    flags: Mapping[str, object],
    *,
    judged: bool = True,
    opened_is_fine: bool = False,
) -> int:
    """Prints the summary, and why the source has no verdict if it has none; returns the exit code.

    With `opened_is_fine` the code is 0 for a source that was opened.
    """
    from xpkgtui.cli.port_client import ask_port, summarize
    from xpkgtui.cli.profiles import known_profile
    from xpkgtui.reporting.sentence import trouble, unopened

    settings = known_profile(settings_of(context, flags))
    options = open_options(settings, context)
    summary = ask_port(context, lambda port: summarize(port, source, options, judged=judged))
    if format is Format.JSON:
        from xpkgtui.reporting.as_json.show import show as show_json

        write(show_json(summary))
    elif summary.inspection.failure is None:
        from xpkgtui.reporting.as_text.show import show as show_text

        write(show_text(summary, paint(context.environment)))
    failure = trouble(summary.inspection)
    if failure is None:
        return 0
    code = report(program_name(click_context), failure, source)
    return 0 if opened_is_fine and unopened(summary.inspection) is None else code
