"""A list of files, joined from its batches."""

from xpkgtui.cli.reading.port_client import refuse, replies
from xpkgtui.inspection.messages.events import PartFailed
from xpkgtui.inspection.messages.replies import FilesListed
from xpkgtui.inspection.messages.requests import ListFiles, View
from xpkgtui.inspection.rows.files import FileRow
from xpkgtui.service.port import Port


async def list_files(port: Port, view: View, layer: int | None, folder: str, *, recursive: bool) -> FilesListed:
    """The whole list, joined from its batches."""
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
