"""The rule about the icons of packages."""

import re
from collections.abc import Iterator

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.catalog.model.blobs import Package
from xpkgtui.formats.catalog.model.shapes import decoded
from xpkgtui.formats.catalog.rules.rule import rule
from xpkgtui.formats.catalog.subject import CatalogDocument
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem

_PICTURES = (
    ("image/png", re.compile(rb"\x89PNG\r\n\x1a\n")),
    ("image/jpeg", re.compile(rb"\xff\xd8\xff")),
    ("image/gif", re.compile(rb"GIF8[79]a")),
    ("image/webp", re.compile(rb"RIFF....WEBP", re.DOTALL)),
    ("image/svg+xml", re.compile(rb"(?:\xef\xbb\xbf)?\s*+<(?:svg|\?xml|!DOCTYPE svg|!--)", re.IGNORECASE)),
)
"""Media types, and how their data begins."""
_LEAD = 4096
"""Characters of base64 that are looked at."""


@rule("FBC013", "a package's icon is an image of the type that it gives", "EW EW EW", stage=Stage.PARSE)
def icons(document: CatalogDocument) -> Iterator[Problem]:
    """An icon has base64 data and the media type of an image, and both agree.

    Why: Consoles show the icon by its media type. opm refuses data that is not base64, and checks no more.
    When it bites: The package is shown without an icon.
    Fix: Write the image as base64 into base64data, and its type, such as image/svg+xml, into mediatype.
    Source: operator-registry, alpha/declcfg/declcfg.go, alpha/model/model.go; the text on file-based catalogs.
    """
    fault, blob = document.fault, document.blob
    if fault is not None and fault.rule == "FBC013":
        message = f"Document {document.chunk.number} {fault.message}"
        yield Problem(message=message, says=fault.says, path=fault.path)
    if not isinstance(blob, Package) or not blob.has_icon:
        return
    lead = decoded("".join(blob.icon[:_LEAD].split())[: _LEAD // 2 // 4 * 4] if len(blob.icon) > _LEAD else blob.icon)
    found = next((name for name, start in _PICTURES if start.match(lead)), "")
    path, what = FieldPath.of("icon"), f"The icon of {blob.name}"
    if not blob.icon:
        yield Problem(message=f"{what} has no data", level=1, path=path)
    elif not blob.media_type:
        yield Problem(message=f"{what} has no media type", level=1, path=path)
    elif not blob.media_type.startswith("image/"):
        message = f"{what} has the media type {blob.media_type}, which is not that of an image"
        yield Problem(message=message, level=1, path=FieldPath.of("icon", "mediatype"))
    elif found and found != blob.media_type:
        message = f"{what} has the media type {blob.media_type}, and its data is {found}"
        yield Problem(message=message, level=1, path=FieldPath.of("icon", "mediatype"))
    elif not found and blob.media_type in {name for name, _ in _PICTURES}:
        message = f"{what} has the media type {blob.media_type}, and its data does not begin like that"
        yield Problem(message=message, level=1, path=FieldPath.of("icon", "base64data"))


RULES = (icons,)
