"""Documents of a stream as rows, named without parsing them whole."""

import mmap
from collections.abc import Iterator

from xpkgtui.documents.outline import outline
from xpkgtui.documents.stream import Chunk
from xpkgtui.inspection.rows import ObjectRow
from xpkgtui.package import role_of

DEFINITIONS = frozenset({"CustomResourceDefinition", "CompositeResourceDefinition", "ManagedResourceDefinition"})


def rows(data: bytes | mmap.mmap, chunks: tuple[Chunk, ...], file: str | None = None) -> Iterator[ObjectRow]:
    """One row a chunk, empty ones included."""
    for chunk in chunks:
        yield _row(data, chunk, file)


def _row(data: bytes | mmap.mmap, chunk: Chunk, file: str | None) -> ObjectRow:
    defined = outline(data, chunk) if chunk.kind in DEFINITIONS else None
    group = defined.group if defined else None
    versions = defined.versions if defined else ()
    return ObjectRow(
        document=chunk.number,
        line=chunk.line,
        start=chunk.start,
        end=chunk.end,
        first_line=chunk.first_line,
        file=file,
        api_version=chunk.api_version,
        kind=chunk.kind,
        name=chunk.name,
        role=role_of(chunk),
        group=group or _own_group(chunk.api_version),
        plural=defined.plural if defined else None,
        defines=defined.kind if defined else None,
        scope=defined.scope if defined else None,
        versions=tuple(version.name for version in versions),
        stored=next((version.name for version in versions if version.stored), None),
    )


def _own_group(api_version: str | None) -> str | None:
    if api_version is None:
        return None
    group, slash, _ = api_version.rpartition("/")
    return group if slash else ""
