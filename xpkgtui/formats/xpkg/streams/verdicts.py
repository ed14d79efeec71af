"""The verdicts of all readers on one stream: one pass, each document decoded once, until all have stopped."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from xpkgtui.documents.chunk import Chunk, StreamBytes
from xpkgtui.documents.stream import Stream, is_bare, is_empty, split
from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.errors import Cancelled
from xpkgtui.formats.judging.stream_verdict import OlderVerdict, StreamObject, StreamVerdict
from xpkgtui.formats.role import Role
from xpkgtui.formats.xpkg.streams.decoded import Decoded, decode
from xpkgtui.formats.xpkg.streams.editions import Edition, editions_of
from xpkgtui.formats.xpkg.streams.managers import Manager
from xpkgtui.formats.xpkg.streams.others import Extract, Validate
from xpkgtui.formats.xpkg.streams.programs import Empty, Outcome, Program, Shared, object_of
from xpkgtui.formats.xpkg.streams.specification import Specification
from xpkgtui.limits import LIMITS, Limits

_OTHERS: Mapping[str, Callable[[Shared], Program]] = {
    "spec": Specification,
    "extract": lambda _: Extract(),
    "validate": Validate,
}
_MEASURED = frozenset({"manager-2.4", "extract", "validate"})
"""The readers whose verdicts were compared with their own libraries; the others follow the source."""


def _never() -> bool:
    return False


def judge_stream(
    data: StreamBytes,
    readers: Iterable[str],
    *,
    stream: Stream | None = None,
    pieces: Sequence[tuple[int, int]] | None = None,
    limits: Limits = LIMITS,
    stop: Callable[[], bool] = _never,
) -> Mapping[str, StreamVerdict]:
    """The verdicts of these readers, by name, in their order; names without a reader are left out.

    `data` is what they read, `stream` its documents where it was split before. For `validate`, `pieces` are the
    (offset, size) of its objects, which are then not split again. Raises `Cancelled` soon after `stop` is True.
    """
    shared = _Objects()
    judged = {name: tuple(_programs(name, shared)) for name in readers}
    made = [one for each in judged.values() for one in each]
    older = [program for edition, program in made if edition is not None and edition.bare]
    if pieces is not None:
        stream = Stream(chunks=tuple(_pieces(data, pieces)))
    elif older and not is_bare(data):
        # Rare: these have other documents, so that they are parsed once more.
        _run(data, split(data, limits=limits, bare=True), older, limits, stop)
        made = [one for one in made if one[1] not in older]
    if stream is None and not all(program.is_stopped for _, program in made):
        stream = split(data, limits=limits)
    if stream is not None:
        _run(data, stream, [program for _, program in made], limits, stop)
    return {name: _verdict(name, each) for name, each in judged.items() if each}


def _run(
    data: StreamBytes, stream: Stream, programs: Sequence[Program], limits: Limits, stop: Callable[[], bool]
) -> None:
    """Every document goes to the programs that have not stopped."""
    effort = Effort.of_stream(len(data), limits)
    running = [one for one in programs if not one.is_stopped]
    for chunk in stream.chunks:
        if not running:
            return
        if stop():
            raise Cancelled
        if chunk.empty:
            empty = Empty(data, chunk, effort, limits)
            for one in running:
                one.skip(empty)
        else:
            document = decode(data, chunk, effort=effort, limits=limits, guesses=0)
            for one in running:
                one.take(document)
        running = [one for one in running if not one.is_stopped]
    for one in running:
        one.end(stream.problem)


class _Objects:
    """The object of each document, made once for all programs."""

    def __init__(self) -> None:
        self._last: tuple[Decoded, StreamObject] | None = None

    def __call__(self, document: Decoded, role: Role) -> StreamObject:
        if self._last is None or self._last[0] is not document or self._last[1].role is not role:
            self._last = document, object_of(document, role)
        return self._last[1]


def _programs(reader: str, shared: Shared) -> Iterator[tuple[Edition | None, Program]]:
    """The editions of a reader, the oldest first, or the one program that it is."""
    if reader in _OTHERS:
        yield None, _OTHERS[reader](shared)
    for edition in editions_of(reader):
        yield edition, Manager(edition, shared)


def _pieces(data: StreamBytes, pieces: Sequence[tuple[int, int]]) -> Iterator[Chunk]:
    """Each piece as a chunk; its lines are not those of a file, and count from 1."""
    for number, (start, size) in enumerate(pieces, 1):
        end = start + size
        empty = is_empty(data, start, end)
        yield Chunk(number=number, start=start, end=end, first_line=1, line=1, empty=empty)


def _verdict(reader: str, programs: Sequence[tuple[Edition | None, Program]]) -> StreamVerdict:
    """That of the last edition, with the older ones that decide otherwise."""
    outcome = programs[-1][1].outcome
    older: list[OlderVerdict] = []
    same: Outcome | None = None
    for edition, program in programs[:-1]:
        before, own = same, program.outcome
        same = own
        if edition is None or _alike(own, outcome):
            continue
        first = edition.first
        if before is not None and older and _alike(before, own):
            first = older.pop().first
        older.append(OlderVerdict(first=first, last=edition.last, acceptance=own.acceptance, refusal=own.refusal))
    return StreamVerdict(
        reader=reader,
        acceptance=outcome.acceptance,
        refusal=outcome.refusal,
        objects=tuple(outcome.objects),
        older=tuple(older),
        measured=reader in _MEASURED,
        limit=outcome.limit,
    )


def _alike(one: Outcome, other: Outcome) -> bool:
    return (one.acceptance, one.refusal) == (other.acceptance, other.refusal)
