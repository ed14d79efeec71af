"""The place of a catalog: where an image's label says, or where documents of a catalog are found."""

import re
from collections.abc import Iterator
from operator import itemgetter

from xpkgtui.errors import XpkgError
from xpkgtui.formats.catalog.summary import IGNORE_FILE, LABEL
from xpkgtui.limits import OverLimit, ReachedLimit
from xpkgtui.readers.folder import SourceFile, SourceFolder

_CONFIGS = "configs"
"""The usual folder of a catalog in an image."""
_OTHERS = ("manifests", "metadata")
"""A folder with both is a bundle."""
_STACK = ".registry"
_TEXTS = (".yaml", ".yml", ".json")
_LOOKED_AT = 60
_HEAD = 1 << 20
"""Bytes of a file: an icon may stand before the schema."""
_MOST_READ = 8 << 20
"""Bytes of all files."""
_SEARCHED = ReachedLimit(
    name="recognition",
    most=_MOST_READ,
    fixed=f"xpkgtui looks for catalogs in the first MiB of {_LOOKED_AT} files, and in {_MOST_READ >> 20} MiB of all",
)
_DEEPEST = 4
"""Folders above a document of a catalog: a project that has a catalog deep inside, as an example, is none."""
BLOB = re.compile(rb"(?:\A|[\n{,])[ \t]*(?i:\"schema\"|'schema'|schema)[ \t]*:[ \t]*[\"']?olm\.")
"""A document of a catalog, by its text."""


def place_of(folder: SourceFolder) -> str | None:
    """The folder of the catalog; None where there is none."""
    if (root := labeled(folder)) is not None:
        return root if not root or folder.has_folder(root) else None
    if all(map(folder.has_folder, _OTHERS)) or folder.has_folder(_STACK):
        return None
    if folder.has_folder(_CONFIGS) and _holds_catalog(folder, _CONFIGS):
        return _CONFIGS
    return "" if (folder.has_file(IGNORE_FILE) and _has_text(folder)) or _holds_catalog(folder, "") else None


def labeled(folder: SourceFolder) -> str | None:
    """The folder that the label of the image names; None where there is no label."""
    value = folder.labels.get(LABEL)
    if value is None:
        return None
    parts = [part for part in value.split("/") if part not in ("", ".")]
    return "/".join(parts)


def is_blob(head: bytes) -> bool:
    """Whether a text looks like documents of a catalog; a list is none, whatever texts it quotes."""
    # Most texts of a megabyte do not have the four bytes; the search alone would take 35 ms.
    return b"olm." in head and BLOB.search(head) is not None and not head.lstrip().startswith(b"[")


def _has_text(folder: SourceFolder) -> bool:
    return next(_texts(folder, ""), None) is not None


def _holds_catalog(folder: SourceFolder, place: str) -> bool:
    """Whether a document of a catalog is found; raises `OverLimit` where not everything was looked at."""
    left, is_cut = _MOST_READ, False
    for number, file in enumerate(_texts(folder, place)):
        if number == _LOOKED_AT or left <= 0:
            is_cut = True
            break
        most = min(_HEAD, left)
        try:
            head = folder.read(file, most)
        except XpkgError:
            continue
        if is_blob(head):
            return True
        left -= len(head)
        is_cut = is_cut or len(head) == most
    if is_cut:
        raise OverLimit(f"Whether {folder.name} is a catalog is not known", _SEARCHED)
    return False


def _texts(folder: SourceFolder, place: str) -> Iterator[SourceFile]:
    """Those near the top first."""
    depths = ((below(place, file.name).count("/"), file) for file in folder.walk(place, endings=_TEXTS).files)
    shallow = [(depth, file) for depth, file in depths if depth <= _DEEPEST]
    return (file for _, file in sorted(shallow, key=itemgetter(0)))


def below(place: str, name: str) -> str:
    """A name as it is below the catalog."""
    return name.removeprefix(f"{place}/") if place else name
