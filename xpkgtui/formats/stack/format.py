"""Packages of Crossplane up to 0.12: recognized by the folder `.registry`."""

import re
from typing import TYPE_CHECKING, BinaryIO

from xpkgtui.formats.definition_outline import Outline
from xpkgtui.formats.format import Evidence, Format, Traces, definition_of
from xpkgtui.formats.images.folder_images import folder_images
from xpkgtui.formats.role import Role
from xpkgtui.formats.stack.files import REGISTRY
from xpkgtui.formats.stack.summary import SUMMARY
from xpkgtui.formats.stack.tools import DESIGN, JUDGES, READER, SPEC
from xpkgtui.patterns import late

if TYPE_CHECKING:
    from xpkgtui.documents.chunk import Chunk, StreamBytes
    from xpkgtui.documents.yaml.effort import Effort
    from xpkgtui.readers.folder import FolderReading, SourceFolder

_APP = "app.yaml"
_HEAD = 1 << 16
_OWN_KEYS = late(rb"^(?:permissionScope|packageType)[ \t]*:", re.IGNORECASE | re.MULTILINE)


class RegistryReader:
    """Reads `.registry` of a folder or an image, or a folder that has its files itself."""

    in_images = True
    marks: tuple[str, ...] = (".registry", "app.yaml")
    hint = ".registry/ (a package of Crossplane up to 0.12)"

    def place(self, folder: "SourceFolder") -> str | None:
        """`.registry`, or the folder itself where its app.yaml speaks of a scope or a type of package."""
        if folder.has_folder(REGISTRY):
            return REGISTRY
        return "" if _is_registry(folder) else None

    def read(self, folder: "SourceFolder", place: str, sink: BinaryIO, spool: BinaryIO) -> "FolderReading":
        """The stream, each document with its file."""
        from xpkgtui.formats.stack.reader import read

        return read(folder, place, sink, spool)


def _is_registry(folder: "SourceFolder") -> bool:
    if not folder.has_file(_APP):
        return False
    from xpkgtui.errors import XpkgError
    from xpkgtui.readers.folder import SourceFile

    try:
        return _OWN_KEYS.search(folder.read(SourceFile(name=_APP), _HEAD)) is not None
    except XpkgError:
        return False


_RECORD = "Package"
"""The kind of the object that the package manager makes of app.yaml."""


def _recognize(traces: Traces) -> Evidence | None:
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


STACK = Format(
    room=__package__,
    summary=SUMMARY,
    judges=JUDGES,
    recognize=_recognize,
    role_of=_role_of,
    outline=_outline,
    has_overview=True,
    has_dependencies=True,
    has_used_images=True,
    has_permissions=True,
    own_readers=lambda: {SPEC: DESIGN},
    folder_of=RegistryReader,
    images=folder_images(
        matrix=lambda: (READER,), folders=RegistryReader(), missing="the image has no folder .registry"
    ),
)
"""Packages with `.registry`: app.yaml, then the other YAML files in the order of the walk."""
