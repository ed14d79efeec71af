"""`upgrades`: the graph of upgrades, and where one can go from a version."""

import json
from typing import TYPE_CHECKING, Any

import click

from xpkgtui.cli.context import context_of, program_name
from xpkgtui.cli.exit_codes import code_of_answer
from xpkgtui.cli.output import Grammar, columns, write, write_paged
from xpkgtui.cli.parameters import completions
from xpkgtui.cli.parameters.opening import open_options, settings_of
from xpkgtui.cli.parameters.options import access_options, choice_of_format, one_platform_option
from xpkgtui.errors import Failure
from xpkgtui.visible import line

if TYPE_CHECKING:
    from xpkgtui.formats.forms import AskedForm
    from xpkgtui.inspection.inspection import Inspection
    from xpkgtui.inspection.messages.requests import Options
    from xpkgtui.reporting.answer import CommandAnswer
    from xpkgtui.service.port import Port

_FORMATS = ("text", "json", "mermaid", "dot")


@click.command(
    "upgrades",
    short_help="Draw the upgrade graph of an OLM catalog.",
    epilog="\b\nExamples:\n  xpkgtui upgrades catalog.yaml --package acme --from 1.2.0",
)
@click.argument("source", shell_complete=completions.sources)
@click.option("--package", metavar="NAME", default="", help="Only this package.")
@click.option("--channel", metavar="NAME", default="", help="Only this channel of each package.")
@click.option(
    "--from",
    "installed",
    metavar="VERSION",
    default="",
    help="Say what OLM v0 and OLM v1 upgrade this version or bundle to.",
)
@choice_of_format("text (default), json, mermaid, or dot for Graphviz.", *_FORMATS)
@one_platform_option
@access_options
@click.pass_context
def command(
    click_context: click.Context,
    /,
    source: str,
    package: str,
    channel: str,
    installed: str,
    format: str,
    platform: str,
    **flags: object,
) -> int:
    """Draw the channels of the catalog SOURCE: heads, replaces, skips and skipRange, what is stranded or deprecated.

    With --from, say which version OLM v0 (in each channel) and OLM v1 install next. The version need not be in the
    catalog, because a skipRange may include it.

    Exit codes: 0 drawn, even if there is no upgrade; 3 not found, not a catalog, or a channel cannot be read.
    """
    from xpkgtui.cli.reading.port_client import ask_port
    from xpkgtui.formats.forms import AskedForm

    context = context_of(click_context)
    options = open_options(settings_of(context, flags), context, platform=platform)
    asked = AskedForm(name=format, package=package, channel=channel, version=installed, width=columns())
    text, answer, state = ask_port(context, lambda port: _read(port, source, options, asked))
    if format == "json":
        from xpkgtui.reporting.documents.upgrades import upgrades

        found: dict[str, Any] = json.loads(text) if text else {}
        write(upgrades(state, found, answer))
    elif format == "text":
        doubt = f"? not all channels are here: {line(answer.doubt)}\n\n" if text and answer.doubt else ""
        write_paged(doubt + text)
    else:
        write(text, Grammar.PROGRAM)
    return code_of_answer(program_name(click_context), answer)


async def _read(
    port: "Port", source: str, options: "Options", asked: "AskedForm"
) -> "tuple[str, CommandAnswer, Inspection]":
    """The text, empty where there is none, and how far it is known."""
    from xpkgtui.cli.reading.forms import no_upgrades
    from xpkgtui.cli.reading.lists import answer_to
    from xpkgtui.cli.reading.port_client import inspect, text_at
    from xpkgtui.inspection.messages.replies import TextReady
    from xpkgtui.inspection.messages.requests import ReadText, Text
    from xpkgtui.reporting.answer import answer_of, lack
    from xpkgtui.reporting.sentence import unread

    state = await inspect(port, source, options, judged=False)
    if failure := unread(state) or no_upgrades(state):
        return "", answer_of(state, failure), state
    state, reply = await answer_to(port, state, ReadText(text=Text.FORM, form=asked), TextReady)
    if isinstance(reply, Failure):
        return "", answer_of(state, reply), state
    lacking = lack(source, "some of the channels", reply.incomplete)
    return text_at(reply.path), answer_of(state, beyond=lacking), state
