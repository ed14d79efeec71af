"""Files and folders for this user alone, under random names.

`tempfile` makes them as well, and loads eight modules to do so, some of which compress.
"""

import os
from contextlib import suppress
from pathlib import Path

_NAMED_BY = "TMPDIR", "TEMP", "TMP"
"""The variables that may name the temporary folder, as `tempfile` asks them."""
PARTING = ".parting"
"""The ending of the name of a folder that is being removed."""
_USUAL = "/tmp"  # noqa: S108 - what is made in it has a name of its own


def open_new(folder: Path, prefix: str, suffix: str = "") -> tuple[int, Path]:
    """The handle and the path of a new file; raises `OSError`."""
    path = folder / f"{_name(prefix)}{suffix}"
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600), path


def write_new(folder: Path, data: bytes, prefix: str, suffix: str = "") -> Path:
    """The path of a new file with `data`; raises `OSError`, and leaves no file then."""
    handle, path = open_new(folder, prefix, suffix)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
    except OSError:
        path.unlink(missing_ok=True)
        raise
    return path


def write_atomically(path: Path, data: bytes) -> None:
    """Replaces the file at `path` by one with `data`; raises `OSError`.

    It is not synced to disk: its reader takes one that a loss of power has cut short for a damaged one.
    """
    new = write_new(path.parent, data, ".in-")
    try:
        new.replace(path)
    except OSError:
        new.unlink(missing_ok=True)
        raise


def new_folder(prefix: str) -> Path:
    """A new folder in the temporary one; raises `OSError`."""
    temporary = next(filter(None, map(os.environ.get, _NAMED_BY)), _USUAL)
    path = Path(os.path.abspath(temporary)) / _name(prefix)
    try:
        path.mkdir(mode=0o700)
    except OSError:
        # It knows others.
        import tempfile

        return Path(tempfile.mkdtemp(prefix=prefix))
    return path


def remove_folder(path: Path) -> None:
    """Removes a folder that was made here, with everything in it, as far as that can be done.

    It is renamed first: a thread that is still writing makes no further file in it.
    """
    with suppress(OSError):
        path = path.rename(path.with_name(path.name + PARTING))
    try:
        empty_folder(path)
        path.rmdir()
    except OSError:
        # There are folders in it.
        import shutil

        shutil.rmtree(path, ignore_errors=True)


def empty_folder(path: Path) -> None:
    """Removes the files of a folder that was made here; raises `OSError` where there are folders in it."""
    for name in os.listdir(path):
        (path / name).unlink()


def _name(prefix: str) -> str:
    return f"{prefix}{os.urandom(8).hex()}"
