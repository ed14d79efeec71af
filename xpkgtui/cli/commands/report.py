"""`report`: one page of HTML about sources, to be sent or kept."""

from typing import TYPE_CHECKING

import click

from xpkgtui.cli.context import context_of, program_name
from xpkgtui.cli.exit_codes import code_of_answer, worst
from xpkgtui.cli.output import Grammar, write_file
from xpkgtui.cli.parameters import completions
from xpkgtui.cli.parameters.opening import known_profile, open_options, settings_of
from xpkgtui.cli.parameters.options import access_options, one_platform_option
from xpkgtui.cli.parameters.outputs import STDOUT
from xpkgtui.cli.parameters.profiles import profile_options
from xpkgtui.errors import Usage

if TYPE_CHECKING:
    from xpkgtui.inspection.messages.requests import LayerScope, Options
    from xpkgtui.reporting.as_html.page import ReportedSource
    from xpkgtui.service.port import Port

_RESULTS = ".jsonl"


@click.command(
    "report",
    short_help="Write one self-contained HTML page about packages.",
    epilog="\b\nExamples:\n  xpkgtui report package.xpkg -o report.html",
)
@click.argument("sources", metavar="SOURCE...", nargs=-1, required=True, shell_complete=completions.sources)
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    default=STDOUT,
    help="Write to FILE instead of standard output.",
    shell_complete=completions.files,
)
@click.option("--all-layers", is_flag=True, help="Read every layer that a reader needs, however large.")
@one_platform_option
@profile_options
@access_options
@click.pass_context
def command(
    click_context: click.Context,
    /,
    sources: tuple[str, ...],
    output: str,
    all_layers: bool,
    platform: str,
    **flags: object,
) -> int | None:
    """Write one page about each SOURCE: verdict, findings with their lines, layers, who reads what, objects.

    Files of results that `check --format jsonl` has written (*.jsonl), on one machine or on several, are joined to
    one page: a table, the worst first, and the findings of each package.

    The page has no script and loads nothing; it is light or dark as its reader wants it, and prints well.

    Exit codes: 0 written, whatever the verdict; 3 not found or undecided, 4 authentication, 5 network,
    6 corrupt content.
    """
    from xpkgtui.cli.parameters.outputs import require_destination
    from xpkgtui.cli.reading.port_client import ask_port
    from xpkgtui.inspection.messages.requests import LayerScope
    from xpkgtui.reporting.answer import answer_of
    from xpkgtui.reporting.as_html.page import page

    context = context_of(click_context)
    if sources.count("-") > 1:
        raise Usage("standard input can be read only once", hint="Give - once.")
    sources = tuple(dict.fromkeys(sources))
    require_destination(output, sources)
    if any(source.endswith(_RESULTS) for source in sources):
        write_file(output, _joined(sources), Grammar.MARKUP)
        return None
    settings = known_profile(settings_of(context, flags))
    reach = LayerScope.ALL if all_layers else LayerScope.CHEAP
    options = open_options(settings, context, children=True, reach=reach, platform=platform)
    found = ask_port(context, lambda port: _read(port, sources, options, reach))
    write_file(output, page(found, profile=options.profile, crossplane=options.crossplane), Grammar.MARKUP)
    program = program_name(click_context)
    return worst(code_of_answer(program, answer_of(one.inspection, has_layers=True)) for one in found)


def _joined(files: tuple[str, ...]) -> str:
    """The page of the results in these files; raises `Usage` where one is something else."""
    from xpkgtui.cli.many.results import ChosenResults
    from xpkgtui.reporting.as_html.joined import joined

    if other := next((file for file in files if not file.endswith(_RESULTS)), None):
        raise Usage(
            f"{other} was not written by check --format jsonl", hint="Files of results and packages have a page each."
        )
    return joined(ChosenResults(files).__iter__)


async def _read(
    port: "Port", sources: tuple[str, ...], options: "Options", reach: "LayerScope"
) -> "list[ReportedSource]":
    """The sources one after the other; the lines of findings are read before the next one is opened."""
    from xpkgtui.cli.checked_sources import excerpts_of
    from xpkgtui.cli.reading.kinds import defined
    from xpkgtui.cli.reading.port_client import compare_readers, inspect
    from xpkgtui.reporting.as_html.page import MOST_SCHEMAS, ReportedSource

    found = []
    for source in sources:
        state = await compare_readers(port, await inspect(port, source, options), reach)
        wanted = [row.document for row in state.rows if row.defines]
        schemas = tuple(await defined(port, wanted[:MOST_SCHEMAS]))
        excerpts = excerpts_of(state, state.findings)
        found.append(ReportedSource(inspection=state, excerpts=excerpts, schemas=schemas, definitions=len(wanted)))
    return found
