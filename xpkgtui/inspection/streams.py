"""The bytes of package.yaml: taken by the reader, put into a file of our own, split and listed."""

import asyncio
import hashlib
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import BinaryIO

from xpkgtui.documents.chunk import Chunk
from xpkgtui.documents.origins import Origins
from xpkgtui.documents.stream import Stream, split
from xpkgtui.fetching.extracts import Extracts
from xpkgtui.filesystem.limits import PACKAGE_YAML
from xpkgtui.formats.xpkg.readers.package_manager import MANAGER_2_4, PackageManager
from xpkgtui.inspection import index_entries, layers, objects
from xpkgtui.inspection.events import (
    ROWS,
    Emit,
    LayersChanged,
    ObjectsListed,
    PartFailed,
    Progressed,
    StreamRead,
)
from xpkgtui.inspection.mapping import mapped
from xpkgtui.inspection.rows.objects import ObjectRow
from xpkgtui.inspection.session import Session, Stop, opener
from xpkgtui.oci.digest import Digest
from xpkgtui.oci.image import Image
from xpkgtui.readers.reader import Reading, ReadStage, Step
from xpkgtui.rules.case import StreamFile
from xpkgtui.sources.source import ImageRoot, StreamRoot

_BLOCK = 1 << 20


async def read_package(session: Session, emit: Emit) -> None:
    """Lets the profile's reader take its bytes out of the image that is looked at, unless it did so before."""
    assert session.image is not None
    image = session.image
    if told := index_entries.apart(session):
        steps = (Step(title="Takes no bytes", evidence=told),)
        session.reading = Reading(reader=MANAGER_2_4.name, stage=ReadStage.SELECT, steps=steps)
        await emit(StreamRead(reading=session.reading, stream=None))
        await emit(LayersChanged(layers=layers.rows(image, session.facts, session.reading)))
        return
    extracts = Extracts(session.fetcher.store)
    derive = isinstance(session.root, ImageRoot) and session.root.derive
    key = Digest.of(session.manifest_data + (b"derived" if derive else b""))
    kept = await session.pool.run(lambda: extracts.find(key, MANAGER_2_4.name))
    if kept is None:
        reading, path = await _extract(session, extracts, key, image, emit)
    else:
        reading, path = kept.reading, kept.path
    session.reading = reading
    if path is not None:
        assert reading.size is not None
        assert reading.sha256 is not None
        session.stream = StreamFile(path=str(path), size=reading.size, sha256=reading.sha256)
    if session.shown is not None and reading.sha256 is not None:
        session.streams[session.shown] = reading.sha256
    await emit(StreamRead(reading=reading, stream=session.stream))
    await emit(LayersChanged(layers=layers.rows(image, session.facts, reading)))
    if session.trouble is not None:
        await emit(PartFailed(part="objects", failure=session.trouble))


async def _extract(
    session: Session, extracts: Extracts, key: Digest, image: Image, emit: Emit
) -> tuple[Reading, Path | None]:
    stop = Stop()
    files: list[BinaryIO] = []
    open_layer = opener(session, stop, files)

    def read() -> tuple[Reading, Path | None]:
        with extracts.incoming() as incoming:
            reading = PackageManager(stop=stop).read(image, open_layer, incoming)
            return reading, extracts.keep(incoming, key, reading).path if reading.has_bytes else None

    try:
        try:
            return await session.watched(session.pool.run(read), emit, "objects")
        except OSError as error:
            session.fetcher.store.fall_back(error, session.fetcher.store.root)
            return await session.watched(session.pool.run(read), emit, "objects")
    finally:
        stop.set()
        for file in files:
            file.close()


async def take_stream(session: Session, root: StreamRoot, emit: Emit) -> None:
    """Copies a bare stream, so that what is shown stays what was judged, and lists it while it is hashed."""
    path = session.scratch_file()
    stop = Stop()
    await emit(Progressed(part="objects", what="Reading the stream"))
    hashing: asyncio.Future[str] | None = None
    try:
        session.origins = root.origins
        size, cut = await session.pool.run(lambda: _copy(root.path, path, stop))
        if root.spooled:  # else every refresh would leave one behind
            root.path.unlink(missing_ok=True)
        session.stream = StreamFile(path=str(path), size=size, sha256="")
        session.needed["stream"] = size
        hashing = asyncio.ensure_future(session.pool.run(lambda: _sha256(path)))
        await list_objects(session, emit)
        session.stream = replace(session.stream, sha256=await hashing)
    finally:
        stop.set()
        if hashing is not None:
            hashing.cancel()
    session.reading = Reading(
        reader=session.form,
        size=size,
        sha256=session.stream.sha256,
        truncated=cut or root.truncated,
        steps=root.steps or (Step(title="Reads the bytes as they are", evidence="a stream has no layers"),),
    )
    await emit(StreamRead(reading=session.reading, stream=session.stream))


async def list_objects(session: Session, emit: Emit) -> None:
    """Splits the stream and lists what is in it; nothing is parsed yet."""
    if session.stream is None:
        return
    file = session.stream
    stream = await session.pool.run(lambda: _split(file))
    session.chunks = stream.chunks
    rows: tuple[ObjectRow, ...] = ()
    for first in range(0, max(1, len(stream.chunks)), ROWS):
        chunks = stream.chunks[first : first + ROWS]
        batch = await session.pool.run(partial(_rows, file, chunks, session.origins))
        rows += batch
        session.rows = rows
        await emit(ObjectsListed(first=first, rows=batch, total=len(stream.chunks)))


def _split(file: StreamFile) -> Stream:
    with mapped(file) as data:
        return split(data)


def _rows(file: StreamFile, chunks: tuple[Chunk, ...], origins: Origins | None) -> tuple[ObjectRow, ...]:
    with mapped(file) as data:
        return tuple(objects.rows(data, chunks, origins))


def _copy(source: Path, target: Path, stop: Stop) -> tuple[int, bool]:
    """Copies what Crossplane would read; tells how much that is, and whether there is more."""
    size = 0
    with source.open("rb") as reading, target.open("wb") as writing:
        while size < PACKAGE_YAML and (data := reading.read(min(_BLOCK, PACKAGE_YAML - size))):
            stop.check()
            writing.write(data)
            size += len(data)
        return size, bool(reading.read(1))


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
