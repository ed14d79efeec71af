"""Packages of Crossplane up to 0.12: recognised by the folder `.registry`."""

from typing import TYPE_CHECKING

from xpkgtui.formats.format import Evidence, Format, Outline, Traces
from xpkgtui.formats.images.folder_images import folder_images
from xpkgtui.formats.profile_format import ProfileFormat, definition_of
from xpkgtui.formats.role import Role
from xpkgtui.formats.stack.reader import RegistryReader
from xpkgtui.formats.stack.summary import SUMMARY
from xpkgtui.formats.stack.tools import JUDGES, READER

if TYPE_CHECKING:
    from xpkgtui.documents.chunk import Chunk, StreamBytes
    from xpkgtui.documents.yaml.effort import Effort

_RECORD = "Package"
"""The kind of the object that the package manager makes of app.yaml."""


def _recognise(traces: Traces) -> Evidence | None:
    """The folder `.registry`, or an app.yaml that speaks of a scope or a type of package."""
    if traces.folder is None or (place := RegistryReader().place(traces.folder)) is None:
        return None
    return Evidence(reasons=(f"it has a folder {place}" if place else "its app.yaml describes a package",))


def _role_of(head: "Chunk") -> Role:
    """The first document is app.yaml, where the package has one."""
    if head.empty:
        return Role.EMPTY
    return Role.META if head.number == 1 and head.kind is None else Role.OBJECT


def _outline(data: "StreamBytes", chunk: "Chunk", effort: "Effort | None") -> Outline | None:
    """The names of a definition; the title of the package that app.yaml describes."""
    if _role_of(chunk) is not Role.META:
        return definition_of(data, chunk, effort)
    from xpkgtui.formats.stack.overview import title_of

    title = title_of(data, chunk, effort)
    return Outline(called=(_RECORD, title)) if title else None


STACK: Format = ProfileFormat(
    room=__package__,
    summary=SUMMARY,
    judges=JUDGES,
    recognise=_recognise,
    role_of=_role_of,
    outline_of=_outline,
    has_overview=True,
    has_dependencies=True,
    has_used_images=True,
    has_permissions=True,
    folder_of=RegistryReader,
    images=folder_images(matrix=(READER,), folders=RegistryReader(), missing="the image has no folder .registry"),
)
"""Packages with `.registry`: app.yaml, then the other YAML files in the order of the walk."""
