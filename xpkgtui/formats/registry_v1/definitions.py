"""CustomResourceDefinitions as lists show them."""

from xpkgtui.documents.chunk import Chunk, StreamBytes
from xpkgtui.documents.document import PackageDocument, parse
from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.formats.format import Outline, VersionOutline
from xpkgtui.untyped import field, listing, mapping, text

_LARGEST = 4 << 20
"""Bytes of a definition that is parsed for its outline."""


def outline(data: StreamBytes, chunk: Chunk, effort: Effort | None) -> Outline | None:
    """Group, names and versions; None where they cannot be read."""
    if chunk.end - chunk.start > _LARGEST:
        return None
    document = parse(data, chunk, effort=effort)
    spec = mapping(field(document.value, "spec")) if isinstance(document, PackageDocument) else {}
    if not spec:
        return None
    versions = tuple(
        VersionOutline(name=text(field(one, "name")), stored=field(one, "storage") is True)
        for one in listing(spec.get("versions"))
    )
    if not versions and text(spec.get("version")):
        versions = (VersionOutline(name=text(spec.get("version")), stored=True),)
    return Outline(
        group=text(spec.get("group")) or None,
        plural=text(field(spec, "names", "plural")) or None,
        kind=text(field(spec, "names", "kind")) or None,
        scope=text(spec.get("scope")) or None,
        versions=versions,
    )
