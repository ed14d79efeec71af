"""Layers looked through: their change sets, and the facts that rules want of them."""

from pathlib import Path

from xpkgtui.filesystem.changeset import ChangeSet, read_changeset
from xpkgtui.filesystem.layer_facts import facts_of
from xpkgtui.formats.xpkg.format import XPKG
from xpkgtui.formats.xpkg.profiles import Profile
from xpkgtui.inspection import comparisons, layers
from xpkgtui.inspection.events import Emit, LayersChanged, Unread
from xpkgtui.inspection.session import Session, Stop
from xpkgtui.readers.reader import LayerUnavailable


async def survey_what_was_read(session: Session, emit: Emit) -> None:
    """Looks through the layers that the reader opened (all of them with `all_layers`, or where it validates all)."""
    assert session.image is not None
    wanted = set(session.reading.layers_read) if session.reading else set()
    if session.options.all_layers or _are_all_validated(session):
        wanted.update(layer.index for layer in session.image.layers)
    for index in sorted(wanted - session.unread.keys()):
        await change_set(session, index, emit)
    await comparisons.compare(session)
    await emit(LayersChanged(layers=layers.rows(session.image, session.facts, session.reading)))


def _are_all_validated(session: Session) -> bool:
    """Managers 1.13 to 2.1 read every layer of an image before they flatten it."""
    is_flattened = session.reading is not None and not session.reading.annotated
    return is_flattened and session.options.profile == Profile.CROSSPLANE_1


async def change_set(session: Session, index: int, emit: Emit, part: str = "files") -> ChangeSet | None:
    """The changes of a layer, read once; None where it cannot be had, and then its facts say why."""
    assert session.image is not None
    async with session.surveying:
        if index in session.change_sets:
            return session.change_sets[index]
        try:
            path = await session.watched(session.layer_path(index), emit, part)
        except LayerUnavailable:
            return None
        found = await _read(session, path)
        session.change_sets[index] = found
        session.facts[index] = facts_of(index, found, XPKG.landmarks)
        return found


def unread(session: Session) -> tuple[Unread, ...]:
    """Layers that nobody read, each with its price and why."""
    if session.image is None:
        return ()
    known = {index for index, facts in session.facts.items() if facts.read or facts.mismatch}
    return tuple(
        session.unread.get(layer.index)
        or Unread(
            digest=str(layer.descriptor.digest),
            size=layer.descriptor.size,
            why="not read by Crossplane",
            layer=layer.index,
        )
        for layer in session.image.layers
        if layer.index not in known
    )


async def _read(session: Session, path: Path) -> ChangeSet:
    stop = Stop()

    def read() -> ChangeSet:
        with path.open("rb") as file:
            return read_changeset(file, stop=stop)

    try:
        return await session.pool.run(read)
    finally:
        stop.set()
