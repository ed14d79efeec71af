"""What rules look at: one document of a bundle, the bundle as a whole, and its files."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from typing import Any, final

from xpkgtui.documents.chunk import Chunk
from xpkgtui.documents.document import BrokenDocument, PackageDocument
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.formats.go_decoding.loosely import lowered, text_of
from xpkgtui.formats.registry_v1.layout import CHART, CRD, CSV, MANIFESTS, is_manifest, is_metadata
from xpkgtui.formats.registry_v1.rules.go_values import are_texts
from xpkgtui.readers.folder_entry import FolderEntry
from xpkgtui.rules.case import Case
from xpkgtui.rules.finding import ObjectName
from xpkgtui.untyped import field as at
from xpkgtui.untyped import mapping, text
from xpkgtui.values import dataclass


@final
@dataclass(frozen=True, kw_only=True, eq=False)
class Item:
    """One document, with the file that it comes from."""

    chunk: Chunk
    document: PackageDocument | BrokenDocument
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

    @property
    def value(self) -> Any:
        """Its value; None where it cannot be read."""
        return self.document.value if isinstance(self.document, PackageDocument) else None

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
        """Whether it is a ClusterServiceVersion."""
        return self.is_manifest and self.kind == CSV

    @cached_property
    def is_crd(self) -> bool:
        """Whether it is a CustomResourceDefinition."""
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
class Files:
    """The files of a bundle and the labels of its image."""

    entries: tuple[FolderEntry, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)
    is_listed: bool = True
    """Whether files are known at all: those of a bare stream are not."""
    is_image: bool = False

    @classmethod
    def of(cls, case: Case) -> "Files":
        """Returns the files and labels of a case."""
        entries = case.reading.files if case.reading else ()
        config = case.image.config if case.image else None
        is_listed = case.reading is not None and (bool(entries) or case.is_assembled or case.image is not None)
        return cls(
            entries=entries,
            labels=config.labels if config else {},
            is_listed=is_listed,
            is_image=config is not None and bool(config.labels),
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
class Bundle:
    """A bundle as a whole."""

    files: Files
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
    return lowered(mapping(item.value if item else None), "annotations")


def annotation_documents(items: Sequence[Item]) -> list[Item]:
    """Documents of metadata/ with a mapping `annotations`, in the order in which opm looks at files."""
    found = [one for one in items if is_metadata(one.file) and one.is_first and are_texts(annotations_in(one))]
    return sorted(found, key=lambda one: one.file)
