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
    """Raises `Usage` where `output` has no folder, or is or would be a file that is read, also through a link."""
    from xpkgtui.sources.recognition.naming import find, split_prefix
    from xpkgtui.visible import line

    if output == "-":
        return
    if not os.path.isdir(folder := os.path.dirname(os.path.abspath(output))):
        raise Usage(f"cannot write {line(output)}: there is no folder {line(folder)}", hint="Make the folder first.")
    is_new = not os.path.exists(output)
    for source in sources:
        found = None
        with suppress(Usage):
            prefix, rest = split_prefix(source)
            found = find(rest, prefix)
        if found is None:
            continue
        with suppress(OSError):
            if not is_new and os.path.samefile(output, found.path):
                raise Usage("-o would replace the package that is read", hint="Name another file.")
            if found.path.is_dir() and _belongs(Path(output), found.path, is_new=is_new):
                verb = "be" if is_new else "replace"
                raise Usage(f"-o would {verb} a file of the package that is read", hint="Name another file.")


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


def _belongs(output: Path, folder: Path, *, is_new: bool) -> bool:
    """Whether the file is one that is read of the folder: of an image any that is there, of sources the YAML."""
    is_image = any((folder / name).is_file() for name in _LAYOUT)
    if is_image and is_new:
        return False
    target = output.resolve()
    if target.is_relative_to(folder.resolve()) and (is_image or target.suffix in _SOURCES):
        return True
    if is_new or output.stat().st_nlink < 2:
        return False
    linked = (path for path in _files(folder) if is_image or path.suffix in _SOURCES)
    return any(os.path.samefile(output, path) for path in linked)


def _files(folder: Path) -> Iterator[Path]:
    every = (Path(parent, name) for parent, _, names in os.walk(folder) for name in names)
    return (path for path in islice(every, _MOST) if path.exists())
