"""Files of the user that are read at once: a pipe or a device in their place is refused, and never waited for."""

import errno
import os
import stat
from pathlib import Path


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
