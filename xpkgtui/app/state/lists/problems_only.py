"""The rows of a list that stay: what may be typed to filter it, and what is wrong where only problems are shown."""

from collections.abc import Iterable

from xpkgtui.app.state.selection import PaneId, Selection
from xpkgtui.filesystem.tar.entry import clean
from xpkgtui.formats.role import Role
from xpkgtui.inspection.filters.filter import Filter, Keys, parse
from xpkgtui.inspection.rows.files import FileChange, FileRow
from xpkgtui.inspection.rows.layers import LayerRow
from xpkgtui.inspection.rows.objects import ObjectRow
from xpkgtui.inspection.rows.platforms import PlatformRow
from xpkgtui.limits import LIMITS
from xpkgtui.rules.finding import Badge, Finding, Severity

_TOUCHED = (FileChange.CHANGED, FileChange.REMOVED)
SAID = " · problems only (z)"
"""Stands in the border, so that no row is hidden in silence."""


def keeps_object(row: ObjectRow) -> bool:
    """The meta object, what cannot be read, and what has an error or a warning."""
    return row.role in (Role.META, Role.BROKEN) or row.badge in (Badge.ERROR, Badge.WARNING)


def a_layer(row: LayerRow, blamed: frozenset[int]) -> bool:
    """A layer that is annotated, labeled or read, or has a problem."""
    return bool(row.annotation or row.label or row.damage or row.supplies or row.index in blamed)


def a_platform(row: PlatformRow, blamed: frozenset[str]) -> bool:
    """The entry that is read, the one that is shown, and those with a problem."""
    return row.chosen or row.selected or row.name in blamed


def keeps_file(row: FileRow, blamed: frozenset[str]) -> bool:
    """The stream's file and its namesakes, what a layer removes or changes, and entries with a problem."""
    return row.taken or row.decoy or bool(row.whiteout) or row.change in _TOUCHED or row.path in blamed


def layers(findings: Iterable[Finding]) -> frozenset[int]:
    """Layers with a problem."""
    return frozenset(layer for each in _bad(findings) if (layer := each.place.shown.layer) is not None)


def platforms(findings: Iterable[Finding]) -> frozenset[str]:
    """Platforms with a problem, as their rows are called."""
    return frozenset(each.place.platform for each in _bad(findings) if each.place.platform)


def paths(findings: Iterable[Finding]) -> frozenset[str]:
    """Entries with a problem, and the folders on the way there."""
    found: set[str] = set()
    for each in _bad(findings):
        # A document that was read out of its stream's file has no file of its own.
        place = each.place.shown
        path = clean(place.file or ("" if place.document is not None else place.path or ""))
        # A longer name is in no list, and may have a million folders.
        while path and len(path) <= LIMITS.name and path not in found:
            found.add(path)
            path = path.rpartition("/")[0]
    return frozenset(found)


def _bad(findings: Iterable[Finding]) -> Iterable[Finding]:
    return (finding for finding in findings if finding.severity > Severity.INFO)


_KEYS: dict[PaneId, Keys] = {
    PaneId.OBJECTS: frozenset({"kind", "badge", "group", "version", "text", "olmv1"}),
    PaneId.FINDINGS: frozenset({"badge"}),
}
_HINTS = {
    PaneId.OBJECTS: "word  !word  kind:crd  badge:error  group:  version:  text:  re:^a.*b$",
    PaneId.FINDINGS: "word  !word  badge:error  re:^a.*b$",
}
HINT = "word  !word  re:^a.*b$"
"""What may be typed to filter any list, in few words."""


def filter_of(selection: Selection, pane: PaneId) -> Filter:
    """The filter of a list."""
    return parse(selection.filter_of(pane), _KEYS.get(pane, frozenset()))


def hint(pane: PaneId) -> str:
    """What may be typed to filter this list, with the keys that it knows."""
    return _HINTS.get(pane, HINT)
