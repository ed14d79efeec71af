"""`demo`: browses a built-in package, offline."""

import click

from xpkgtui.cli.commands.browse import at_option, browse
from xpkgtui.cli.context import context_of
from xpkgtui.cli.parameters.profiles import profile_options
from xpkgtui.sources.demos import DEMO_FORMATS, demo_source


@click.command(
    "demo",
    short_help="Browse a built-in package, offline.",
    epilog="\b\nExamples:\n  xpkgtui demo\n  xpkgtui demo --format bundle --at finding/OLM025",
)
@click.option(
    "--format",
    type=click.Choice(("xpkg", *DEMO_FORMATS)),
    default="xpkg",
    help="The format of the package: xpkg (default), an OLM bundle or catalog, a stack of Crossplane 0.12, a plain "
    "bundle, or objects of RukPak.",
)
@at_option
@profile_options
@click.pass_context
def command(click_context: click.Context, /, format: str, at: str, **flags: object) -> int:
    """Browse a package that comes with the program, offline.

    Other commands accept the same packages as SOURCE: demo, demo:bundle, demo:catalog and so on.
    """
    return browse(click_context, context_of(click_context), demo_source(format), {**flags, "offline": True}, at=at)
