"""How modules of the program are found: where their name says, without a search.

A command imports hundreds of small modules. For each, Python looks through the finders, lists folders, asks for files
that may be there, puts together a dozen paths and asks twice about the source: half of what an import takes. Here a
name below xpkgtui is a file beside its kin, asked for once, and its bytecode is used under the condition that Python
sets: time and size of the source. Whatever is not as usual is left to Python: other files or bytecode, or none.
"""

import marshal
import os
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import MAGIC_NUMBER, cache_from_source
from types import CodeType, ModuleType

__all__ = ["OTHERS", "OwnModules", "find_own_modules"]

_FOLDER, _, _ENDING = cache_from_source("_.py").partition(f"{os.sep}_")
"""The folder of bytecode, and the ending of its files."""
_MOST = 1 << 16
"""Bytes of bytecode that are read at once, without a file object; more of them are left to Python."""
_BY_TIME = MAGIC_NUMBER + bytes(4)
"""The first bytes of bytecode that is valid while time and size of its source stay."""

OTHERS = ("asyncio", "click", "rich", "ruamel", "textual")
"""Packages of others that are made of Python only: the screen loads as many modules of theirs as of ours."""


def find_own_modules() -> None:
    """Has Python find the modules of this program, and of those packages, so from now on."""
    if sys.pycache_prefix is None and not any(isinstance(finder, OwnModules) for finder in sys.meta_path):
        sys.meta_path.insert(0, OwnModules(__name__.partition(".")[0], *OTHERS))


class OwnModules:
    """The finder of the modules below some packages."""

    def __init__(self, *packages: str) -> None:
        self._below = tuple(f"{package}." for package in packages)

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Where a module is; None leaves it to Python."""
        if not path or not name.startswith(self._below):
            return None
        folder, stem = path[0], name.rpartition(".")[2]
        try:
            loader, inside = _Loader(name, folder, stem), None
        except OSError:
            try:
                inside = [f"{folder}{os.sep}{stem}"]
                loader = _Loader(name, inside[0], "__init__")
            except OSError:
                return None
        spec = ModuleSpec(name, loader, origin=loader.path, is_package=inside is not None)
        spec.submodule_search_locations = inside
        spec.cached, spec.has_location = loader.bytecode, True
        return spec


class _Loader(SourceFileLoader):
    """Loads bytecode that is up to date; Python's own loader does the rest."""

    def __init__(self, name: str, folder: str, stem: str) -> None:
        super().__init__(name, f"{folder}{os.sep}{stem}.py")
        source = os.stat(self.path)
        self.bytecode = f"{folder}{os.sep}{_FOLDER}{os.sep}{stem}{_ENDING}"
        self._head = b"".join((_BY_TIME, *(_number(int(number)) for number in (source.st_mtime, source.st_size))))

    def get_code(self, fullname: str) -> CodeType | None:
        """The code of the module."""
        try:
            handle = os.open(self.bytecode, os.O_RDONLY | os.O_CLOEXEC)
            try:
                data = os.read(handle, _MOST)
            finally:
                os.close(handle)
        except OSError:
            return super().get_code(fullname)
        if len(data) < _MOST and data.startswith(self._head):
            code: CodeType = marshal.loads(memoryview(data)[len(self._head) :])  # noqa: S302 - as Python does
            if code.co_filename == self.path:
                return code
        return super().get_code(fullname)


def _number(number: int) -> bytes:
    return (number & 0xFFFFFFFF).to_bytes(4, "little")
