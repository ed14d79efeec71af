"""The objects of a package by their first lines; a few are parsed where the facts of one object need others."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from itertools import islice
from typing import Protocol, TypeVar

from xpkgtui.formats.role import Role
from xpkgtui.limits import ReachedLimit
from xpkgtui.values import dataclass

_MOST = 64
"""Documents that are parsed for one request."""
_BYTES = 2 << 20
"""The bytes of these documents."""


class ObjectHead(Protocol):
    """One document of the stream, by its first lines and its outline."""

    @property
    def document(self) -> int:
        """Its number in the stream, from 1."""
        ...

    @property
    def start(self) -> int:
        """Byte offset of its text."""
        ...

    @property
    def end(self) -> int:
        """Byte offset behind its text."""
        ...

    @property
    def line(self) -> int:
        """The object's line in the stream, or in `file`."""
        ...

    @property
    def file(self) -> str | None:
        """The file of origin, where the stream was put together of several."""
        ...

    @property
    def api_version(self) -> str | None:
        """The apiVersion as the object spells it."""
        ...

    @property
    def kind(self) -> str | None:
        """The kind as the object spells it."""
        ...

    @property
    def name(self) -> str | None:
        """`metadata.name`."""
        ...

    @property
    def role(self) -> Role:
        """Its role for the readers of the format."""
        ...

    @property
    def group(self) -> str | None:
        """The API group that a definition defines; of the object itself otherwise."""
        ...

    @property
    def defines(self) -> str | None:
        """The kind that a definition defines."""
        ...

    @property
    def versions(self) -> tuple[str, ...]:
        """The versions that a definition defines."""
        ...

    @property
    def stored(self) -> str | None:
        """The version in which a definition stores objects."""
        ...

    @property
    def unread(self) -> ReachedLimit | None:
        """The limit that kept its kind, or what it defines, from being read."""
        ...


Head = TypeVar("Head", bound=ObjectHead)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PackageObjects:
    """All objects of the package."""

    heads: Sequence[ObjectHead] = ()
    read: Callable[[ObjectHead], object] = lambda _head: None
    """Parses one; None for a broken one."""
    text: Callable[[ObjectHead], bytes] = lambda _head: b""
    """The bytes of one, as they are."""
    shown: ObjectHead | None = None
    """The one whose facts are asked for."""
    files: Sequence[str] = ()
    """The files of the folder that the stream was made of, also those without a document."""
    labels: Mapping[str, str] = field(default_factory=dict)
    """The labels of the image."""

    @property
    def meta(self) -> ObjectHead | None:
        """The meta object; None where the package has none or several."""
        return sole_meta(self.heads)

    def of_kind(self, kind: str, group: str) -> Iterator[ObjectHead]:
        """Objects of this kind, whatever the version."""
        for head in self.heads:
            if head.kind == kind and (head.api_version or "").rpartition("/")[0] == group:
                yield head

    def values(self, kind: str, group: str) -> Iterator[tuple[ObjectHead, object]]:
        """Objects of this kind, parsed; only the first ones, up to `_MOST` and `_BYTES`."""
        left = _BYTES
        for number, head in enumerate(self.of_kind(kind, group)):
            left -= head.end - head.start
            if left < 0 or number >= _MOST:
                return
            yield head, self.read(head)

    def meta_value(self) -> object:
        """The meta object, parsed."""
        meta = self.meta
        return self.read(meta) if meta is not None else None


def sole_meta(heads: Iterable[Head]) -> Head | None:
    """The meta object; None where the package has none or several."""
    metas = list(islice((head for head in heads if head.role is Role.META), 2))
    return metas[0] if len(metas) == 1 else None


def location(head: ObjectHead) -> str:
    """The location of an object: `document 3, line 120`, or its file and line."""
    return f"{head.file}:{head.line}" if head.file else f"document {head.document}, line {head.line:,}"
