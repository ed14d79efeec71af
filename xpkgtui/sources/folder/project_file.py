"""xpkgtui.toml beside the sources of a package: what its repository says of itself."""

import difflib
import tomllib
from pathlib import Path

from xpkgtui.errors import Malformed, NotFound, Usage, XpkgError
from xpkgtui.readers.folder import PROJECT_FILE
from xpkgtui.readers.globs import Glob
from xpkgtui.sources.files import FileBlob, open_regular
from xpkgtui.visible import line

NAME = PROJECT_FILE
_EXCLUDE = "exclude"
_LARGEST = 1 << 20


def excluded_by_project(folder: Path) -> tuple[str, ...]:
    """The patterns of `exclude = [...]`; none where there is no such file. Raises `Usage` for anything else in it."""
    try:
        with FileBlob(open_regular(folder / NAME, folder)) as blob:
            data = blob.read(_LARGEST)
    except NotFound:
        return ()
    except XpkgError as error:
        raise Usage(f"{NAME} cannot be read: {error.title}") from error
    try:
        found = tomllib.loads(data.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Usage(f"{NAME} is not TOML: {line(str(error))}") from error
    for key in found:
        if key != _EXCLUDE:
            near = difflib.get_close_matches(key, [_EXCLUDE], 1, 0.5)
            hint = f"Did you mean {_EXCLUDE}?" if near else f"It may have {_EXCLUDE}, a list of patterns."
            raise Usage(f"{NAME} has an unknown key {line(key)!r}", hint=hint)
    patterns = found.get(_EXCLUDE, [])
    if not isinstance(patterns, list) or not all(isinstance(one, str) for one in patterns):
        raise Usage(f"{_EXCLUDE} in {NAME} is not a list of patterns", hint=f'Write {_EXCLUDE} = [".github/*"].')
    for pattern in patterns:
        try:
            Glob.parse(pattern)
        except Malformed as error:
            raise Usage(f"{_EXCLUDE} in {NAME}: {line(str(error))}") from error
    return tuple(patterns)
