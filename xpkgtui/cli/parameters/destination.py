"""Where a command may write: never to what it reads."""

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path

from xpkgtui.errors import Usage

_LAYOUT = ("oci-layout", "index.json", "manifest.json")
"""Files by which a folder is an image, of which every file belongs to it."""
_SOURCES = (".yaml", ".yml")
_MOST = 50_000
"""Files of a folder that are compared with the output."""


def require_destination(output: str, sources: Iterable[str]) -> None:
    """Raises `Usage` where writing to `output` would replace a source or a file of one, also through a link."""
    from xpkgtui.sources.recognition.naming import find, split_prefix

    if output == "-" or not os.path.exists(output):
        return
    for source in sources:
        found = None
        with suppress(Usage):
            prefix, rest = split_prefix(source)
            found = find(rest, prefix)
        if found is None:
            continue
        with suppress(OSError):
            if os.path.samefile(output, found.path):
                raise Usage("-o would replace the package that is checked", hint="Name another file.")
            if found.path.is_dir() and _belongs(Path(output), found.path):
                raise Usage("-o would replace a file of the package that is checked", hint="Name another file.")


def require_folder(folder: str, source: str) -> None:
    """Raises `Usage` where saving in `folder` would put files into an image that is read."""
    from xpkgtui.sources.recognition.naming import find, split_prefix

    found = None
    with suppress(Usage):
        prefix, rest = split_prefix(source)
        found = find(rest, prefix)
    if found is None or not found.path.is_dir() or not any((found.path / name).is_file() for name in _LAYOUT):
        return
    if Path(folder).resolve().is_relative_to(found.path.resolve()):
        raise Usage("DIR lies in the image that is read", hint="Name another folder.")


def _belongs(output: Path, folder: Path) -> bool:
    """Whether the file is one that is read of the folder: of an image any, of sources the YAML."""
    is_image = any((folder / name).is_file() for name in _LAYOUT)
    target = output.resolve()
    if target.is_relative_to(folder.resolve()) and (is_image or target.suffix in _SOURCES):
        return True
    if output.stat().st_nlink < 2:
        return False
    linked = (path for path in _files(folder) if is_image or path.suffix in _SOURCES)
    return any(os.path.samefile(output, path) for path in linked)


def _files(folder: Path) -> Iterator[Path]:
    every = (Path(parent, name) for parent, _, names in os.walk(folder) for name in names)
    return (path for path in islice(every, _MOST) if path.exists())
