"""The title of a package, of its app.yaml."""

from typing import TYPE_CHECKING

from xpkgtui.documents.document import PackageDocument, parse
from xpkgtui.formats.go_decoding.loosely import lowered
from xpkgtui.untyped import mapping, text

if TYPE_CHECKING:
    from xpkgtui.documents.chunk import Chunk, StreamBytes
    from xpkgtui.documents.yaml.effort import Effort

_LARGEST = 1 << 16
"""Bytes of an app.yaml that is parsed for its title."""
_LONGEST = 80


def title_of(data: "StreamBytes", chunk: "Chunk", effort: "Effort | None" = None) -> str:
    """The title in one line; empty where there is none, or the file is too long."""
    if chunk.end - chunk.start > _LARGEST:
        return ""
    document = parse(data, chunk, effort=effort)
    found = mapping(document.value) if isinstance(document, PackageDocument) else {}
    return " ".join(text(lowered(found, "title")).split())[:_LONGEST]
