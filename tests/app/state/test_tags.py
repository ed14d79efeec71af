"""The rows of tags, and which of them are asked for."""

from dataclasses import replace

from builders.screens.repositories import FOUND, GONE, LISTED

from xpkgtui.app.state.tags import TagGroups, TagPane, TagSelection, gone_key, is_gone, tag_of, to_ask
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.inspection.filters.filter import NO_FILTER, parse
from xpkgtui.versions.tags import TagKind


def test_rows_know_their_group_and_their_tag() -> None:
    groups = TagGroups(FOUND, NO_FILTER)
    assert [groups.at(row)[1] for row in range(groups.count)].count(None) == len(groups.groups)
    assert groups.at(0) == (None, None)
    assert groups.at(1)[1] == "v1.21.0"
    assert groups.shown == len(FOUND.names) + len(GONE)
    for key in (*FOUND.names, gone_key("v0.9.0")):
        row = groups.row_of(key)
        assert row is not None
        assert groups.at(row)[1] == tag_of(key)
    assert groups.row_of("v0.9.0") is None
    assert list(groups.tags_at(range(groups.count))) == list(FOUND.names)
    few = TagGroups(FOUND, parse("v1.20"))
    assert (len(few.groups[0].names), few.groups[0].total) == (2, len(FOUND.names_of(TagKind.RELEASE)))
    assert TagGroups(FOUND, parse("zzz")).count == 0


def test_the_page_about_the_order_is_shown_where_it_was_asked_for() -> None:
    assert [TagSelection(pane=pane).is_explained for pane in TagPane] == [pane is TagPane.WHY for pane in TagPane]
    assert TagSelection().is_explained is False


def test_only_what_is_not_known_is_asked_for_and_little_of_it() -> None:
    names = ("v1.20.0", "v1.22.0-rc.0", "v1.18.0", "new", "newer", f"sha256-{'a' * 64}.sig")
    assert to_ask(LISTED, names) == ("new", "newer")
    assert to_ask(replace(LISTED, unasked=1), names) == ("new",)
    assert to_ask(replace(LISTED, unasked=-1), names) == ()
    failed = replace(FOUND, failure=Failure(kind=FailureKind.NETWORK, title=""))
    assert to_ask(replace(LISTED, found=failed), names) == ()
    assert [is_gone(one) for one in (gone_key("a"), "a")] == [True, False]
    assert [replace(LISTED, doing=one).is_done for one in ("", "Listing")] == [True, False]
