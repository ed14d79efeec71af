"""What is remembered of a package among the recent ones."""

from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import Event
from xpkgtui.inspection.messages.judging import VerdictReached


def verdict(inspection: Inspection, event: Event) -> str:
    """The verdict as it is remembered; empty before there is one, and of what is not a package."""
    if not isinstance(event, VerdictReached) or inspection.not_a_package:
        return ""
    return str(event.verdict.acceptance or "undecided")


def is_shown(inspection: Inspection, source: str) -> bool:
    """Whether the source was opened, and is still on the screen."""
    return inspection.source == source and inspection.resolved is not None and inspection.failure is None
