"""The search for package.yaml in a stream of entries, once for all readers that look into it."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Protocol

from xpkgtui.errors import Cancelled
from xpkgtui.filesystem.compression.inflated import Compression
from xpkgtui.filesystem.compression.stored import ByteSink, InflateProblem
from xpkgtui.filesystem.tar.entry import Entry
from xpkgtui.filesystem.tar.header import TarProblem
from xpkgtui.golang import paths as go_paths
from xpkgtui.limits import LARGEST_STREAM, PIECE, LimitExceeded
from xpkgtui.readers.flattening import StreamBroken
from xpkgtui.readers.reader import HashingSink, LayerUnavailable, MakeSink, ReadStage
from xpkgtui.values import dataclass

STREAM_FILE = "package.yaml"
END = "EOF"
"""Go's name for an ordinary end."""
_DAMAGE = (TarProblem, InflateProblem, StreamBroken)


@dataclass(frozen=True, slots=True)
class Want:
    """What a reader looks for; readers that look for the same share one search."""

    any_folder: bool
    """Whether `package.yaml` may lie in any folder; else the entry's name must be exactly that."""
    whole: bool
    """Whether it reads package.yaml to its end; else at most 200 MiB."""
    exact: bool = False
    """Whether it copies as many bytes as the entry claims, and fails with less."""

    def takes(self, name: str) -> bool:
        """Whether an entry of this name is taken."""
        return (go_paths.last(name) if self.any_folder else name) == STREAM_FILE


class StreamEntry(Protocol):
    """An entry of the stream."""

    @property
    def layer(self) -> int: ...

    @property
    def entry(self) -> Entry: ...

    @property
    def name(self) -> str:
        """The name of the entry, cleaned if it was flattened."""
        ...

    @property
    def read(self) -> Callable[[int], bytes]: ...

    @property
    def fault_behind(self) -> Callable[[], InflateProblem | None]:
        """The damage that is reported together with the last bytes."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Extracted:
    """What a reader takes out of a layer or out of the flattened image, or why it takes nothing."""

    stage: ReadStage | None = None
    """The stage at which it stopped; None where it has its bytes."""
    upstream: str = END
    """The message of the Go library there."""
    message: str = ""
    """The reason for the stop, in words."""
    ended_by: str = ""
    """Why flattening stopped, which its reader takes for an ordinary end."""
    seen: int = 0
    """Entries before the one that was taken."""
    layer: int | None = None
    entry: Entry | None = None
    name: str = ""
    size: int = 0
    sha256: str = ""
    truncated: bool = False
    sink: ByteSink | None = None
    compression: Compression | None = None
    """The compression of an annotated layer."""
    opened: tuple[int, ...] = ()
    """The layers that were opened."""
    unavailable: LayerUnavailable | None = None
    limit: LimitExceeded | None = None


Results = dict[Want, Extracted]


def stopped(stage: ReadStage, problem: TarProblem | InflateProblem | StreamBroken) -> Extracted:
    """A reading that damage ends."""
    return Extracted(stage=stage, upstream=problem.upstream, message=problem.message)


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """How entries are copied."""

    make_sink: MakeSink
    stop: Callable[[], bool]
    most: int = LARGEST_STREAM

    def run(self, candidates: Iterable[StreamEntry], wants: Iterable[Want], opened: Sequence[int]) -> Results:
        """The first entry that each wants; ends when all have theirs. `opened` may grow meanwhile."""
        results: Results = {}
        missing, seen = set(wants), 0
        ended = Extracted(stage=ReadStage.EXTRACT)
        try:
            for candidate in candidates:
                if takers := {want for want in missing if want.takes(candidate.name)}:
                    start = Extracted(seen=seen, opened=tuple(opened))
                    results.update(self._take(candidate, takers, start))
                    missing -= takers
                    if not missing:
                        return results
                seen += 1
        except _DAMAGE as problem:
            ended = stopped(ReadStage.EXTRACT, problem)
        except LayerUnavailable as problem:
            ended = Extracted(stage=ReadStage.FETCH, unavailable=problem)
        except LimitExceeded as problem:
            ended = Extracted(stage=ReadStage.FETCH, limit=problem)
        return results | dict.fromkeys(missing, replace(ended, seen=seen, opened=tuple(opened)))

    def _take(self, found: StreamEntry, takers: set[Want], start: Extracted) -> Iterator[tuple[Want, Extracted]]:
        taken = replace(start, layer=found.layer, entry=found.entry, name=found.name)
        whole = {want for want in takers if want.whole}
        if found.entry.has_body and found.entry.size > self.most:
            groups = [(whole, found.entry.size), (takers - whole, self.most)]
        else:
            groups = [(takers, self.most)]
        copies = [_Copy(self.make_sink(), most, wants) for wants, most in groups if wants]
        damage: Extracted | None = None
        is_late = False
        try:
            self._copy(found, copies)
            if found.entry.has_body and found.entry.size and (fault := found.fault_behind()):
                damage, is_late = stopped(ReadStage.READ, fault), True
        except _DAMAGE as problem:
            damage = stopped(ReadStage.READ, problem)
        for copy in copies:
            for want in copy.wants:
                is_spared = copy.is_full or (is_late and want.exact)
                yield want, copy.result(want, taken, None if is_spared else damage)

    def _copy(self, found: StreamEntry, copies: "list[_Copy]") -> None:
        while (left := max(copy.left for copy in copies)) and (data := found.read(min(PIECE, left))):
            for copy in copies:
                copy.add(data)
            if self.stop():
                raise Cancelled


class _Copy:
    """The bytes of one entry on their way to a sink."""

    def __init__(self, sink: ByteSink, most: int, wants: set[Want]) -> None:
        self.wants = wants
        self._sink = sink
        self._most = most
        self._count = 0
        self._hash = sink if isinstance(sink, HashingSink) else hashlib.sha256()

    @property
    def left(self) -> int:
        return self._most - self._count

    @property
    def is_full(self) -> bool:
        return not self.left

    def add(self, data: bytes) -> None:
        part = data[: self.left]
        self._sink.write(part)
        if not isinstance(self._hash, HashingSink):
            self._hash.update(part)
        self._count += len(part)

    def result(self, want: Want, taken: Extracted, damage: Extracted | None) -> Extracted:
        if damage is not None:
            return replace(taken, stage=damage.stage, upstream=damage.upstream, message=damage.message)
        assert taken.entry is not None
        if want.exact and self._count < taken.entry.size:
            return replace(taken, stage=ReadStage.READ, message="it has fewer bytes than its header claims")
        is_cut = taken.entry.has_body and self._count < taken.entry.size
        return replace(taken, size=self._count, sha256=self._hash.hexdigest(), truncated=is_cut, sink=self._sink)
