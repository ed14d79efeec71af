"""`show`: what a package is, as text or JSON."""

from collections.abc import Mapping

import click

from xpkgtui.cli.failing import report
from xpkgtui.cli.options import formats, judging, opening, reaching, settle
from xpkgtui.cli.output import paint, write
from xpkgtui.cli.surroundings import Surroundings, around


@click.command("show", short_help="What a package is: platforms, layers, objects, verdict.")
@click.argument("source")
@formats
@judging
@reaching
@click.pass_context
def command(context: click.Context, /, source: str, format: str, **flags: object) -> int:
    """Show platforms, layers, package and objects of SOURCE, and whether Crossplane accepts it."""
    return show(context, around(context), source, format, flags)


def show(
    context: click.Context,
    surroundings: Surroundings,
    source: str,
    format: str,
    flags: Mapping[str, object],
    *,
    opened_is_fine: bool = False,
) -> int:
    """Prints the summary and tells what kept the source from being read as far as a verdict.

    With `opened_is_fine` the code is 0 as soon as there was something to look at.
    """
    from xpkgtui.cli.inspecting import ask_port, summarise
    from xpkgtui.cli.profiles import known_profile
    from xpkgtui.reporting.as_json.show import show as show_json
    from xpkgtui.reporting.as_text.show import show as show_text
    from xpkgtui.reporting.sentence import trouble, unopened

    settings = known_profile(settle(surroundings, flags))
    options = opening(settings, surroundings)
    summary = ask_port(surroundings, lambda port: summarise(port, source, options))
    if format == "json":
        write(show_json(summary))
    elif summary.inspection.failure is None:
        write(show_text(summary, paint(surroundings.environment)))
    failure = trouble(summary.inspection)
    if failure is None:
        return 0
    code = report(context.find_root().info_name or "xpkgtui", failure, source)
    return 0 if opened_is_fine and unopened(summary.inspection) is None else code
