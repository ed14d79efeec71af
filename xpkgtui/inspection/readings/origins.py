"""The names under which other programs find what was read."""

import re

from xpkgtui.commands import operand
from xpkgtui.errors import Malformed
from xpkgtui.formats.images.comparison import ImageOrigin
from xpkgtui.inspection.opened_image import OpenedImage
from xpkgtui.inspection.opened_source import OpenedSource
from xpkgtui.oci.asked import AS_USUAL
from xpkgtui.oci.reference import Reference
from xpkgtui.sources.demos import is_demo
from xpkgtui.sources.source import ImageRoot, SourceForm


def origin_of(source: OpenedSource, image: OpenedImage | None = None) -> ImageOrigin:
    """The repository of a registry, or the path of an archive or layout; empty for what no other program opens."""
    # Of a built-in package the commands are those for its address, which does not exist.
    if not source.is_remote and not is_demo(source.name):
        match source.fetcher.source.form:
            case SourceForm.DOCKER_ARCHIVE:
                return ImageOrigin(path=operand(source.name))
            case SourceForm.OCI_LAYOUT | SourceForm.OCI_ARCHIVE if isinstance(source.root, ImageRoot):
                return ImageOrigin(source=operand(source.name), tag=tag_of(source.root.reference))
        return ImageOrigin()
    try:
        reference = Reference.parse(source.root.reference)
    except Malformed:
        return ImageOrigin()
    digest = image.manifest.digest if image else None
    return ImageOrigin(
        repository=reference.name,
        tag=reference.tag or "",
        digest=digest or "",
        source=source.name,
        asked=source.options.access.asked if source.is_remote else AS_USUAL,
    )


def tag_of(reference: str) -> str:
    """The tag at the end of a reference, or of the name of an image in a layout; empty where there is none."""
    name, _, tag = reference.rpartition("/")[2].rpartition(":")
    return tag if name and "@" not in name and re.fullmatch(r"\w[\w.-]{0,127}", tag, re.ASCII) else ""
