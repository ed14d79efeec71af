"""The documents of a bundle, one after the other, as rules look at them."""

import zlib
from dataclasses import replace
from typing import Any

from xpkgtui.documents.chunk import Chunk, StreamBytes
from xpkgtui.documents.document import PackageDocument, parse
from xpkgtui.documents.origins import Origins
from xpkgtui.documents.stream import Stream
from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.formats.go_decoding.json_files import braced_names
from xpkgtui.formats.registry_v1.layout import ANNOTATIONS, CHART, CSV, MANIFESTS, METADATA, is_manifest
from xpkgtui.formats.registry_v1.rules.reading.go_types import fits
from xpkgtui.formats.registry_v1.rules.subjects import Bundle, Files, Item, Separator
from xpkgtui.rules.case import Case
from xpkgtui.untyped import field, mapping, text

_PARTS = ("customresourcedefinitions", "apiservicedefinitions")
_GZIP = 31
"""The window of zlib that writes gzip."""
_SMALLEST = 512 << 10
"""Bytes that cannot reach the size from which rules speak, however little they compress."""


class Reading:
    """The documents of a bundle, one after the other."""

    def __init__(self, case: Case, data: StreamBytes, stream: Stream) -> None:
        self._case = case
        self._data = data
        self._effort = Effort.of_stream(len(data), case.limits)
        self._items: list[Item] = []
        self._origins = case.reading.origins if case.reading else Origins()
        files = Files.of(case)
        self._sizes = Sizes(sum(one.size for one in files.inside(MANIFESTS)))
        self._is_chart = files.is_chart and self._has_name(stream)
        self._problem = stream.problem
        self._braced = braced_names(self._origins)
        self._json_faults = {one.name: one.unread for one in files.entries if one.unread}
        self._requires = any(one.name != ANNOTATIONS for one in files.inside(METADATA))
        """Whether something may be required, so that it matters what opm makes of the definitions."""
        versions = ((self._file_of(one), one.number) for one in stream.chunks if one.kind == CSV)
        self._last = max((each for each in versions if is_manifest(each[0])), default=("", 0))
        """File and number of the last ClusterServiceVersion."""

    def document(self, chunk: Chunk) -> Item:
        """Parses one document."""
        document = parse(self._data, chunk, effort=self._effort, limits=self._case.limits)
        origin, file = self._origins.at(chunk.first_line), self._file_of(chunk)
        if is_manifest(file):
            self._sizes.add(file, self._data[chunk.start : chunk.end])
        json = self._data[chunk.start : chunk.end].strip() if file in self._braced else b""
        return Item(
            chunk=chunk,
            document=document,
            file=file,
            is_first=origin is None or origin.line == 1,
            is_chart=self._is_chart,
            is_superseded=chunk.kind == CSV and (file, chunk.number) < self._last,
            json=json.decode("utf-8", "replace"),
            json_fault=self._json_faults.get(file, ""),
        )

    def _file_of(self, chunk: Chunk) -> str:
        origin = self._origins.at(chunk.first_line)
        return origin.file if origin else "manifests/bundle.yaml"

    def remember(self, subject: Item) -> None:
        """Keeps documents that rules about the whole bundle look into; of definitions, all but their schemas."""
        is_asked = subject.is_crd and subject.is_first and self._requires
        lean = _lean(subject)
        self._items.append(replace(lean, is_misfit=True) if is_asked and not fits(subject) else lean)
        if subject.is_csv:
            self._requires = self._requires or any(field(subject.spec, part, "required") for part in _PARTS)

    def package(self) -> Bundle:
        """The bundle."""
        return Bundle(
            files=Files.of(self._case),
            items=tuple(self._items),
            sizes=self._sizes.sums,
            is_chart=self._is_chart,
            separator=self._separator(),
        )

    def _separator(self) -> Separator | None:
        problem = self._problem
        origin = self._origins.at(problem.line) if problem is not None else None
        if problem is None or origin is None or problem.limit is not None:
            return None
        return Separator(file=origin.file, message=problem.message, line=problem.line)

    def _has_name(self, stream: Stream) -> bool:
        """Whether the Chart.yaml of manifests/ names its chart."""
        for chunk in stream.chunks:
            origin = self._origins.at(chunk.first_line)
            if origin and origin.file == CHART and not chunk.empty:
                document = parse(self._data, chunk, effort=self._effort, limits=self._case.limits)
                return isinstance(document, PackageDocument) and bool(text(field(document.value, "name")))
        return False


def _lean(subject: Item) -> Item:
    document = subject.document
    if not isinstance(document, PackageDocument) or subject.is_csv or not subject.is_manifest:
        return replace(subject, json="")
    value = document.value
    if not isinstance(value, dict):
        return replace(subject, json="")
    lean: dict[str, Any] = {key: value[key] for key in ("apiVersion", "kind", "metadata") if key in value}
    if subject.is_crd:
        spec = mapping(value.get("spec"))
        versions = spec.get("versions")
        if isinstance(versions, list):
            spec = {**spec, "versions": [_without_schema(one) for one in versions]}
        lean["spec"] = {key: spec[key] for key in spec if key != "validation"}
    return replace(subject, json="", document=replace(document, value=lean, marks=None))


def _without_schema(version: object) -> object:
    return {key: item for key, item in version.items() if key != "schema"} if isinstance(version, dict) else version


class Sizes:
    """Adds up files: their bytes, and what they have compressed in base64.

    Nothing is compressed where the files are too small for the sum to matter.
    """

    def __init__(self, total: int) -> None:
        self._is_wanted = total > _SMALLEST
        self._file = ""
        self._compressor = zlib.compressobj(wbits=_GZIP)
        self._open = 0
        self._size = self._compressed = 0

    def add(self, file: str, data: bytes) -> None:
        """Adds the next bytes of a file."""
        self._size += len(data)
        if not self._is_wanted:
            return
        if file != self._file:
            self._close()
            self._file, self._compressor = file, zlib.compressobj(wbits=_GZIP)
        self._open += len(self._compressor.compress(data))

    @property
    def sums(self) -> tuple[int, int]:
        """All bytes, and those compressed; these are 0 where nothing was compressed."""
        self._close()
        return self._size, self._compressed

    def _close(self) -> None:
        if self._file:
            self._compressed += (self._open + len(self._compressor.flush()) + 2) // 3 * 4
            self._file, self._open = "", 0
