"""The tags of a repository, row by row, as they were agreed."""

from dataclasses import replace

from builders.goldens import Golden
from builders.screens.pages import agreed, below, drawn_band, drawn_page, drawn_pane
from builders.screens.repositories import FEW, NOON, REPOSITORY, Repository, look
from textual.content import Content

from xpkgtui.app.state.tags import ListedTags, TagGroups, TagSelection, gone_key, is_gone, tag_of, to_ask
from xpkgtui.app.tags.detail import card, why
from xpkgtui.app.tags.list import headline, pane, short_name, title
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.inspection.filters.filter import NO_FILTER, parse
from xpkgtui.inspection.messages.listing import Gone, TagLook, TagsLooked
from xpkgtui.reporting.repository_tags import RepositoryTags
from xpkgtui.versions.tags import TagKind

GONE = (Gone(name="v0.9.0", at=NOON, digest="sha256:" + "ab" * 32), Gone(name="v0.8.0", at=NOON))
UNREAD = TagLook(name="v1.18.1", problem="no tag v1.18.1.", at=4e9)
STALE = replace(look("v1.18.0"), stale="cached 12 min ago; registry unreachable", base=None, fetched=0)


def repository(*names: str, gone: tuple[Gone, ...] = GONE) -> RepositoryTags:
    found = RepositoryTags(repository="")
    for event in Repository(*names, gone=gone).listed:
        found = found.with_list(event)
    looks = tuple(look(name) for name in names if name.startswith(("v1.19", "v1.2", "v1", "main")))
    return found.with_looks(
        TagsLooked(looks=(*(one for one in looks if not one.name.startswith("v1.18")), UNREAD, STALE))
    )


FOUND = repository(*FEW)
LISTED = ListedTags(found=FOUND, source=REPOSITORY, at="v1.20.0", asking=frozenset({"v1.22.0-rc.0"}))


def drawn(listed: ListedTags, wanted: str = "", marked: str = "") -> Content:
    selection = TagSelection(filter=wanted)
    groups = TagGroups(listed.found, selection.wanted)
    widths = (40, 60, 100)
    parts = [drawn_band(headline(listed)), *(below(title(listed, "v1.21.0", width)) for width in widths)]
    parts += [drawn_pane(pane(listed, groups, selection, marked), width) for width in widths]
    return below(*parts)


def test_tags_look_as_they_were_agreed(golden: Golden) -> None:
    cards = []
    for key in (*FOUND.names, *(gone_key(one.name) for one in GONE), "", gone_key("never")):
        shown, note = card(LISTED, key, 90, 4e9 + 30)
        cards.append(below(Content(f"── {note}"), shown))
    golden("pages_tags", agreed(drawn(LISTED, marked="v1.19.0"), *cards, drawn_page(why(LISTED))))


def test_what_stands_in_the_place_of_tags(golden: Golden) -> None:
    lost = Failure(kind=FailureKind.NETWORK, title="a.example cannot be reached.", tried=("asked it",), hint="Look.")
    several = (
        ListedTags(source=REPOSITORY, doing="Listing the tags"),
        ListedTags(found=replace(RepositoryTags(repository=REPOSITORY), failure=lost)),
        ListedTags(found=repository(gone=())),
        replace(LISTED, found=replace(FOUND, is_cut=True)),
    )
    parts = [below(drawn(one), drawn_page(why(one))) for one in several]
    golden("pages_tags_none", agreed(*parts, drawn(LISTED, "v1.20"), drawn(LISTED, "zzz")))


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


def test_only_what_is_not_known_is_asked_for_and_little_of_it() -> None:
    names = ("v1.20.0", "v1.22.0-rc.0", "v1.18.0", "new", "newer", f"sha256-{'a' * 64}.sig")
    assert to_ask(LISTED, names) == ("new", "newer")
    assert to_ask(replace(LISTED, unasked=1), names) == ("new",)
    assert to_ask(replace(LISTED, unasked=-1), names) == ()
    failed = replace(FOUND, failure=Failure(kind=FailureKind.NETWORK, title=""))
    assert to_ask(replace(LISTED, found=failed), names) == ()
    assert [is_gone(one) for one in (gone_key("a"), "a")] == [True, False]
    assert short_name("v1") == "v1"
