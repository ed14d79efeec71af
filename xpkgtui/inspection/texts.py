"""Texts that are shown: raw JSON, and files of a layer."""

import json
from pathlib import Path

from xpkgtui.documents.document import BrokenDocument
from xpkgtui.documents.json_text import MAX_TEXT, to_json
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.inspection import contents
from xpkgtui.inspection.events import Emit, PartFailed, TextReady
from xpkgtui.inspection.parsing import parsing
from xpkgtui.inspection.requests import ReadText, Text
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


async def _raw(session: Session, request: ReadText, data: bytes, emit: Emit) -> None:
    path = session.scratch_file()
    size = await session.pool.run(lambda: path.write_bytes(_indented(data)))
    await emit(TextReady(text=request.text, path=str(path), size=size, language="json"))


def _indented(data: bytes) -> bytes:
    """JSON indented for reading; as it is where it is none, or so deep that blanks would make a gigabyte of it."""
    parts: list[str] = []
    size = 0
    try:
        for part in json.JSONEncoder(indent=2, ensure_ascii=False).iterencode(json.loads(data)):
            size += len(part)
            if size > MAX_TEXT:
                return data
            parts.append(part)
    except (ValueError, RecursionError):
        return data
    return "".join(parts).encode("utf-8", "surrogatepass")


async def _document_json(session: Session, request: ReadText, emit: Emit) -> None:
    document = await session.pool.run(parsing(session, request.document or 0))
    if isinstance(document, BrokenDocument):
        failure = Failure(
            kind=FailureKind.CORRUPT,
            title=f"Document {request.document} is broken: {document.message}",
            hint="There is no JSON of it. The YAML tab shows its text as it is.",
        )
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
