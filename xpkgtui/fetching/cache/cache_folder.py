"""The folder of a cache: made for this user only, and recognized among folders of other things."""

import contextlib
import os
import stat
from pathlib import Path

VERSION = "v1"
INGEST = "ingest"
"""The folder of a store in which incoming files grow."""
LEARNED = "ledgers"
"""The folder of what rules said of streams, and of the documents in them."""
_FOLDERS = ("blobs", "blobs/sha256", INGEST, "locks", "names")
_TAG_NAME = "CACHEDIR.TAG"
_SIGNATURE = b"Signature: 8a477f597d28d172789f06886806bc55"
"""By which backups know what to skip: https://bford.info/cachedir/"""
_TAG = _SIGNATURE + b"\n# A cache of xpkgtui; it may be removed at any time.\n"


class UnsafeFolder(Exception):
    """The folder is not for a cache, or another user could put content into it; the text says why."""


def prepare(folder: Path) -> Path:
    """Creates the folder and its subfolders, for this user only, and returns the versioned root.

    In a folder that holds other things only the root is tagged, and modes stay. Raises `OSError`, or `UnsafeFolder`
    where others could put content into it.
    """
    root = folder / VERSION
    with contextlib.suppress(FileExistsError):
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700)
    status = _require_own(folder)
    is_ours = _is_tagged(folder) or not any(folder.iterdir())
    if is_ours:
        _restrict(folder, status, 0o022)
    elif status.st_mode & 0o022 and not status.st_mode & stat.S_ISVTX:
        raise UnsafeFolder(f"{folder} holds other things, and others can write to it")
    for path in (root, *(root / name for name in (*_FOLDERS, LEARNED))):
        with contextlib.suppress(FileExistsError):
            path.mkdir(mode=0o700)
        _restrict(path, _require_own(path), 0o077)
    _tag(folder if is_ours else root)
    if not os.access(root / INGEST, os.W_OK | os.X_OK, effective_ids=True):
        raise PermissionError(13, "Permission denied", str(root))
    return root


def find_cache(folder: Path) -> Path | None:
    """The versioned root of the cache in this folder; None where the folder is missing or empty.

    Touches nothing. Raises `OSError`, or `UnsafeFolder` where this is not a cache.
    """
    try:
        _require_own(folder)
        if not any(folder.iterdir()):
            return None
    except FileNotFoundError:
        return None
    root = folder / VERSION
    try:
        for path in (root, *(root / name for name in _FOLDERS)):
            _require_own(path)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise UnsafeFolder(f"{folder} is not a cache of xpkgtui: it has no {error.filename}") from error
    if not (_is_tagged(folder) or _is_tagged(root)):
        raise UnsafeFolder(f"{folder} is not a cache of xpkgtui: it has no {_TAG_NAME}")
    return root


def _require_own(path: Path) -> os.stat_result:
    status = path.lstat()
    if stat.S_ISLNK(status.st_mode):
        raise UnsafeFolder(f"{path} is a symbolic link")
    if not stat.S_ISDIR(status.st_mode):
        raise UnsafeFolder(f"{path} is not a folder")
    if status.st_uid != os.geteuid():
        raise UnsafeFolder(f"{path} belongs to another user")
    return status


def _restrict(path: Path, status: os.stat_result, forbidden: int) -> None:
    if status.st_mode & forbidden:
        path.chmod(stat.S_IMODE(status.st_mode) & ~forbidden)


def _is_tagged(folder: Path) -> bool:
    try:
        handle = os.open(folder / _TAG_NAME, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return False
    with os.fdopen(handle, "rb") as file:
        is_file = stat.S_ISREG(os.fstat(file.fileno()).st_mode)
        return is_file and file.read(len(_SIGNATURE)) == _SIGNATURE


def _tag(folder: Path) -> None:
    """Writes the tag unless something of its name is there; a link is not followed."""
    with contextlib.suppress(FileExistsError):
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        with os.fdopen(os.open(folder / _TAG_NAME, flags, 0o600), "wb") as file:
            file.write(_TAG)
