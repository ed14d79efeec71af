"""JSON lines: one object a line, made into a stream of documents."""

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import BinaryIO

from xpkgtui.documents.origins import Origins, OriginsBuilder
from xpkgtui.filesystem.compression.stored import ByteSource
from xpkgtui.limits import LARGEST_STREAM, LIMITS, Limits
from xpkgtui.readers.reader import Sign, Step
from xpkgtui.sources.spooling import new_file, spool
from xpkgtui.sources.stream.source import StreamSource

Header = Mapping[str, object]
"""A first line that is not an object of Kubernetes, but about the package."""
_SEPARATOR = b"---\n"
_LONGEST = 1 << 16
"""Bytes of a header."""
_TITLE = "Puts every line into a document of its own"


def is_json_lines(head: bytes) -> bool:
    """Whether the first two lines are one JSON object each, and the second is an object of Kubernetes."""
    if not head.startswith(b"{"):
        return False
    first, _, rest = head.partition(b"\n")
    second = rest.lstrip().partition(b"\n")[0]
    return (
        _fields(first) is not None and second.startswith(b"{") and b'"apiVersion"' in second and b'"kind"' in second
    )


def open_json_lines(
    source: ByteSource,
    head: bytes,
    scratch: Path,
    name: str,
    describe: Callable[[Header | None], str],
    limits: Limits = LIMITS,
) -> StreamSource:
    """A stream of the objects, each with its line number; `describe` makes the note that goes with it.

    Raises Usage where `scratch` cannot be written.
    """
    path, more = spool(source, scratch, LARGEST_STREAM, head)
    try:
        with path.open("rb") as lines:
            header = _header(lines)
            target, origins, left = _convert(lines, scratch, name, limits.documents, skip_first=header is not None)
    finally:
        path.unlink(missing_ok=True)
    note = describe(header)
    return StreamSource(
        target,
        name=name,
        spooled=True,
        truncated=more or target.stat().st_size > LARGEST_STREAM,
        reached=(limits.reached("documents"),) if left else (),
        notes=(note,),
        steps=(Step(title=_TITLE, evidence=note, sign=Sign.WARNING),),
        origins=origins,
    )


def _header(lines: BinaryIO) -> Header | None:
    """The first line where it is a header; None where it is an object like the others."""
    found = _fields(lines.readline(_LONGEST))
    lines.seek(0)
    return None if found is None or "apiVersion" in found else found


def _fields(line: bytes) -> Mapping[str, object] | None:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _convert(lines: BinaryIO, scratch: Path, name: str, most: int, *, skip_first: bool) -> tuple[Path, Origins, bool]:
    """A new file, the origins of its lines, and whether there are more objects than a stream may have."""
    ledger, written, count = OriginsBuilder(), 2, 0
    file = os.path.basename(name) if name != "-" else "standard input"
    with new_file(scratch, "stream-") as (target, out):
        out.write(_SEPARATOR)
        for number, line in enumerate(lines, 1):
            if (number == 1 and skip_first) or not line.strip():
                continue
            if count == most:
                return target, ledger.origins(len(_SEPARATOR)), True
            ledger.add(written, file, number)
            out.write(line.rstrip(b"\n") + b"\n" + _SEPARATOR)
            written += 2
            count += 1
    return target, ledger.origins(len(_SEPARATOR)), False
