"""Files of a layer that the layers above it hide."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from enum import StrEnum

from xpkgtui.errors import Cancelled
from xpkgtui.filesystem.changeset import ChangeSet, mark_of
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.filesystem.tar.reader import never
from xpkgtui.values import dataclass


class Shadowing(StrEnum):
    """How a file is shadowed."""

    OVERWRITTEN = "overwritten"
    """A layer above has the same path."""
    REMOVED = "removed"
    """A layer above removes it, or a folder above it, by a whiteout, an opaque mark or a file in its place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShadowedFile:
    """A file that the flattened image does not show."""

    layer: int
    """The layer that has it."""
    path: str
    by: int
    """The topmost layer that hides it."""
    how: Shadowing
    more: int = 0
    """Further files of its layer that the same layer hides."""


def shadowed_files(
    layers: Sequence[tuple[int, ChangeSet]], of: Collection[int], stop: Callable[[], bool] = never
) -> tuple[ShadowedFile, ...]:
    """The first file of each layer in `of` that each other of `layers` hides; `layers` has the bottom one first.

    Raises `Cancelled` once `stop` says so.
    """
    above = _Above()
    found: dict[tuple[int, int], ShadowedFile] = {}
    left = {layer for layer, _ in layers}.intersection(of)
    for place, (layer, changes) in enumerate(reversed(layers)):
        if layer in left and place:
            for one in _of_layer(layer, changes, above, stop):
                first = found.get((layer, one.by))
                found[layer, one.by] = one if first is None else replace(first, more=first.more + 1)
        left.discard(layer)
        if not left:
            break
        above.add(layer, changes)
    return tuple(found.values())


def shadowing_layer(path: str, above: Sequence[tuple[int, ChangeSet]]) -> tuple[int, Shadowing] | None:
    """The topmost layer of `above` that hides the file at `path`, and how; `above` has the bottom one first."""
    seen = _Above()
    for layer, changes in reversed(above):
        seen.add(layer, changes)
    return seen.hides(path)


class _Above:
    """The changes of all layers above one; of several that do the same, the topmost counts."""

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

    def hides(self, path: str) -> tuple[int, Shadowing] | None:
        """The topmost layer that hides the file at `path`; the marks of a layer do not hide its own files."""
        by = max((layer for layer in self._removers(path)), default=-1)
        layer, _ = self._names.get(path, (-1, False))
        if by < 0 and layer < 0:
            return None
        return (layer, Shadowing.OVERWRITTEN) if layer >= by else (by, Shadowing.REMOVED)

    def _removers(self, path: str) -> Iterator[int]:
        yield self._removed.get(path, -1)
        while path:
            path = path.rpartition("/")[0]
            yield self._opaque.get(path, -1)
            yield self._removed.get(path, -1)
            layer, is_folder = self._names.get(path, (-1, True))
            yield -1 if is_folder else layer


def _of_layer(layer: int, changes: ChangeSet, above: _Above, stop: Callable[[], bool]) -> Iterator[ShadowedFile]:
    seen: set[str] = set()
    for entry in changes.entries:
        if stop():
            raise Cancelled
        path = entry.path
        if not path or path in seen or entry.type is EntryType.DIRECTORY or mark_of(path) is not None:
            continue
        seen.add(path)
        if (one := above.hides(path)) is not None:
            yield ShadowedFile(layer=layer, path=path, by=one[0], how=one[1])
