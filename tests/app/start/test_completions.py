"""Completions: where they come from, and in which order."""

from builders.goldens import Golden, once
from builders.screens.pages import agreed, drawn_pane, in_widths

from xpkgtui.app.start import choices
from xpkgtui.app.start.choices import Offered
from xpkgtui.app.start.completions import Completion, completing, known, pane
from xpkgtui.fetching.cache.tag_cache import KnownTags
from xpkgtui.settings.state import Recent
from xpkgtui.sources.demos import DEMOS

EVERY = known(
    Offered(
        recents=(Recent(source="b.example/a:v1"),), references=("b.example/a:v1", "b.example/a:v2", "a.example/b")
    )
)


def test_every_source_is_known_once_recent_ones_first() -> None:
    assert [each.source for each in EVERY] == ["b.example/a:v1", "b.example/a:v2", "a.example/b", *DEMOS]
    assert [each.note for each in EVERY] == ["opened", "in the cache", "in the cache", *["built in"] * len(DEMOS)]


def test_every_built_in_package_is_offered() -> None:
    assert (*choices.DEMOS,) == DEMOS
    assert [each.source for each in completing(EVERY, "demo:b")] == ["demo:bundle"]


def test_what_begins_so_comes_before_what_holds_it() -> None:
    assert [each.source for each in completing(EVERY, "a.example")] == ["a.example/b"]
    assert [each.source for each in completing(EVERY, "b.")] == ["b.example/a:v1", "b.example/a:v2"]
    assert [each.source for each in completing(EVERY, "b")][:3] == ["b.example/a:v1", "b.example/a:v2", "a.example/b"]


def test_what_is_whole_is_not_completed() -> None:
    assert "a.example/b" not in [each.source for each in completing(EVERY, "a.example/b")]


REPOSITORY = "a.example/org/provider-s3"
LISTED = known(
    Offered(
        recents=(Recent(source="a.example/org/provider-sql:v1"), Recent(source=f"{REPOSITORY}:v1.0.0")),
        references=(f"{REPOSITORY}:v1.1.0",),
        repositories=(
            KnownTags(
                repository=REPOSITORY,
                tags=("v2.0.0-rc.1", "v1.2.0", "v1.1.0", "v1.0.0", "main"),
                newest="v1.2.0",
                count=143,
            ),
        ),
    )
)


def tags_of(found: tuple[Completion, ...]) -> list[tuple[str, str, str]]:
    return [(each.source.removeprefix(REPOSITORY), each.mark, each.note) for each in found]


def test_a_repository_typed_to_its_end_offers_its_tags_the_newest_release_first() -> None:
    assert tags_of(completing(LISTED, REPOSITORY)) == [
        (":v1.2.0", "newest release", ""),
        (":v1.0.0", "", "opened"),
        (":v1.1.0", "", "in the cache"),
        (":v2.0.0-rc.1", "", ""),
        (":main", "", ""),
    ]


def test_before_its_end_a_repository_offers_what_was_used_and_its_newest_release() -> None:
    assert tags_of(completing(LISTED, "a.example/org/provider-s")) == [
        ("a.example/org/provider-sql:v1", "", "opened"),
        (":v1.0.0", "", "opened"),
        (":v1.1.0", "", "in the cache"),
        ("", "repository", "143 tags known"),
        (":v1.2.0", "newest release", ""),
    ]


def test_a_tag_is_found_by_its_own_letters() -> None:
    assert tags_of(completing(LISTED, "rc")) == [(":v2.0.0-rc.1", "", "")]
    assert "main" not in str(completing(LISTED, "org"))
    assert (":main", "", "") in tags_of(completing(LISTED, "org/provider-s3"))


def test_what_was_opened_last_may_be_the_newest_release() -> None:
    opened = Recent(source=f"{REPOSITORY}:v1.2.0")
    tags = KnownTags(repository=REPOSITORY, tags=("v1.2.0",), newest="v1.2.0", count=1)
    found = completing(known(Offered(recents=(opened,), repositories=(tags,))), REPOSITORY)
    assert tags_of(found) == [(":v1.2.0", "newest release", "opened")]


def test_completions_look_as_they_were_agreed(golden: Golden) -> None:
    parts = [drawn_pane(pane(LISTED, typed), 100) for typed in ("", "a.ex", f" {REPOSITORY}", "S3:V1", "none")]
    listed = pane(LISTED, REPOSITORY)
    wide = in_widths(listed, f"{REPOSITORY}:v1.2.0", f"{REPOSITORY}:v1.0.0")
    golden("completions", once(agreed(*parts, wide)))
