"""What was opened lately, newest first, in a file of the user's state folder."""

import os
import re
from collections.abc import Mapping

from xpkgtui.settings.state_file import read_state, write_state

MOST = 20
"""Sources that are remembered."""
_FILE = "recents.json"
_LONGEST = 4096
_SECRET = re.compile(r"//[^/@]*@|^[^/@]+:[^/@]*@[^/]*/")
"""A user and a password before the host."""


def read_recents(environment: Mapping[str, str]) -> tuple[str, ...]:
    """The sources, newest first; a file that is missing or damaged holds none."""
    found = read_state(_FILE, environment)
    if not isinstance(found, list):
        return ()
    return tuple(item for item in found if isinstance(item, str))[:MOST]


def remember(source: str, environment: Mapping[str, str]) -> None:
    """Puts `source` first; a path is made absolute. Nothing is said where it cannot be written."""
    kept = os.path.abspath(source) if os.path.exists(source) else source
    if kept == "-" or len(kept) > _LONGEST or _SECRET.search(kept):
        return
    recents = (kept, *(item for item in read_recents(environment) if item != kept))[:MOST]
    write_state(_FILE, recents, environment)
