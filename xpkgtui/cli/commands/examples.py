"""`examples`: the examples of a package, each as the API server stores it."""

from functools import partial
from pathlib import Path

import click

from xpkgtui.cli.context import context_of, program_name
from xpkgtui.cli.exit_codes import code_of_answer
from xpkgtui.cli.output import paint, write, write_answer
from xpkgtui.cli.parameters import completions
from xpkgtui.cli.parameters.cluster import text_of
from xpkgtui.cli.parameters.opening import open_options, settings_of
from xpkgtui.cli.parameters.options import (
    OutputFormat,
    access_options,
    format_option,
    is_verbose,
    one_platform_option,
)


@click.command(
    "examples",
    short_help="List a package's examples, each as the API server stores it.",
    epilog="\b\nExamples:\n  xpkgtui examples ./package",
)
@click.argument("source", shell_complete=completions.sources)
@click.argument(
    "files", metavar="[FILE]...", nargs=-1, type=click.Path(path_type=Path), shell_complete=completions.files
)
@format_option
@one_platform_option
@access_options
@click.pass_context
def command(
    click_context: click.Context,
    /,
    source: str,
    files: tuple[Path, ...],
    format: OutputFormat,
    platform: str,
    **flags: object,
) -> int:
    """List the examples of SOURCE, each judged by the package's own definitions as the API server judges it when it
    is created: unknown fields, errors in the server's words, CEL rules, what is dropped; --verbose also says what is
    set by default.

    With FILEs, their objects are judged in place of the examples.

    Examples are in .up/examples.yaml of the layer annotated `upbound`, in examples/ of a folder, in alm-examples of a
    bundle. Nothing is asked of a cluster.

    Exit codes: 0 all that were judged are accepted; 1 one is refused; 3 not found, or not all could be judged;
    4 authentication, 5 network, 6 corrupt content.
    """
    from xpkgtui.cli.reading.lists import read_examples
    from xpkgtui.cli.reading.port_client import ask_about
    from xpkgtui.inspection.messages.examples import GivenFile, ReadExamples

    context = context_of(click_context)
    options = open_options(settings_of(context, flags), context, platform=platform)
    request = ReadExamples(files=tuple(GivenFile(name=str(file), text=text_of(file)) for file in files))
    found = ask_about(context, source, options, partial(read_examples, request=request))
    if format is OutputFormat.TEXT:
        from xpkgtui.reporting.as_text.examples import examples as as_text

        write_answer(
            as_text(found, paint(context.environment), is_verbose=is_verbose(click_context)), found.answer.failure
        )
    else:
        from xpkgtui.reporting.documents.examples import examples as as_json

        write(as_json(found))
    return code_of_answer(program_name(click_context), found.answer)
