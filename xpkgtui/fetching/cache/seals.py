"""Seals of what a cache keeps: a file is believed if this user's program wrote it under its name.

The key lies in the user's state folder and not in the cache, which may be restored in CI or shared in a team.
"""

import hashlib
import hmac
import os
from contextlib import suppress
from functools import cache
from pathlib import Path

from xpkgtui.fetching.cache.disk import open_stored
from xpkgtui.private_files import write_new
from xpkgtui.settings.folders import state_folder

_SIZE = 32
"""Bytes of the key, and of a seal."""
_NAME = "cache.key"


def sealed(about: object, data: bytes) -> bytes | None:
    """`data` behind its seal, as a file that speaks of `about`; None where no key can be kept."""
    key = _key(state_folder(os.environ))
    return _seal(key, about, data) + data if key else None


def unsealed(about: object, data: bytes) -> bytes | None:
    """The data behind a seal; None if it was not sealed with this key and for `about`."""
    key = _key(state_folder(os.environ))
    if not key or not hmac.compare_digest(data[:_SIZE], _seal(key, about, data[_SIZE:])):
        return None
    return data[_SIZE:]


def _seal(key: bytes, about: object, data: bytes) -> bytes:
    name = hashlib.sha256(repr(about).encode("utf-8", "surrogatepass")).digest()
    return hashlib.blake2b(name + data, key=key, digest_size=_SIZE).digest()


@cache
def _key(folder: Path) -> bytes:
    """The key of this user, made if it is missing; empty where it can be neither read nor made."""
    path = folder / _NAME
    try:
        found = _read(path)
        if found is None:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            new = write_new(folder, os.urandom(_SIZE), ".in-")
            try:
                # Unlike a rename it spares the key that another process has made meanwhile.
                with suppress(FileExistsError):
                    os.link(new, path)
            finally:
                new.unlink()
            found = _read(path)
    except OSError:
        return b""
    return found if found and len(found) == _SIZE else b""


def _read(path: Path) -> bytes | None:
    """The content of the file, nothing if others may know it; None if there is no file."""
    with suppress(FileNotFoundError), open_stored(path) as file:
        status = os.fstat(file.fileno())
        is_private = status.st_uid == os.geteuid() and not status.st_mode & 0o077
        return file.read(_SIZE + 1) if is_private else b""
    return None
