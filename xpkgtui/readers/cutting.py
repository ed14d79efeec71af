"""The documents of one file: JSON objects one after another, or YAML documents, as Kubernetes' decoder takes them."""

import json
from collections.abc import Iterator

from xpkgtui.documents.stream import split
from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.limits import Limits
from xpkgtui.patterns import late
from xpkgtui.values import dataclass

_BLANKS = late(rb"[ \t\r\n]*")
_BLANKS_OF_TEXT = late("[ \t\r\n]*")
_FIRST_LINE = late(r"[^\S\n]*\n?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """One document within a file."""

    start: int
    end: int
    line: int
    """The line of its first byte, from 1."""
    is_broken: bool = False
    """Whether it begins with a separator that goes on, or is the rest of JSON that cannot be read."""
    problem: str = ""
    """Go's message about such a separator."""


def cut(data: bytes, limits: Limits) -> Iterator[Cut]:
    """The documents in order, comments alone too; the last one may be the rest that cannot be cut."""
    objects, start = _json_cuts(data, limits)
    yield from objects
    if len(objects) > 1 or start >= len(data) > 0:
        return
    line = 1 + data.count(b"\n", 0, start)
    rest = data[start:]
    stream = split(rest, Effort(0), limits)
    for chunk in stream.chunks:
        yield Cut(start=start + chunk.start, end=start + chunk.end, line=line + chunk.first_line - 1)
    if stream.problem is not None:
        begin = data.find(b"\n", start + stream.chunks[-1].end) + 1 if stream.chunks else start
        problem = "" if stream.problem.limit else stream.problem.message
        line = data.count(b"\n", 0, begin) + 1
        yield Cut(start=begin, end=len(data), line=line, is_broken=True, problem=problem)


def json_objects(data: bytes, limits: Limits) -> list[Cut]:
    """The documents of a file of JSON objects, one after another; a rest that cannot be read is the last one."""
    objects, start = _json_cuts(data, limits)
    if len(objects) != 1 or start >= len(data) or not data[objects[0].end :].strip():
        return objects
    end = objects[0].end
    line = data.count(b"\n", 0, end) + 1
    return [*objects, Cut(start=end, end=len(data), line=line, is_broken=True)]


def _json_cuts(data: bytes, limits: Limits) -> tuple[list[Cut], int]:
    """JSON objects at the beginning, behind several of them what is broken; and the offset at which YAML goes on."""
    blanks = _BLANKS.match(data)
    if blanks is None or data[blanks.end() : blanks.end() + 1] != b"{":
        return [], 0
    objects, start = _json_objects(data, limits)
    found, line, counted = [], 1, 0
    for begin, end in objects:
        line += data.count(b"\n", counted, begin)
        counted = begin
        found.append(Cut(start=begin, end=end, line=line))
    if len(found) > 1 and start < len(data):
        line += data.count(b"\n", counted, start)
        found.append(Cut(start=start, end=len(data), line=line, is_broken=True))
    return found, start


def _json_objects(data: bytes, limits: Limits) -> tuple[list[tuple[int, int]], int]:
    """The JSON objects at the beginning as (offset, end) in bytes, and the offset at which YAML would go on."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return [], 0
    decoder = json.JSONDecoder(parse_constant=_no_constant)
    found: list[tuple[int, int]] = []
    at = begin = 0
    while len(found) < limits.documents:
        blanks = _BLANKS_OF_TEXT.match(text, at)
        following = blanks.end() if blanks else at
        if following >= len(text):
            return found, len(data)
        try:
            _, end = decoder.raw_decode(text, following)
        except (ValueError, RecursionError):
            break
        begin += following - at
        size = len(text[following:end].encode())
        found.append((begin, begin + size))
        begin += size
        at = end
    if len(found) == 1 and (line := _FIRST_LINE.match(text, at)):
        begin += len(line[0].encode())
    return found, begin


def _no_constant(name: str) -> None:
    raise ValueError(name)
