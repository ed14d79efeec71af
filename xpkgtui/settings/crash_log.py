"""The logs of crashes: a file for each, which only its owner may read; the oldest ones are removed."""

import platform
import sys
import tempfile
import traceback
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from xpkgtui import __version__
from xpkgtui.private_files import write_new
from xpkgtui.settings.folders import state_folder
from xpkgtui.visible import block, clip

MOST_LOGS = 10
"""Logs that are kept."""
_PREFIX, _SUFFIX = "xpkgtui-crash-", ".log"
_LONGEST_LINE = 2000
_FIRST_LINES, _LAST_LINES = 300, 100
"""Lines of a long report that are kept."""


def write_crash_log(error: BaseException, environment: Mapping[str, str]) -> Path | None:
    """The path of the log; in the folder of temporary files where the user's state folder cannot be written.

    None where that cannot be written either.
    """
    text = report(error)
    for folder in _folders(environment):
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            path = write_new(folder, text.encode(), f"{_PREFIX}{datetime.now(UTC):%Y%m%d-%H%M%S-%f}-", _SUFFIX)
        except OSError:
            continue
        _remove_oldest(folder)
        return path
    return None


def report(error: BaseException) -> str:
    """Versions and traceback, without the values of variables; text of a package is made visible."""
    about = f"xpkgtui {__version__}, Python {platform.python_version()}, {sys.platform}, {datetime.now(UTC):%FT%TZ}"
    lines = block("".join(traceback.format_exception(error))).split("\n")
    if len(lines) > _FIRST_LINES + _LAST_LINES:
        lines = [*lines[:_FIRST_LINES], "…", *lines[-_LAST_LINES:]]
    return "\n".join((about, "", *(clip(line, _LONGEST_LINE) for line in lines)))


def _folders(environment: Mapping[str, str]) -> Iterator[Path]:
    yield state_folder(environment) / "log"
    with suppress(OSError):
        yield Path(tempfile.gettempdir())


def _remove_oldest(folder: Path) -> None:
    """Removes all but the newest logs; their names begin with their time."""
    with suppress(OSError):
        logs = sorted(path for path in folder.iterdir() if path.name.startswith(_PREFIX) and path.suffix == _SUFFIX)
        for path in logs[:-MOST_LOGS]:
            path.unlink(missing_ok=True)
