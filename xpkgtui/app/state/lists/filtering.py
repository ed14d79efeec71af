"""What may be typed to filter each list."""

from xpkgtui.app.state.selection import PaneId, Selection
from xpkgtui.inspection.filters.filter import Filter, Keys, parse

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
