"""What rules look at: one document of a bundle, the bundle as a whole, and its files; and what makes them."""

import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property
from typing import Any, final

from xpkgtui.documents.chunk import Chunk, StreamBytes
from xpkgtui.documents.document import PackageDocument, parse
from xpkgtui.documents.origins import Origins
from xpkgtui.documents.stream import Stream
from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.formats.go_decoding.lists import braced_names
from xpkgtui.formats.go_decoding.loosely import text_of
from xpkgtui.formats.registry_v1.decoding.types import are_texts, fits
from xpkgtui.formats.registry_v1.layout import (
    ANNOTATIONS,
    CHART,
    CRD,
    CSV,
    MANIFESTS,
    METADATA,
    is_manifest,
    is_metadata,
)
from xpkgtui.golang.characters import folded
from xpkgtui.readers.reader import FolderEntry
from xpkgtui.rules.case import Case
from xpkgtui.rules.finding import ObjectName
from xpkgtui.rules.ruleset import ParsedSubject
from xpkgtui.untyped import field as at
from xpkgtui.untyped import mapping, text
from xpkgtui.values import dataclass

_PARTS = ("customresourcedefinitions", "apiservicedefinitions")
_GZIP = 31
"""The window of zlib that writes gzip."""
_SMALLEST = 512 << 10
"""Bytes that cannot reach the size from which rules speak, however little they compress."""


@final
@dataclass(frozen=True, kw_only=True, eq=False)
class Item(ParsedSubject):
    """One document, with the file that it comes from."""

    file: str
    """Its file; that of a bare stream is taken for one of manifests/."""
    is_first: bool
    """Whether it is the first document of its file, the only one that most tools read."""
    is_chart: bool = False
    """Whether manifests/ is a Helm chart."""
    is_misfit: bool = False
    """Whether the schemas of a definition, which are not kept, have a value of another type."""
    is_superseded: bool = False
    """Whether it is a ClusterServiceVersion that tools which take the last one do not take."""
    json: str = ""
    """Its text, where its file begins with a brace: decoders take it for JSON."""
    json_fault: str = ""
    """What Kubernetes' decoder says of such a file, where it is not JSON to its end."""

    @property
    def number(self) -> int:
        """Its number in the stream."""
        return self.chunk.number

    @cached_property
    def kind(self) -> str:
        """Its kind; empty where it has none."""
        return text(at(self.value, "kind"))

    @property
    def api_version(self) -> str:
        """Its apiVersion; empty where it has none."""
        return text(at(self.value, "apiVersion"))

    @property
    def name(self) -> str:
        """`metadata.name`, a number as operator-sdk takes it for text; empty where it has none."""
        return text_of(at(self.value, "metadata", "name"))

    @property
    def spec(self) -> dict[str, Any]:
        """`spec`; empty where it has none."""
        return mapping(at(self.value, "spec"))

    @property
    def annotations(self) -> dict[str, Any]:
        """`metadata.annotations`, numbers as the texts that tools take them for; empty where there are none."""
        found = mapping(at(self.value, "metadata", "annotations"))
        return {key: text_of(one) if isinstance(one, (bool, int, float)) else one for key, one in found.items()}

    @cached_property
    def is_manifest(self) -> bool:
        """Whether its file lies in manifests/."""
        return is_manifest(self.file)

    @cached_property
    def is_csv(self) -> bool:
        """Whether the document is a ClusterServiceVersion."""
        return self.is_manifest and self.kind == CSV

    @cached_property
    def is_crd(self) -> bool:
        """Whether the document is a CustomResourceDefinition."""
        return self.is_manifest and self.kind == CRD

    @property
    def object_name(self) -> ObjectName | None:
        """The object as findings name it; a file of metadata/ has no object."""
        if not self.is_manifest or not self.kind:
            return None
        return ObjectName(api_version=self.api_version, kind=self.kind, name=self.name)

    @property
    def words(self) -> str:
        """The object in sentences: `ConfigMap defaults`, or its file."""
        return str(self.object_name) if self.object_name else self.file


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class BundleFiles:
    """The files of a bundle and the labels of its image."""

    entries: tuple[FolderEntry, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)
    is_listed: bool = True
    """Whether files are known at all: those of a bare stream are not."""
    is_image: bool = False

    @classmethod
    def of(cls, case: Case) -> "BundleFiles":
        """Returns the files and labels of a case."""
        entries = case.reading.files if case.reading else ()
        config = case.image.config if case.image else None
        is_listed = case.reading is not None and (bool(entries) or case.source.is_assembled or case.image is not None)
        return cls(
            entries=entries,
            labels=config.labels if config else {},
            is_listed=is_listed,
            is_image=config is not None,
        )

    def named(self, name: str) -> FolderEntry | None:
        """The entry of this name."""
        return next((one for one in self.entries if one.name == name), None)

    @property
    def is_chart(self) -> bool:
        """Whether manifests/ looks like a Helm chart."""
        return self.named(CHART) is not None

    @property
    def has_manifests(self) -> bool:
        """Whether manifests/ has a file, or what it has is not known."""
        return not self.is_listed or any(one.type is not EntryType.DIRECTORY for one in self.inside(MANIFESTS))

    def inside(self, folder: str) -> Iterator[FolderEntry]:
        """The entries of a folder itself, not those of folders in it."""
        for one in self.entries:
            lead, slash, rest = one.name.partition("/")
            if lead == folder and slash and "/" not in rest:
                yield one


