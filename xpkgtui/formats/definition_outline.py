"""The outline of a definition; that of a CustomResourceDefinition is parsed."""

from xpkgtui.documents.chunk import Chunk, StreamBytes
from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.limits import ReachedLimit
from xpkgtui.untyped import field, listing, stated
from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionOutline:
    """One version of a definition."""

    name: str
    stored: bool
    """`storage` of a CustomResourceDefinition, `referenceable` of a CompositeResourceDefinition."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outline:
    """The outline of a definition, or of a document with names of its own; absent fields are None."""

    group: str | None = None
    plural: str | None = None
    kind: str | None = None
    scope: str | None = None
    versions: tuple[VersionOutline, ...] = ()
    called: tuple[str, str] | None = None
    """Kind and name of a document that has neither and is not a definition."""
    unread: ReachedLimit | None = None
    """The limit that kept all the rest from being read."""


def unread_outline(limit: ReachedLimit | None) -> Outline | None:
    """The outline of a definition that a limit kept from being read; None where it is broken."""
    return None if limit is None else Outline(unread=limit)


def definition_outline(data: StreamBytes, chunk: Chunk, effort: Effort | None = None) -> Outline | None:
    """The outline; None for other kinds and broken documents."""
    if chunk.kind != "CustomResourceDefinition":
        return None
    # The parser of YAML is loaded where there is a definition.
    from xpkgtui.documents.document import BrokenDocument, parse

    document = parse(data, chunk, effort=effort)
    if isinstance(document, BrokenDocument):
        return unread_outline(document.limit)
    if not isinstance(field(document.value, "spec"), dict):
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
        group=stated(spec.get("group")),
        plural=stated(field(spec, "names", "plural")),
        kind=stated(field(spec, "names", "kind")),
        scope=stated(spec.get("scope")),
        versions=versions,
    )
