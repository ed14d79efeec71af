"""How long a name is believed, what is said of an old one, and the tags that were listed on the way."""

import hashlib
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from builders.cases import each_row
from builders.inspection.fake_source import FakeSource

from xpkgtui.errors import Unreachable
from xpkgtui.fetching.cache.cache_folder import VERSION
from xpkgtui.fetching.cache.store import Store, clear
from xpkgtui.fetching.cache.tag_cache import TagCache, cached_references, find_listing, keep_listing, known_tags
from xpkgtui.fetching.fetcher import Fetcher
from xpkgtui.oci.descriptor import Digest
from xpkgtui.oci.reference import Reference
from xpkgtui.sources.access import Access
from xpkgtui.sources.source import ImageRoot

TAGGED = Reference.parse("registry.example/acme/package:v1.0.0")
Make = Callable[..., Fetcher]


async def test_a_tag_is_believed_for_two_minutes(make: Make) -> None:
    source = FakeSource(reference=TAGGED)
    for moment, asked in ((1000.0, 1), (1119.0, 1), (1121.0, 2)):
        root = await make(source, now=lambda moment=moment: moment).resolve()
        assert isinstance(root, ImageRoot)
        assert len(source.asked) == asked


async def test_refresh_asks_although_the_tag_is_remembered(make: Make) -> None:
    source = FakeSource(reference=TAGGED)
    await make(source).resolve()
    await make(source, access=Access(refresh=True)).resolve()
    assert source.asked == ["resolve", "resolve"]


async def test_offline_serves_an_old_tag_and_says_how_old(make: Make) -> None:
    source = FakeSource(reference=TAGGED)
    await make(source, now=lambda: 0.0).resolve()
    root = await make(source, access=Access(offline=True), now=lambda: 7300.0).resolve()
    assert isinstance(root, ImageRoot)
    assert (root.stale, root.notes) == ("cached 2 h ago; offline", ("cached 2 h ago; offline.",))
    assert source.asked == ["resolve"]


async def test_an_old_tag_is_used_where_the_registry_is_unreachable_and_says_so(make: Make) -> None:
    source = FakeSource(reference=TAGGED)
    await make(source, now=lambda: 0.0).resolve()
    source.unreachable = True
    root = await make(source, now=lambda: 725.0).resolve()
    assert isinstance(root, ImageRoot)
    assert (root.data, root.stale) == (b"{}", "cached 12 min ago; registry unreachable")
    assert root.notes == ("cached 12 min ago; registry unreachable: registry.example cannot be reached.",)


async def test_an_unreachable_registry_whose_tag_was_never_read_is_an_error(make: Make) -> None:
    with pytest.raises(Unreachable, match="cannot be reached"):
        await make(FakeSource(reference=TAGGED, unreachable=True)).resolve()


async def test_refresh_takes_no_old_tag_and_names_the_one_that_there_is(make: Make) -> None:
    source = FakeSource(reference=TAGGED)
    await make(source, now=lambda: 0.0).resolve()
    source.unreachable = True
    with pytest.raises(Unreachable) as caught:
        await make(source, access=Access(refresh=True), now=lambda: 40.0).resolve()
    assert caught.value.hint == "Without `--refresh` it opens from the cache: cached 40 s ago; registry unreachable."


async def test_asking_again_asks_for_a_fresh_tag_and_for_no_digest(make: Make) -> None:
    tagged = FakeSource(reference=TAGGED)
    pinned = FakeSource(reference=replace(TAGGED, digest=Digest.of(b"{}")))
    for source, asked in ((tagged, 2), (pinned, 1)):
        await make(source).resolve()
        await make(source, access=Access(ask_tags=True)).resolve()
        assert len(source.asked) == asked


async def test_offline_has_no_tag_that_was_never_read(make: Make) -> None:
    with pytest.raises(Unreachable, match="offline") as caught:
        await make(FakeSource(reference=TAGGED), access=Access(offline=True, refresh=True)).resolve()
    assert caught.value.hint == "Run once without `--offline` to cache it."


async def test_a_pinned_digest_is_not_asked_for_again(make: Make) -> None:
    reference = replace(TAGGED, digest=Digest.of(b"{}"))
    source = FakeSource(reference=reference)
    await make(source, now=lambda: 0.0).resolve()
    root = await make(source, now=lambda: 1e9).resolve()
    assert isinstance(root, ImageRoot)
    assert (root.data, root.notes) == (b"{}", ())
    offline = await make(source, access=Access(offline=True), now=lambda: 1e9).resolve()
    assert isinstance(offline, ImageRoot)
    assert (offline.data, offline.notes, offline.stale) == (b"{}", (), "")
    assert source.asked == ["resolve"]


async def test_refresh_asks_for_a_pinned_digest_too(make: Make) -> None:
    source = FakeSource(reference=replace(TAGGED, digest=Digest.of(b"{}")))
    await make(source).resolve()
    await make(source, access=Access(refresh=True)).resolve()
    assert source.asked == ["resolve", "resolve"]


