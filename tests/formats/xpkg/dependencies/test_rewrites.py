"""ImageConfigs: which one is chosen, and what becomes of an image."""

import pytest
from builders.cases import each_row

from xpkgtui.errors import Malformed
from xpkgtui.formats.dependencies.questions import ContentsOf, TagsOf
from xpkgtui.formats.xpkg.dependencies.lock import (
    ClusterImageConfig,
    Pulls,
    chosen,
    image_config,
    rewritten,
    verification,
)


def config(name: str, *prefixes: str, rewrite: str | None = None, secret: str = "") -> ClusterImageConfig:
    return ClusterImageConfig(name=name, prefixes=prefixes, rewrite=rewrite, pull_secret=secret)


def test_the_longest_prefix_is_chosen_and_replaced() -> None:
    configs = [config("host", "a.io", rewrite="b.io"), config("org", "a.io/org/", rewrite="c.io/x/")]
    assert rewritten("a.io/org/name:v1", configs) == ("c.io/x/name:v1", "org")
    assert rewritten("a.io/other/name", configs) == ("b.io/other/name", "host")
    assert rewritten("z.io/name", configs) == ("z.io/name", "")


def test_a_prefix_is_text_and_no_path() -> None:
    assert (
        rewritten("a.io/acme-co/name", [config("acme", "a.io/acme", rewrite="b.io/acme")])[0] == "b.io/acme-co/name"
    )


def test_of_two_of_one_length_the_first_counts_and_an_empty_prefix_never_does() -> None:
    configs = [
        config("empty", "", rewrite="x"),
        config("one", "a.io", rewrite="b.io"),
        config("two", "a.io", rewrite="c"),
    ]
    assert rewritten("a.io/n", configs) == ("b.io/n", "one")


def test_each_purpose_chooses_by_itself() -> None:
    configs = [config("rewrites", "a.io/org", rewrite="b.io"), config("pulls", "a.io", secret="key")]
    assert chosen("a.io/org/n", configs, lambda one: bool(one.pull_secret)) is configs[1]
    assert verification("a.io/org/n", configs) is None


def test_a_rewrite_to_nothing_stops_the_image() -> None:
    with pytest.raises(Malformed, match="rewrite prefix is missing"):
        rewritten("a.io/n", [config("bad", "a.io", rewrite="")])
    with pytest.raises(Malformed, match="cannot get image rewrite config"):
        Pulls((config("bad", "a.io", rewrite=""),)).tags("a.io/n")


def test_tags_and_contents_are_asked_for_where_they_are_pulled_from() -> None:
    pulls = Pulls((config("mirror", "a.io/", rewrite="b.io/of-a/"),))
    assert pulls.tags("a.io/org/name") == TagsOf(repository="b.io/of-a/org/name")
    assert pulls.package("a.io/org/name:v1") == ContentsOf(reference="b.io/of-a/org/name:v1")


@each_row("value", [None, [], {"kind": "Lock"}, {"kind": "ImageConfig", "spec": 5}, "text"])
def test_values_of_any_type_are_no_reason_to_fail(value: object) -> None:
    found = image_config(value)
    assert found is None or found.prefixes == ()


def test_the_fields_of_an_object() -> None:
    found = image_config(
        {
            "kind": "ImageConfig",
            "metadata": {"name": "all"},
            "spec": {
                "matchImages": [{"prefix": "a.io"}, {"type": "Prefix"}],
                "rewriteImage": {"prefix": "b.io"},
                "registry": {"authentication": {"pullSecretRef": {"name": "key"}}},
                "verification": {"provider": "Cosign"},
            },
        }
    )
    assert found is not None
    assert (found.name, found.prefixes, found.rewrite, found.pull_secret) == ("all", ("a.io", ""), "b.io", "key")
    assert found.verification == {"provider": "Cosign"}
