"""From the text of a SOURCE to the source it means."""

from pathlib import Path
from typing import BinaryIO

from xpkgtui.errors import NotFound, Usage
from xpkgtui.sources import naming, recognition
from xpkgtui.sources.demo.source import DemoSource
from xpkgtui.sources.recognition import Meant
from xpkgtui.sources.source import Access, OnExchange, Source


def open_source(
    text: str,
    access: Access,
    *,
    stdin: BinaryIO | None = None,
    on_exchange: OnExchange | None = None,
    scratch: Path,
) -> Source:
    """The source that `text` means: `demo`, `-`, a prefix, an existing path, else a registry reference.

    Reads only as much of a file as tells what it is; compressed files and standard input are spooled into
    `scratch`. Raises Usage, NotFound, NotAPackage or Corrupt, each with what was tried.
    """
    if text == DemoSource.demo_text:
        return DemoSource()
    if text == "-":
        return _standard_input(stdin, scratch)
    prefix, rest = naming.split_prefix(text)
    if prefix == "docker://":
        return _registry(rest, access, on_exchange)
    place = naming.find(rest, prefix)
    if place is not None:
        meant = Meant(name=place.name, prefix=prefix, wanted=place.wanted, scratch=scratch)
        return recognition.open_path(place.path, meant)
    if prefix or naming.looks_like_path(rest):
        raise naming.missing(rest)
    return _registry(rest, access, on_exchange)


def _standard_input(stdin: BinaryIO | None, scratch: Path) -> Source:
    if stdin is None:
        raise Usage("standard input cannot be read here", hint="save it to a file and open that")
    return recognition.spool_input(_Input(stdin), Meant(name="-", scratch=scratch))


class _Input:
    """Standard input, whose failures are told as errors of the source."""

    def __init__(self, stdin: BinaryIO) -> None:
        self._stdin = stdin

    def read(self, size: int, /) -> bytes:
        """As the stream's; raises NotFound."""
        try:
            return self._stdin.read(size)
        except (OSError, ValueError) as error:  # a folder, a terminal that went away, a closed stream
            raise NotFound(f"standard input cannot be read: {error}") from error


def _registry(text: str, access: Access, on_exchange: OnExchange | None) -> Source:
    reference = naming.reference(text)
    # Local sources never pay for importing requests.
    from xpkgtui.sources.registry.source import RegistrySource

    return RegistrySource(reference, access, on_exchange=on_exchange)
