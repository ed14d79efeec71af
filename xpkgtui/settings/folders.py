"""The folders of the user's config, cache and state, and how files in them are read."""

import errno
import os
import stat
import sys
from collections.abc import Mapping
from pathlib import Path

_NAME = "xpkgtui"
_ON_LINUX = {"config": "~/.config", "cache": "~/.cache", "state": "~/.local/state"}
"""The folders of the specification, for which no library has to be loaded."""
_NOWHERE = Path(os.devnull) / _NAME
"""A folder that cannot be used, for a user without a home: nothing is kept."""


def config_file(environment: Mapping[str, str]) -> Path:
    """The path of the user's `config.toml`, which may not exist."""
    return _folder(environment, "XDG_CONFIG_HOME", "config") / "config.toml"


def cache_folder(environment: Mapping[str, str]) -> Path:
    """The default folder of the cache."""
    return _folder(environment, "XDG_CACHE_HOME", "cache")


def state_folder(environment: Mapping[str, str]) -> Path:
    """The folder of what is remembered between runs."""
    return _folder(environment, "XDG_STATE_HOME", "state")


def _folder(environment: Mapping[str, str], variable: str, kind: str) -> Path:
    """The XDG folder where the variable is an absolute path, as the specification demands, on macOS too."""
    chosen = environment.get(variable, "")
    if os.path.isabs(chosen):
        return Path(chosen) / _NAME
    if sys.platform == "linux" and "ANDROID_ROOT" not in environment:
        try:
            return Path(_ON_LINUX[kind]).expanduser() / _NAME
        except RuntimeError:
            return _NOWHERE
    import platformdirs

    return Path(getattr(platformdirs, f"user_{kind}_dir")(_NAME))


def read_regular(path: Path, most: int) -> bytes:
    """At most `most` bytes of a regular file, none of /dev/null; raises `OSError`, also for anything else."""
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY)
    with os.fdopen(handle, "rb") as file:
        status = os.fstat(handle)
        if stat.S_ISCHR(status.st_mode) and os.path.samestat(status, os.stat(os.devnull)):
            return b""
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EINVAL, "it is not a regular file", str(path))
        data: bytes | None = file.read(most)
        if data is None or len(data) > status.st_size == 0:
            # Such as /proc/kmsg: it gives more at any time, and who reads it again would wait.
            raise OSError(errno.EINVAL, "it is a file of the system without a size", str(path))
        return data
