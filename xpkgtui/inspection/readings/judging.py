"""The verdicts of readers on the bytes that each of them took; each different stream is judged once."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from xpkgtui.fetching.threads import Threads
from xpkgtui.formats.format import Format
from xpkgtui.formats.images.comparison import ReaderResult
from xpkgtui.formats.judging.stream_verdict import StreamObject, StreamVerdict
from xpkgtui.inspection.objects.stream import mapped
from xpkgtui.inspection.readings.row import Row
from xpkgtui.inspection.work import Stop
from xpkgtui.rules.case import Case

Objects = Mapping[str, tuple[StreamObject, ...]]
"""The objects of each different stream, by its sha256."""


async def judge(
    rows: Sequence[Row], format: Format, case: Case, *, pool: Threads, stop: Stop
) -> tuple[tuple[ReaderResult, ...], Objects]:
    """The rows with their verdicts; `case` has what was read beside their bytes."""
    verdicts: dict[str, StreamVerdict] = {}
    objects: dict[str, tuple[StreamObject, ...]] = {}
    for same in _different(rows):
        found = await pool.run(partial(_judge, format, same, case, stop))
        verdicts |= found
        if sha256 := same[0].reading.sha256:
            objects[sha256] = max((one.objects for one in found.values()), key=len, default=())
    results = tuple(
        ReaderResult(reader=row.reader, reading=row.reading, verdict=verdicts.get(row.reader.name)) for row in rows
    )
    return results, objects


def _different(rows: Sequence[Row]) -> Iterator[list[Row]]:
    """Rows of the same bytes; a reader that cuts them into pieces stands by itself."""
    same: dict[str, list[Row]] = {}
    for row in rows:
        if row.file is not None and row.reading.unread is None:
            same.setdefault(row.reading.sha256 or row.reader.name, []).append(row)
    yield from same.values()


def _judge(format: Format, rows: Sequence[Row], case: Case, stop: Stop) -> Mapping[str, StreamVerdict]:
    file, reading = rows[0].file, rows[0].reading
    if file is None:
        return {}
    pieces = None if reading.sha256 else tuple((piece.offset, piece.size) for piece in reading.pieces)
    readers = [row.reader.name for row in rows]
    case = replace(case, reading=reading, stream=file)
    with mapped(file) as data:
        return format.judge_stream(data, readers, pieces=pieces, case=case, limits=case.limits, stop=stop)