def listed(folder: Path) -> set[Path]:
    """The files of tags, without those of the digests that they name."""
    files = (folder / "cache" / "v1" / "names").iterdir()
    return {one for one in files if TAGGED.name.encode() in one.read_bytes()}


async def test_a_digest_that_a_tag_named_needs_no_request(make: Make) -> None:
    source = FakeSource(reference=TAGGED)
    root = await make(source).resolve()
    pinned = FakeSource(reference=replace(TAGGED, tag="", digest=Digest.of(b"{}")))
    found = await make(pinned).resolve()
    assert isinstance(root, ImageRoot)
    assert isinstance(found, ImageRoot)
    assert (pinned.asked, found.digest, found.reference) == ([], root.digest, f"{TAGGED.name}@{root.digest}")


async def test_a_fifo_in_place_of_a_tag_is_passed_over(make: Make, tmp_path: Path) -> None:
    source = FakeSource(reference=TAGGED)
    await make(source).resolve()
    (tag,) = listed(tmp_path)
    tag.unlink()
    os.mkfifo(tag)
    await make(source).resolve()
    assert source.asked == ["resolve", "resolve"]


def test_references_in_the_cache_are_listed_the_newest_first(tmp_path: Path) -> None:
    names = tmp_path / VERSION / "names"
    names.mkdir(parents=True)
    store = Store(tmp_path)
    for number, name in enumerate(("a.example/a:v1", "a.example/b:v1")):
        before = set(names.iterdir())
        TagCache(store, lambda: 1.0).keep(name, digest=Digest.of(b""), media_type="", reference=name, notes=())
        (new,) = set(names.iterdir()) - before
        os.utime(new, (number, number))
    (names / "2.json").write_text('{"reference": "a.example/c:v1"}')
    assert cached_references(tmp_path) == ("a.example/b:v1", "a.example/a:v1")
    assert cached_references(tmp_path / "nowhere") == ()


async def test_a_tag_that_another_program_wrote_is_not_believed(make: Make, tmp_path: Path) -> None:
    source = FakeSource(reference=TAGGED)
    await make(source).resolve()
    (tag,) = listed(tmp_path)
    data = tag.read_bytes()
    tag.write_bytes(data.replace(Digest.of(b"{}").hex.encode(), Digest.of(b"[]").hex.encode()))
    await make(source).resolve()
    assert source.asked == ["resolve", "resolve"]


async def test_a_tag_under_the_name_of_another_is_not_believed(make: Make, tmp_path: Path) -> None:
    source, other = FakeSource(reference=TAGGED), FakeSource(reference=replace(TAGGED, tag="v2.0.0"))
    await make(source).resolve()
    (tag,) = listed(tmp_path)
    await make(other).resolve()
    (second,) = listed(tmp_path) - {tag}
    second.write_bytes(tag.read_bytes())
    await make(other).resolve()
    assert other.asked == ["resolve", "resolve"]


def test_a_tag_that_moved_keeps_what_it_was_and_when(tmp_path: Path) -> None:
    now = [1_000.0]
    tags = TagCache(Store(tmp_path), lambda: now[0])
    digests = [Digest.of(text) for text in (b"one", b"two")]
    for digest in (digests[0], digests[0], digests[1], digests[1]):
        now[0] += 500
        tags.keep("host.test/a/b:v1", digest=digest, media_type="", reference="host.test/a/b:v1", notes=())
    found = tags.find("host.test/a/b:v1")
    assert found is not None
    assert (found.digest, found.was, found.was_at) == (digests[1], digests[0], 2_000.0)


def test_what_a_mirror_answered_is_not_the_answer_of_the_registry(tmp_path: Path) -> None:
    store = Store(tmp_path)
    mirrored, own = (TagCache(store, lambda: 1.0, by_mirrors=one) for one in (True, False))
    mirrored.keep("a.example/b:v1", digest=Digest.of(b""), media_type="", reference="a.example/b:v1", notes=())
    assert mirrored.find("a.example/b:v1") is not None
    assert own.find("a.example/b:v1") is None


async def test_a_root_is_remembered_for_two_minutes_and_asked_for_again_where_that_is_wanted(make: Make) -> None:
    source, now = FakeSource(reference=TAGGED), [0.0]
    fetcher = make(source, now=lambda: now[0], clock=lambda: now[0])
    first = await fetcher.resolve()
    now[0] = 119.0
    assert await fetcher.resolve() is first
    assert source.asked == ["resolve"]
    now[0] = 120.0
    assert (await fetcher.resolve()).reference == first.reference
    assert source.asked == ["resolve"] * 2
    again = make(source, access=Access(refresh=True))
    assert [(await again.resolve()).reference for _ in range(2)] == [first.reference] * 2
    assert source.asked == ["resolve"] * 4


NAME = "registry.example/acme/package"


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
