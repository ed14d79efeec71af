"""The user's config file: TOML whose keys are the settings."""

from collections.abc import Mapping
from pathlib import Path

from xpkgtui.errors import Usage
from xpkgtui.settings.keys import KEYS
from xpkgtui.settings.regular_file import read_regular
from xpkgtui.visible import line

_LARGEST = 1 << 20
_CORRECT = "Correct the file, or remove it."


def read_config(path: Path) -> Mapping[str, object]:
    """The settings in the file by name; none where there is no file. Raises `Usage`."""
    try:
        data = read_regular(path, _LARGEST + 1)
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError as error:
        raise Usage(f"cannot read the config file {_shown(path)}: {error.strerror}") from error
    if len(data) > _LARGEST:
        raise Usage(f"the config file {_shown(path)} is larger than {_LARGEST} bytes")
    import tomllib

    try:
        found = tomllib.loads(data.decode())
    except UnicodeDecodeError as error:
        raise Usage(f"the config file {_shown(path)} is not UTF-8 text", hint=_CORRECT) from error
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise Usage(f"the config file {_shown(path)} is not TOML: {line(str(error))}", hint=_CORRECT) from error
    known = [key.name for key in KEYS]
    for name in found:
        if name not in known:
            import difflib

            nearest = tuple(difflib.get_close_matches(name, known, 1, 0.5))
            raise Usage(
                f"the config file {_shown(path)} has an unknown key {line(name)!r}",
                hint=f"Did you mean {nearest[0]}?" if nearest else f"The keys are {', '.join(known)}.",
                suggestions=nearest,
            )
    return found


def _shown(path: Path) -> str:
    return line(str(path))
