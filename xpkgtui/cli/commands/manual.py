"""`manual`: the list of chapters, one of them, or what a search finds in all."""

from typing import TYPE_CHECKING

import click

from xpkgtui.cli.context import context_of
from xpkgtui.cli.output import paint, write, write_paged
from xpkgtui.cli.parameters import completions
from xpkgtui.errors import NotFound, Usage

if TYPE_CHECKING:
    from xpkgtui.reporting.chapters import Chapter


@click.command(
    "manual",
    short_help="Show the manual: a page for each question.",
    epilog="\b\nExamples:\n  xpkgtui manual verdict\n  xpkgtui manual --search mirror",
)
@click.argument("page", metavar="[PAGE]", required=False, shell_complete=completions.chapters)
@click.option("--search", metavar="WORDS", help="List the lines of all pages that have these words.")
@click.pass_context
def command(click_context: click.Context, /, page: str | None, search: str | None) -> None:
    """Show a page of the manual; without PAGE list all pages.

    PAGE is the name of a page, or of a command. In a pipe a page is Markdown.
    """
    from xpkgtui.reporting import chapters
    from xpkgtui.reporting.as_text import manual as as_text

    environment = context_of(click_context).environment
    colors = paint(environment)
    if search is not None:
        if page is not None:
            raise Usage("manual takes a PAGE or --search, not both")
        found = chapters.passages(search)
        if not found:
            raise NotFound("No page has these words", hint="Try fewer words, or see the list: xpkgtui manual.")
        write_paged(as_text.found(found, colors))
    elif page is None:
        write_paged(as_text.contents(chapters.chapters(), colors))
    elif colors.width:
        write_paged(as_text.page(_chapter(page), colors))
    else:
        write(_chapter(page).text)


def _chapter(name: str) -> "Chapter":
    """The chapter; raises `Usage` where there is none."""
    from xpkgtui.reporting.chapters import chapter_of, nearest
    from xpkgtui.visible import clip, line

    found = chapter_of(name)
    if found is not None:
        return found
    shown = clip(line(name), 40)
    if name.strip()[-3:].isdecimal():
        raise Usage(
            f"the manual has no page {shown!r}", hint=f"Rules have pages of their own: xpkgtui rules {shown}."
        )
    near = nearest(name)
    hint = f"Did you mean {near}?" if near else "xpkgtui manual lists all pages, --search WORDS finds words in them."
    raise Usage(f"the manual has no page {shown!r}", hint=hint)
