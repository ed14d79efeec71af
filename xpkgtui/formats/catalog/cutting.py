"""The documents of one file of a catalog: JSON objects one after another, or YAML documents, as opm takes them."""

import json
import re
from collections.abc import Iterator

from xpkgtui.documents.stream import Allowance, split
from xpkgtui.limits import Limits
from xpkgtui.values import dataclass

_BLANKS = re.compile(rb"[ \t\r\n]*")
_BLANKS_OF_TEXT = re.compile("[ \t\r\n]*")
_FIRST_LINE = re.compile(r"[^\S\n]*\n?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """One document within a file."""

    start: int
    end: int
    line: int
    """Of its first byte, from 1."""
    is_broken: bool = False
    """Whether it begins with a separator that goes on, or is the rest of JSON that cannot be read."""
    problem: str = ""
    """Go's message about such a separator."""


def cut(data: bytes, allowance: Allowance, limits: Limits) -> Iterator[Cut]:
    """The documents in order, comments alone too; the last one may be the rest that cannot be cut."""
    start, line = 0, 1
    blanks = _BLANKS.match(data)
    if blanks is not None and data[blanks.end() : blanks.end() + 1] == b"{":
        objects, start = _json_objects(data, limits)
        counted = 0
        for begin, end in objects:
            line += data.count(b"\n", counted, begin)
            counted = begin
            yield Cut(start=begin, end=end, line=line)
        line += data.count(b"\n", counted, start)
        if len(objects) > 1 or start >= len(data):
            if start < len(data):
                yield Cut(start=start, end=len(data), line=line, is_broken=True)
            return
    rest = data[start:]
    stream = split(rest, allowance, limits)
    for chunk in stream.chunks:
        yield Cut(start=start + chunk.start, end=start + chunk.end, line=line + chunk.first_line - 1)
    if stream.problem is not None:
        begin = data.find(b"\n", start + stream.chunks[-1].end) + 1 if stream.chunks else start
        problem = "" if stream.problem.limit else stream.problem.message
        line = data.count(b"\n", 0, begin) + 1
        yield Cut(start=begin, end=len(data), line=line, is_broken=True, problem=problem)


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
