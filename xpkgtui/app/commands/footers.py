"""The footers: the few keys that matter most in each situation, and what the situation is."""

from collections.abc import Container
from enum import StrEnum, auto

from xpkgtui.app.commands.command import Hints, footer
from xpkgtui.app.commands.table import command
from xpkgtui.app.state.selection import PaneId, Selection, TabId
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.parts import Ready


class Situation(StrEnum):
    """What has the keys, and what is known of it."""

    OBJECTS = auto()
    WARNED = auto()
    PLATFORMS = auto()
    LAYERS = auto()
    FILES = auto()
    PRICED = auto()
    LOADING = auto()
    DETAIL = auto()
    FIELDS = auto()
    SEARCHED = auto()
    BYTES = auto()
    WHY = auto()
    FINE = auto()
    FINDINGS = auto()
    READERS = auto()
    MANUAL = auto()
    ERROR = auto()
    LOST = auto()
    START = auto()


FOOTERS: dict[Situation, str] = {
    Situation.OBJECTS: "verdict.why, list.enter, filter, tab.next, copy",
    Situation.WARNED: "verdict.why, finding.next, filter, tab.next, copy",
    Situation.PLATFORMS: "verdict.why, list.enter Open, filter, tab.next, copy",
    Situation.LAYERS: "verdict.why, finding.next, list.enter Files, filter, copy",
    Situation.FILES: "verdict.why, files.view, list.enter, filter, copy",
    Situation.PRICED: "verdict.why, list.enter Fetch, finding.next, filter, copy",
    Situation.LOADING: "cancel, verdict.why, filter",
    Situation.DETAIL: "verdict.why, filter Search, tab.next, wrap, copy",
    Situation.FIELDS: "schema Full screen, schema.version, schema.compare Compare, filter, copy Copy path",
    Situation.SEARCHED: "search.next, search.previous, filter Search, cancel End search, copy",
    Situation.BYTES: "verdict.why, tab.next, copy",
    Situation.WHY: "verdict.findings, finding.next, text.enter Manual, cancel Back, copy",
    Situation.FINE: "verdict.findings, finding.next, cancel Back, copy",
    Situation.READERS: "list.enter, layer.what_if, copy, verdict.findings, cancel Back",
    Situation.FINDINGS: "list.enter Manual, finding.next Jump there, filter, copy, cancel Back",
    Situation.MANUAL: "text.enter Jump there, filter Search, copy, cancel Back",
    Situation.ERROR: "list.enter Open, refresh Retry, place.back, source.other, copy Copy report",
    Situation.LOST: "refresh Retry, place.back, source.other, copy Copy report",
    Situation.START: "list.enter, filter, source.other A reference or path",
}
"""The five or six commands that matter in each situation, some with another label; `?` and `q` are always there."""


def hints(situation: Situation, without: Container[str] = ()) -> Hints:
    """Keys and labels of the footer, `without` the commands for which there is nothing to do."""
    return footer(f"{FOOTERS[situation]}, help, quit", command, without)


def situation(
    inspection: Inspection, selection: Selection, target: PaneId, *, busy: bool, is_text: bool, is_searched: bool
) -> Situation:
    """Which keys matter most; `is_text` and `is_searched` are about what Detail shows."""
    if inspection.failure:
        return Situation.ERROR if inspection.failure.suggestions else Situation.LOST
    if target is PaneId.DETAIL and not is_text:
        return Situation.BYTES
    if target is PaneId.DETAIL and is_searched:
        return Situation.SEARCHED
    if selection.verdict:
        return _of_verdict(inspection, selection, target)
    if busy and not isinstance(inspection.objects, Ready):
        return Situation.LOADING
    unread = inspection.reading is not None and inspection.reading.unread is not None
    if unread and target not in (PaneId.PLATFORMS, PaneId.DETAIL):
        return Situation.PRICED
    if target is PaneId.OBJECTS and inspection.findings:
        return Situation.WARNED
    return Situation(target)


def _of_verdict(inspection: Inspection, selection: Selection, target: PaneId) -> Situation:
    if target in (PaneId.FINDINGS, PaneId.READERS):
        return Situation(target)
    if selection.verdict_tab is TabId.MANUAL:
        return Situation.MANUAL
    return Situation.WHY if inspection.culprit else Situation.FINE
