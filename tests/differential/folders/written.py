"""Cases that are folders: their files by name; names with a slash at the end are folders."""

import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

Files = dict[str, str]
_REPEATED = re.compile(r"(?<= is missing in ').{2001,}(?=')", re.DOTALL)


def shortened(message: str) -> str:
    """A message with `…` for an object that is long."""
    return _REPEATED.sub("…", message)


@contextmanager
def written(files: Files, top: str = "") -> Iterator[Path]:
    """The folder that holds `top`, and in it the files."""
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch) / top
        root.mkdir(exist_ok=True)
        for name, text in files.items():
            path = root / name
            if name.endswith("/"):
                path.mkdir(parents=True, exist_ok=True)
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode("utf-8", "surrogatepass"))
        yield Path(scratch)
