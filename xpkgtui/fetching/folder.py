"""A folder that is ours alone, or is not used."""

import os
import stat
from pathlib import Path

ROOMS = ("blobs", "blobs/sha256", "ingest", "locks", "names", "extracts")
_TAG = "Signature: 8a477f597d28d172789f06886806bc55\n# A cache of xpkgtui; it may be removed at any time.\n"


class NotOurs(Exception):
    """Somebody else could put content there; the text says why."""


def prepare(folder: Path, version: str) -> Path:
    """Makes the folder and its rooms, for this user only; gives the versioned root; raises `OSError`, `NotOurs`."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    root = folder / version
    for path in (folder, root, *(root / room for room in ROOMS)):
        try:
            path.mkdir(mode=0o700)
        except FileExistsError:
            _require_ours(path, 0o022 if path == folder else 0o077)
    tag = folder / "CACHEDIR.TAG"
    if not tag.exists():
        tag.write_text(_TAG)
    if not os.access(root / "ingest", os.W_OK | os.X_OK):
        raise PermissionError(13, "Permission denied", str(root))
    return root


def _require_ours(path: Path, closed: int) -> None:
    status = path.lstat()
    if stat.S_ISLNK(status.st_mode):
        raise NotOurs(f"{path} is a symbolic link")
    if not stat.S_ISDIR(status.st_mode):
        raise NotOurs(f"{path} is no folder")
    if status.st_uid != os.getuid():
        raise NotOurs(f"{path} belongs to somebody else")
    if status.st_mode & closed:
        path.chmod(stat.S_IMODE(status.st_mode) & ~closed)
