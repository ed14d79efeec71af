"""A package: the objects of one stream, each with its role, and where the stream came from."""

from dataclasses import dataclass

from xpkgtui.documents.chunk import Chunk
from xpkgtui.documents.stream import Stream
from xpkgtui.formats.xpkg.kinds import GroupVersionKind, Role
from xpkgtui.formats.xpkg.kinds import role_of as role_of_names
from xpkgtui.readers.reader import Reading


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Where the bytes of package.yaml came from."""

    reader: str
    layer: int | None = None
    entry: str | None = None
    annotated: bool = False

    @classmethod
    def of(cls, reading: Reading) -> "Origin":
        """The origin of what a reader took."""
        return cls(reader=reading.reader, layer=reading.layer, entry=reading.entry, annotated=reading.annotated)


@dataclass(frozen=True, slots=True, kw_only=True)
class PackageObject:
    """One document as far as its first lines tell."""

    chunk: Chunk
    role: Role

    @property
    def named(self) -> GroupVersionKind | None:
        """Its group, version and kind."""
        if self.chunk.api_version is None or self.chunk.kind is None:
            return None
        return GroupVersionKind.of(self.chunk.api_version, self.chunk.kind)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Package:
    """The objects of a package, in order."""

    origin: Origin
    objects: tuple[PackageObject, ...]

    @classmethod
    def of(cls, stream: Stream, reading: Reading) -> "Package":
        """The package that a reader took, named and not parsed."""
        objects = tuple(PackageObject(chunk=chunk, role=Role(role_of(chunk))) for chunk in stream.chunks)
        return cls(origin=Origin.of(reading), objects=objects)

    @property
    def metas(self) -> tuple[PackageObject, ...]:
        """Everything that Crossplane's parser takes for a meta object."""
        return tuple(one for one in self.objects if one.role is Role.META)

    @property
    def type(self) -> str | None:
        """`Provider`, `Configuration` or `Function`, where there is one meta object and it is one of these."""
        named = self.metas[0].named if len(self.metas) == 1 else None
        return named.kind if named and named.is_package else None


def role_of(chunk: Chunk) -> str:
    """`meta`, `object`, `broken` or `empty`, by the document's names alone; parsing it may still find it broken."""
    return (Role.EMPTY if chunk.empty else role_of_names(chunk.api_version, chunk.kind)).value
