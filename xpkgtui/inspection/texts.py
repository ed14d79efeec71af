"""Texts that are shown: raw JSON, files of a layer, and what is to be known of one object."""

import json
import mmap
from collections.abc import Callable
from pathlib import Path

from xpkgtui.documents.document import BrokenDocument, PackageDocument, parse, to_json
from xpkgtui.documents.stream import Chunk
from xpkgtui.errors import Failure, NotFound
from xpkgtui.inspection import contents
from xpkgtui.inspection.events import Emit, FactsRead, PartFailed, TextReady
from xpkgtui.inspection.facts.loose import Fact, identity
from xpkgtui.inspection.facts.objects import of_object
from xpkgtui.inspection.overview.meta import of_meta
from xpkgtui.inspection.requests import ReadFacts, ReadText, Text
from xpkgtui.inspection.session import Session

_SNIFF = 8192
_LANGUAGES = {
    ".json": "json",
    ".yaml": "yaml",
    ".yml": "yaml",
    ".md": "markdown",
    ".sh": "bash",
    ".py": "python",
    ".xml": "xml",
    ".svg": "xml",
    ".toml": "toml",
}


async def read_text(session: Session, request: ReadText, emit: Emit) -> None:
    """Puts the text that is asked for into a file and says where."""
    match request.text:
        case Text.INDEX:
            await _raw(session, request, session.index_data, emit)
        case Text.MANIFEST:
            await _raw(session, request, session.manifest_data, emit)
        case Text.CONFIG:
            await _raw(session, request, session.config_data, emit)
        case Text.DOCUMENT_JSON:
            await _document_json(session, request, emit)
        case Text.FILE:
            await _file(session, request, emit)


async def read_facts(session: Session, request: ReadFacts, emit: Emit) -> None:
    """What is to be known of one object."""
    document = await session.pool.run(_parsing(session, request.document))
    row = next((row for row in session.rows if row.document == request.document), None)
    overview = None
    if isinstance(document, BrokenDocument):
        found: tuple[Fact, ...] = (("broken", document.message),)
    elif row is not None and row.role == "meta":
        value, crossplane = document.value, session.options.crossplane
        overview = await session.pool.run(lambda: of_meta(value, crossplane))
        found = (identity(value), *_origin(session, document.chunk))
    else:
        found = (*of_object(document.value), *_origin(session, document.chunk))
    await emit(FactsRead(document=request.document, facts=found, overview=overview))


def _origin(session: Session, chunk: Chunk) -> tuple[Fact, ...]:
    reading = session.reading
    where = [] if reading is None or reading.layer is None else [f"layer {reading.layer}", reading.entry or ""]
    total = sum(row.role != "empty" for row in session.rows)
    whole = len(session.rows) >= len(session.chunks)
    number = f"document {chunk.number} of {total}" if whole else f"document {chunk.number}"
    origin = session.origins.at(chunk.line) if session.origins else None
    line = f"{origin.file}:{origin.line}" if origin else f"line {chunk.line:,}"
    place = " · ".join([*where, number, line])
    return (("comes from", place),)


async def _raw(session: Session, request: ReadText, data: bytes, emit: Emit) -> None:
    """JSON indented for reading; what is no JSON as it is."""
    try:
        shown = json.dumps(json.loads(data), indent=2, ensure_ascii=False).encode("utf-8", "surrogatepass")
    except (ValueError, RecursionError):
        shown = data
    path = session.scratch_file()
    await session.pool.run(lambda: path.write_bytes(shown))
    await emit(TextReady(text=request.text, path=str(path), size=len(shown), language="json"))


async def _document_json(session: Session, request: ReadText, emit: Emit) -> None:
    document = await session.pool.run(_parsing(session, request.document or 0))
    if isinstance(document, BrokenDocument):
        failure = Failure(kind="corrupt", title=f"Document {request.document} is broken: {document.message}")
        await emit(PartFailed(part="text", failure=failure))
        return
    path = session.scratch_file()
    value = document.value
    size = await session.pool.run(lambda: path.write_bytes(to_json(value).encode("utf-8", "surrogatepass")))
    await emit(TextReady(text=request.text, path=str(path), size=size, language="json", document=request.document))


async def _file(session: Session, request: ReadText, emit: Emit) -> None:
    path = session.scratch_file()
    found = await contents.take(session, request, path, emit)
    head = await session.pool.run(lambda: _head(path))
    await emit(
        TextReady(
            text=Text.FILE,
            path=str(path),
            size=path.stat().st_size,
            language=_LANGUAGES.get(Path(request.path).suffix.lower(), ""),
            layer=found.layer,
            name=request.path,
            binary=b"\0" in head or _is_no_text(head),
            facts=found.facts,
        )
    )


def _head(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(_SNIFF)


def _is_no_text(head: bytes) -> bool:
    try:
        head.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start < len(head) - 4
    return False


def _parsing(session: Session, number: int) -> Callable[[], PackageDocument | BrokenDocument]:
    """Work for a thread: the document of this number."""
    chunk = next((chunk for chunk in session.chunks if chunk.number == number), None)
    stream = session.stream
    if chunk is None or stream is None:
        raise NotFound(f"There is no document {number}.")

    def read() -> PackageDocument | BrokenDocument:
        with Path(stream.path).open("rb") as opened, mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ) as data:
            return parse(data, chunk)

    return read
