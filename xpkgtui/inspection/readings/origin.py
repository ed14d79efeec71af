"""The names under which other programs find an image that is open."""

from xpkgtui.errors import Malformed
from xpkgtui.formats.images.repair import Origin
from xpkgtui.inspection.opened_image import OpenedImage
from xpkgtui.inspection.opened_source import OpenedSource
from xpkgtui.oci.reference import Reference
from xpkgtui.sources.demos import is_demo
from xpkgtui.sources.source import Form


def origin_of(source: OpenedSource, image: OpenedImage | None = None) -> Origin:
    """The repository of a registry, or the path of an archive; empty for what no other program opens."""
    # Of a built-in package the commands are those for its address, which does not exist.
    if not source.is_remote and not is_demo(source.name):
        is_archive = source.fetcher.source.form is Form.DOCKER_ARCHIVE
        # Of a name that begins with a dash, every program would make an option.
        path = f"./{source.name}" if source.name.startswith("-") else source.name
        return Origin(path=path) if is_archive else Origin()
    try:
        reference = Reference.parse(source.root.reference)
    except Malformed:
        return Origin()
    digest = image.manifest.digest if image else None
    return Origin(repository=reference.name, tag=reference.tag or "", digest=digest or "")
