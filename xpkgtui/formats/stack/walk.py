"""The walk through `.registry`, which makes the stream."""

from collections.abc import Iterable, Iterator
from typing import BinaryIO

from xpkgtui.documents.chunk import Chunk
from xpkgtui.formats.stack.contents import looked_at
from xpkgtui.formats.stack.files import Sort, inside, sorts_of, walk_order
from xpkgtui.readers.assembly import assemble
from xpkgtui.readers.folder import FolderReading, FolderStep, SourceFile, SourceFolder
from xpkgtui.readers.reader import Sign, Step

_ENDINGS = (".yaml", ".yml")


def read(folder: SourceFolder, place: str, sink: BinaryIO, spool: BinaryIO) -> FolderReading:
    """Writes app.yaml, then the other YAML files in the order in which they are walked."""
    entries = folder.entries(place)
    walked = folder.walk(place, endings=_ENDINGS)
    files = sorted(walked.files, key=lambda file: walk_order(file.name))
    queue = _Queue(files)
    assembly = assemble(folder, queue, sink, spool, queue.is_first, takes_files_whole=True)
    return FolderReading(
        origins=assembly.origins,
        steps=tuple(_steps(place, files, assembly.read)),
        truncated=assembly.truncated,
        reached=(*assembly.reached, *((folder.limits.reached("folder"),) if walked.stopped else ())),
        files=tuple(looked_at(folder, entries)),
    )


class _Queue:
    """The files, one after the other; knows which document is the description of the package."""

    def __init__(self, files: list[SourceFile]) -> None:
        self._files = files
        self._app = next((file.name for file in reversed(files) if Sort.APP in sorts_of(file.name)), None)
        self._is_app = False

    def __iter__(self) -> Iterator[SourceFile]:
        for file in self._files:
            self._is_app = file.name == self._app
            yield file

    def is_first(self, chunk: Chunk) -> bool:  # noqa: ARG002 - its file says it
        """Whether a document is the first one of the app.yaml that counts."""
        first, self._is_app = self._is_app, False
        return first


def _steps(place: str, files: Iterable[SourceFile], read: int) -> Iterator[FolderStep]:
    names = [inside(file.name) for file in files]
    where = f"/{place}" if place else "the folder"
    found = sum(bool(sorts_of(name)) for name in names)
    evidence = f"{where}: {read} YAML files, of which {found} have names that it reads"
    yield FolderStep(step=Step(title="Walks the folder", evidence=evidence))
    if not any(Sort.APP in sorts_of(name) for name in names):
        yield FolderStep(step=Step(title="Looks for app.yaml", evidence="there is none", sign=Sign.WARNING))
