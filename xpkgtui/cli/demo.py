"""`demo`: the built-in package, offline."""

import click

from xpkgtui.cli.browse import browse
from xpkgtui.cli.options import judging
from xpkgtui.cli.surroundings import around


@click.command("demo", short_help="Browse the built-in package, offline.")
@judging
@click.pass_context
def command(context: click.Context, /, **flags: object) -> int:
    """Browse a package that comes with the program; no network is asked."""
    from xpkgtui.sources.demo.source import DemoSource

    return browse(context, around(context), DemoSource.demo_text, {**flags, "offline": True})
