"""The tags of repositories: kept where they were listed anyway, read without a request."""

import hashlib
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from builders.cases import each_row
from builders.inspection.fake_source import FakeSource

from xpkgtui.errors import Unreachable
from xpkgtui.fetching.cache.cache_folder import VERSION
from xpkgtui.fetching.cache.store import Store, clear
from xpkgtui.fetching.cache.tag_cache import cached_references, find_listing, keep_listing, known_tags
from xpkgtui.fetching.fetcher import Fetcher
from xpkgtui.oci.reference import Reference

NAME = "registry.example/acme/package"
Make = Callable[..., Fetcher]


def listing(*tags: str, name: str = NAME, unreachable: bool = False) -> FakeSource:
    source = FakeSource(reference=Reference.parse(name), unreachable=unreachable)
    source.listed_tags = tags
    return source


async def test_tags_that_were_listed_are_known_afterwards(make: Make, tmp_path: Path) -> None:
    await make(listing("v1.2.0", "latest", "v1.10.0", "v2.0.0-rc.1")).resolve()
    (found,) = known_tags(tmp_path / "cache")
    assert (found.repository, found.newest, found.count) == (NAME, "v1.10.0", 4)
    assert found.tags == ("v1.10.0", "v1.2.0", "v2.0.0-rc.1", "latest")


async def test_tags_are_known_though_the_one_that_was_asked_for_is_missing(make: Make, tmp_path: Path) -> None:
    with pytest.raises(Unreachable):
        await make(listing("v1", unreachable=True)).resolve()
    assert [each.tags for each in known_tags(tmp_path / "cache")] == [("v1",)]


async def test_a_source_that_listed_nothing_leaves_what_is_known(make: Make, tmp_path: Path) -> None:
    await make(listing("v1")).resolve()
    await make(listing(name=f"{NAME}:v1")).resolve()
    assert [each.tags for each in known_tags(tmp_path / "cache")] == [("v1",)]


async def test_of_very_many_tags_the_newest_are_kept_and_all_are_counted(make: Make, tmp_path: Path) -> None:
    await make(listing(*(f"v1.{number}.0" for number in range(900)))).resolve()
    (found,) = known_tags(tmp_path / "cache")
    assert (found.tags[0], len(found.tags), found.count) == ("v1.899.0", 200, 900)


async def test_the_repository_listed_last_comes_first_and_is_not_a_reference(make: Make, tmp_path: Path) -> None:
    names = tmp_path / "cache" / VERSION / "names"
    both = ["registry.example/a", "registry.example/b"]
    for moment, name in enumerate(("b", "a")):
        await make(listing("v1", name=f"registry.example/{name}")).resolve()
        for file in set(names.glob("*.tags")) if moment == 0 else ():
            os.utime(file, (1, 1))
    assert [each.repository for each in known_tags(tmp_path / "cache")] == [
        "registry.example/a",
        "registry.example/b",
    ]
    assert sorted(cached_references(tmp_path / "cache")) == both


@each_row("text", ["[", "{}", f'{{"repository": "{NAME}", "tags": ["v1"]}}', "\x00" * 40])
def test_a_file_that_this_program_did_not_write_holds_no_tags(tmp_path: Path, text: str) -> None:
    names = tmp_path / VERSION / "names"
    names.mkdir(parents=True)
    (names / "a.tags").write_text(text)
    assert known_tags(tmp_path) == ()
    assert known_tags(tmp_path / "nowhere") == ()


async def test_clearing_the_cache_removes_them(make: Make, tmp_path: Path) -> None:
    await make(listing("v1")).resolve()
    clear(tmp_path / "cache" / VERSION)
    assert known_tags(tmp_path / "cache") == ()


OF_ANOTHER = f"sha256-{'a' * 64}.sig"


def kept(store: Store, *lists: str | tuple[str, ...]) -> list[tuple[str, float]]:
    """What is gone after lists of tags that came at 1, 2 and so on; one in a tuple was cut."""
    for at, tags in enumerate(lists, 1):
        names = tuple(tags.split()) if isinstance(tags, str) else tags
        is_cut = names is tags
        given = keep_listing(store, NAME, names, is_cut=is_cut, at=at)
        assert (given.names, given.at, given.is_cut) == (names, at, is_cut)
        assert find_listing(store, NAME) == given
    return [(one.name, one.at) for one in given.gone]


@each_row(
    ("lists", "gone"),
    [
        (["v1 v2"], []),
        (["v1 v2", "v2 v3"], [("v1", 1)]),
        (["v1 v2", "v2", "v2"], [("v1", 1)]),
        (["v1 v2", "v2", "v3"], [("v1", 1), ("v2", 2)]),
        (["v1 v2", "v2", "v1 v2"], []),
        (["v1 v2", "v2", "v1 v2", "v2"], [("v1", 3)]),
        (["v1 v2", ("v2",)], []),
        (["v1 v2", "v2", ("v3",)], [("v1", 1)]),
        ([("v1",), "v2"], [("v1", 1)]),
        ([f"v1 {OF_ANOTHER}", "v2"], [("v1", 1)]),
    ],
)
def test_tags_that_are_gone_are_those_that_a_whole_list_lacks(
    tmp_path: Path, lists: list[str | tuple[str, ...]], gone: list[tuple[str, float]]
) -> None:
    assert kept(Store(tmp_path), *lists) == gone


def test_of_tags_that_are_gone_a_thousand_are_kept_the_last_ones(tmp_path: Path) -> None:
    many = " ".join(f"v{number}" for number in range(1_001))
    gone = kept(Store(tmp_path), many, "latest")
    assert (len(gone), gone[0], gone[-1]) == (1_000, ("v1", 1), ("v1000", 1))


@each_row(
    ("tags", "newest"),
    [("v1.0.0 v2.0.0 latest", "v2.0.0"), ("v1.0.0-rc.1 latest", "v1.0.0-rc.1"), ("latest", ""), ("", "")],
)
def test_a_list_is_known_by_its_newest_version(tmp_path: Path, tags: str, newest: str) -> None:
    kept(Store(tmp_path), tags)
    (found,) = known_tags(tmp_path)
    assert (found.repository, found.newest, found.count) == (NAME, newest, len(tags.split()))


def test_fifty_repositories_are_known_those_listed_last(tmp_path: Path) -> None:
    store = Store(tmp_path)
    for number in range(51):
        keep_listing(store, f"{NAME}{number}", ("v1",), is_cut=False, at=1.0)
        (new,) = (one for one in (tmp_path / VERSION / "names").glob("*.tags") if one.stat().st_mtime > 100)
        os.utime(new, (number, number))
    assert [one.repository for one in known_tags(tmp_path)] == [f"{NAME}{number}" for number in range(50, 0, -1)]


def test_a_list_of_another_repository_is_not_believed(tmp_path: Path) -> None:
    store = Store(tmp_path)
    keep_listing(store, "other", ("v1",), is_cut=False, at=1.0)
    assert find_listing(store, NAME) is None
    for file in (tmp_path / VERSION / "names").iterdir():
        file.rename(file.with_stem(hashlib.sha256(NAME.encode()).hexdigest()))
    assert find_listing(store, NAME) is None
    assert known_tags(tmp_path) == ()
