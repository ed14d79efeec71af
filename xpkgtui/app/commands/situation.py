"""The situation that keys are pressed in, which decides what the footer offers."""

from xpkgtui.app.commands.footers import Situation
from xpkgtui.app.state.selection import PaneId, Selection, TabId
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.parts import Ready


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
