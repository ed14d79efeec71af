"""The names of an image, to be copied."""

from collections.abc import Iterator

from xpkgtui.app.copy import source_names
from xpkgtui.app.copy.offer import Offer, value
from xpkgtui.inspection.inspection import Inspection


def image_names(inspection: Inspection) -> Iterator[Offer]:
    """The names of the image: by digest, and by tag."""
    digest, found = inspection.digest, source_names.reference(inspection)
    yield from value("p", "pinned reference", source_names.pinned(inspection, digest))
    yield from value("P", "pinned, with its tag", source_names.pinned(inspection, digest, tagged=True))
    yield from value("t", "tag reference", str(found.tagged(found.tag)) if found and found.tag else None)
    if found is None:
        yield from value("p", "image digest", digest)
        yield from value("S", "source", inspection.source if inspection.source != "-" else None)
