"""Texts that are shown: raw JSON, files of a layer, and forms of what is in a stream."""

import json
from codecs import getincrementaldecoder
from collections.abc import Callable
from pathlib import Path

from xpkgtui.documents.chunk import Chunk
from xpkgtui.documents.json_text import MAX_TEXT, to_json
from xpkgtui.errors import Failure, FailureKind, Malformed, NotFound
from xpkgtui.formats.forms import AskedForm
from xpkgtui.inspection.messages.events import Emit, PartFailed
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.messages.replies import TextReady
from xpkgtui.inspection.messages.requests import ReadText, Text
from xpkgtui.inspection.objects.bare_stream import OpenedStream
from xpkgtui.inspection.objects.describe import mapped_objects
from xpkgtui.inspection.objects.stream import PackageStream, mapped, no_document
from xpkgtui.inspection.opened_image import NoImage, OpenedImage, Shown, wording_of
from xpkgtui.inspection.opened_source import OpenedSource
from xpkgtui.sources.source import StreamRoot

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


async def read_text(source: OpenedSource, shown: Shown, request: ReadText, emit: Emit) -> None:
    """Puts the text that is asked for into a file, and emits where."""
    match request.text:
        case Text.INDEX:
            await _json(source, lambda: _indented(source.index.data if source.index else b""), emit)
        case Text.MANIFEST:
            data = b"" if isinstance(shown, OpenedStream) else shown.manifest.data
            await _json(source, lambda: _indented(data), emit)
        case Text.CONFIG:
            data = shown.config.data if isinstance(shown, OpenedImage) else b""
            await _json(source, lambda: _indented(data), emit)
        case Text.EXAMPLES:
            await _examples(source, shown, request, emit)
        case Text.DOCUMENT_JSON | Text.DEFINITIONS | Text.FORM:
            await _of_stream(source, shown, request, emit)
        case Text.FILE:
            await _file(source, shown, request, emit)
        case Text.REFERRER:
            data = _attached(source, request.path)
            await _json(source, lambda: _indented(data), emit)


def _attached(source: OpenedSource, digest: str) -> bytes:
    """The content of something that belongs to the image, in which envelopes are open."""
    data = source.attached.get(digest)
    if data is None:
        raise NotFound("Its content was not read.")
    try:
        from xpkgtui.referrers.layer import readable

        return json.dumps(readable(data), ensure_ascii=False).encode("utf-8", "surrogatepass")
    except (Malformed, RecursionError):
        return data


async def _of_stream(source: OpenedSource, shown: Shown, request: ReadText, emit: Emit) -> None:
    """What is made of documents."""
    stream = shown.stream
    if stream is None:
        raise no_document(request.document or 0)
    if request.text is Text.DEFINITIONS:
        await _definitions(source, stream, request, emit)
    elif request.form is not None:
        await _write_form(source, stream, request.form, emit)
    elif request.text is Text.FORM:
        raise no_document(request.document or 0)
    else:
        await _document_json(source, stream, request, emit)


async def _json(source: OpenedSource, made: Callable[[], bytes], emit: Emit) -> None:
    """Puts JSON into a file, and emits where."""
    path = source.scratch_file()
    size = await source.pool.run(lambda: path.write_bytes(made()))
    await emit(TextReady(path=str(path), size=size, language="json"))


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


async def _document_json(source: OpenedSource, stream: PackageStream, request: ReadText, emit: Emit) -> None:
    chunk = stream.chunk(request.document or 0)
    text = await source.pool.run(lambda: stream.known_json(chunk))
    if text is None:
        await stream.arrive()
        found = await source.pool.run(lambda: _parsed_json(stream, chunk))
        if isinstance(found, Failure):
            await emit(PartFailed(part=PartName.TEXT, failure=found))
            return
        text = found
    data = text.encode("utf-8", "surrogatepass")
    await _json(source, lambda: data, emit)


