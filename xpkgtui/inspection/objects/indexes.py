"""Indexes of streams on disk: what was split once is not split again, whatever source the same bytes come from."""

import json
from collections.abc import Callable
from typing import Any

from xpkgtui.documents.chunk import BlobNames, Chunk
from xpkgtui.documents.stream import SeparatorProblem
from xpkgtui.fetching.cache.learned import LEAST, Learned
from xpkgtui.formats.format import Outline, VersionOutline
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
        self._learned = Learned(program)

    def find(self, file: StreamFile, limits: Limits) -> Index | None:
        """The index of these bytes under these limits."""
        data = self._learned.find(self._folder, _about(file, limits)) if self._folder and _is_worth(file) else None
        if data is None:
            return None
        try:
            return _of_json(json.loads(data))
        except (ValueError, TypeError, KeyError, RecursionError):
            return None

    def keep(self, file: StreamFile, limits: Limits, index: Index) -> None:
        """Writes an index; where that fails, the stream is split again next time."""
        if self._folder and _is_worth(file) and len(index.chunks) <= _MOST:
            self._learned.keep(self._folder, _about(file, limits), json.dumps(_to_json(index)).encode())


def _is_worth(file: StreamFile) -> bool:
    return bool(file.sha256) and file.size >= LEAST


def _about(file: StreamFile, limits: Limits) -> tuple[object, ...]:
    return "index", file.sha256, file.size, limits


def _to_json(index: Index) -> dict[str, Any]:
    documents = [
        (
            (one.number, one.start, one.end, one.first_line, one.line),
            (one.api_version, one.kind, one.name, one.empty),
            one.blob and (one.blob.schema, one.blob.package, one.blob.name, one.blob.first_key),
            outline and (outline.group, outline.plural, outline.kind, outline.scope, outline.called),
            [(version.name, version.stored) for version in outline.versions] if outline else [],
        )
        for one, outline in zip(index.chunks, index.outlines, strict=True)
    ]
    stop = index.stop and (index.stop.message, index.stop.line, index.stop.offset)
    return {"format": index.format, "documents": documents, "stop": stop}


def _of_json(found: dict[str, Any]) -> Index:
    """The index; raises `ValueError`, `TypeError` or `KeyError` for anything else."""
    chunks, outlines = [], []
    for (number, start, end, first_line, line), (api_version, kind, name, empty), blob, outline, versions in found[
        "documents"
    ]:
        chunks.append(
            Chunk(
                number=number,
                start=start,
                end=end,
                first_line=first_line,
                line=line,
                api_version=api_version,
                kind=kind,
                name=name,
                blob=_blob(*blob) if blob else None,
                empty=empty,
            )
        )
        outlines.append(_outline(versions, *outline) if outline else None)
    stop = _stop(*found["stop"]) if found["stop"] else None
    return Index(format=found["format"], chunks=tuple(chunks), outlines=tuple(outlines), stop=stop)


def _stop(message: str, line: int, offset: int) -> SeparatorProblem:
    return SeparatorProblem(message=message, line=line, offset=offset)


def _blob(schema: str, package: str | None, name: str | None, first_key: int) -> BlobNames:
    return BlobNames(schema=schema, package=package, name=name, first_key=first_key)


def _outline(
    versions: list[tuple[str, bool]],
    group: str | None,
    plural: str | None,
    kind: str | None,
    scope: str | None,
    called: list[str] | None,
) -> Outline:
    return Outline(
        group=group,
        plural=plural,
        kind=kind,
        scope=scope,
        versions=tuple(VersionOutline(name=name, stored=stored) for name, stored in versions),
        called=(called[0], called[1]) if called else None,
    )
