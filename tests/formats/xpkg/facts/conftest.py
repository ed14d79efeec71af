"""Facts as lines, from the text of a stream."""

from collections.abc import Callable
from functools import partial

import pytest
from builders.packages.rows import object_rows

from xpkgtui.documents.chunk import Chunk
from xpkgtui.documents.document import PackageDocument, parse
from xpkgtui.documents.stream import split
from xpkgtui.formats.package_objects import PackageObjects
from xpkgtui.formats.xpkg.facts import of_object
from xpkgtui.inspection.rows.objects import ObjectRow

Describe = Callable[..., dict[str, str]]


@pytest.fixture
def describe() -> Describe:
    """The facts of the first document; those of one label stand below each other."""
    return _tell


def _tell(text: str, *others: str) -> dict[str, str]:
    data = "---\n".join((text, *others)).encode()
    chunks = split(data).chunks

    def value(number: int) -> object:
        document = parse(data, chunks[number])
        return document.value if isinstance(document, PackageDocument) else None

    def read(row: ObjectRow, chunks: tuple[Chunk, ...]) -> object:
        return value(next(n for n, chunk in enumerate(chunks) if chunk.number == row.document))

    package = PackageObjects(heads=object_rows(data), read=partial(read, chunks=chunks))
    found: dict[str, str] = {}
    for label, said in of_object(value(0), package):
        found[label] = f"{found[label]}\n{said}" if label in found else said
    return found
