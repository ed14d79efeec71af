"""The whereabouts of a path that a view does not have: other layers, whiteouts, other platforms, near names."""

import difflib
from collections.abc import Iterable
from contextlib import aclosing
from dataclasses import replace

from xpkgtui.cli.exit_codes import Stopped
from xpkgtui.cli.reading.port_client import inspect_platform, refuse
from xpkgtui.commands import operand
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import PartFailed
from xpkgtui.inspection.messages.replies import FilesListed
from xpkgtui.inspection.messages.requests import ListFiles, View
from xpkgtui.inspection.rows.files import FileRow
from xpkgtui.service.port import Port

_MOST_LAYERS, _MOST_PLATFORMS = 100, 8
_MOST_COMPARED = 10_000
_NEAREST = 3


async def with_whereabouts(port: Port, state: Inspection, path: str, failure: Failure) -> Failure:
    """The failure with where else the path is, or what is called nearly so; nothing is fetched for it.

    A failure that says what to do stays as it is.
    """
    if not path or failure.kind is not FailureKind.NOT_FOUND or failure.hint:
        return failure
    if state.resolved is not None and state.resolved.is_assembled:
        listed = await list_files(port, View.FLATTENED, None, "", recursive=True)
        return replace(failure, hint=_lists(state), suggestions=_nearest(path, listed.rows))
    if not state.layers:
        return failure
    rows = await _rows(port, state)
    hint = _in_layers(path, rows) or await _in_platforms(port, state, path)
    return replace(failure, hint=hint or _lists(state), suggestions=() if hint else _nearest(path, rows))


def _lists(state: Inspection) -> str:
    return f"List the files: {state.asked.line('xpkgtui', 'ls', operand(state.source))}"


def _in_layers(path: str, rows: Iterable[FileRow]) -> str:
    """Which layers have the path, and which removes it."""
    found = [row for row in rows if row.path == path]
    holders = [row for row in found if row.whiteout is None]
    removers = [row for row in found if row.whiteout is not None]
    if not holders:
        return ""
    last = holders[-1]
    what = "a folder" if last.type is EntryType.DIRECTORY else "it"
    sentence = f"Layer {last.layer} has {what}"
    if remover := next((row.layer for row in removers if (row.layer or 0) > (last.layer or 0)), None):
        sentence += f", and layer {remover} removes it"
    if last.type is EntryType.DIRECTORY:
        return f"{sentence}; `ls --layer {last.layer}` lists what is in it."
    return f"{sentence}; add --layer {last.layer}."


async def _in_platforms(port: Port, state: Inspection, path: str) -> str:
    """Which other platform of a local index has the path; it is then the one that is open."""
    if state.resolved is None or state.resolved.is_remote:
        return ""
    others = [row for row in state.entries if row.is_package and not row.selected]
    for entry in others[:_MOST_PLATFORMS]:
        other = await inspect_platform(port, state, entry, judged=False)
        found = [row for row in await _rows(port, other) if row.path == path and row.whiteout is None]
        if found and entry.platform is not None:
            return f"{entry.name} has it; add --platform {entry.name} --layer {found[-1].layer}."
    return ""


def _nearest(path: str, rows: Iterable[FileRow]) -> tuple[str, ...]:
    """Paths of that name in other folders, or else those spelled nearly so; each with its layer, if it has one."""
    layers = {row.path: row.layer for row in rows if row.whiteout is None}
    name = path.rpartition("/")[2]
    near = [layer for layer in layers if layer.rpartition("/")[2] == name][:_NEAREST]
    near = near or difflib.get_close_matches(path, list(layers)[:_MOST_COMPARED], _NEAREST, 0.6)
    return tuple(one if layers[one] is None else f"{one} (layer {layers[one]})" for one in near)


async def _rows(port: Port, state: Inspection) -> list[FileRow]:
    """The entries of every layer from the bottom up; of a registry's, of those that were read anyway."""
    is_remote = state.resolved is None or state.resolved.is_remote
    numbers = [row.index for row in state.layers if row.files is not None or not is_remote]
    rows: list[FileRow] = []
    for number in numbers[-_MOST_LAYERS:]:
        try:
            rows += (await list_files(port, View.LAYER, number, "", recursive=True)).rows
        except Stopped:  # a damaged layer has no say
            continue
    return rows


async def list_files(port: Port, view: View, layer: int | None, folder: str, *, recursive: bool) -> FilesListed:
    """The whole list, joined from its batches."""
    whole = FilesListed(view=view, folder=folder, first=0, rows=(), total=0)
    rows: list[FileRow] = []
    request = ListFiles(view=view, layer=layer, folder=folder, recursive=recursive, consent=True)
    async with aclosing(port.ask(request)) as events:
        async for event in events:
            if isinstance(event, PartFailed):
                raise refuse(event)
            if isinstance(event, FilesListed):
                whole = event
                rows += event.rows
    return FilesListed(view=whole.view, folder=folder, first=0, rows=tuple(rows), total=len(rows), gaps=whole.gaps)
