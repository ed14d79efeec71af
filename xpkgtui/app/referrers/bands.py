"""What is said of signatures in one line: above the list, and in the Overview of a package."""

from xpkgtui import visible
from xpkgtui.app.drawing.bands.headline import Headline, Status
from xpkgtui.app.state.keys.retry import may_pass
from xpkgtui.app.state.referrers import found_in, request_of
from xpkgtui.app.state.replies import Replies, is_under_way
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import Progressed
from xpkgtui.reporting.referrer_list import ListedReferrers, SigningState

_SIGNS = {
    SigningState.NONE: (Status.WAIT, "·"),
    SigningState.FOUND: (Status.WAIT, "·"),
    SigningState.VERIFIED: (Status.OK, "✓"),
    SigningState.REFUSED: (Status.BAD, "✗"),
    SigningState.UNKNOWN: (Status.WARN, "!"),
}


def sign_of(found: ListedReferrers) -> tuple[Status, str]:
    """The color and the sign of what was found; found signatures alone have no tick."""
    if found.failure is not None or (found.decision is not None and found.decision.accepted is None):
        return Status.WARN, "!"
    return _SIGNS[found.state]


def headline(found: ListedReferrers | None, progress: Progressed | None) -> Headline:
    """One of the four states; meanwhile what is under way, or why it is not known."""
    if found is None:
        what = visible.line(progress.what) if progress is not None else "Asking what belongs to the image"
        return Headline(clause=what, key="esc", does="stop")
    status, mark = sign_of(found)
    if found.failure is not None:
        reason = visible.line(found.sentence)
        said = {"key": "r", "does": "retry"} if may_pass(found.failure.kind) else {}
        return Headline(status=status, sign=mark, clause="Not asked:", reason=reason, **said)  # type: ignore[arg-type]
    lead, colon, rest = visible.line(found.sentence).partition(": ")
    clause = f"{lead[:1].upper()}{lead[1:]}{colon}".rstrip()
    return Headline(status=status, sign=mark, clause=clause, reason=rest, short_reasons=(rest,))


def overview(inspection: Inspection, replies: Replies) -> str:
    """The line of the Overview once that was asked for."""
    found = found_in(inspection, replies)
    if found is not None:
        return f"{sign_of(found)[1]} {visible.line(found.sentence)} · R shows more"
    return "◌ asking" if is_under_way(replies.get(request_of(replies))) else "not asked · R asks again"
