"""Objects of a cluster, as kubectl prints them."""

from collections.abc import Iterator

from xpkgtui.documents.document import BrokenDocument, parse
from xpkgtui.documents.stream import split
from xpkgtui.errors import Usage
from xpkgtui.untyped import field, listing


def objects_of(text: str, what: str, hint: str) -> Iterator[object]:
    """The objects of all documents of a text, those in lists too; raises `Usage` where one cannot be read."""
    data = text.encode("utf-8", "surrogatepass")
    for chunk in split(data).chunks:
        if chunk.empty:
            continue
        document = parse(data, chunk)
        if isinstance(document, BrokenDocument):
            raise Usage(f"{what} cannot be read: {document.message}".capitalize(), hint=hint)
        items = listing(field(document.value, "items"))
        yield from items or (document.value,)
