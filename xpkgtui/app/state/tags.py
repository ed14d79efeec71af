"""What is looked at of the tags of a repository: the rows of the list, the filter, what is asked for; pure."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from enum import StrEnum
from functools import cached_property

from xpkgtui.app.state.list_and_detail import RowSelection
from xpkgtui.inspection.filters.filter import Filter
from xpkgtui.reporting.contents.repository_tags import RepositoryTags
from xpkgtui.values import dataclass
from xpkgtui.versions.tags import TagKind, companion_of

UNASKED = 16
"""Tags in sight that are asked for without a key; registries limit requests."""
_GONE = "gone"


class TagPane(StrEnum):
    """What is shown, as the widgets are called."""

    LIST = "tags"
    WHY = "why"


@dataclass(frozen=True, kw_only=True, eq=False, slots=False)
class ListedTags:
    """The tags of a repository, as far as they came."""

    found: RepositoryTags = field(default_factory=lambda: RepositoryTags(repository=""))
    source: str = ""
    """The text that names the repository."""
    at: str = ""
    """The tag of the package from whose screen it was asked."""
    doing: str = ""
    """What is under way, in words; empty at the end."""
    asking: frozenset[str] = frozenset()
    """Tags that are asked for now."""
    unasked: int = UNASKED
    """Tags that may still be asked for without a key."""

    @property
    def is_done(self) -> bool:
        """Whether nothing more is listed."""
        return not self.doing


@dataclass(frozen=True, slots=True, kw_only=True)
class TagSelection(RowSelection):
    """How the tags are looked at."""

    pane: TagPane = TagPane.LIST

    @property
    def is_explained(self) -> bool:
        """Whether the page that explains the order is shown."""
        return self.pane is TagPane.WHY


@dataclass(frozen=True, slots=True, kw_only=True)
class TagGroup:
    """The tags of one kind that are listed."""

    kind: TagKind | None
    """The kind; None for tags that are gone."""
    names: Sequence[str]
    total: int
    """The tags without a filter."""
    first: int
    """The row of its first tag. The row before has its heading; that of releases, the names of the columns."""


class TagGroups:
    """The groups of the list that are not empty, and where their rows are."""

    def __init__(self, found: RepositoryTags, wanted: Filter) -> None:
        every: list[tuple[TagKind | None, Sequence[str]]] = [(kind, found.names_of(kind)) for kind in TagKind]
        every.append((None, [one.name for one in found.gone]))
        groups: list[TagGroup] = []
        row = 1
        for kind, names in every:
            fitting = [name for name in names if wanted.fits(name)] if wanted.terms else names
            if fitting:
                first = row + (kind is not TagKind.RELEASE)
                groups.append(TagGroup(kind=kind, names=fitting, total=len(names), first=first))
                row = first + len(fitting)
        self.groups, self.count = tuple(groups), row if groups else 0
        self._firsts = [group.first - (group.kind is not TagKind.RELEASE) for group in groups]

    @property
    def shown(self) -> int:
        """The tags that are listed."""
        return sum(len(group.names) for group in self.groups)

    def at(self, row: int) -> tuple[TagGroup | None, str | None]:
        """The group of a row and its tag: no tag is its heading, no group the names of the columns."""
        number = bisect_right(self._firsts, row) - 1
        if number < 0:
            return None, None
        group = self.groups[number]
        return group, group.names[row - group.first] if row >= group.first else None

    def tags_at(self, rows: Iterable[int]) -> Iterator[str]:
        """The tags in some rows, without those that are gone."""
        for row in rows:
            group, name = self.at(row)
            if group is not None and group.kind is not None and name is not None:
                yield name

    def row_of(self, key: str) -> int | None:
        """The row of a key."""
        return self._rows.get(key)

    @cached_property
    def _rows(self) -> dict[str, int]:
        rows: dict[str, int] = {}
        for group in self.groups:
            for place, name in enumerate(group.names, group.first):
                rows[gone_key(name) if group.kind is None else name] = place
        return rows


def gone_key(name: str) -> str:
    """The key of a tag that is gone; a space is in no tag."""
    return f"{_GONE} {name}"


def tag_of(key: str) -> str:
    """The tag of a row's key."""
    return key.removeprefix(f"{_GONE} ")


def is_gone(key: str) -> bool:
    """Whether a row is one of a tag that is gone."""
    return key.startswith(f"{_GONE} ")


def to_ask(listed: ListedTags, names: Sequence[str]) -> tuple[str, ...]:
    """The tags in sight that are asked for now without a key, the first ones first."""
    if listed.found.failure is not None:
        return ()
    known = listed.found.looks.keys() | listed.asking
    open_ones = (name for name in names if name not in known and companion_of(name) is None)
    return tuple(open_ones)[: max(0, listed.unasked)]
