"""One chunk of a stream, as Kubernetes' YAMLReader cuts it."""

import mmap

from xpkgtui.limits import ReachedLimit
from xpkgtui.values import dataclass

StreamBytes = bytes | mmap.mmap
"""The bytes of a stream, in memory or mapped from a file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BlobNames:
    """The names of a document that has a schema instead of apiVersion and kind."""

    schema: str
    package: str | None = None
    name: str | None = None
    first_key: int = -1
    """The byte offset of its first key; negative where it is not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """The place and the names of a document that was not parsed."""

    number: int
    """Its number in the stream, from 1; empty chunks count."""
    start: int
    """Byte offset of its first byte; includes a `---` before which nothing was collected, not one that ends it."""
    end: int
    """Byte offset after its last byte."""
    first_line: int
    """Line of its first byte, from 1."""
    line: int
    """Line of its first key, else of its first content, else `first_line`."""
    api_version: str | None = None
    """The apiVersion, cut like other long names; None if it is absent, not a string, or not read."""
    kind: str | None = None
    name: str | None = None
    """`metadata.name`"""
    blob: BlobNames | None = None
    """The names of a document that has a schema and is not an object of Kubernetes."""
    empty: bool = False
    """Whether the document holds only blanks, comments, `---` and `...`, so that it is skipped."""
    unnamed: ReachedLimit | None = None
    """The limit that kept its names from being read, or what it says of a package of a catalog."""
