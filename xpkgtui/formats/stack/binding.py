"""Which file is bound to which definition, and why: paths are asked in reverse order of their letters."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from enum import StrEnum

from xpkgtui.formats.stack.files import ICONS, INSTALLED, UI_SCHEMAS, Sort, folder_of
from xpkgtui.go_characters import folded
from xpkgtui.values import dataclass

MEDIA_TYPES = {
    "svg": "image/svg+xml",
    "png": "image/png",
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
    "gif": "image/gif",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Definition:
    """A definition, as far as files are bound to it."""

    path: str
    """Below `.registry`."""
    kind: str


class Why(StrEnum):
    """The reason why a file is bound to no definition."""

    ELSEWHERE = "there is no definition in its folder or below"
    NO_ID = "it has no id"
    OTHER_ID = "no definition in its folder or below has the kind of its id"
    OTHER_NAME = "its name is neither one for all kinds, nor begins with a kind in lowercase"
    LOST = "every definition takes another file, whose path comes later in alphabetical order"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound:
    """What is bound to one definition."""

    group: str | None = None
    resource: str | None = None
    icon: str | None = None
    ui_schemas: tuple[str, ...] = ()
    """In the order in which they are joined."""

    @property
    def files(self) -> Iterator[str]:
        """All of them."""
        yield from (path for path in (self.group, self.resource, self.icon) if path)
        yield from self.ui_schemas


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Files:
    """The files that may be bound, by their paths."""

    groups: tuple[str, ...] = ()
    resources: Mapping[str, str] = field(default_factory=dict)
    """The id of each."""
    icons: tuple[str, ...] = ()
    ui_schemas: tuple[str, ...] = ()

    def of(self, definition: Definition) -> Bound:
        """What is bound to a definition."""
        folders = {folder_of(path): path for path in self.groups}
        group = next((one for one in _reverse(folders) if _where(definition).startswith(one)), None)
        return Bound(
            group=folders[group] if group is not None else None,
            resource=next(self._resources(definition), None),
            icon=next(_matching(definition, self.icons, ICONS), None),
            ui_schemas=tuple(_matching(definition, self.ui_schemas, UI_SCHEMAS)),
        )

    def unbound(self, definitions: Iterable[Definition]) -> Iterator[tuple[Sort, str, Why]]:
        """Files that are bound to nothing, and why."""
        known = list(definitions)
        taken = {path for one in known for path in self.of(one).files}
        sorts = (
            (Sort.GROUP, self.groups),
            (Sort.RESOURCE, tuple(self.resources)),
            (Sort.ICON, self.icons),
            (Sort.UI, self.ui_schemas),
        )
        for sort, paths in sorts:
            for path in paths:
                if path not in taken:
                    yield sort, path, self._why(sort, path, known)

    def _why(self, sort: Sort, path: str, definitions: list[Definition]) -> Why:
        near = [one for one in definitions if _where(one).startswith(folder_of(path))]
        if sort is Sort.RESOURCE and not self.resources[path]:
            return Why.NO_ID
        if not near:
            return Why.ELSEWHERE
        if sort is Sort.RESOURCE and not any(_same(self.resources[path], one.kind) for one in near):
            return Why.OTHER_ID
        names = {Sort.ICON: ICONS, Sort.UI: UI_SCHEMAS}.get(sort)
        if names is not None and not any(_fits(path, one, names) for one in near):
            return Why.OTHER_NAME
        return Why.LOST

    def _resources(self, definition: Definition) -> Iterator[str]:
        for path in _reverse(self.resources):
            if _where(definition).startswith(folder_of(path)) and _same(self.resources[path], definition.kind):
                yield path


def is_of_kind(path: str, kind: str) -> bool:
    """Whether the name of a file begins with a kind, in lowercase, and a dot."""
    return path.rpartition("/")[2].startswith(f"{kind.lower()}.")


def _matching(definition: Definition, paths: Iterable[str], names: tuple[str, ...]) -> Iterator[str]:
    for path in _reverse(paths):
        if _where(definition).startswith(folder_of(path)) and _fits(path, definition, names):
            yield path


def _fits(path: str, definition: Definition, names: tuple[str, ...]) -> bool:
    return path.rpartition("/")[2] in names or is_of_kind(path, definition.kind)


def _where(definition: Definition) -> str:
    return folder_of(definition.path)


def _same(one: str, other: str) -> bool:
    return folded(one) == folded(other)


def _reverse(paths: Iterable[str]) -> list[str]:
    return sorted(paths, key=lambda path: f"{INSTALLED}/{path}".encode("utf-8", "surrogateescape"), reverse=True)
