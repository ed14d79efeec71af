"""The subjects of the rules: one document, and the catalog as a whole."""

import contextlib
import json
from collections.abc import Mapping
from functools import cached_property
from posixpath import dirname
from typing import Any, NoReturn

from xpkgtui.documents.chunk import Chunk, StreamBytes
from xpkgtui.documents.document import BrokenDocument, PackageDocument, parse
from xpkgtui.documents.origins import AS_GIVEN, Origins
from xpkgtui.documents.stream import Stream
from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.formats.catalog.model.blobs import Blob, CatalogModel, blob_of
from xpkgtui.formats.catalog.model.loading import LoadingFault, fault_of
from xpkgtui.readers.reader import FolderEntry
from xpkgtui.rules.case import Case
from xpkgtui.rules.finding import ObjectName
from xpkgtui.rules.ruleset import ParsedSubject
from xpkgtui.untyped import text
from xpkgtui.values import dataclass


@dataclass(frozen=True, kw_only=True, eq=False)
class CatalogDocument(ParsedSubject):
    """One document."""

    is_json: bool = False
    """Whether it is written in braces, as JSON is."""

    @property
    def fields(self) -> Mapping[str, Any]:
        """Its fields; none where it is not a mapping."""
        return self.value if isinstance(self.value, dict) else {}

    @property
    def schema(self) -> str:
        """Its schema; empty where it has none."""
        return _named(self.fields, "schema")

    @property
    def object_name(self) -> ObjectName | None:
        """Its schema and name; None where it has neither."""
        name = _named(self.fields, "name")
        if not self.schema and not name:
            return None
        return ObjectName(api_version="", kind=self.schema, name=name)

    @cached_property
    def fault(self) -> LoadingFault | None:
        """The reason why opm does not load it."""
        return fault_of(self.value, is_json=self.is_json)

    @cached_property
    def blob(self) -> Blob | None:
        """Its typed value; None where opm does not load it."""
        if not isinstance(self.document, PackageDocument) or self.fault is not None:
            return None
        return blob_of(self.chunk.number, self.fields)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CatalogSubject:
    """The catalog as a whole."""

    model: CatalogModel
    stream: Stream
    files: tuple[FolderEntry, ...] = ()
    """What the reader looked at."""
    origins: Origins = AS_GIVEN
    folder: str = ""
    """The folder of its files, where they are on this machine."""


class Examination:
    """The documents of a catalog, one after the other."""

    def __init__(self, case: Case, data: StreamBytes, stream: Stream) -> None:
        self._case = case
        self._data = data
        self._stream = stream
        self._effort = Effort.of_stream(len(data), case.options.limits)
        self._blobs: list[Blob] = []
        self._unloaded: list[Blob] = []

    def document(self, chunk: Chunk) -> CatalogDocument:
        """Parses a document; JSON as JSON, which knows escapes that YAML refuses."""
        is_json = self._data[chunk.start : chunk.start + 1] == b"{"
        is_small = chunk.end - chunk.start <= self._case.options.limits.document
        if is_json and is_small and (value := plain_json(self._data[chunk.start : chunk.end])) is not None:
            return CatalogDocument(chunk=chunk, document=PackageDocument(chunk=chunk, value=value), is_json=True)
        document = parse(self._data, chunk, effort=self._effort, limits=self._case.options.limits)
        if isinstance(document, BrokenDocument) and document.limit is None and is_json:
            with contextlib.suppress(ValueError, RecursionError):
                document = PackageDocument(chunk=chunk, value=json.loads(self._data[chunk.start : chunk.end]))
        return CatalogDocument(chunk=chunk, document=document, is_json=is_json)

    def remember(self, subject: CatalogDocument) -> None:
        """Keeps its typed value."""
        if (blob := subject.blob) is not None:
            self._blobs.append(blob)
        elif subject.fields:
            self._unloaded.append(blob_of(subject.chunk.number, subject.fields))

    def package(self) -> CatalogSubject:
        """The catalog, made of the documents that load."""
        reading, source = self._case.reading, self._case.source
        folder = source.name if source.is_assembled else dirname(source.name)
        return CatalogSubject(
            model=CatalogModel.of(self._blobs, self._unloaded),
            stream=self._stream,
            files=reading.files if reading else (),
            origins=reading.origins if reading else AS_GIVEN,
            folder=folder if self._case.image is None else "",
        )


def _named(fields: Mapping[str, Any], name: str) -> str:
    if name in fields:
        return text(fields[name])
    return next((text(item) for key, item in fields.items() if isinstance(key, str) and key.casefold() == name), "")


def plain_json(text: bytes) -> dict[str, Any] | None:
    """Returns the object of a JSON text that YAML reads in the same way, but in twenty times as long.

    Returns None where YAML may read it differently: with numbers, keys twice, or code points.
    """
    if b"\\u" in text or b"\\/" in text:
        return None
    try:
        value = _DECODER.decode(text.decode())
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _refuse(_text: str) -> NoReturn:
    raise ValueError("a number")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs) or "<<" in made:
        raise ValueError("a key that YAML reads otherwise")
    return made


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_int=_refuse, parse_float=_refuse, parse_constant=_refuse)
