"""What belongs to an image, row by row and page by page, as it was agreed."""

from dataclasses import replace

import pytest
from builders.goldens import Golden, once
from builders.inspection import ports
from builders.screens.pages import agreed, below, drawn_band, drawn_page, drawn_pane, in_widths
from builders.screens.referrers import DECIDED, FAULT, FOUND, SIGNATURE
from textual.content import Content

from xpkgtui.app.referrers.detail import page
from xpkgtui.app.referrers.list import headline, overview, pane, rows, sign_of
from xpkgtui.app.state.list_and_detail import ListSelection
from xpkgtui.app.state.referrers import referrer_groups
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.selection import TabId
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.inspection.filters.filter import parse
from xpkgtui.inspection.messages.events import Progressed
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.messages.referrers import ReadReferrers, ReferrersRead
from xpkgtui.readers.reader import Step
from xpkgtui.referrers.referrer import Asked, ReferrerLayout, ReferrerList, Standing
from xpkgtui.reporting.contents.referrer_list import ListedReferrers, SigningState

STATE = ports.inspection(*ports.package())
VERIFIED = replace(SIGNATURE, standing=Standing.VERIFIED, by="our.pub", says="without an entry in a transparency log")


def drawn(found: ListedReferrers, wanted: str = "") -> Content:
    """The band, the list and every page."""
    groups = referrer_groups(found, parse(wanted))
    parts = [drawn_band(headline(found, None))]
    parts += [
        drawn_pane(pane(found, ListSelection(filter=wanted), rows(found, groups), ""), width) for width in (50, 100)
    ]
    for group in groups:
        for row in group.rows:
            tabs = (TabId.FACTS, TabId.CONTENT) if row.referrer else (TabId.FACTS,)
            parts += [drawn_page(page(found, Replies(), row, tab)) for tab in tabs]
    return below(*parts)


def listed(whole: ReferrerList, **facts: object) -> ListedReferrers:
    return ListedReferrers(inspection=STATE, list=whole, **facts)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def whole() -> str:
    """All that belongs to an image."""
    listing = pane(listed(FOUND), ListSelection(), rows(listed(FOUND), referrer_groups(listed(FOUND))), "")
    return agreed(drawn(listed(FOUND)), in_widths(listing, "0", "2"))


def test_what_belongs_to_an_image_looks_as_it_was_agreed(whole: str, golden: Golden) -> None:
    golden("pages_referrers", once(whole))


def test_what_a_policy_makes_of_it(whole: str, golden: Golden) -> None:
    agrees = Step(title="Authority release", evidence="1 of 1 signatures verified")
    accepted = replace(DECIDED, accepted=True, says="", voices=(), steps=(*DECIDED.steps[:-1], agrees))
    several = (
        listed(FOUND, decision=DECIDED, faults=(FAULT,)),
        listed(replace(FOUND, referrers=(VERIFIED,)), decision=accepted),
        listed(replace(FOUND, referrers=()), decision=replace(DECIDED, accepted=None, says="not all is known")),
    )
    golden("pages_referrers_policy", once(agreed(*map(drawn, several)), beside=whole))


def test_what_is_verified_by_hand_does_not_settle_a_policy_that_is_undecided() -> None:
    undecided = replace(DECIDED, accepted=None)
    verified = replace(FOUND, referrers=(VERIFIED,))
    assert listed(verified).state is SigningState.VERIFIED
    assert listed(verified, decision=undecided).state is SigningState.FOUND


def test_what_was_not_read_is_not_called_unsigned() -> None:
    unread = replace(SIGNATURE, is_signed=False, signer=None, says="not read: 50 MB")
    found = listed(replace(FOUND, referrers=(unread,)))
    row = referrer_groups(found, parse(""))[0].rows[0]
    assert "Found, not verified: not read: 50 MB." in drawn_page(page(found, Replies(), row, TabId.FACTS)).plain


def test_the_overview_says_what_was_asked() -> None:
    request = ReadReferrers()
    asked = Replies().with_request(request)
    read = asked.with_event(request, ReferrersRead(whole=FOUND))
    assert overview(STATE, read) == f"{sign_of(listed(FOUND))[1]} {listed(FOUND).sentence} · R shows more"
    assert [overview(STATE, one) for one in (asked, Replies())] == ["◌ asking", "not asked · R asks again"]


def test_no_row_under_the_cursor_has_an_empty_page() -> None:
    assert page(listed(FOUND), Replies(), None, TabId.FACTS) == page(None, Replies(), None, TabId.FACTS)


def test_what_is_not_there(whole: str, golden: Golden) -> None:
    lost = Failure(kind=FailureKind.NETWORK, title="a.example cannot be reached.", hint="Try again.")
    known = (Asked(layout=ReferrerLayout.TAGS, answer="the tags were listed"),)
    several = (
        listed(ReferrerList(asked=known)),
        listed(ReferrerList(unread="a.example lists no tags")),
        listed(ReferrerList(nowhere="a stream has no place for them")),
        listed(replace(FOUND, referrers=(VERIFIED,))),
        listed(ReferrerList(), failure=lost),
    )
    parts = [*map(drawn, several), drawn(listed(FOUND), "spdx")]
    parts += [drawn_pane(pane(None, ListSelection(), (), "")), drawn_page(page(None, Replies(), None, TabId.FACTS))]
    progress = Progressed(part=PartName.REFERRERS, what="Asking a.example")
    parts += [drawn_band(headline(None, one)) for one in (None, progress)]
    golden("pages_referrers_none", once(agreed(*parts), beside=whole))
