"""`rules`: the catalogue, or the manual page of one rule."""

from typing import TYPE_CHECKING

import click

from xpkgtui.cli import completions
from xpkgtui.cli.context import context_of
from xpkgtui.cli.options import Format, format_option
from xpkgtui.cli.output import paint, write

if TYPE_CHECKING:
    from xpkgtui.reporting.manual import Page


@click.command("rules", short_help="The catalogue of rules, or one rule's manual page.")
@click.argument("rule", metavar="[ID]", required=False, shell_complete=completions.rules)
@format_option
@click.pass_context
def command(click_context: click.Context, /, rule: str | None, format: Format) -> int:
    """List every rule with its severity under each profile; with ID, explain one."""
    from xpkgtui.formats.known import wording_of
    from xpkgtui.reporting.as_json.rules import rules as rules_json
    from xpkgtui.reporting.as_text.rules import catalogue, manual
    from xpkgtui.reporting.manual import pages as every_page

    pages = every_page() if rule is None else [_page(rule)]
    colors = paint(context_of(click_context).environment)
    if format is Format.JSON:
        write(rules_json(pages))
    else:
        write(catalogue(pages, colors) if rule is None else manual(pages[0], wording_of(pages[0].id), colors))
    return 0


def _page(name: str) -> "Page":
    from xpkgtui.cli.profiles import number_of, unknown_rule
    from xpkgtui.reporting.manual import page_named, pages

    wanted = name.strip().upper()
    numbered = (page for page in pages() if number_of(page.id) == wanted)
    found = page_named(wanted) or next(numbered, None)
    if found is None:
        raise unknown_rule(name, [page.id for page in pages()])
    return found
