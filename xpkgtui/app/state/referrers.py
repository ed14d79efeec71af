"""What is looked at of the things that belong to an image: the rows of the list, and what is asked for; pure."""

from collections import defaultdict
from collections.abc import Iterator

from xpkgtui.app.state.list_and_detail import ListSelection
from xpkgtui.app.state.replies import Replies
from xpkgtui.inspection.filters.filter import NO_FILTER, Filter
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.parts import Failed, Ready
from xpkgtui.inspection.messages.referrers import ReadReferrers, ReferrersRead
from xpkgtui.referrers.referrer import Asked, Referrer, ReferrerLayout
from xpkgtui.reporting.contents.referrer_list import ListedReferrers, referrer_words
from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferrerRow:
    """A thing that belongs to an image, a layout that was asked about, or else what a policy says."""

    key: str
    words: str
    """What the row says, raw."""
    referrer: Referrer | None = None
    asked: Asked | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferrerGroup:
    """The rows under one heading."""

    name: str
    aside: str = ""
    rows: tuple[ReferrerRow, ...]
    """Those that fit the filter."""
    total: int


def request_of(replies: Replies) -> ReadReferrers:
    """The request that was sent last; what is asked first where none was."""
    return next((one for one in reversed(list(replies.known)) if isinstance(one, ReadReferrers)), ReadReferrers())


def found_in(inspection: Inspection, replies: Replies) -> ListedReferrers | None:
    """What was found, or why nothing was; None while it is still to come, or was never asked for."""
    part = replies.get(request_of(replies))
    if isinstance(part, Failed):
        return ListedReferrers(inspection=inspection, failure=part.failure)
    if isinstance(part, Ready) and isinstance(part.value, ReferrersRead):
        return ListedReferrers.of(inspection, part.value)
    return None


def referrer_groups(found: ListedReferrers, wanted: Filter = NO_FILTER) -> tuple[ReferrerGroup, ...]:
    """The policy, what belongs to each image by its layout, and what was asked; none is empty."""
    return tuple(_fitting(found, wanted))


def _fitting(found: ListedReferrers, wanted: Filter) -> Iterator[ReferrerGroup]:
    for name, aside, rows in _groups(found):
        shown = tuple(one for one in rows if wanted.fits(one.words)) if wanted.terms else tuple(rows)
        if shown:
            yield ReferrerGroup(name=name, aside=aside, rows=shown, total=len(rows))


def _groups(found: ListedReferrers) -> Iterator[tuple[str, str, list[ReferrerRow]]]:
    if found.decision is not None:
        row = ReferrerRow(key="policy", words=found.decision.says or found.sentence)
        yield "As Crossplane asks", found.decision.config, [row]
    rows: dict[tuple[str, ReferrerLayout], list[ReferrerRow]] = defaultdict(list)
    for number, one in enumerate(found.list.referrers):
        words = f"{one.what} {referrer_words(one)}"
        rows[one.subject, one.layout].append(ReferrerRow(key=f"{number}", words=words, referrer=one))
    for (subject, layout), some in rows.items():
        yield f"{found.name_of(subject)} · {layout}", subject, some
    asked = [ReferrerRow(key=f"asked {one.layout}", words=one.answer, asked=one) for one in found.list.asked]
    yield "Asked", "", asked


def chosen_referrer(groups: tuple[ReferrerGroup, ...], selection: ListSelection) -> ReferrerRow | None:
    """The row under the cursor: the chosen one while it is listed, else the first."""
    rows = [row for group in groups for row in group.rows]
    return next((one for one in rows if one.key == selection.row), rows[0] if rows else None)
