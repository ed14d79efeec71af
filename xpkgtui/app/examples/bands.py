"""The line above the examples: how many there are, and what becomes of them."""

from dataclasses import replace

from xpkgtui import visible
from xpkgtui.app.drawing.bands.headline import Headline, Status
from xpkgtui.app.state.keys.retry import may_pass
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.inspection.messages.events import Progressed
from xpkgtui.reporting.example_list import ListedExamples

_SIGNS = {True: (Status.OK, "✓"), False: (Status.BAD, "✗"), None: (Status.WARN, "!")}


def headline(found: ListedExamples | None, progress: Progressed | None) -> Headline:
    """What becomes of the examples; meanwhile what is under way, or why they are not read."""
    if found is None:
        what = visible.line(progress.what) if progress is not None else "Reading the examples"
        done = visible.part_of(progress.done, progress.total) if progress is not None and progress.total else ""
        return Headline(clause=what + (":" if done else ""), reason=done, key="esc", does="stop")
    if found.failure is not None:
        return _unread(found.failure)
    lead, colon, rest = visible.line(found.sentence).partition(": ")
    status, mark = _SIGNS[found.is_sound]
    if not found.list.examples:
        status, mark = Status.WAIT, "·"
    parts = rest.split(", ")
    few = (rest, *(", ".join(parts[:count]) for count in range(len(parts) - 1, 0, -1)))
    clause = f"{lead[:1].upper()}{lead[1:]}{colon}".rstrip()
    return Headline(status=status, sign=mark, clause=clause, reason=rest, short_reasons=few)


def _unread(failure: Failure) -> Headline:
    reason = visible.line(failure.title).rstrip(".")
    said = Headline(status=Status.WARN, sign="!", clause="Not read:", reason=reason, short_reasons=(reason,))
    if failure.kind is FailureKind.PRICE:
        return replace(said, key="enter", does="fetch")
    return replace(said, key="r", does="retry") if may_pass(failure.kind) else said
