"""What is known of what belongs to an image, and what is chosen of it."""

from builders.inspection import ports
from builders.screens.referrers import AMD, ATTESTED, DECIDED, FOUND

from xpkgtui.app.state.list_and_detail import ListSelection
from xpkgtui.app.state.referrers import chosen_referrer, found_in, referrer_groups, request_of
from xpkgtui.app.state.replies import Replies
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.inspection.filters.filter import parse
from xpkgtui.inspection.messages.referrers import GivenTrust, ReadReferrers, ReferrersRead
from xpkgtui.reporting.contents.referrer_list import ListedReferrers

STATE = ports.inspection(*ports.package())


def test_the_request_that_was_sent_last_is_the_one_that_counts() -> None:
    first, second = ReadReferrers(), ReadReferrers(trust=GivenTrust())
    assert request_of(Replies()) == first
    replies = Replies().with_request(first).with_request(second)
    assert (request_of(replies), found_in(STATE, replies)) == (second, None)
    whole = replies.with_event(second, ReferrersRead(whole=FOUND, decision=DECIDED))
    found = found_in(STATE, whole)
    assert found is not None
    assert (found.list, found.decision) == (FOUND, DECIDED)
    lost = Failure(kind=FailureKind.NETWORK, title="")
    failed = found_in(STATE, replies.with_failure(second, lost))
    assert failed is not None
    assert failed.failure == lost


def test_the_chosen_row_is_kept_while_it_is_listed() -> None:
    groups = referrer_groups(ListedReferrers(inspection=STATE, list=FOUND))
    assert [group.total for group in groups] == [1, 2, 3]
    keys = [row.key for group in groups for row in group.rows]
    for key, chosen in ((keys[2], keys[2]), ("gone", keys[0])):
        row = chosen_referrer(groups, ListSelection(row=key))
        assert row is not None
        assert row.key == chosen
    assert chosen_referrer((), ListSelection()) is None
    few = referrer_groups(ListedReferrers(inspection=STATE, list=FOUND), parse("spdx"))
    assert [(len(group.rows), group.total) for group in few] == [(1, 2)]
    assert few[0].rows[0].referrer == ATTESTED
    assert few[0].aside == AMD


def test_groups_have_names_and_rows_have_words() -> None:
    groups = referrer_groups(ListedReferrers(inspection=STATE, list=FOUND, decision=DECIDED))
    assert [(one.name, one.aside[:14]) for one in groups] == [
        ("As Crossplane asks", "verify-upbound"),
        ("index · tags", "sha256:9c1f0b7"),
        ("linux/amd64 · referrers", "sha256:2f0c77a"),
        ("Asked", ""),
    ]
    assert [(row.key, row.words[:20]) for one in groups for row in one.rows] == [
        ("policy", "signature verificati"),
        ("0", "signature by https:/"),
        ("1", "attestation SPDX 2.3"),
        ("2", "signature by \x1b[2Jmal"),
        ("asked tags", "the tags were listed"),
        ("asked referrers", "it does not say: the"),
        ("asked fallback", "the tags were listed"),
    ]
