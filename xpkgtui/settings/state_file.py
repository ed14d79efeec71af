"""A small JSON file in the user's state folder."""

import json
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from xpkgtui.settings.places import state_folder

_LARGEST = 1 << 18


def read_state(name: str, environment: Mapping[str, str]) -> object:
    """What the file holds; None where it is missing or damaged."""
    try:
        with (state_folder(environment) / name).open("rb") as file:
            found: object = json.loads(file.read(_LARGEST))
    except (OSError, ValueError, RecursionError):
        return None
    return found


def write_state(name: str, value: object, environment: Mapping[str, str]) -> None:
    """Atomically and for the owner only (mkstemp gives 0600); nothing is said where it cannot be written."""
    with suppress(OSError):
        _write(state_folder(environment) / name, json.dumps(value, indent=1))


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.stem}-")
    try:
        with open(handle, "w") as file:
            file.write(text)
        Path(name).replace(path)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise
