"""The list of what belongs to an image, under the image and the layout that has it, and what each layout answered."""

from collections.abc import Iterator

from xpkgtui import visible
from xpkgtui.app.drawing.bands.headline import Headline, Status
from xpkgtui.app.drawing.rows import Cell, Pane, Row
from xpkgtui.app.drawing.styled_text import join, safe, sign, words
from xpkgtui.app.drawing.waiting import failed_lines
from xpkgtui.app.state.keys.retry import may_pass
from xpkgtui.app.state.list_and_detail import ListSelection
from xpkgtui.app.state.referrers import ReferrerGroup, ReferrerRow, found_in, request_of
from xpkgtui.app.state.replies import Replies, is_under_way
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import Progressed
from xpkgtui.referrers.referrer import Referrer, Standing
from xpkgtui.reporting.contents.referrer_list import ListedReferrers, SigningState

_SIGNS = {
    SigningState.NONE: (Status.WAIT, "·"),
    SigningState.FOUND: (Status.WAIT, "·"),
    SigningState.VERIFIED: (Status.OK, "✓"),
    SigningState.FAILED: (Status.BAD, "✗"),
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
    clause = f"{visible.capitalized(lead)}{colon}".rstrip()
    return Headline(status=status, sign=mark, clause=clause, reason=rest, short_reasons=(rest,))


def overview(inspection: Inspection, replies: Replies) -> str:
    """The line of the Overview once that was asked for."""
    found = found_in(inspection, replies)
    if found is not None:
        return f"{sign_of(found)[1]} {visible.line(found.sentence)} · R shows more"
    return "◌ asking" if is_under_way(replies.get(request_of(replies))) else "not asked · R asks again"


SIGNS = {Standing.UNVERIFIED: "·", Standing.VERIFIED: "✓", Standing.FAILED: "✗"}
_NAME = "Referrers"
_WHAT, _DIGEST = 11, 12


def rows(found: ListedReferrers, groups: tuple[ReferrerGroup, ...]) -> tuple[Row, ...]:
    """The rows of all groups, each under its heading."""
    return tuple(_rows(found, groups))


def pane(found: ListedReferrers | None, selection: ListSelection, listed: tuple[Row, ...], cursor: str) -> Pane:
    """What fits the filter, or why there is nothing."""
    if found is None:
        line = words("◌ The registry is asked what belongs to the image.", "$muted")
        return Pane(name=_NAME, is_loading=True, note=words("asking", "$muted"), empty=(line,))
    if found.failure is not None:
        return Pane(name=_NAME, note=words("not asked", "$muted"), empty=failed_lines(found.failure))
    said = visible.line(found.sentence)
    empty = safe(f"{visible.capitalized(said)}.", "$muted")
    if selection.wanted.terms:
        empty = words("Nothing matches the filter.  **/** changes it", "$muted")
    note = words(found.counted if found.list.referrers else "none", "$muted")
    return Pane(name=_NAME, rows=listed, filter=selection.wanted, note=note, cursor=cursor, empty=(empty,))


def mark_of(one: Referrer) -> str:
    """The sign of one thing; of what cannot be read whole it warns."""
    return "!" if one.standing is Standing.UNVERIFIED and one.says else SIGNS[one.standing]


def _rows(found: ListedReferrers, groups: tuple[ReferrerGroup, ...]) -> Iterator[Row]:
    for number, group in enumerate(groups):
        yield Row(f"heading {number}", group, _heading, selectable=False)
        for row in group.rows:
            yield Row(row.key, (row, sign_of(found)[1]), _cells, is_steady=True)


def _heading(group: ReferrerGroup, _width: int) -> tuple[Cell, ...]:
    count = f"{len(group.rows):,}" if len(group.rows) == group.total else f"{len(group.rows):,} of {group.total:,}"
    aside = visible.line(group.aside)
    if aside.startswith("sha256:"):
        aside = aside[: len("sha256:") + _DIGEST]
    name = visible.line(group.name)
    name = name if "/" in name else visible.capitalized(name)
    said = join("  ", (f"{name}  {count}", "bold $muted"), (f"   {aside}", "$muted"))
    return (Cell(said),)


def _cells(value: tuple[ReferrerRow, str], _width: int) -> tuple[Cell, ...]:
    row, policy = value
    text = Cell(safe(visible.line(row.words), "$foreground"), keys=("",))
    if row.referrer is not None:
        what = str(row.referrer.what)
        said = safe(visible.line(row.words).removeprefix(what).lstrip(), "$foreground")
        name = Cell(safe(what, "bold $foreground"), _WHAT, keys=("",))
        return Cell(sign(mark_of(row.referrer)), 1), name, Cell(said, keys=("",))
    if row.asked is not None:
        name = Cell(safe(str(row.asked.layout), "$foreground"), _WHAT, keys=("",))
        return Cell(sign(" " if row.asked.is_known else "!"), 1), name, text
    return Cell(sign(policy), 1), text
