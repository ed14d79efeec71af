"""A document of the stream that is open, parsed because somebody looks at it."""

from collections.abc import Callable

from xpkgtui.documents.chunk import Chunk
from xpkgtui.documents.document import BrokenDocument, PackageDocument, parse
from xpkgtui.errors import NotFound
from xpkgtui.inspection.mapping import mapped
from xpkgtui.inspection.session import Session
from xpkgtui.rules.case import StreamFile


def chunk_of(session: Session, number: int) -> tuple[StreamFile, Chunk]:
    """The stream and the piece of it that has this number."""
    chunk = next((chunk for chunk in session.chunks if chunk.number == number), None)
    if chunk is None or session.stream is None:
        raise NotFound(f"There is no document {number}.")
    return session.stream, chunk


def parsing(session: Session, number: int) -> Callable[[], PackageDocument | BrokenDocument]:
    """Work for a thread: the document of this number."""
    stream, chunk = chunk_of(session, number)

    def read() -> PackageDocument | BrokenDocument:
        with mapped(stream) as data:
            return parse(data, chunk)

    return read
