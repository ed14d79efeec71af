"""A file that a reader's bytes are written to; it is made with the first of them."""

from pathlib import Path
from typing import BinaryIO


class TakenFile:
    """The bytes that readers took; belongs to one thread until it is closed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.size = 0
        self._file: BinaryIO | None = None

    def write(self, data: bytes, /) -> int:
        """Adds bytes."""
        if self._file is None:
            self._file = self.path.open("wb")
        self.size += len(data)
        return self._file.write(data)

    def close(self) -> None:
        """Ends the file, which may be empty."""
        if self._file is None:
            self.path.touch()
        else:
            self._file.close()