def _parsed_json(stream: PackageStream, chunk: Chunk) -> str | Failure:
    # What is known needs no parser of YAML, which takes a while to load.
    from xpkgtui.documents.document import BrokenDocument, parse

    with mapped(stream.file) as data:
        document = parse(data, chunk, limits=stream.limits)
    if isinstance(document, BrokenDocument):
        return Failure(
            kind=FailureKind.CORRUPT,
            title=f"Document {chunk.number} is broken: {document.message}",
            hint="There is no JSON of it. The YAML tab shows its text as it is.",
        )
    text = to_json(document.value)
    stream.keep_json(chunk, text)
    return text


async def _definitions(source: OpenedSource, stream: PackageStream, request: ReadText, emit: Emit) -> None:
    # Loads what knows schemas.
    from xpkgtui.inspection.objects.kinds import definitions_json

    await stream.listed()
    await _json(source, lambda: definitions_json(stream, request.document or 0).encode(), emit)


async def _examples(source: OpenedSource, shown: Shown, request: ReadText, emit: Emit) -> None:
    # Loads what reads examples.
    from xpkgtui.inspection.examples.reading import example_objects

    data = await example_objects(source, shown, request.document or 0, emit)
    await _json(source, lambda: data, emit)


async def _file(source: OpenedSource, shown: Shown, request: ReadText, emit: Emit) -> None:
    path = source.scratch_file()
    # The text of a document needs no tree of files.
    if isinstance(shown, OpenedImage):
        from xpkgtui.inspection.files import trees

        found = await trees.take(shown, request, path, emit)
    else:
        from xpkgtui.inspection.files.trees import take_file

        root = _folder(source, shown, request)
        known = shown.stream.format.examples() if isinstance(shown, OpenedStream) else None
        examples, limits = known.folder if known is not None else "", source.options.limits
        found = await source.pool.run(lambda: take_file(root, request.path, path, limits, examples=examples))
    head = await source.pool.run(lambda: _head(path))
    await emit(
        TextReady(
            path=str(path),
            size=path.stat().st_size,
            language=_LANGUAGES.get(Path(request.path).suffix.lower(), ""),
            binary=b"\0" in head or _is_no_text(head),
            incomplete=found.incomplete,
            limit=found.limit,
            facts=found.facts,
        )
    )


def _folder(source: OpenedSource, shown: NoImage | OpenedStream, request: ReadText) -> StreamRoot:
    """The folder that has the file; raises `NotFound` where there is none."""
    if not source.is_stream:
        raise NotFound("There is no image yet.")
    root = shown.root if isinstance(shown, OpenedStream) else None
    if root is not None and root.folder is not None and request.layer is None:
        return root
    is_folder = source.fetcher.source.is_assembled
    hint = "Remove --layer." if is_folder and request.layer is not None else ""
    raise NotFound(wording_of(shown).no_files(source.root.reference if is_folder else None), hint=hint)


def _head(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(_SNIFF)


def _is_no_text(head: bytes) -> bool:
    """Whether it is not UTF-8; the last character may be cut."""
    try:
        getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError:
        return True
    return False


async def _write_form(source: OpenedSource, stream: PackageStream, asked: AskedForm, emit: Emit) -> None:
    """Puts a form into a file, and emits where; raises `NotFound` where the format has none of that name."""
    known = next((one for one in stream.format.summary.forms if one.name == asked.name), None)
    forms = stream.format.forms
    if known is None or forms is None:
        raise NotFound(f"A package of the format {stream.format.summary.name} has no {asked.name}.")

    def written() -> tuple[bytes, str]:
        with mapped_objects(stream) as objects:
            made = forms.write(asked, objects)
            return made.encode("utf-8", "surrogatepass"), forms.lacks(asked, objects)

    path = source.scratch_file()
    text, lacks = await source.pool.run(written)
    size = await source.pool.run(lambda: path.write_bytes(text))
    ready = TextReady(path=str(path), size=size, language=known.language, incomplete=lacks)
    await emit(ready)
