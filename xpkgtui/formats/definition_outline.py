"""The outline of a CustomResourceDefinition of any version, parsed where it is not too large."""

from xpkgtui.documents.chunk import Chunk, StreamBytes
from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.formats.format import Outline, VersionOutline
from xpkgtui.untyped import field, listing

_MAX_PARSED = 4 << 20
"""Bytes of a definition that is parsed for its outline."""


def definition_outline(data: StreamBytes, chunk: Chunk, effort: Effort | None = None) -> Outline | None:
    """The outline; None for other kinds, broken documents and large ones."""
    if chunk.kind != "CustomResourceDefinition" or chunk.end - chunk.start >= _MAX_PARSED:
        return None
    # The parser of YAML is loaded where there is a definition.
    from xpkgtui.documents.document import BrokenDocument, parse

    document = parse(data, chunk, effort=effort)
    if isinstance(document, BrokenDocument) or not isinstance(field(document.value, "spec"), dict):
        return None
    spec = document.value["spec"]
    versions = tuple(
        VersionOutline(name=one["name"], stored=one.get("storage") is True)
        for one in listing(spec.get("versions"))
        if isinstance(field(one, "name"), str)
    )
    single = spec.get("version")
    if not versions and isinstance(single, str):
        versions = (VersionOutline(name=single, stored=True),)
    return Outline(
        group=_text(spec.get("group")),
        plural=_text(field(spec, "names", "plural")),
        kind=_text(field(spec, "names", "kind")),
        scope=_text(spec.get("scope")),
        versions=versions,
    )


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None
