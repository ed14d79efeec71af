"""`ls`: lists files with the layer that supplies them."""

from typing import TYPE_CHECKING

import click

from xpkgtui.cli.context import context_of, program_name
from xpkgtui.cli.exit_codes import Stopped, code_of, report
from xpkgtui.cli.options import Format, access_options, format_option, open_options, settings_of
from xpkgtui.cli.output import say, write
from xpkgtui.cli.views import chosen_view, view_options
from xpkgtui.errors import Failure, FailureKind, NotFound, XpkgError

if TYPE_CHECKING:
    from xpkgtui.inspection.replies import FilesListed
    from xpkgtui.inspection.requests import Options, View
    from xpkgtui.inspection.rows.files import FileRow
    from xpkgtui.rules.wording import Wording
    from xpkgtui.service.port import Port


@click.command("ls", short_help="Files, with the layer that supplies them.")
@click.argument("source")
@click.argument("path", default="")
@view_options
@format_option
@access_options
@click.pass_context
def command(
    click_context: click.Context,
    /,
    source: str,
    path: str,
    view: str | None,
    layer: int | None,
    format: Format,
    **flags: object,
) -> int:
    """List the files of SOURCE below PATH."""
    from xpkgtui.cli.port_client import ask_port
    from xpkgtui.inspection.requests import View
    from xpkgtui.reporting.as_json.ls import ls as ls_json
    from xpkgtui.reporting.as_text.ls import ls as ls_text

    context = context_of(click_context)
    options = open_options(settings_of(context, flags), context)
    listed: FilesListed | None = None
    wording: Wording | None = None
    failure: Failure | None = None
    try:
        listed, wording, failure = ask_port(
            context, lambda port: _list(port, source, path.strip("/"), view, layer, options)
        )
    except XpkgError as error:
        failure = error.failure()
    except Stopped as stopped:
        failure = stopped.failure
    if format is Format.JSON:
        shown_view = listed.view if listed else View(view or ("base" if layer is None else "layer"))
        write(ls_json(source, shown_view, listed.rows if listed else None, failure))
    elif listed and wording:
        write(ls_text(listed.rows, wording))
    return report(program_name(click_context), failure, source) if failure else 0


async def _list(
    port: "Port", source: str, path: str, view: str | None, layer: int | None, options: "Options"
) -> "tuple[FilesListed, Wording, Failure | None]":
    """The list, the words of the package's format, and why the list is incomplete."""
    from xpkgtui.cli.port_client import inspect, say_platform
    from xpkgtui.inspection.rows.wording import gaps_sentence, no_files_sentence
    from xpkgtui.reporting.sentence import trouble, unopened

    state = await inspect(port, source, options, judged=False)
    if failure := unopened(state):
        raise Stopped(failure, source)
    say_platform(state)
    shown_view = chosen_view(state, view, layer)
    listed = await _below(port, shown_view, layer, path)
    if listed.gaps:
        kind = max((gap.failure for gap in listed.gaps), key=code_of)
        return listed, state.wording, Failure(kind=kind, title=gaps_sentence(listed.gaps))
    if state.resolved and not state.resolved.has_image:
        from xpkgtui.visible import line

        folder = state.resolved.reference if state.resolved.is_assembled else None
        say(f"note: {line(no_files_sentence(folder, state.wording))}\n")
    return listed, state.wording, trouble(state) if view is None and layer is None else None


async def _below(port: "Port", view: "View", layer: int | None, path: str) -> "FilesListed":
    """Everything below the folder `path`, or the one entry if it is a file."""
    from dataclasses import replace

    from xpkgtui.filesystem.tar.entry import EntryType

    folder, _, name = path.rpartition("/")
    try:
        listed = await _ask(port, view, layer, path, recursive=True)
        if listed.rows or not path:
            return listed
    except Stopped as stopped:
        if not path or stopped.failure.kind is not FailureKind.NOT_FOUND:
            raise
    siblings = await _ask(port, view, layer, folder, recursive=False)
    rows = tuple(row for row in siblings.rows if row.path.rpartition("/")[2] == name)
    if not rows:
        raise NotFound(f"there is no {path} in the view {view}", hint="ls without a path lists what there is.")
    if any(row.type is EntryType.DIRECTORY and not row.whiteout for row in rows):
        rows = ()
    return replace(siblings, rows=rows, total=len(rows))


async def _ask(port: "Port", view: "View", layer: int | None, folder: str, *, recursive: bool) -> "FilesListed":
    """The whole list, joined from its batches."""
    from xpkgtui.cli.port_client import refuse, replies
    from xpkgtui.inspection.events import PartFailed
    from xpkgtui.inspection.replies import FilesListed
    from xpkgtui.inspection.requests import ListFiles

    whole = FilesListed(view=view, layer=layer, folder=folder, first=0, rows=(), total=0)
    rows: list[FileRow] = []
    request = ListFiles(view=view, layer=layer, folder=folder, recursive=recursive, consent=True)
    async with replies(port, request) as events:
        async for event in events:
            if isinstance(event, PartFailed):
                raise refuse(event)
            if isinstance(event, FilesListed):
                whole = event
                rows += event.rows
    return FilesListed(
        view=whole.view, layer=layer, folder=folder, first=0, rows=tuple(rows), total=len(rows), gaps=whole.gaps
    )
