"""What is said of the tags of a repository."""

from dataclasses import replace

import pytest
from builders.cases import each_row
from builders.inspection.listed import listed_tags as tags

from xpkgtui.inspection.messages.listing import Gone, TagLook, TagsListed, TagsLooked
from xpkgtui.reporting.contents.repository_tags import RepositoryTags, day
from xpkgtui.versions.constraint import Constraint
from xpkgtui.versions.tags import TagReading

ONE, TWO = f"sha256:{'1' * 64}", f"sha256:{'2' * 64}"
NOON = 1_789_214_400.0


def said(found: RepositoryTags, name: str) -> list[str]:
    return [f"{one.tone.value} {one.words}".strip() for one in found.remarks(name)]


@each_row(
    ("names", "sentence"),
    [
        (("v1.0.0", "v2.0.0-rc.1"), "v1.0.0 is the newest release"),
        (("v2.0.0-rc.1",), "v2.0.0-rc.1 is the newest prerelease; there is no release"),
        (("main", "v1"), "no tag is a version"),
        ((), "the repository has no tags"),
    ],
)
def test_the_newest_version_comes_first(names: tuple[str, ...], sentence: str) -> None:
    assert tags(*names).sentence == sentence


def test_moved_and_gone_tags_are_counted_in_the_sentence() -> None:
    looks = tuple(TagLook(name=name, digest=TWO, was=ONE, was_at=NOON) for name in ("v1.0.0", "v1.1.0", "main"))
    found = tags("v1.0.0", "v1.1.0", "main", looks=looks, gone=(Gone(name="v0.1.0", at=NOON),))
    assert found.sentence == "v1.1.0 is the newest release; 2 tags have moved since seen; one tag is gone"


def test_a_branch_that_moves_is_no_warning() -> None:
    look = TagLook(name="main", digest=TWO, was=ONE, was_at=NOON)
    assert said(tags("main", looks=(look,)), "main") == ["moved: was 1111111 on 12 Sep 2026"]


def test_aliases_name_the_first_tag_of_their_digest() -> None:
    looks = tuple(TagLook(name=name, digest=ONE) for name in ("main", "v1.0.0"))
    found = tags("v1.0.0", "main", looks=looks)
    assert (found.alias("main"), found.alias("v1.0.0")) == ("v1.0.0", None)


def test_a_signature_names_the_tag_that_it_is_of() -> None:
    name = f"sha256-{'1' * 64}.sig"
    unknown, known = tags("v1.0.0", name), tags("v1.0.0", name, looks=(TagLook(name="v1.0.0", digest=ONE),))
    assert (said(unknown, name), said(known, name)) == (["signature of 1111111"], ["signature of v1.0.0"])
    assert (unknown.is_signed("v1.0.0"), known.is_signed("v1.0.0")) == (None, True)


def test_of_a_list_that_is_cut_it_is_not_known_that_something_is_unsigned() -> None:
    looks = (TagLook(name="v1.0.0", digest=ONE, signed=False),)
    assert tags("v1.0.0", looks=looks).is_signed("v1.0.0") is False
    assert tags("v1.0.0", looks=looks, is_cut=True).is_signed("v1.0.0") is None


@pytest.mark.parametrize("signed", [None, True])
def test_what_only_the_registry_knows_is_what_the_look_says(signed: bool | None) -> None:
    looks = (TagLook(name="v1.0.0", digest=ONE, signed=signed),)
    assert tags("v1.0.0", looks=looks).is_signed("v1.0.0") is signed


def test_what_an_incomplete_version_is_good_for_depends_on_crossplane() -> None:
    assert said(tags("v1"), "v1") == ["! an upgrade may choose it, as v1.0.0"]
    old = tags("v1", reading=TagReading(skips_incomplete=False))
    assert said(old, "v1") == ["! Crossplane 2.4 may choose it, as v1.0.0"]


def test_the_choice_is_marked_and_the_newest_is_not() -> None:
    found = tags("v1.0.0", "v2.0.0")
    asked = replace(found, constraint=Constraint.parse("<v2"))
    assert (said(asked, "v1.0.0"), said(asked, "v2.0.0")) == (["✓ Crossplane 2.4 chooses it"], [])
    assert asked.sentence == "Crossplane 2.4 chooses v1.0.0: 1 tag of 2 satisfies <v2"


def test_what_a_list_that_is_cut_lacks_is_not_known() -> None:
    cut = tags("v1.0.0", is_cut=True)
    assert cut.sentence == "v1.0.0 is the newest release; not all tags were listed"
    none = replace(cut, constraint=Constraint.parse(">=v2"))
    assert none.sentence == "no tag satisfies >=v2; not all tags were listed"
    assert (none.answer.is_refused, replace(none, is_cut=False).answer.is_refused) == (False, True)


def test_counts_say_what_there_is() -> None:
    assert tags("v1.0.0", "main").counted == "2 tags: 1 release, 1 not a version"
    assert tags("v1.0.0", is_cut=True).counted == "1 tag: 1 release, and more that are not listed"


def test_bytes_that_were_received_are_added() -> None:
    found = RepositoryTags(repository="a/b").with_list(TagsListed(repository="a/b", names=("v1",), fetched=5))
    looks = tuple(TagLook(name="v1", fetched=one) for one in (2, 3))
    assert (found.fetched, found.with_looks(TagsLooked(looks=looks)).fetched) == (5, 10)


def test_no_time_has_no_day() -> None:
    assert day(0) == day(float("inf")) == ""
    assert day(1_757_678_400).endswith("Sep 2025")
    assert day(1) != ""
