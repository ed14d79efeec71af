"""The tags of a repository, row by row, as they were agreed."""

from dataclasses import replace

import pytest
from builders.goldens import Golden, once
from builders.screens.pages import agreed, below, drawn_band, drawn_page, drawn_pane, in_widths
from builders.screens.repositories import FOUND, GONE, LISTED, REPOSITORY, found_tags
from textual.content import Content

from xpkgtui.app.state.tags import ListedTags, TagGroups, TagSelection, gone_key
from xpkgtui.app.tags.detail import card, why
from xpkgtui.app.tags.list import headline, pane, title
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.reporting.contents.repository_tags import RepositoryTags


def drawn(listed: ListedTags, wanted: str = "", marked: str = "") -> Content:
    selection = TagSelection(filter=wanted)
    groups = TagGroups(listed.found, selection.wanted)
    widths = (40, 60, 100)
    parts = [drawn_band(headline(listed)), *(below(title(listed, "v1.21.0", width)) for width in widths)]
    parts += [drawn_pane(pane(listed, groups, selection, marked), width) for width in widths]
    return below(*parts)


@pytest.fixture(scope="module")
def whole() -> str:
    """All tags, and each one in full."""
    cards = []
    for key in (*FOUND.names, *(gone_key(one.name) for one in GONE), "", gone_key("never")):
        shown, note = card(LISTED, key, 90, 4e9 + 30)
        cards.append(below(Content(f"── {note}"), shown))
    listed = pane(LISTED, TagGroups(FOUND, TagSelection().wanted), TagSelection(), "v1.19.0")
    wide = in_widths(listed, "v1.19.0", "v1.21.0", gone_key("v0.9.0"))
    return agreed(drawn(LISTED, marked="v1.19.0"), wide, *cards, drawn_page(why(LISTED)))


def test_tags_look_as_they_were_agreed(whole: str, golden: Golden) -> None:
    golden("pages_tags", once(whole))


def test_what_stands_in_the_place_of_tags(whole: str, golden: Golden) -> None:
    lost = Failure(kind=FailureKind.NETWORK, title="a.example cannot be reached.", tried=("asked it",), hint="Look.")
    several = (
        ListedTags(source=REPOSITORY, doing="Listing the tags"),
        ListedTags(found=replace(RepositoryTags(repository=REPOSITORY), failure=lost)),
        ListedTags(found=found_tags(gone=())),
        replace(LISTED, found=replace(FOUND, is_cut=True)),
    )
    parts = [below(drawn(one), drawn_page(why(one))) for one in several]
    none = agreed(*parts, drawn(LISTED, "v1.20"), drawn(LISTED, "zzz"))
    golden("pages_tags_none", once(none, beside=whole))
