"""`ls`: lists files with the layer that supplies them."""

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from xpkgtui.cli.context import context_of, program_name
from xpkgtui.cli.exit_codes import Stopped, code_of_answer, failure_of, worst
from xpkgtui.cli.output import note, write, write_paged
from xpkgtui.cli.parameters import completions
from xpkgtui.cli.parameters.opening import open_options, settings_of
from xpkgtui.cli.parameters.options import (
    ALL,
    OutputFormat,
    access_options,
    for_each_platform,
    format_option,
    platform_option,
)
from xpkgtui.cli.parameters.views import chosen_view, view_options
from xpkgtui.errors import Failure, FailureKind, NotFound, Usage, XpkgError
from xpkgtui.values import dataclass

if TYPE_CHECKING:
    from xpkgtui.inspection.inspection import Inspection
    from xpkgtui.inspection.messages.replies import FilesListed
    from xpkgtui.inspection.messages.requests import View
    from xpkgtui.reporting.contents.file_list import Listing
    from xpkgtui.rules.wording import Wording
    from xpkgtui.service.port import Port


@dataclass(frozen=True, slots=True, kw_only=True)
class LsTarget:
    """What to list of a source."""

    path: str
    view: str | None
    layer: int | None


@click.command(
    "ls",
    short_help="List files, each with the layer that supplies it.",
    epilog="\b\nExamples:\n  xpkgtui ls package.xpkg\n  xpkgtui ls package.xpkg etc --view flattened",
)
@click.argument("source", shell_complete=completions.sources)
@click.argument("path", default="")
@click.option("--hidden", is_flag=True, help="List files that layers above cover or remove, the largest first.")
@view_options
@platform_option
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
    hidden: bool,
    platform: str,
    format: OutputFormat,
    **flags: object,
) -> int:
    """List the files of SOURCE below PATH, each with the layer that supplies it."""
    from xpkgtui.cli.reading.port_client import ask_port

    context = context_of(click_context)
    options = replace(open_options(settings_of(context, flags), context, platform=platform), lists_alone=True)
    if hidden and (view or layer is not None):
        raise Usage("--hidden cannot be combined with --view or --layer", hint="Remove one of them.")
    target = LsTarget(path=path.strip("/"), view="hidden" if hidden else view, layer=layer)

    async def list_each(port: "Port") -> "list[tuple[Listing, Wording]]":
        return await for_each_platform(
            port, source, options, lambda state: _listing(port, state, target, platform), judged=False
        )

    found = ask_port(context, list_each)
    _write(source, found, format, is_list=platform == ALL)
    return worst(code_of_answer(program_name(click_context), listing.answer(source)) for listing, _ in found)


def _write(source: str, found: "list[tuple[Listing, Wording]]", format: OutputFormat, *, is_list: bool) -> None:
    from xpkgtui.inspection.messages.requests import View
    from xpkgtui.reporting.as_text.ls import heading
    from xpkgtui.reporting.as_text.ls import ls as ls_text
    from xpkgtui.reporting.documents.ls import ls as ls_json
    from xpkgtui.reporting.documents.ls import ls_all

    listings = [listing for listing, _ in found]
    if format is OutputFormat.JSON:
        write(ls_all(source, listings) if is_list else ls_json(source, listings[0]))
        return
    text = ""
    for number, (listing, wording) in enumerate(found):
        text += heading(listing.platform, is_first=not number) if len(found) > 1 else ""
        text += ls_text(listing.rows or (), wording, has_heads=listing.view is View.HIDDEN)
    write_paged(text)


async def _listing(port: "Port", state: "Inspection", target: LsTarget, platform: str) -> "tuple[Listing, Wording]":
    """The files of the image that is open, or why they cannot be listed, with the words of its format."""
    from xpkgtui.cli.reading.whereabouts import with_whereabouts
    from xpkgtui.inspection.messages.requests import View
    from xpkgtui.reporting.contents.file_list import Listing
    from xpkgtui.reporting.sentence import shown_platform

    name = shown_platform(state)
    try:
        listed, failure = await _list(port, state, target, platform)
    except XpkgError as error:
        view = View(target.view or ("base" if target.layer is None else "layer"))
        failed = await with_whereabouts(port, state, target.path, error.failure())
        return Listing(platform=name, view=view, failure=failed), state.wording
    return Listing(platform=name, view=listed.view, rows=tuple(listed.rows), failure=failure), state.wording


async def _list(
    port: "Port", state: "Inspection", target: LsTarget, platform: str
) -> "tuple[FilesListed, Failure | None]":
    """The list, and why it is incomplete."""
    from xpkgtui.cli.reading.port_client import say_platform
    from xpkgtui.reporting.sentence import unopened, unread

    if failure := unopened(state):
        raise Stopped(failure, state.source)
    say_platform(state, platform)
    shown_view = chosen_view(state, target.view, target.layer)
    is_folder = state.resolved is not None and state.resolved.is_assembled
    where = "among the files that were looked at" if is_folder else f"in the view {shown_view}"
    listed = await _below(port, shown_view, target.layer, target.path, where)
    if listed.gaps:
        return listed, failure_of(listed.gaps)
    if state.resolved and not state.resolved.has_image:
        from xpkgtui.visible import line

        folder = state.resolved.reference if state.resolved.is_assembled else None
        of_folder = f"{state.wording.no_layers}. Listed are the files that were looked at."
        note(line(of_folder if listed.rows else state.wording.no_files(folder)))
    return listed, unread(state) if target.view is None and target.layer is None else None


async def _below(port: "Port", view: "View", layer: int | None, path: str, where: str) -> "FilesListed":
    """Everything below the folder `path`, or the one entry if it is a file; `where` says where it was looked for."""
    from dataclasses import replace

    from xpkgtui.cli.reading.whereabouts import list_files
    from xpkgtui.filesystem.tar.entry import EntryType

    folder, _, name = path.rpartition("/")
    try:
        listed = await list_files(port, view, layer, path, recursive=True)
        if listed.rows or not path:
            return listed
    except Stopped as stopped:
        if not path or stopped.failure().kind is not FailureKind.NOT_FOUND:
            raise
    siblings = await list_files(port, view, layer, folder, recursive=False)
    rows = tuple(row for row in siblings.rows if row.path.rpartition("/")[2] == name)
    if not rows:
        raise NotFound(f"there is no {path} {where}")
    if any(row.type is EntryType.DIRECTORY and not row.whiteout for row in rows):
        rows = ()
    return replace(siblings, rows=rows, total=len(rows))
