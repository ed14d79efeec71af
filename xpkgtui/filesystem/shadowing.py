"""Which files of a layer the layers above it hide."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from xpkgtui.errors import Cancelled
from xpkgtui.filesystem.changeset import ChangeSet, mark_of
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.filesystem.tar.reader import never

_MOST = 100


class Way(StrEnum):
    """How a file is hidden."""

    OVERWRITTEN = "overwritten"
    """Something else has its path."""
    REMOVED = "removed"
    """It, or a folder above it, has a whiteout, an opaque mark or a file in its place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hidden:
    """A file that the flattened image does not show."""

    layer: int
    """That has it."""
    path: str
    by: int
    """The topmost layer that hides it."""
    way: Way


def hidden(
    layers: Sequence[tuple[int, ChangeSet]], wanted: Collection[int], stop: Callable[[], bool] = never
) -> tuple[Hidden, ...]:
    """The first files of the layers in `wanted` that others of `layers` hide; `layers` has the bottom one first.

    Raises `Cancelled` once `stop` says so.
    """
    above = _Above()
    found: list[Hidden] = []
    left = {layer for layer, _ in layers}.intersection(wanted)
    for place, (layer, changes) in enumerate(reversed(layers)):
        if layer in left and place:
            found.extend(_of_layer(layer, changes, above, stop))
        left.discard(layer)
        if not left:
            break
        above.add(layer, changes)
    return tuple(found[:_MOST])


def hider(path: str, above: Sequence[tuple[int, ChangeSet]]) -> tuple[int, Way] | None:
    """The topmost of the layers `above` that hides the file at `path`, and how; `above` has the bottom one first."""
    seen = _Above()
    for layer, changes in reversed(above):
        seen.add(layer, changes)
    return seen.hides(path)


class _Above:
    """What all layers above one do; of several that do the same, the topmost is remembered."""

    def __init__(self) -> None:
        self._names: dict[str, tuple[int, bool]] = {}
        """Path -> layer, and whether it is a folder."""
        self._removed: dict[str, int] = {}
        self._opaque: dict[str, int] = {}

    def add(self, layer: int, changes: ChangeSet) -> None:
        for entry in changes.entries:
            if mark_of(entry.path) is None:
                self._names.setdefault(entry.path, (layer, entry.type is EntryType.DIRECTORY))
        for path in changes.whiteouts:
            self._removed.setdefault(path, layer)
        for path in changes.opaque:
            self._opaque.setdefault(path, layer)

    def hides(self, path: str) -> tuple[int, Way] | None:
        """The topmost layer that hides the file at `path`; what a layer adds is not hidden by its own marks."""
        by = max((layer for layer in self._removers(path)), default=-1)
        layer, _ = self._names.get(path, (-1, False))
        if by < 0 and layer < 0:
            return None
        return (layer, Way.OVERWRITTEN) if layer >= by else (by, Way.REMOVED)

    def _removers(self, path: str) -> Iterator[int]:
        yield self._removed.get(path, -1)
        while path:
            path = path.rpartition("/")[0]
            yield self._opaque.get(path, -1)
            yield self._removed.get(path, -1)
            layer, is_folder = self._names.get(path, (-1, True))
            yield -1 if is_folder else layer


def _of_layer(layer: int, changes: ChangeSet, above: _Above, stop: Callable[[], bool]) -> Iterator[Hidden]:
    told: set[str] = set()
    for entry in changes.entries:
        if stop():
            raise Cancelled
        path = entry.path
        if not path or path in told or entry.type is EntryType.DIRECTORY or mark_of(path) is not None:
            continue
        told.add(path)
        if (one := above.hides(path)) is not None:
            yield Hidden(layer=layer, path=path, by=one[0], way=one[1])
