"""The bytes of package.yaml: taken by the reader, put into a file of our own, split and listed."""

import hashlib
import mmap
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from xpkgtui.documents.stream import Stream, split
from xpkgtui.filesystem.limits import PACKAGE_YAML
from xpkgtui.inspection import layers, objects
from xpkgtui.inspection.events import ROWS, Emit, LayersChanged, ObjectsListed, Progressed, StreamRead
from xpkgtui.inspection.rows import ObjectRow
from xpkgtui.inspection.session import Session, Stop, opener
from xpkgtui.readers.package_manager import PackageManager
from xpkgtui.readers.reader import Reading, Step
from xpkgtui.rules.case import StreamFile
from xpkgtui.sources.source import StreamRoot

_BLOCK = 1 << 20


class Taken:
    """Receives package.yaml: counts, hashes and keeps the bytes in a file."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._hash = hashlib.sha256()
        self.size = 0

    def write(self, data: bytes, /) -> None:
        """Takes the next bytes."""
        self._file.write(data)
        self._hash.update(data)
        self.size += len(data)

    def stream(self, path: Path) -> StreamFile:
        """What was taken, in words of the case."""
        return StreamFile(path=str(path), size=self.size, sha256=self._hash.hexdigest())


async def read_package(session: Session, emit: Emit) -> None:
    """Lets the profile's reader take its bytes out of the image that is looked at."""
    assert session.image is not None
    image = session.image
    path = session.scratch_file()
    stop = Stop()
    files: list[BinaryIO] = []
    open_layer = opener(session, stop, files)

    def read() -> tuple[Reading, StreamFile]:
        with path.open("wb") as file:
            taken = Taken(file)
            reading = PackageManager().read(image, open_layer, taken)
        return reading, taken.stream(path)

    try:
        reading, stream = await session.watched(session.pool.run(read), emit, "objects")
    finally:
        stop.set()
        for file in files:
            file.close()
    session.reading = reading
    session.stream = stream if reading.has_bytes else None
    await emit(StreamRead(reading=reading, stream=session.stream))
    await emit(LayersChanged(layers=layers.rows(image, session.facts, reading)))


async def take_stream(session: Session, root: StreamRoot, emit: Emit) -> None:
    """Copies a bare stream, so that what is shown stays what was judged."""
    path = session.scratch_file()
    stop = Stop()

    def copy() -> tuple[StreamFile, bool]:
        with root.path.open("rb") as source, path.open("wb") as file:
            taken = Taken(file)
            while taken.size < PACKAGE_YAML and (data := source.read(min(_BLOCK, PACKAGE_YAML - taken.size))):
                stop.check()
                taken.write(data)
            return taken.stream(path), bool(source.read(1))

    await emit(Progressed(part="objects", what="Reading the stream"))
    try:
        session.stream, cut = await session.pool.run(copy)
    finally:
        stop.set()
    session.reading = Reading(
        reader="stream",
        size=session.stream.size,
        sha256=session.stream.sha256,
        truncated=cut or root.truncated,
        steps=(Step(title="read the bytes as they are", evidence="a stream has no layers"),),
    )
    await emit(StreamRead(reading=session.reading, stream=session.stream))


async def list_objects(session: Session, emit: Emit) -> None:
    """Splits the stream and lists what is in it; nothing is parsed yet."""
    if session.stream is None:
        return
    stream, rows = await session.pool.run(reading_rows(session.stream))
    session.chunks, session.rows = stream.chunks, rows
    for first in range(0, max(1, len(rows)), ROWS):
        await emit(ObjectsListed(first=first, rows=rows[first : first + ROWS], total=len(rows)))


def reading_rows(file: StreamFile) -> Callable[[], tuple[Stream, tuple[ObjectRow, ...]]]:
    """Work for a thread: the chunks of the stream, and a row for each."""

    def read() -> tuple[Stream, tuple[ObjectRow, ...]]:
        if file.size == 0:
            return split(b""), ()
        with Path(file.path).open("rb") as opened, mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ) as data:
            stream = split(data)
            return stream, tuple(objects.rows(data, stream.chunks))

    return read
