"""A stream without an image around it: a package.yaml, or what a folder of sources is built to."""

import asyncio
import hashlib
from dataclasses import replace
from itertools import islice
from pathlib import Path

from xpkgtui.formats.format import Evidence, Traces
from xpkgtui.formats.known import Recognized, format_of, recognize
from xpkgtui.inspection.messages.events import Emit, Progressed, StreamRead
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.objects.describe import note_objects
from xpkgtui.inspection.objects.stream import PackageStream
from xpkgtui.inspection.opened_source import OpenedSource, emit_format
from xpkgtui.inspection.work import Stop
from xpkgtui.limits import LARGEST_STREAM, PIECE
from xpkgtui.readers.reader import Reading, Step
from xpkgtui.rules.case import StreamFile
from xpkgtui.sources.files import FileBlob, open_regular
from xpkgtui.sources.source import StreamRoot

_HEADS = 10_000
"""Documents in which a format looks for what it knows."""


class OpenedStream:
    """The stream that is shown where there is no image; a copy, so that what is shown stays what was judged."""

    def __init__(self, stream: PackageStream, root: StreamRoot, *, truncated: bool) -> None:
        self.stream = stream
        self.root = root
        self.reading: Reading | None = None
        """The reading of the stream; None until all bytes were hashed."""
        self._truncated = truncated or root.truncated

    async def read(self, source: OpenedSource, emit: Emit) -> None:
        """Lists the objects while the bytes are hashed."""
        path = Path(self.stream.file.path)
        hashing = asyncio.ensure_future(source.pool.run(lambda: _sha256(path)))
        try:
            heads = await self.stream.split(source.pool, whole=True)
            named = islice((one for one in heads if not one.empty), _HEADS)
            traces = Traces(heads=tuple(named), format=self.root.format)
            found = self._seen(recognize(traces))
            await emit_format(found, emit)
            self.stream.recognized(found.format)
            await self.stream.list_objects(source.pool, emit)
            await note_objects(self.stream, source.pool, emit)
            self.stream.hashed(await hashing)
        finally:
            hashing.cancel()
        self.reading = Reading(
            reader=str(source.fetcher.source.form),
            size=self.stream.file.size,
            sha256=self.stream.file.sha256,
            truncated=self._truncated,
            limit=next(iter(self.root.reached), None),
            origins=self.root.origins,
            files=self.root.files,
            steps=self.root.steps or (Step(title="Reads the bytes as they are", evidence="a stream has no layers"),),
        )
        await emit(StreamRead(reading=self.reading, stream=self.stream.file))

    def _seen(self, found: Recognized) -> Recognized:
        """Adds the reasons that the folder gives for a format to those of the stream made of it."""
        evidence = found.evidence
        if self.root.reasons:
            evidence = Evidence(reasons=(*self.root.reasons, *(evidence.reasons if evidence else ())))
        return replace(found, evidence=evidence, also=self.root.also or found.also)


async def open_stream(source: OpenedSource, root: StreamRoot, emit: Emit) -> OpenedStream:
    """Copies the stream into a file of its own."""
    path = source.scratch_file()
    await emit(Progressed(part=PartName.OBJECTS, what="Reading the stream"))
    with Stop() as stop:
        size, cut = await source.pool.run(lambda: _copy(root.path, path, stop))
    if root.spooled:  # else every refresh would leave one behind
        root.path.unlink(missing_ok=True)
    source.use("stream", size)
    stream = PackageStream(
        StreamFile(path=str(path), size=size, sha256=""),
        format_of(root.format),
        origins=root.origins,
        files=root.files,
        limits=source.options.limits,
    )
    return OpenedStream(stream, root, truncated=cut)


def _copy(source: Path, target: Path, stop: Stop) -> tuple[int, bool]:
    """Copies what a reader would read; returns how much that is, and whether there is more."""
    size = 0
    with FileBlob(open_regular(source)) as reading, target.open("wb") as writing:
        while size < LARGEST_STREAM and (data := reading.read(min(PIECE, LARGEST_STREAM - size))):
            stop.check()
            writing.write(data)
            size += len(data)
        return size, bool(reading.read(1))


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
