"""What is looked at of two packages that are compared: the groups, the row, the level, the tab; pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from enum import StrEnum, auto
from functools import cached_property
from typing import TYPE_CHECKING

from xpkgtui.app.state.list_and_detail import ListSelection
from xpkgtui.app.state.selection import TabId
from xpkgtui.errors import Failure
from xpkgtui.inspection.filters.filter import Filter
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.reporting.contents.differences import Differences, subject_of
from xpkgtui.rules.changes.change import Change, Level, TextRow, Weight
from xpkgtui.values import dataclass

if TYPE_CHECKING:  # few look at findings here
    from xpkgtui.rules.changes.change import ComparedFindings

FEW = 3
"""Additions and changes of the image that are listed before the rest is folded."""


class ChangeGroup(StrEnum):
    """The groups of the list, the worst first."""

    BREAKS = auto()
    CHECK = auto()
    ADDITIONS = auto()
    WORDS = auto()
    IMAGE = auto()


RISKS = (ChangeGroup.BREAKS, ChangeGroup.CHECK)
_OF_WEIGHT = {
    Weight.BREAKS: ChangeGroup.BREAKS,
    Weight.CHECK: ChangeGroup.CHECK,
    Weight.ADDITION: ChangeGroup.ADDITIONS,
    Weight.WORDS: ChangeGroup.WORDS,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeText:
    """The old and the new text of a change."""

    number: int = -1
    """The number of the change; negative where none was read."""
    rows: tuple[TextRow, ...] = ()
    focus: int = 0
    """The row at which the change stands."""
    problem: str = ""
    """Why they cannot be read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FindingsCheck:
    """The checks of both packages, beside each other."""

    found: "ComparedFindings | None" = None
    """None while they are checked, and where one of them was not."""
    problem: str = ""
    """Why they are not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WeighedChange:
    """A change at a level."""

    number: int
    """Its place in the order in which changes were found, which stays when more are."""
    weight: Weight
    change: Change
    group: ChangeGroup
    rank: int
    """Its place in its group."""
    alike: tuple[Change, ...] = ()
    """The changes that say the same of other places and objects, this one first."""

    @property
    def key(self) -> str:
        """The key of its row."""
        return f"change:{self.number}"


@dataclass(frozen=True, kw_only=True, eq=False, slots=False)
class ComparedPackages:
    """Two packages, as far as they are compared."""

    old: str = ""
    """The source of the old package."""
    new: str = ""
    found: Differences = field(
        default_factory=lambda: Differences(old=Inspection(source=""), new=Inspection(source=""))
    )
    doing: str = ""
    """What is under way, in words; empty at the end."""
    failed: str = ""
    """The source that could not be read."""

    @property
    def failure(self) -> Failure | None:
        """Why nothing is compared."""
        return self.found.failure

    @property
    def is_done(self) -> bool:
        """Whether nothing more comes."""
        return not self.doing

    def at(self, level: Level) -> "ComparedPackages":
        """The comparison, weighed at another level."""
        return self if level is self.found.level else replace(self, found=replace(self.found, level=level))

    @cached_property
    def groups(self) -> Mapping[ChangeGroup, Sequence[WeighedChange]]:
        """The changes at the level by group, the worst first; groups without any are left out."""
        numbers = {id(one): number for number, one in enumerate(self.found.changes)}
        groups: dict[ChangeGroup, list[WeighedChange]] = {group: [] for group in ChangeGroup}
        for weight in reversed(Weight):
            for alike in self.found.alike(weight):
                one = alike[0]
                is_image = one.group == "image" and weight < Weight.CHECK
                group = ChangeGroup.IMAGE if is_image else _OF_WEIGHT[weight]
                rank, number = len(groups[group]), numbers[id(one)]
                row = WeighedChange(number=number, weight=weight, change=one, group=group, rank=rank, alike=alike)
                groups[group].append(row)
        return {group: tuple(members) for group, members in groups.items() if members}

    @cached_property
    def order(self) -> Sequence[WeighedChange]:
        """All changes in the order of the list, whether their group is open or not."""
        return tuple(one for members in self.groups.values() for one in members)

    def fitting(self, wanted: Filter) -> Mapping[ChangeGroup, Sequence[WeighedChange]]:
        """The groups with only the changes that agree with a filter; those of the last filter are kept."""
        if wanted.text not in self._fitting:
            self._fitting.clear()
            groups = {
                group: tuple(one for one in members if any(_fits(each, wanted) for each in one.alike))
                for group, members in self.groups.items()
            }
            self._fitting[wanted.text] = {group: members for group, members in groups.items() if members}
        return self._fitting[wanted.text]

    @cached_property
    def _fitting(self) -> dict[str, Mapping[ChangeGroup, Sequence[WeighedChange]]]:
        return {}

    def place(self, key: str) -> int | None:
        """Which one of the list a row shows."""
        return self._places.get(key)

    @cached_property
    def _places(self) -> Mapping[str, int]:
        return {one.key: number for number, one in enumerate(self.order)}


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeSelection(ListSelection):
    """How the changes are looked at."""

    level: Level = Level.CLIENTS
    toggled: frozenset[ChangeGroup] = frozenset()
    """Groups that are not open or closed as they are at first."""
    whole: frozenset[ChangeGroup] = frozenset()
    """Groups whose rest is listed too."""
    risks_only: bool = False
    tab: TabId = TabId.CHANGE
    one_column: bool = False
    """Whether old and new text stand in one column, whatever room there is."""

    def is_open(self, group: ChangeGroup) -> bool:
        """Whether the rows of a group are listed; words are closed at first, unless the list is filtered."""
        if self.filter and group is ChangeGroup.WORDS:
            return True
        return (group is not ChangeGroup.WORDS) is not (group in self.toggled)


def count_of(rows: Iterable[WeighedChange]) -> int:
    """The number of changes that rows stand for."""
    return sum(len(one.alike) for one in rows)


def heading_key(group: ChangeGroup) -> str:
    """The key of the row that names a group."""
    return f"group:{group}"


def more_key(group: ChangeGroup) -> str:
    """The key of the row that stands for the rest of a group."""
    return f"more:{group}"


def group_of(key: str) -> ChangeGroup | None:
    """The group that a row names, or whose rest it stands for; None for a change."""
    lead, _, name = key.partition(":")
    return ChangeGroup(name) if lead in ("group", "more") else None


def listed_groups(
    compared: ComparedPackages, selection: ChangeSelection
) -> Mapping[ChangeGroup, Sequence[WeighedChange]]:
    """The groups that are shown: all, or those of risks; of each what agrees with the filter."""
    shown = RISKS if selection.risks_only else tuple(ChangeGroup)
    groups = {group: members for group, members in compared.groups.items() if group in shown}
    wanted = selection.wanted
    if not wanted.terms:
        return groups
    fitting = compared.fitting(wanted)
    return {group: fitting[group] for group in groups if group in fitting}


def _fits(change: Change, wanted: Filter) -> bool:
    """Whether its ID, its object, its field or its sentence agrees with a filter."""
    name = change.object.name if change.object else ""
    version, field_path = change.version or "", change.field or ""
    names = (change.id, subject_of(change), name, version, field_path, change.message)
    return wanted.fits("\n".join(filter(None, names)))


def listed_count(group: ChangeGroup, count: int, selection: ChangeSelection) -> int:
    """How many changes of an open group have a row: of one that holds no risk the first few, until it is opened."""
    is_whole = group in RISKS or group is ChangeGroup.WORDS or group in selection.whole or count <= FEW + 1
    return count if is_whole or selection.filter else FEW


def chosen_row(compared: ComparedPackages, selection: ChangeSelection) -> str:
    """The key of the row under the cursor: the chosen one while it is listed, else the first change or group."""
    groups = listed_groups(compared, selection)
    key = selection.row
    if key and group_of(key) in groups:
        return key
    if key and (place := compared.place(key)) is not None:
        one = compared.order[place]
        members = groups.get(one.group, ())
        count = listed_count(one.group, len(members), selection)
        is_listed = any(each is one for each in members) if selection.filter else one.rank < count and bool(members)
        if is_listed and selection.is_open(one.group):
            return key
    for group, members in groups.items():
        if selection.is_open(group):
            return members[0].key
    return heading_key(next(iter(groups))) if groups else ""


def shown_change(compared: ComparedPackages, selection: ChangeSelection) -> WeighedChange | None:
    """The change under the cursor; None on the row of a group."""
    place = compared.place(chosen_row(compared, selection))
    return None if place is None else compared.order[place]


def toggled(selection: ChangeSelection, key: str, *, unfold: bool | None = None) -> ChangeSelection:
    """Opens or closes the group that a row names; on the rest of a group, lists it."""
    group = group_of(key)
    if group is None:
        return selection
    if key == more_key(group):
        return selection if unfold is False else replace(selection, whole=selection.whole | {group})
    if unfold is selection.is_open(group):
        return selection
    return replace(selection, toggled=selection.toggled ^ {group}, row=key)


def all_toggled(compared: ComparedPackages, selection: ChangeSelection, *, unfold: bool) -> ChangeSelection:
    """Opens every group whole, or closes all."""
    groups = frozenset(group for group in compared.groups if selection.is_open(group) is not unfold)
    whole = frozenset(compared.groups) if unfold else frozenset()
    return replace(selection, toggled=selection.toggled ^ groups, whole=whole)


def next_risk(compared: ComparedPackages, selection: ChangeSelection, step: int) -> ChangeSelection | None:
    """The next or the previous change that breaks or has to be checked, round the list; None where there is none."""
    groups = listed_groups(compared, selection)
    risks = [one for group in RISKS for one in groups.get(group, ())]
    if not risks:
        return None
    keys = [one.key for one in risks]
    here = chosen_row(compared, selection)
    at = keys.index(here) + step if here in keys else min(step, 0)
    opened = selection.toggled - set(RISKS)
    return replace(selection, row=keys[at % len(keys)], toggled=opened)


def level_after(level: Level) -> Level:
    """The next level."""
    levels = tuple(Level)
    return levels[(levels.index(level) + 1) % len(levels)]


def level_words(level: Level) -> str:
    """A level, and who must not be broken by what changes at it."""
    return f"Level {level}: {_LEVELS[level]}"


_LEVELS = {
    Level.CLIENTS: "manifests in git and other programs must not break",
    Level.STORED: "objects that a cluster stores must not break",
    Level.STRICT: "everything but words breaks",
    Level.OLMV1: "what OLM v1 refuses",
}
