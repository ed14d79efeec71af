"""package.ndjson, as the up tool caches packages: one JSON object a line, the first about the package itself."""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO

from xpkgtui.documents.origins import Origins, OriginsBuilder
from xpkgtui.documents.stream import MAX_CHUNKS
from xpkgtui.filesystem.limits import PACKAGE_YAML
from xpkgtui.readers.reader import Sign, Step
from xpkgtui.sources.spooling import Readable, new_file, spool
from xpkgtui.sources.stream import StreamSource

_SEPARATOR = b"---\n"
_HEADER = 1 << 16
_TITLE = "Puts every line into a document of its own"


def is_json_lines(head: bytes) -> bool:
    """Whether this begins with two objects in a line each, the second one an object of Kubernetes."""
    if not head.startswith(b"{"):
        return False
    first, _, rest = head.partition(b"\n")
    second = rest.lstrip().partition(b"\n")[0]
    return (
        _fields(first) is not None and second.startswith(b"{") and b'"apiVersion"' in second and b'"kind"' in second
    )


def open_json_lines(source: Readable, head: bytes, scratch: Path, name: str) -> StreamSource:
    """The objects as a stream, each line with its number; raises Usage where it cannot be written."""
    path, more = spool(source, scratch, PACKAGE_YAML, head)
    try:
        with path.open("rb") as lines:
            header = _header(lines)
            target, origins, left = _convert(lines, scratch, name, skip_first=header is not None)
    finally:
        path.unlink(missing_ok=True)
    note = "JSON lines, as the up tool keeps packages in its cache; Crossplane reads no such file."
    if header:
        note += f" Its first line says that it is {_about(header)}."
    return StreamSource(
        target,
        name=name,
        spooled=True,
        truncated=more or left or target.stat().st_size > PACKAGE_YAML,
        notes=(note,),
        steps=(Step(title=_TITLE, evidence=note, sign=Sign.WARNING),),
        origins=origins,
    )


def _header(lines: BinaryIO) -> Mapping[str, object] | None:
    """What the first line says of the package; None where it is an object like the others."""
    found = _fields(lines.readline(_HEADER))
    lines.seek(0)
    return None if found is None or "apiVersion" in found else found


def _fields(line: bytes) -> Mapping[str, object] | None:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _about(header: Mapping[str, object]) -> str:
    """`crossplane/provider-helm v0.9.0 from index.docker.io`"""
    repository, version, registry = (
        text if isinstance(text := header.get(key), str) else "" for key in ("repo", "version", "registry")
    )
    at = f" from {registry}" if registry and not repository.startswith(registry) else ""
    return f"{repository} {version}".strip()[:300] + at[:300] or "nothing in particular"


def _convert(lines: BinaryIO, scratch: Path, name: str, *, skip_first: bool) -> tuple[Path, Origins, bool]:
    """A file of ours, where its lines come from, and whether there are more objects than any stream may have."""
    ledger, written, count = OriginsBuilder(), 2, 0
    file = os.path.basename(name) if name != "-" else "standard input"
    with new_file(scratch, "stream-") as (target, out):
        out.write(_SEPARATOR)
        for number, line in enumerate(lines, 1):
            if (number == 1 and skip_first) or not line.strip():
                continue
            if count == MAX_CHUNKS:
                return target, ledger.origins(len(_SEPARATOR)), True
            ledger.add(written, file, number)
            out.write(line.rstrip(b"\n") + b"\n" + _SEPARATOR)
            written += 2
            count += 1
    return target, ledger.origins(len(_SEPARATOR)), False
