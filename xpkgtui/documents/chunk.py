"""One chunk of a stream, as Kubernetes' YAMLReader cuts it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """Where a document is, and what it calls itself, without its being parsed."""

    number: int
    """The n-th chunk of the stream, empty ones included, from 1."""
    start: int
    """Byte offset of its first byte; a `---` that finds nothing collected is part of it, one that ends it is not."""
    end: int
    """Byte offset behind its last byte."""
    first_line: int
    """Line of its first byte, from 1."""
    line: int
    """Line of its first key, else of its first content, else `first_line`."""
    api_version: str | None = None
    """None where it is absent, no string, or where it could not be told cheaply."""
    kind: str | None = None
    name: str | None = None
    """`metadata.name`"""
    empty: bool = False
    """Nothing but blanks, comments, `---` and `...`: Crossplane skips it."""
