"""The packages that were opened before, with the kinds that they define: names to search in, a small file each."""

import hashlib
import os
from contextlib import suppress
from pathlib import Path

from xpkgtui.fetching.cache.cache_folder import VERSION, UnsafeFolder, prepare
from xpkgtui.fetching.cache.disk import SealedValues
from xpkgtui.private_files import write_atomically
from xpkgtui.values import dataclass

MOST = 200
"""Packages that are searched, those that were opened last."""
MOST_KEPT = 500
"""Packages whose names are kept."""
_LARGEST = 4 << 20
_SUFFIX = ".opened"


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedKind:
    """A kind that a document of a package defines, in its stored version."""

    document: int
    definition: str
    """The kind of the document: CustomResourceDefinition, CompositeResourceDefinition."""
    name: str
    """The name of the document."""
    group: str
    kind: str
    version: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedPackage:
    """A package as it was when it was opened last."""

    source: str
    """What opens it again: a reference, or an absolute path."""
    package: str
    """The name of the package; empty where it has none."""
    version: str
    """The tag; empty where it has none."""
    format: str
    sha256: str
    """The digest of its stream, by which its fields are found."""
    size: int
    kinds: tuple[OpenedKind, ...]


_PACKAGES = SealedValues[OpenedPackage](OpenedPackage, "opened", _LARGEST)


def keep_opened(folder: Path, package: OpenedPackage) -> None:
    """Saves what was opened in place of what was there before; a file that cannot be written is no error."""
    with suppress(OSError, UnsafeFolder):
        names = prepare(folder) / "names"
        path = names / f"{hashlib.sha256(package.source.encode('utf-8', 'surrogatepass')).hexdigest()}{_SUFFIX}"
        data = _PACKAGES.sealed(path, package)
        if not data or len(data) > _LARGEST:
            return
        is_new = not path.exists()
        write_atomically(path, data)
        for old, _ in _newest_first(names)[MOST_KEPT:] if is_new else ():
            old.unlink(missing_ok=True)


def opened_files(folder: Path) -> tuple[tuple[Path, int], ...]:
    """The files that name packages, with the times at which they were written, the newest first."""
    try:
        return tuple(_newest_first(folder / VERSION / "names")[:MOST])
    except OSError:
        return ()


def read_opened(path: Path) -> OpenedPackage | None:
    """The package that a file names; None where another user or program wrote it, or it is damaged."""
    return _PACKAGES.read(path)


def _newest_first(names: Path) -> list[tuple[Path, int]]:
    with os.scandir(names) as entries:
        files = [
            (entry.stat(follow_symlinks=False).st_mtime_ns, entry.path)
            for entry in entries
            if entry.name.endswith(_SUFFIX)
        ]
    return [(Path(path), at) for at, path in sorted(files, reverse=True)]
