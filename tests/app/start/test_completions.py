"""Completions: where they come from, and in which order."""

from xpkgtui.app.start.choices import Offered
from xpkgtui.app.start.completions import completing, known
from xpkgtui.settings.state import Recent

EVERY = known(
    Offered(
        recents=(Recent(source="b.example/a:v1"),), references=("b.example/a:v1", "b.example/a:v2", "a.example/b")
    )
)


def test_every_source_is_known_once_recent_ones_first() -> None:
    assert [each.source for each in EVERY] == ["b.example/a:v1", "b.example/a:v2", "a.example/b", "demo"]
    assert [each.note for each in EVERY] == ["opened", "in the cache", "in the cache", "built in"]


def test_what_begins_so_comes_before_what_holds_it() -> None:
    assert [each.source for each in completing(EVERY, "a.example")] == ["a.example/b"]
    assert [each.source for each in completing(EVERY, "b")] == ["b.example/a:v1", "b.example/a:v2", "a.example/b"]


def test_what_is_whole_is_not_completed() -> None:
    assert "a.example/b" not in [each.source for each in completing(EVERY, "a.example/b")]