@dataclass(frozen=True, slots=True, kw_only=True)
class Separator:
    """A separator with text behind it, where reading of a file ends."""

    file: str
    message: str
    line: int


@final
@dataclass(frozen=True, kw_only=True, eq=False)
class BundleSubject:
    """A bundle as a whole."""

    files: BundleFiles
    items: Sequence[Item]
    """Its documents; the values of those that no rule asks for are gone."""
    sizes: tuple[int, int] = (0, 0)
    """The bytes of manifests/, and those compressed in base64; the latter are 0 where they cannot matter."""
    is_chart: bool = False
    """Whether manifests/ is a Helm chart."""
    takes_last: bool = False
    """Whether it is looked at as tools do that take the last of several ClusterServiceVersions."""
    separator: Separator | None = None

    @cached_property
    def csvs(self) -> tuple[Item, ...]:
        """The ClusterServiceVersions, in order of the stream."""
        return tuple(one for one in self.items if one.is_csv)

    @cached_property
    def csv(self) -> Item | None:
        """The one that is read: by opm the first that comes first in its file."""
        return self.last_csv if self.takes_last else next((one for one in self.csvs if one.is_first), None)

    @cached_property
    def last_csv(self) -> Item | None:
        """The one that OLM v1 and RukPak read: the last by file, wherever it stands in it."""
        return max(self.csvs, key=lambda one: (one.file, one.number), default=None)

    @cached_property
    def crds(self) -> tuple[Item, ...]:
        """The CustomResourceDefinitions."""
        return tuple(one for one in self.items if one.is_crd)

    @cached_property
    def annotations(self) -> Item | None:
        """The document with the bundle's annotations that tools use."""
        return next(iter(annotation_documents(self.items)), None)

    def metadata(self, name: str) -> Item | None:
        """The first document of a file of metadata/."""
        return next((one for one in self.items if one.file == name and one.is_first), None)

    def whole(self, name: str) -> Item | None:
        """What a tool reads that takes a file of metadata/ as one text: its first document that is not empty."""
        return next((one for one in self.items if one.file == name), None)


def annotations_in(item: Item | None) -> Any:
    """What a file of metadata/ has as `annotations`, in any letters, as Go finds it."""
    value = mapping(item.value if item else None)
    found = [value[key] for key in sorted(value) if folded(key) == "annotations" and value[key] is not None]
    odd = next((one for one in found if not isinstance(one, dict)), None)
    return {key: one for each in found for key, one in each.items()} if found and odd is None else odd


def annotation_documents(items: Sequence[Item]) -> list[Item]:
    """Documents of metadata/ with a mapping `annotations`, in the order in which opm looks at files."""
    found = [one for one in items if is_metadata(one.file) and one.is_first and are_texts(annotations_in(one))]
    return sorted(found, key=lambda one: one.file)


class Examination:
    """The documents of a bundle, one after the other."""

    def __init__(self, case: Case, data: StreamBytes, stream: Stream) -> None:
        self._case = case
        self._data = data
        self._effort = Effort.of_stream(len(data), case.options.limits)
        self._items: list[Item] = []
        self._origins = case.reading.origins if case.reading else Origins()
        files = BundleFiles.of(case)
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
        document = parse(self._data, chunk, effort=self._effort, limits=self._case.options.limits)
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
        self._items.append(replace(lean, is_misfit=True) if is_asked and not fits(subject.value) else lean)
        if subject.is_csv:
            self._requires = self._requires or any(at(subject.spec, part, "required") for part in _PARTS)

    def package(self) -> BundleSubject:
        """The bundle."""
        return BundleSubject(
            files=BundleFiles.of(self._case),
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
                document = parse(self._data, chunk, effort=self._effort, limits=self._case.options.limits)
                return isinstance(document, PackageDocument) and bool(text(at(document.value, "name")))
        return False


_KEPT = frozenset({"apiversion", "kind", "metadata"})


def _lean(subject: Item) -> Item:
    document = subject.document
    if not isinstance(document, PackageDocument) or subject.is_csv or not subject.is_manifest:
        return replace(subject, json="")
    value = document.value
    if not isinstance(value, dict):
        return replace(subject, json="")
    lean = {key: one for key, one in value.items() if folded(str(key)) in _KEPT}
    if subject.is_crd:
        lean |= {key: _lean_spec(mapping(one)) for key, one in value.items() if folded(str(key)) == "spec"}
    return replace(subject, json="", document=replace(document, value=lean, marks=None))


def _lean_spec(spec: dict[str, Any]) -> dict[str, Any]:
    kept = {key: one for key, one in spec.items() if folded(str(key)) != "validation"}
    lists = [key for key, one in kept.items() if folded(str(key)) == "versions" and isinstance(one, list)]
    return kept | {key: [_without_schema(one) for one in kept[key]] for key in lists}


def _without_schema(version: object) -> object:
    if not isinstance(version, dict):
        return version
    return {key: one for key, one in version.items() if folded(str(key)) != "schema"}


class Sizes:
    """Adds up files: their bytes, and what they have compressed in base64.

    Nothing is compressed where the files are too small for the sum to matter.
    """

    def __init__(self, total: int) -> None:
        self._is_wanted = total > _SMALLEST
        self._file = ""
        self._compressor = zlib.compressobj(wbits=_GZIP)
        self._open = self._size = self._compressed = 0

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
