"""`rules`: the ruleset, or the manual page of one rule."""

import sys
from typing import TYPE_CHECKING

import click

from xpkgtui.cli.context import context_of
from xpkgtui.cli.output import paint, write, write_paged
from xpkgtui.cli.parameters import completions
from xpkgtui.cli.parameters.options import OutputFormat, format_option
from xpkgtui.errors import NotFound, Usage

if TYPE_CHECKING:
    from xpkgtui.reporting.as_text.tables import Paint
    from xpkgtui.rules.manual_page import ManualPage


@click.command(
    "rules",
    short_help="List all rules, or explain one.",
    epilog="\b\nExamples:\n  xpkgtui rules XPKG401\n  xpkgtui rules --message 'package.yaml not found in package'",
)
@click.argument("rule", metavar="[ID]", required=False, shell_complete=completions.rules)
@click.option(
    "--message",
    metavar="TEXT",
    help="List the rules that an error of kubectl, a log or an event leads to (- reads it from stdin).",
)
@format_option
@click.pass_context
def command(click_context: click.Context, /, rule: str | None, message: str | None, format: OutputFormat) -> None:
    """List the rules of each format with their severity under its profiles; with an ID, explain that rule.

    The beginning of an ID lists the rules that start with it: XPKG4, or OLM for all of that format.
    """
    from xpkgtui.formats.known import wording_of
    from xpkgtui.reporting.as_text.rules import manual, ruleset
    from xpkgtui.reporting.documents.rules import rules as rules_json
    from xpkgtui.reporting.manual import pages as every_page

    pages = every_page()
    if message is not None:
        if rule is not None:
            raise Usage("rules takes an ID or --message, not both")
        _lead(message, pages, format, paint(context_of(click_context).environment))
        return
    if rule is not None:
        pages = _found(rule, pages)
    colors = paint(context_of(click_context).environment)
    if format is OutputFormat.JSON:
        write(rules_json(pages))
    elif len(pages) > 1:
        write_paged(ruleset(pages, colors))
    else:
        write_paged(manual(pages[0], wording_of(pages[0].id), colors))


def _lead(message: str, pages: "list[ManualPage]", format: OutputFormat, colors: "Paint") -> None:
    """Writes where an error leads to; raises `NotFound` where that is nowhere."""
    from xpkgtui.reporting.as_text.rules import leads
    from xpkgtui.reporting.documents.rules import leads as leads_json
    from xpkgtui.reporting.messages.matching import LONGEST, answers

    text = sys.stdin.read(LONGEST) if message == "-" else message
    found = answers(text, pages)
    if not found:
        raise NotFound(
            "No rule knows this message",
            hint="Give the part that the program itself prints, such as the end of an event in `kubectl describe`.",
        )
    if format is OutputFormat.JSON:
        write(leads_json(found, pages))
    else:
        write_paged(leads(found, colors))


def _found(name: str, pages: "list[ManualPage]") -> "list[ManualPage]":
    """The rule of that ID or number, else those whose ID begins so; raises `Usage` where there is none."""
    from xpkgtui.cli.parameters.profiles import number_of, unknown_rule
    from xpkgtui.rules.manual_page import CHANGES, SETS

    wanted = name.strip().upper()
    found = (
        [page for page in pages if page.id == wanted]
        or [page for page in pages if number_of(page.id) == wanted and page.format not in (CHANGES, SETS)]
        or [page for page in pages if number_of(page.id) == wanted]
        or [page for page in pages if wanted and page.id.startswith(wanted)]
    )
    if not found:
        raise unknown_rule(name, [page.id for page in pages])
    return found
