"""A row of the matrix in the making."""

from xpkgtui.readers.known_reader import KnownReader
from xpkgtui.readers.reader import Reading
from xpkgtui.rules.case import StreamFile
from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A reader with its reading, and the file that holds its bytes."""

    reader: KnownReader
    reading: Reading
    file: StreamFile | None = None
    """The file with the bytes that the reader takes; None if it takes none."""
