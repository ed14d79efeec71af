"""The reader of `.registry`: app.yaml, then the other YAML files in the order in which they are walked."""

import re
from typing import TYPE_CHECKING, BinaryIO

from xpkgtui.formats.stack.files import REGISTRY
from xpkgtui.patterns import late

if TYPE_CHECKING:  # reading is loaded for packages of this format only
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
        from xpkgtui.formats.stack.walk import read

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
