"""What the program remembers between runs: recent sources and the theme, in files of the user's state folder."""

import json
import os
import re
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from xpkgtui.settings.folders import state_folder
from xpkgtui.settings.regular_file import read_regular
from xpkgtui.untyped import field, listing

MOST_RECENTS = 20
"""Recent sources that are kept."""
_RECENTS, _THEME = "recents.json", "colours.json"
_LONGEST_SOURCE = 4096
_LARGEST_FILE = 1 << 18
_SECRET = re.compile(r"//[^/@]*@|^[^/@]+:[^/@]*@[^/]*/")
"""A user and a password before the host."""


def read_recents(environment: Mapping[str, str]) -> tuple[str, ...]:
    """The recent sources, newest first; none where the file is missing or damaged."""
    found = listing(_read(_RECENTS, environment))
    return tuple(item for item in found if isinstance(item, str))[:MOST_RECENTS]


def remember_recent(source: str, environment: Mapping[str, str]) -> None:
    """Puts `source` first, a path as an absolute one; sources with a password are not kept."""
    kept = os.path.abspath(source) if os.path.exists(source) else source
    if kept == "-" or len(kept) > _LONGEST_SOURCE or _SECRET.search(kept):
        return
    recents = (kept, *(item for item in read_recents(environment) if item != kept))[:MOST_RECENTS]
    _write(_RECENTS, recents, environment)


def read_theme(environment: Mapping[str, str]) -> str | None:
    """The name of the theme; None where none was chosen."""
    name = field(_read(_THEME, environment), "theme")
    return name if isinstance(name, str) else None


def remember_theme(name: str, environment: Mapping[str, str]) -> None:
    """Keeps the theme for the next run."""
    _write(_THEME, {"theme": name}, environment)


def _read(name: str, environment: Mapping[str, str]) -> object:
    """The content of a file; None where it is missing or damaged."""
    try:
        found: object = json.loads(read_regular(state_folder(environment) / name, _LARGEST_FILE))
    except (OSError, ValueError, RecursionError):
        return None
    return found


def _write(name: str, value: object, environment: Mapping[str, str]) -> None:
    """Writes a file atomically, for the owner only (mkstemp gives 0600); errors are ignored."""
    with suppress(OSError):
        _replace(state_folder(environment) / name, json.dumps(value, indent=1))


def _replace(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.stem}-")
    try:
        with open(handle, "w") as file:
            file.write(text)
        Path(name).replace(path)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise
