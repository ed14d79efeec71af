"""The images that documents name, as a format finds them.

used(XPKG, "apiVersion: ...", target="1.20")       # rows of role, reference and place, those that are left out too
"""

from xpkgtui.documents.document import PackageDocument, parse
from xpkgtui.documents.origins import AS_GIVEN
from xpkgtui.documents.stream import split
from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.formats.format import Format
from xpkgtui.formats.package_objects import ObjectHead, PackageObjects
from xpkgtui.formats.used_images.used import UsedImage
from xpkgtui.inspection.objects.stream import row_of


def objects_in(format: Format, *documents: str) -> PackageObjects:
    """The objects of a stream of documents."""
    data = "---\n".join(documents).encode()
    chunks = split(data).chunks
    effort = Effort.of_stream(len(data))
    rows = tuple(row_of(chunk, format.outline(data, chunk, effort), format, AS_GIVEN) for chunk in chunks)

    def read(head: ObjectHead) -> object:
        document = parse(data, next(chunk for chunk in chunks if chunk.number == head.document))
        return document.value if isinstance(document, PackageDocument) else None

    return PackageObjects(heads=rows, read=read)


def used(format: Format, *documents: str, target: str = "2.4") -> list[UsedImage]:
    """The images that these documents name."""
    return list(format.used_images().of_package(objects_in(format, *documents), target))


def rows(found: list[UsedImage]) -> list[tuple[str, str, str]]:
    """Role, reference and place of each."""
    return [(str(one.role), one.reference, one.place) for one in found]
