"""What was opened lately, newest first, in a file of the user's state folder."""

import json
import os
import re
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from xpkgtui.settings.places import state_folder

MOST = 20
"""Sources that are remembered."""
_LARGEST = 1 << 18
_LONGEST = 4096
_SECRET = re.compile(r"//[^/@]*@|^[^/@]+:[^/@]*@[^/]*/")
"""A user and a password before the host."""


def read_recents(environment: Mapping[str, str]) -> tuple[str, ...]:
    """The sources, newest first; a file that is missing or damaged holds none."""
    try:
        with _file(environment).open("rb") as file:
            found = json.loads(file.read(_LARGEST))
    except (OSError, ValueError, RecursionError):
        return ()
    if not isinstance(found, list):
        return ()
    return tuple(item for item in found if isinstance(item, str))[:MOST]


def remember(source: str, environment: Mapping[str, str]) -> None:
    """Puts `source` first; a path is made absolute. Nothing is said where it cannot be written."""
    kept = os.path.abspath(source) if os.path.exists(source) else source
    if kept == "-" or len(kept) > _LONGEST or _SECRET.search(kept):
        return
    recents = (kept, *(item for item in read_recents(environment) if item != kept))[:MOST]
    with suppress(OSError):
        _write(_file(environment), json.dumps(recents, indent=1))


def _file(environment: Mapping[str, str]) -> Path:
    return state_folder(environment) / "recents.json"


def _write(path: Path, text: str) -> None:
    """Atomically and for the owner only (mkstemp gives 0600): names of private registries are nobody's business."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".recents-")
    try:
        with open(handle, "w") as file:
            file.write(text)
        Path(name).replace(path)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise
