"""Tags: what each is, in which order Crossplane has them, and which one it chooses."""

import pytest
from builders.cases import each_row

from xpkgtui.formats.xpkg.dependencies.choosing import highest_matching
from xpkgtui.formats.xpkg.tools.crossplane_versions import tag_reading
from xpkgtui.versions.constraint import Constraint
from xpkgtui.versions.tags import TagKind, TagReading, chosen, in_order, nearest, newest_release, read_tag, satisfying
from xpkgtui.versions.version import Dialect


def _names(names: list[str], dialect: Dialect = Dialect.V3) -> list[str]:
    return [tag.name for tag in in_order(names, dialect)]


@each_row("name", ["v1", "v1.2", "1.2", "v01.2.3", "v1-rc.1"])
def test_an_incomplete_version_is_for_upgrades_only(name: str) -> None:
    assert read_tag(name).is_upgrade_only


@each_row("name", ["main", "latest", "sha256-2f0c.sig", "v1.2.3.4", "V1.0.0", "v1.x", "v1.2.3_b"])
def test_other_names_are_no_versions(name: str) -> None:
    assert read_tag(name).version is None


def test_complete_versions_are_releases_or_prereleases() -> None:
    assert [read_tag(name).kind for name in ("v1.2.3", "1.2.3", "v1.2.3-rc.1")] == [
        TagKind.RELEASE,
        TagKind.RELEASE,
        TagKind.PRERELEASE,
    ]


def test_the_version_of_crossplane_decides_what_is_one() -> None:
    assert read_tag("v1.2.3-01", Dialect.V1).kind is TagKind.PRERELEASE
    assert read_tag("v1.2.3-01").kind is TagKind.OTHER


def test_releases_come_first_then_prereleases_then_the_others_by_name() -> None:
    found = _names(
        ["main", "v1.9.0", "v1.10.0", "v2.0.0-rc.1", "v1.10.0-rc.2", "v1", "edge", "main", "v1.10.0-rc.10"]
    )
    assert found == ["v1.10.0", "v1.9.0", "v2.0.0-rc.1", "v1.10.0-rc.10", "v1.10.0-rc.2", "edge", "main", "v1"]


@pytest.mark.parametrize("listed", [["v1.0.0", "1.0.0"], ["1.0.0", "v1.0.0"]])
def test_of_two_names_of_one_version_the_last_one_listed_comes_first(listed: list[str]) -> None:
    assert _names(listed) == listed[::-1]
    found = chosen(in_order(listed), Constraint.parse(">=1.0.0"))
    assert (found and found.name) == highest_matching(tuple(listed), ">=1.0.0", TagReading()) == listed[1]


def test_the_highest_tag_that_satisfies_is_chosen() -> None:
    tags = in_order(["v1.2.0", "v1.10.0", "v2.0.0", "v1.11.0-rc.1"])
    found = chosen(tags, Constraint.parse(">=v1.0.0, <v2.0.0"))
    assert found is not None
    assert found.name == "v1.10.0"


def test_a_prerelease_is_chosen_where_the_constraint_names_one() -> None:
    found = chosen(in_order(["v1.0.0", "v1.1.0-rc.1"]), Constraint.parse(">=v1.0.0-0"))
    assert found is not None
    assert found.name == "v1.1.0-rc.1"


def test_an_incomplete_version_is_chosen_by_old_versions_only() -> None:
    tags = in_order(["v0.9.0", "v1"])
    new, old = (chosen(tags, Constraint.parse(">=v0.1.0"), skips_incomplete=skips) for skips in (True, False))
    assert (new and new.name, old and old.name) == ("v0.9.0", "v1")


@each_row("crossplane", ["1.20", "2.0.2", "2.0", "2.4"])
def test_tags_and_dependencies_choose_the_same(crossplane: str) -> None:
    reading, listed = tag_reading(crossplane), ["0.9.0", "v0.9.0", "v1", "v1.0"]
    found = chosen(
        in_order(listed), Constraint.parse(">=0.1", reading.dialect), skips_incomplete=reading.skips_incomplete
    )
    assert (found and found.name) == highest_matching(tuple(listed), ">=0.1", reading)


def test_an_incomplete_version_may_satisfy_for_an_upgrade() -> None:
    assert [tag.name for tag in satisfying(in_order(["v1", "v0.1.0", "main"]), Constraint.parse("v1.0.0"))] == ["v1"]


def test_nothing_is_chosen_where_nothing_satisfies() -> None:
    assert chosen(in_order(["v1.0.0", "main"]), Constraint.parse(">=v9")) is None


def test_newest_release_passes_over_prereleases_and_incomplete_tags() -> None:
    assert newest_release(["v1.2.3", "v2", "v2.0.0-rc.1", "latest"]) == "v1.2.3"


def test_newest_release_falls_back_to_a_prerelease() -> None:
    assert newest_release(["v0.1.0-alpha", "latest"]) == "v0.1.0-alpha"


def test_nothing_is_newest_among_words() -> None:
    assert newest_release(["latest", "main"]) is None


def test_nearest_version_is_named_first() -> None:
    assert nearest("v1.14.9", ["v1.2.0", "v1.14.2", "v2.0.0"])[0] == "v1.14.2"


def test_versions_are_near_by_major_then_minor_then_patch_then_prerelease() -> None:
    listed = ["v3.0.0", "v2.1.0-rc.1", "v2.0.1", "v1.0.0", "v2.1.0", "v2.0.0"]
    assert nearest("v2.1.0", listed) == ("v2.1.0", "v2.1.0-rc.1", "v2.0.0")


def test_nearest_word_is_named_by_spelling() -> None:
    assert nearest("lates", ["v1.0.0", "latest"]) == ("latest",)
