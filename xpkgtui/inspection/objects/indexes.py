"""Indexes of streams on disk: what was split once is not split again, whatever source the same bytes come from."""

from collections.abc import Callable

from xpkgtui.documents.chunk import Chunk
from xpkgtui.documents.stream import SeparatorProblem
from xpkgtui.fetching.cache.learned import LEAST, Learned
from xpkgtui.formats.definition_outline import Outline
from xpkgtui.limits import Limits
from xpkgtui.rules.case import StreamFile
from xpkgtui.values import dataclass

_MOST = 20_000
"""Documents of an index that is kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Index:
    """The documents of a stream, and what a format sees of each without parsing it."""

    format: str
    chunks: tuple[Chunk, ...]
    outlines: tuple[Outline | None, ...]
    stop: SeparatorProblem | None = None


class Indexes:
    """The indexes in a cache; they speak of a stream by its sha256, which was verified in this opening."""

    def __init__(self, folder: str | None, program: Callable[[], object] | None = None) -> None:
        """Without a folder there are none."""
        self._folder = folder
        self._learned = Learned[Index](Index, program)

    def find(self, file: StreamFile, limits: Limits) -> Index | None:
        """The index of these bytes under these limits."""
        return self._learned.find(self._folder, _about(file, limits)) if _is_worth(file) else None

    def keep(self, file: StreamFile, limits: Limits, index: Index) -> None:
        """Writes an index; where that fails, the stream is split again next time."""
        if _is_worth(file) and len(index.chunks) <= _MOST:
            self._learned.keep(self._folder, _about(file, limits), index)


def _is_worth(file: StreamFile) -> bool:
    return bool(file.sha256) and file.size >= LEAST


def _about(file: StreamFile, limits: Limits) -> tuple[object, ...]:
    return "index", file.sha256, file.size, limits
