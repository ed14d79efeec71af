"""Which file is bound to which definition, and why: paths are asked in reverse order of their letters."""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from enum import StrEnum
from functools import cached_property
from itertools import islice

from xpkgtui.formats.stack.files import ICONS, UI_SCHEMAS, Sort, folder_of
from xpkgtui.golang.characters import folded
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
    """They are joined in this order."""

    @property
    def files(self) -> Iterator[str]:
        """Every file that is bound to it."""
        yield from (path for path in (self.group, self.resource, self.icon) if path)
        yield from self.ui_schemas


@dataclass(frozen=True, kw_only=True, eq=False)
class BindableFiles:
    """The files that may be bound, by their paths."""

    groups: tuple[str, ...] = ()
    resources: Mapping[str, str] = field(default_factory=dict)
    """The paths of resource files, each with the id in it."""
    icons: tuple[str, ...] = ()
    ui_schemas: tuple[str, ...] = ()

    def of(self, definition: Definition) -> Bound:
        """What is bound to a definition."""
        chain = self._folders.around(_where(definition))
        nearest = next(chain, None)
        if nearest is None:
            return Bound()
        known = self._known.get((nearest, definition.kind))
        if known is None:
            known = self._known[nearest, definition.kind] = self._bound((nearest, *chain), definition.kind)
        return known

    def unbound(self, definitions: Iterable[Definition]) -> Iterator[tuple[Sort, str, Why]]:
        """Files that are bound to nothing, and why."""
        known = list(definitions)
        taken = {path for bound in {id(one): one for one in map(self.of, known)}.values() for path in bound.files}
        near = _Near(known)
        sorts = (
            (Sort.GROUP, self.groups),
            (Sort.RESOURCE, tuple(self.resources)),
            (Sort.ICON, self.icons),
            (Sort.UI, self.ui_schemas),
        )
        for sort, paths in sorts:
            for path in paths:
                if path not in taken:
                    yield sort, path, self._why(sort, path, near)

    def _why(self, sort: Sort, path: str, near: "_Near") -> Why:
        if sort is Sort.RESOURCE and not self.resources[path]:
            return Why.NO_ID
        if not near.has_any(path):
            return Why.ELSEWHERE
        if sort is Sort.RESOURCE and not near.has_id(path, self.resources[path]):
            return Why.OTHER_ID
        names = {Sort.ICON: ICONS, Sort.UI: UI_SCHEMAS}.get(sort, ())
        if names and _name(path) not in names and not near.has_name(path):
            return Why.OTHER_NAME
        return Why.LOST

    def _bound(self, chain: Sequence[str], kind: str) -> Bound:
        """What is bound to a kind that is defined inside of these folders, of which the first one is the nearest."""
        groups = (self._by_folder[Sort.GROUP].get(folder) for folder in chain)
        ids = (self._by_id.get((folder, folded(kind)), "") for folder in chain)
        return Bound(
            group=next((found[-1] for found in groups if found), None),
            resource=max(ids, key=_bytes) or None,
            icon=next(iter(self._matching(Sort.ICON, chain, kind, ICONS)), None),
            ui_schemas=tuple(self._matching(Sort.UI, chain, kind, UI_SCHEMAS)),
        )

    def _matching(self, sort: Sort, chain: Sequence[str], kind: str, names: tuple[str, ...]) -> list[str]:
        """The files for all kinds and those of this one, in reverse order."""
        lead = f"{kind.lower()}."
        found = set()
        for folder in chain:
            paths = self._by_folder[sort].get(folder, [])
            for name in (*names, lead):
                for path in islice(paths, bisect_left(paths, name, key=_name), None):
                    if not (_name(path).startswith(lead) if name is lead else _name(path) == name):
                        break
                    found.add(path)
        return sorted(found, key=_bytes, reverse=True)

    @cached_property
    def _known(self) -> dict[tuple[str, str], Bound]:
        return {}

    @cached_property
    def _folders(self) -> "_Folders":
        return _Folders({folder for folders in self._by_folder.values() for folder in folders})

    @cached_property
    def _by_folder(self) -> Mapping[Sort, Mapping[str, list[str]]]:
        """The files of each folder, in the order of their names."""
        found: dict[Sort, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
        sorts = {Sort.GROUP: self.groups, Sort.RESOURCE: self.resources, Sort.ICON: self.icons}
        for sort, paths in (*sorts.items(), (Sort.UI, self.ui_schemas)):
            for path in sorted(paths, key=_name):
                found[sort][folder_of(path)].append(path)
        return found

    @cached_property
    def _by_id(self) -> Mapping[tuple[str, str], str]:
        """The last file of each folder and id."""
        return {(folder_of(path), folded(self.resources[path])): path for path in sorted(self.resources, key=_bytes)}


class _Folders:
    """The folders of files, each with the one around it: as the package manager compares them, letter by letter."""

    def __init__(self, folders: Iterable[str]) -> None:
        self._sorted = sorted(folders)
        self._around: dict[str, str] = {}
        chain: list[str] = []
        for folder in self._sorted:
            while chain and not folder.startswith(chain[-1]):
                chain.pop()
            if chain:
                self._around[folder] = chain[-1]
            chain.append(folder)

    def around(self, where: str) -> Iterator[str]:
        """The folders that a path is taken to be inside of, the nearest first."""
        at = bisect_right(self._sorted, where)
        folder = self._sorted[at - 1] if at else None
        while folder is not None:
            if where.startswith(folder):
                yield folder
            folder = self._around.get(folder)


class _Near:
    """Definitions, which can be asked whether there is one in the folder of a file or below."""

    def __init__(self, definitions: Iterable[Definition]) -> None:
        self._all: list[str] = []
        self._ids: dict[str, list[str]] = defaultdict(list)
        self._names: dict[str, list[str]] = defaultdict(list)
        for where, kind in sorted((_where(one), one.kind) for one in definitions):
            self._all.append(where)
            self._ids[folded(kind)].append(where)
            self._names[kind.lower()].append(where)
        self._lengths = sorted(set(map(len, self._names)))

    def has_any(self, path: str) -> bool:
        return _has_below(self._all, folder_of(path))

    def has_id(self, path: str, kind: str) -> bool:
        return _has_below(self._ids.get(folded(kind), []), folder_of(path))

    def has_name(self, path: str) -> bool:
        """Whether one has a kind with which, in lowercase, and a dot the name of the file begins."""
        name = _name(path)
        kinds = (name[:length] for length in self._lengths if name[length : length + 1] == ".")
        return any(_has_below(self._names.get(kind, []), folder_of(path)) for kind in kinds)


def _has_below(places: Sequence[str], folder: str) -> bool:
    at = bisect_left(places, folder)
    return at < len(places) and places[at].startswith(folder)


def _where(definition: Definition) -> str:
    return folder_of(definition.path)


def _name(path: str) -> str:
    return path.rpartition("/")[2]


def _bytes(path: str) -> bytes:
    """Sorts paths as Go does."""
    return path.encode("utf-8", "surrogateescape")
