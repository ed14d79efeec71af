"""What the program remembers between runs: recent sources and the theme, in files of the user's state folder."""

import os
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict

from xpkgtui.patterns import late
from xpkgtui.private_files import write_atomically
from xpkgtui.settings.folders import read_regular, state_folder
from xpkgtui.untyped import field, listing, stated, text
from xpkgtui.values import dataclass

MOST_RECENTS = 20
"""Recent sources that are kept."""
_RECENTS, _THEME = "recents.json", "colors.json"
_LONGEST_SOURCE = 4096
_LARGEST_FILE = 1 << 18
_SECRET = late(r"//[^/@]*@|^[^/@]+:[^/@]*@[^/]*/")
"""A user and a password before the host."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recent:
    """A source that was opened, and what was found."""

    source: str
    verdict: str = ""
    """`accepted`, `refused`, `disputed` or `undecided`; empty where it was not judged to the end."""
    digest: str = ""
    at: float = 0.0
    """Seconds since 1970; 0 where it is not known."""


def read_recents(environment: Mapping[str, str]) -> tuple[Recent, ...]:
    """The recent sources, newest first; none where the file is missing or damaged."""
    found = (_recent(item) for item in listing(_read(_RECENTS, environment)))
    return tuple(item for item in found if item is not None)[:MOST_RECENTS]


def remember_recent(
    source: str, environment: Mapping[str, str], *, verdict: str = "", digest: str = "", at: float | None = None
) -> None:
    """Puts `source` first, a path as an absolute one; sources with a password are not kept."""
    kept = os.path.abspath(source) if os.path.exists(source) else source
    if kept == "-" or len(kept) > _LONGEST_SOURCE or _SECRET.search(kept):
        return
    newest = Recent(source=kept, verdict=verdict, digest=digest, at=time.time() if at is None else at)
    recents = (newest, *(item for item in read_recents(environment) if item.source != kept))[:MOST_RECENTS]
    _write(_RECENTS, [asdict(item) for item in recents], environment)


def _recent(item: object) -> Recent | None:
    """An item of the file; earlier versions wrote the source only."""
    if isinstance(item, str):
        return Recent(source=item)
    source, verdict, digest, at = (field(item, name) for name in ("source", "verdict", "digest", "at"))
    if not isinstance(source, str):
        return None
    return Recent(
        source=source,
        verdict=text(verdict),
        digest=text(digest),
        at=float(at) if isinstance(at, int | float) else 0.0,
    )


def read_theme(environment: Mapping[str, str]) -> str | None:
    """The name of the theme; None where none was chosen."""
    return stated(field(_read(_THEME, environment), "theme"))


def remember_theme(name: str, environment: Mapping[str, str]) -> None:
    """Keeps the theme for the next run."""
    _write(_THEME, {"theme": name}, environment)


def _read(name: str, environment: Mapping[str, str]) -> object:
    """The content of a file; None where it is missing or damaged."""
    try:
        data = read_regular(state_folder(environment) / name, _LARGEST_FILE)
        import json

        found: object = json.loads(data)
    except (OSError, ValueError, RecursionError):
        return None
    return found


def _write(name: str, value: object, environment: Mapping[str, str]) -> None:
    """Writes a file atomically, for the owner only; errors are ignored."""
    import json

    folder = state_folder(environment)
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_atomically(folder / name, json.dumps(value, indent=1).encode())
