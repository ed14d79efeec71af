"""Recognition of files and standard input, by their content and never by their name."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from xpkgtui.errors import Corrupt, NotAPackage, Usage
from xpkgtui.filesystem.compression.inflated import Compression, Inflated, detect
from xpkgtui.filesystem.compression.stored import ByteSource, EndReason, InflateProblem
from xpkgtui.formats.known import other_text, reader_of_file, source_knowledge
from xpkgtui.limits import LARGEST_STREAM, LimitExceeded, Limits, OverLimit, ReachedLimit
from xpkgtui.sources.archive.members import is_tar
from xpkgtui.sources.archive.opening import open_archive
from xpkgtui.sources.files import FileBlob, open_regular, spool
from xpkgtui.sources.recognition import sniffing
from xpkgtui.sources.recognition.naming import LocalName
from xpkgtui.sources.source import Source, StreamRoot, of_another_form

if TYPE_CHECKING:
    from xpkgtui.sources.stream.one_file import StreamSource


def open_file(
    path: Path,
    name: LocalName,
    scratch: Path,
    limits: Limits,
    *,
    spooled: bool = False,
    truncated: bool = False,
) -> Source:
    """The source in this regular file; a `spooled` file is deleted by its source, a `truncated` one was cut."""
    with FileBlob(open_regular(path)) as file:
        head = file.read(sniffing.HEAD)
    is_compressed = detect(head, is_file=True) is not Compression.NONE
    if truncated and (is_compressed or is_tar(head)):
        raise _too_large(name, limits)
    if is_compressed:
        try:
            return _open_compressed(path, name, scratch, limits)
        finally:
            if spooled:
                path.unlink(missing_ok=True)
    if is_tar(head):
        return _open_archive(path, name, limits, owned=spooled)
    _require_stream(head, Compression.NONE, name)
    from xpkgtui.sources.stream.one_file import StreamSource, is_json_lines, open_json_lines, open_one_file

    if known := reader_of_file(head):
        try:
            return open_one_file(path, scratch, name.name, *known, limits)
        finally:
            if spooled:
                path.unlink(missing_ok=True)
    if is_json_lines(head):
        with FileBlob(open_regular(path)) as file:
            return open_json_lines(file, b"", scratch, name.name, limits)
    notes = tuple(note for one in source_knowledge() for note in one.notes.cache_notes(path, head))
    root = StreamRoot(path=path, reference=name.name, spooled=spooled, truncated=truncated, notes=notes)
    return StreamSource(root)


def open_input(source: ByteSource, name: LocalName, scratch: Path, limits: Limits) -> Source:
    """The source that arrives on standard input."""
    head = b""
    while len(head) < sniffing.HEAD and (data := source.read(sniffing.HEAD - len(head))):
        head += data
    if detect(head, is_file=True) is Compression.NONE and not is_tar(head):
        # Refused before it is spooled: it may never end.
        _require_stream(head, Compression.NONE, name)
        return _spooled_stream(source, head, name, scratch, limits)
    path, more = spool(source, scratch, limits.archive, head)
    return _unlinking(path, lambda: open_file(path, name, scratch, limits, spooled=True, truncated=more))


def _open_compressed(path: Path, name: LocalName, scratch: Path, limits: Limits) -> Source:
    with FileBlob(open_regular(path)) as file:
        inflated = _Decompressed(Inflated(file, limits=limits, is_file=True), name.name)
        head = inflated.read(sniffing.HEAD)
        if not is_tar(head):
            # Data that ends early is damaged, whatever its beginning looks like.
            while len(head) < sniffing.HEAD and (data := inflated.read(sniffing.HEAD - len(head))):
                head += data
            _require_stream(head, inflated.compression, name)
            return _spooled_stream(inflated, head, name, scratch, limits)
        spooled, more = spool(inflated, scratch, limits.archive, head)
    return _unlinking(spooled, lambda: _open_decompressed(spooled, more, inflated.compression, name, limits))


def _open_decompressed(
    path: Path, is_too_large: bool, compression: Compression, name: LocalName, limits: Limits
) -> Source:
    if is_too_large:
        raise _too_large(name, limits)
    return _open_archive(path, name, limits, owned=True, compression=compression)


def _open_archive(
    path: Path, name: LocalName, limits: Limits, *, owned: bool, compression: Compression = Compression.NONE
) -> Source:
    return open_archive(
        path,
        name=name.name,
        prefix=name.prefix,
        wanted=name.wanted,
        owned=owned,
        compression=compression,
        limits=limits,
    )


def _spooled_stream(
    source: ByteSource, head: bytes, name: LocalName, scratch: Path, limits: Limits
) -> "StreamSource":
    from xpkgtui.sources.stream.one_file import StreamSource, is_json_lines, open_json_lines, open_one_file

    if is_json_lines(head):
        return open_json_lines(source, head, scratch, name.name, limits)
    path, more = spool(source, scratch, LARGEST_STREAM + 1, head)
    if known := reader_of_file(head):
        try:
            return open_one_file(path, scratch, name.name, *known, limits)
        finally:
            path.unlink(missing_ok=True)
    truncated = more or path.stat().st_size > LARGEST_STREAM
    return StreamSource(StreamRoot(path=path, reference=name.name, spooled=True, truncated=truncated))


class _Decompressed:
    """Decompressed bytes whose damage is raised as an error of the source."""

    def __init__(self, inflated: Inflated, name: str) -> None:
        self._inflated = inflated
        self._name = name
        self.compression = inflated.compression

    def read(self, size: int, /) -> bytes:
        """As `Inflated.read`; raises Corrupt and OverLimit."""
        try:
            return self._inflated.read(size)
        except InflateProblem as problem:
            if problem.damage is EndReason.WINDOW:
                raise OverLimit(
                    f"{self._name} was not read", ReachedLimit(name="memory", most=0, fixed=str(problem))
                ) from problem
            raise Corrupt(f"the {self.compression} data of {self._name} is damaged: {problem}") from problem
        except LimitExceeded as limit:
            raise OverLimit(f"{self._name} was not read", limit.reached) from limit


def _called(name: LocalName) -> str:
    return "standard input" if name.name == "-" else name.name


def _require_stream(head: bytes, compression: Compression, name: LocalName) -> None:
    """Raises where this is not a stream, or where its name says that it is something else."""
    from xpkgtui.sources.stream.one_file import is_json_lines

    known = reader_of_file(head)
    if known is None and (other := other_text(head)):
        words, hint = other
        raise NotAPackage(f"{_called(name)} is {words}", hint=hint)
    if not (sniffing.is_stream(head) or is_json_lines(head) or known):
        inner = detect(head, is_file=True)
        words = sniffing.describe(head) if inner is Compression.NONE else f"{inner} data once more"
        around = f"{compression} data that holds " if compression is not Compression.NONE else ""
        raise NotAPackage(f"{_called(name)} is {around}{words}, not a package", hint=sniffing.advice(words))
    if name.prefix:
        raise of_another_form(name.name, name.prefix, "a package.yaml")
    if name.wanted:
        raise Usage(f"{name.name} is a package.yaml: do not name an image in it")


def _too_large(name: LocalName, limits: Limits) -> OverLimit:
    return OverLimit(f"{name.name} was not read", limits.reached("archive"))


def _unlinking(path: Path, make: Callable[[], Source]) -> Source:
    """The source from `make`; where that fails, the spooled file is deleted."""
    try:
        return make()
    except BaseException:
        path.unlink(missing_ok=True)
        raise
