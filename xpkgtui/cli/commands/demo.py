"""`demo`: browses the built-in package, offline."""

import click

from xpkgtui.cli.commands.browse import browse
from xpkgtui.cli.context import context_of
from xpkgtui.cli.profiles import profile_options


@click.command("demo", short_help="Browse the built-in package, offline.")
@profile_options
@click.pass_context
def command(click_context: click.Context, /, **flags: object) -> int:
    """Browse a package that comes with the program; no network is asked."""
    from xpkgtui.sources.source import DEMO

    return browse(click_context, context_of(click_context), DEMO, {**flags, "offline": True})
