"""The opening of a source by the text that names it."""

import contextlib
import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from xpkgtui.errors import NotAPackage, NotFound, Usage
from xpkgtui.limits import LIMITS, Limits
from xpkgtui.sources.access import Access, OnExchange
from xpkgtui.sources.demos import DEMO, DEMO_STORIES, is_demo
from xpkgtui.sources.files import endless, kind_of
from xpkgtui.sources.recognition import naming
from xpkgtui.sources.recognition.files import open_file, open_input
from xpkgtui.sources.recognition.naming import LocalName
from xpkgtui.sources.source import Prefix, Source

if TYPE_CHECKING:
    from xpkgtui.sources.registry.shared import SharedRegistries


def open_source(
    text: str,
    access: Access,
    *,
    exclude: tuple[str, ...] = (),
    limits: Limits = LIMITS,
    stdin: BinaryIO | None = None,
    on_exchange: OnExchange | None = None,
    shared: "SharedRegistries | None" = None,
    scratch: Path,
) -> Source:
    """The source that `text` names: `demo`, `demo:bundle`, `-`, a prefix, a path, else a registry reference.

    Reads only as much of a file as its recognition needs; compressed files and standard input are spooled into
    `scratch`. A reference is opened over `shared` connections, where they are given. Files that one of the `exclude`
    patterns matches are left out of a folder of sources. Raises Usage, NotFound, NotAPackage or Corrupt, each with
    what was tried.
    """
    if is_demo(text) and not os.path.lexists(text):
        return _open_demo(text.removeprefix(DEMO).removeprefix(":"), scratch, limits)
    if text == "-":
        if stdin is None:
            raise Usage("standard input cannot be read here", hint="Save it to a file, and open the file.")
        return open_input(_Input(stdin), LocalName(name="-"), scratch, limits)
    prefix, rest = naming.split_prefix(text)
    if prefix is Prefix.REGISTRY:
        return _open_registry(rest, access, on_exchange, shared)
    if prefix is Prefix.CLUSTER:
        # Others do not pay for asking a cluster.
        from xpkgtui.sources.installing import open_installed

        return open_installed(rest, access, on_exchange)
    name = naming.find(rest, prefix)
    if name is not None:
        return _open_path(name, scratch, exclude, limits)
    if prefix or naming.looks_like_path(rest):
        raise naming.missing(rest)
    return _open_registry(rest, access, on_exchange, shared)


def _open_demo(format: str, scratch: Path, limits: Limits) -> Source:
    # Others do not pay for making its package, nor for that of another format.
    if not format or format in DEMO_STORIES:
        from xpkgtui.sources.demo.source import DemoSource

        return DemoSource(format)
    from xpkgtui.sources.demo.built_in import objects, open_image

    if (image := open_image(format)) is not None:
        return image
    path = objects(scratch)
    return open_file(path, LocalName(name=path.name), scratch, limits)


def _open_path(name: LocalName, scratch: Path, exclude: tuple[str, ...], limits: Limits) -> Source:
    try:
        mode = name.path.stat().st_mode
    except OSError as error:
        raise NotFound(f"{name.name} cannot be opened: {error.strerror or error}") from error
    if stat.S_ISDIR(mode):
        # Nor for walking folders.
        from xpkgtui.sources.recognition.folders import open_folder

        return open_folder(name, scratch, exclude, limits)
    if not stat.S_ISREG(mode):
        raise NotAPackage(
            f"{name.name} is {kind_of(mode)}, not a file that can be read twice",
            hint=f"Read it from standard input: xpkgtui show - < {name.name}",
        )
    return open_file(name.path, name, scratch, limits)


class _Input:
    """Standard input, whose failures are raised as errors of the source."""

    def __init__(self, stdin: BinaryIO) -> None:
        self._stdin = stdin
        # A pipe is waited for; a file is not, since some of the system never end.
        with contextlib.suppress(OSError, ValueError):
            if stat.S_ISREG(os.fstat(stdin.fileno()).st_mode):
                os.set_blocking(stdin.fileno(), False)

    def read(self, size: int, /) -> bytes:
        """As the stream's; raises NotFound or NotAPackage."""
        try:
            data: bytes | None = self._stdin.read(size)
        except (OSError, ValueError) as error:  # a folder, a terminal that went away, a closed stream
            raise NotFound(f"standard input cannot be read: {error}") from error
        if data is None:
            raise endless("standard input")
        return data


def _open_registry(
    text: str, access: Access, on_exchange: OnExchange | None, shared: "SharedRegistries | None"
) -> Source:
    try:
        reference = naming.reference(text)
    except NotFound as error:
        from xpkgtui.sources.registry.tool_settings import said_of_short_name

        error.tried = (*error.tried, *said_of_short_name(text, access.environment))
        raise
    if shared is not None:
        return shared.source(reference, access)
    # Local sources never pay for importing requests.
    from xpkgtui.sources.registry.source import RegistrySource

    return RegistrySource(reference, access, on_exchange=on_exchange)
