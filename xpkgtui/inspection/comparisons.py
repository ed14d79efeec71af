"""What only the layers' contents, and several layers together, tell of an image."""

import hashlib
import io
from dataclasses import replace
from pathlib import Path

from xpkgtui.documents.stream import split
from xpkgtui.filesystem import shadowing
from xpkgtui.filesystem.changeset import ChangeSet
from xpkgtui.filesystem.contents import Sink, copy_entry
from xpkgtui.filesystem.limits import PACKAGE_YAML
from xpkgtui.filesystem.shadowing import Shadowing
from xpkgtui.filesystem.tar.entry import Entry, clean
from xpkgtui.inspection.session import Session, Stop
from xpkgtui.readers.reader import LayerUnavailable
from xpkgtui.rules.case import Flattened

EXAMPLES = ".up/examples.yaml"
_LARGEST = 1 << 20
"""Bytes of examples that are read; more are not judged."""


async def compare(session: Session) -> None:
    """Compares the layers that were read with each other; fetches nothing."""
    assert session.image is not None
    wanted = {layer.index for layer in session.image.layers if layer.annotation is not None}
    read = sorted(session.change_sets.items())
    stop = Stop()
    try:
        session.hidden = await session.pool.run(lambda: shadowing.shadowed_files(read, wanted, stop))
        session.flattened = await _flattened(session, stop)
        for index in sorted(wanted & session.change_sets.keys()):
            await _read_examples(session, index, stop)
    finally:
        stop.set()


async def _flattened(session: Session, stop: Stop) -> Flattened | None:
    """What flattening makes of the file that was taken from the annotated layer; None where a layer is not known."""
    assert session.image is not None
    base, reading = session.image.base, session.reading
    if base is None or reading is None or reading.layer != base.index or reading.entry is None:
        return None
    above = [(layer.index, session.change_sets.get(layer.index)) for layer in session.image.layers[base.index + 1 :]]
    known = [(index, changes) for index, changes in above if changes is not None and changes.problem is None]
    if len(known) < len(above):
        return None
    path = clean(reading.entry)
    found = await session.pool.run(lambda: shadowing.shadowing_layer(path, known))
    if found is None:
        return Flattened(layer=base.index, sha256=reading.sha256)
    layer, how = found
    entry = _last(session.change_sets[layer], path) if how is Shadowing.OVERWRITTEN else None
    sink = _Hashing()
    is_whole = entry is not None and await _copy(session, layer, entry, sink, PACKAGE_YAML, stop)
    return Flattened(layer=layer, sha256=sink.hashed.hexdigest() if is_whole else None)


async def _read_examples(session: Session, index: int, stop: Stop) -> None:
    entry = _last(session.change_sets[index], EXAMPLES)
    sink = io.BytesIO()
    if entry is None or not await _copy(session, index, entry, sink, _LARGEST, stop):
        return
    problem = await session.pool.run(lambda: _problem(sink.getvalue(), stop))
    session.facts[index] = replace(session.facts[index], examples_error=problem)


def _problem(data: bytes, stop: Stop) -> str | None:
    """Why the examples cannot be read, in words; None where they can."""
    # A parser of YAML is not loaded before the list of objects is on the screen, which needs none.
    from xpkgtui.documents.document import BrokenDocument, parse
    from xpkgtui.formats.xpkg.identity import identify

    stream = split(data)
    for chunk in stream.chunks:
        stop.check()
        if chunk.empty:
            continue
        document = parse(data, chunk)
        if isinstance(document, BrokenDocument):
            return f"document {chunk.number}: {document.message}"
        if fault := identify(document.value).fault:
            return f"document {chunk.number} {fault}"
    return stream.problem.message if stream.problem else None


async def _copy(session: Session, index: int, entry: Entry, sink: Sink, limit: int, stop: Stop) -> bool:
    """Whether all of an entry of a layer that is here was written to `sink`."""
    try:
        path = await session.layer_path(index)
    except LayerUnavailable:
        return False
    return await session.pool.run(lambda: _copy_from(path, entry.order, sink, limit, stop))


def _copy_from(path: Path, order: int, sink: Sink, limit: int, stop: Stop) -> bool:
    with path.open("rb") as source:
        copied = copy_entry(source, order, sink, limit=limit, stop=stop)
    return not copied.truncated and copied.problem is None


class _Hashing:
    """A sink that keeps nothing but the digest."""

    def __init__(self) -> None:
        self.hashed = hashlib.sha256()

    def write(self, data: bytes, /) -> None:
        self.hashed.update(data)


def _last(changes: ChangeSet, path: str) -> Entry | None:
    """The file that a layer leaves at `path`."""
    found = [entry for entry in changes.entries if entry.path == path]
    return found[-1] if found and found[-1].has_body else None
