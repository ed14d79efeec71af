"""`diff`: what changes between two packages, what breaks, and what to do first."""

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import click

from xpkgtui.cli.context import context_of, program_name
from xpkgtui.cli.exit_codes import code_of_answer, worst
from xpkgtui.cli.output import paint
from xpkgtui.cli.parameters import completions
from xpkgtui.cli.parameters.opening import open_options, settings_of
from xpkgtui.cli.parameters.options import OutputFormat, access_options, is_verbose, two_platforms_option
from xpkgtui.cli.parameters.outputs import CI_FORMATS, Output, checkout_of, ci_text, outputs_option, write_outputs
from xpkgtui.cli.parameters.profiles import change_options, is_reported, known_changes
from xpkgtui.errors import Failure, FailureKind, Usage
from xpkgtui.rules.changes.change import Level, Weight

if TYPE_CHECKING:
    from xpkgtui.cli.context import CommandContext
    from xpkgtui.inspection.messages.requests import Options
    from xpkgtui.reporting.contents.differences import Differences
    from xpkgtui.service.port import Port


@click.command(
    "diff",
    short_help="Compare two packages: what breaks, and what to do first.",
    epilog="\b\nExamples:"
    "\n  xpkgtui diff old.xpkg new.xpkg"
    "\n  xpkgtui diff kube:provider/acme new.xpkg --level stored --exit-code",
)
@click.argument("old", metavar="OLD", shell_complete=completions.sources)
@click.argument("new", metavar="NEW", shell_complete=completions.sources)
@click.option(
    "--level",
    type=click.Choice([one.value for one in Level]),
    default=Level.CLIENTS.value,
    help="Who must not be broken: clients (default), which are manifests and programs; stored, the objects in a "
    "cluster; strict, everything but words; olmv1, what OLM v1 refuses.",
)
@change_options
@click.option("--exit-code", "fails", is_flag=True, help="Exit with 1 where a change breaks at the level.")
@outputs_option(OutputFormat.TEXT, OutputFormat.JSON, *CI_FORMATS)
@two_platforms_option
@access_options
@click.pass_context
def command(
    click_context: click.Context,
    /,
    old: str,
    new: str,
    level: str,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    fails: bool,
    outputs: tuple[Output, ...],
    platforms: tuple[str, str],
    **flags: object,
) -> int:
    """Compare the packages OLD and NEW, any two sources of one format, and say whether one can go from OLD to NEW.

    Each change says what it was and is, who is affected and what to do first; the worst come first. `xpkgtui rules
    CHG` lists all kinds of changes. --select and --ignore change what is reported and the verdict.

    Exit codes: 0 compared; with --exit-code 1 where a change breaks; 3 not found, not of one format, or not
    everything could be compared; 4 authentication, 5 network, 6 corrupt content.
    """
    from xpkgtui.cli.parameters.outputs import require_destination
    from xpkgtui.cli.reading.port_client import ask_port

    context = context_of(click_context)
    if old == "-" == new:
        raise Usage("standard input can be read only once", hint="Give - once.")
    for output in outputs:
        require_destination(output.file, (old, new))
    reported = is_reported(select, ignore, known_changes)
    settings = settings_of(context, flags)
    before, after = (open_options(settings, context, platform=platform) for platform in platforms)
    found = ask_port(context, lambda port: _compared(port, (old, before), (new, after)))
    found = replace(found, level=Level(level))
    kept, every = tuple(one for one in found.changes if reported(one.id)), len(found.listed)
    found = replace(found, changes=kept)
    found = replace(found, left_out=every - len(found.listed))
    answers = found.answers
    text_of = partial(_text, found, context, is_verbose=is_verbose(click_context))
    write_outputs(outputs, text_of, next((one.failure for one in answers if one.failure), None))
    if fails and found.verdict is Weight.BREAKS:
        answers = tuple(replace(one, is_refused=True) for one in answers)
    return worst(code_of_answer(program_name(click_context), one) for one in answers)


async def _compared(port: "Port", old: tuple[str, "Options"], new: tuple[str, "Options"]) -> "Differences":
    from xpkgtui.cli.reading.port_client import compare, inspect
    from xpkgtui.reporting.contents.differences import Differences, failure_of

    before = await inspect(port, *old, judged=False)
    after = await inspect(port, *new, judged=False)
    found = Differences(old=before, new=after)
    if (failed := failure_of(before, after)) is not None:
        return replace(found, failure=failed[1])
    if before.format.name != after.format.name:
        names = f"{before.format.name} and {after.format.name}"
        return replace(found, failure=Failure(kind=FailureKind.NOT_A_PACKAGE, title=f"of two formats: {names}"))
    return await compare(port, found)


def _text(found: "Differences", context: "CommandContext", output: Output, *, is_verbose: bool) -> str:
    if output.format is OutputFormat.JSON:
        from xpkgtui.reporting.documents.diff import diff as as_json

        return as_json(found)
    from xpkgtui.reporting.as_text import diff

    if output.format is OutputFormat.MARKDOWN:
        return diff.markdown(found)
    if output.format in CI_FORMATS:
        from xpkgtui.reporting.for_ci.results import of_differences
        from xpkgtui.rules.finding import Severity

        results = of_differences(found, checkout_of(context.environment))
        return ci_text(output.format, [results], command="diff", failing={Severity.ERROR})
    return diff.diff(found, paint(context.environment, output.file), is_verbose=is_verbose)
