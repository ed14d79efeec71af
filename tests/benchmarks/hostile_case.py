"""One hostile input: how it is made, and the commands that read it."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

Words = tuple[str, ...]


class Case(NamedTuple):
    """One input."""

    name: str
    make: Callable[[Path], Path]
    """Writes it at a path, and returns that path or one beside it."""
    commands: tuple[Words, ...] = (("check",), ("show",))


def one_file(documents: Callable[[], Iterable[str]], ending: str = ".json") -> Callable[[Path], Path]:
    """A file of documents; in YAML `---` stands between them.

    They are made when they are written, because a child's peak of memory is at least that of its parent.
    """

    def make(path: Path) -> Path:
        path = path.with_name(path.name + ending)
        with path.open("w") as file:
            for document in documents():
                file.write(f"{document}\n---\n" if ending == ".yaml" else f"{document}\n")
        return path

    return make


def tree(files: Callable[[], Iterable[tuple[str, str]]]) -> Callable[[Path], Path]:
    """A folder of files."""

    def make(path: Path) -> Path:
        for name, text in files():
            place = path / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text)
        return path

    return make
