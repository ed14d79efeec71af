"""Where OLM v0 and OLM v1 go from an installed bundle; answers of OLM v1 itself are in the differential tables."""

from collections.abc import Iterator
from typing import Any

import pytest
from builders.cases import each_row
from builders.goldens import Golden
from builders.packages.edited import differences
from builders.packages.upgrades import ENTRIES, NAME, RANGE, graphs, package
from builders.packages.whole import CATALOG, parsed
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.errors import Malformed
from xpkgtui.formats.catalog.model.blobs import CatalogModel, ChannelEntry, blob_of
from xpkgtui.formats.catalog.model.graph import Edges, Graph, SortedVersions, order_of, range_fault, range_of
from xpkgtui.formats.catalog.model.releases import VersionRelease
from xpkgtui.formats.catalog.model.upgrades import Installed, PackageUpgrades
from xpkgtui.formats.catalog.written.upgrades import package_upgrades
from xpkgtui.versions.blang import BlangVersion


def ways(found: PackageUpgrades, name: str) -> tuple[Any, Any]:
    """The path of each program, or why it stays."""
    at, channel = found.installed(name), found.channels[0]
    v0, v1 = found.way_v0(at, channel), found.way_v1(at, channel)
    return v0.path or v0.reason(), v1.path or v1.reason()


def test_the_nearest_to_the_head_is_not_the_highest_version() -> None:
    assert ways(package(*ENTRIES), "1.4.3") == (("1.5.1", "1.6.0"), ("1.5.2", "1.6.0"))


def test_what_only_a_skipped_entry_leads_on_from_is_left_behind_by_v0() -> None:
    v0, v1 = ways(package(*ENTRIES), "1.4.1")
    assert v0 == "no upgrade: only 1.5.2 follows, and it is skipped"
    assert v1 == ("1.5.2", "1.6.0")


def test_the_head_stays() -> None:
    assert ways(package(*ENTRIES), "1.6.0") == ("stays: it is the head", "stays: it is the highest version")


@each_row(
    ("entries", "why"),
    [
        ((ChannelEntry(name="1.0.0"), ChannelEntry(name="2.0.0")), "no upgrade: the channel has 2 heads"),
        (
            (ChannelEntry(name="1.0.0", replaces="2.0.0"), ChannelEntry(name="2.0.0", replaces="1.0.0")),
            "the channel has no head",
        ),
        (
            (ChannelEntry(name="1.0.0", replaces="1.0.0"), ChannelEntry(name="2.0.0", replaces="1.0.0")),
            "no upgrade: the way from the head is a cycle",
        ),
    ],
)
def test_without_an_order_v0_goes_nowhere(entries: tuple[ChannelEntry, ...], why: str) -> None:
    found = package(*entries)
    assert why in found.way_v0(found.installed("1.0.0"), found.channels[0]).why


def test_v1_takes_what_is_deprecated_last() -> None:
    entries = (
        ChannelEntry(name="3.0.0", replaces="2.0.0", skips=("1.0.0",)),
        ChannelEntry(name="2.0.0", replaces="1.0.0"),
        ChannelEntry(name="1.0.0"),
    )
    found = package(*entries, deprecated={"3.0.0": "broken"})
    assert found.next_v1(found.installed("1.0.0")) == "2.0.0"
    assert found.way_v1(found.installed("2.0.0")).reason() == "stays: what follows is deprecated: 3.0.0"
    again = package(*entries, deprecated=dict.fromkeys(("2.0.0", "3.0.0"), "broken"))
    assert again.next_v1(again.installed("2.0.0")) == "3.0.0"


def test_v0_goes_on_behind_what_is_skipped_where_opm_stops() -> None:
    entries = (
        ChannelEntry(name="3", replaces="2", skips=("2",)),
        ChannelEntry(name="2", replaces="1"),
        ChannelEntry(name="1", replaces="0"),
    )
    assert order_of(entries).names == ("3", "1")
    assert Graph(entries=entries).stranded == ("1",)


def test_a_cycle_behind_what_is_skipped_is_one_for_v0_alone() -> None:
    entries = (
        ChannelEntry(name="3", replaces="2", skips=("1",)),
        ChannelEntry(name="2", replaces="1"),
        ChannelEntry(name="1", replaces="1"),
    )
    assert not Graph(entries=entries).problem
    assert order_of(entries).problem == "the way from the head is a cycle"
    assert order_of(entries).cycle == ("1", "1")


def test_a_version_that_the_catalog_does_not_have_follows_ranges() -> None:
    found = package(*ENTRIES)
    assert found.next_v1(Installed.of("harbour.v1.4.2", "1.4.2")) == "1.5.2"
    assert found.next_v0(Installed.of("harbour.v1.4.2", "1.4.2"), found.channels[0]) == "1.5.1"


def test_a_release_is_the_build_metadata_unless_it_stands_beside_it() -> None:
    assert VersionRelease.parse("1.0.0+2") < VersionRelease.parse("1.0.0+10")
    assert VersionRelease.parse("1.0.0") < VersionRelease.parse("1.0.0+0")
    assert VersionRelease.parse("1.0.0+2") == VersionRelease.of("1.0.0", "2")
    assert VersionRelease.of("1.0.0+2", "") == VersionRelease.parse("1.0.0")


@given(graphs(), NAME)
def test_edges_are_what_each_entry_says_by_itself(entries: tuple[ChannelEntry, ...], name: str) -> None:
    version = BlangVersion.parse(name)
    plain = {
        one.name
        for one in entries
        if one.replaces == name
        or name in one.skips
        or ((admitted := range_of(one.skip_range)) is not None and admitted.matches(version))
    }
    assert Edges.of(entries).after(name, version) == plain


@given(graphs(), NAME)
def test_every_way_ends_and_meets_no_bundle_twice(entries: tuple[ChannelEntry, ...], name: str) -> None:
    found = package(*entries)
    at, channel = found.installed(name), found.channels[0]
    for way in (found.way_v0(at, channel), found.way_v1(at, channel), found.way_v1(at)):
        assert len({name, *way.path}) == len(way.path) + 1
        assert bool(way.path) is not bool(way.why)


@given(graphs(), NAME)
def test_v0_never_installs_a_skipped_entry_and_v1_only_successors(
    entries: tuple[ChannelEntry, ...], name: str
) -> None:
    found = package(*entries)
    at, channel = found.installed(name), found.channels[0]
    skipped = {other for one in entries for other in one.skips}
    assert found.next_v0(at, channel) not in skipped - {""}
    assert found.next_v1(at, channel) in {*found.successors(at, channel), ""}


@given(graphs())
def test_every_entry_of_a_sound_channel_is_on_the_chain_or_skipped(entries: tuple[ChannelEntry, ...]) -> None:
    graph = Graph(entries=entries)
    if not graph.problem:
        assert {one.name for one in entries} <= set(graph.chain) | graph.skipped
        order = order_of(entries)
        assert order.problem == "the way from the head is a cycle" or order.names[0] == graph.heads[0]


@given(st.lists(NAME), RANGE)
def test_runs_are_the_versions_that_a_range_admits(names: list[str], text: str) -> None:
    versions = sorted(map(BlangVersion.parse, names))
    runs = SortedVersions(versions).runs(text)
    admitted = range_of(text)
    plain = [at for at, one in enumerate(versions) if admitted is not None and admitted.matches(one)]
    assert [at for first, behind in runs for at in range(first, behind)] == plain


@pytest.mark.parametrize(("steps", "goes_on"), [(12, False), (13, True)])
def test_twelve_steps_are_followed(steps: int, goes_on: bool) -> None:
    names = [f"1.{number}.0" for number in range(steps + 1)]
    entries = [ChannelEntry(name=name, replaces=before) for before, name in zip(["", *names], names, strict=False)]
    found = package(*entries)
    way = found.way_v0(found.installed("1.0.0"), found.channels[0])
    assert (way.path, way.goes_on) == (tuple(names[1:13]), goes_on)


def test_ways_in_edited_channels(golden: Golden) -> None:
    values = [one for one in parsed(CATALOG) if one.get("package") == "tide" or one.get("name") == "tide"]
    channels = values[:3]

    def said(edited: Any) -> Iterator[str]:
        model = CatalogModel.of(blob_of(at, one) for at, one in enumerate((*edited, *values[3:])) if one)
        found = package_upgrades(model, "tide")
        yield f"{found.default} {[one.name for one in found.listed]} {found.document}"
        for channel in found.listed:
            graph, order = found.graph(channel), found.order(channel)
            left = sorted(found.left_behind(channel)), sorted(found.stranded(channel))
            yield f"{channel.name}: {graph.heads} {graph.chain} {graph.problem} {order.names} {order.problem} {left}"
            for name in ("tide.v1.4.1", "tide.v1.5.1", "tide.v1.5.2", "tide.v1.6.0", "tide.v1.3.0", "gone"):
                at = found.installed(name)
                v0, v1 = found.way_v0(at, channel), found.way_v1(at, channel)
                yield f"{channel.name} {name}: {v0.path or v0.reason()} {v1.path or v1.reason()}"
        for name in found.releases:
            way = found.way_v1(found.installed(name))
            yield f"{name} in any: {way.path or way.reason()} {found.holding(name) != ()}"

    golden("ways_catalog", differences({"": channels}, said))


def test_the_steps_that_are_followed_and_the_bundles_that_are_named() -> None:
    entries = [ChannelEntry(name=f"{at}.0.0", replaces=f"{at - 1}.0.0") for at in range(1, 15)]
    found = package(*entries)
    ways = [found.way_v1(found.installed(f"{at}.0.0")) for at in (1, 2, 3)]
    assert [(len(one.path), one.goes_on, one.path[-1]) for one in ways] == [
        *((12, True, "13.0.0"), (12, False, "14.0.0"), (11, False, "14.0.0")),
    ]
    skipping = [ChannelEntry(name=f"{at}.0.0", replaces="0.0.1") for at in range(2, 6)]
    head = ChannelEntry(name="9.0.0", replaces="0.0.0", skips=tuple(one.name for one in skipping))
    for count, names in ((3, "2.0.0, 3.0.0, 4.0.0"), (4, "2.0.0, 3.0.0, 4.0.0 and 1 more")):
        found = package(head, *skipping[:count])
        at = Installed.of("0.0.1", "0.0.1")
        assert (
            found.way_v0(at, found.channels[0]).reason() == f"no upgrade: only {names} follow, and they are skipped"
        )


_LONG = "a." + "1" * 19
_ODD = """error parsing release "a..02._": invalid release "a..02._": segment 1: Prerelease is empty
segment 2: Numeric PreRelease version must not contain leading zeroes "02"
segment 3: Invalid character(s) found in prerelease "_\""""


def test_releases_beside_versions() -> None:
    built = {"1.0.0+2": "2", "1.0.0+2.a": "2.a", "1.0.0+02": "", "1.0.0": ""}
    assert {one: VersionRelease.parse(one).release for one in built} == built
    given = ("", "2", "0", _LONG[:-1])
    found = [Installed.of("a", "1.0.0+5", one).version for one in given]
    assert [one.release for one in found if one] == list(given)
    exceeds = f'error parsing release "{_LONG}": invalid release "{_LONG}": exceeds maximum length of 20 characters'
    for text, release, says in (
        ("1.0", "2", 'error parsing version "1.0": No Major.Minor.Patch elements found'),
        ("1.0.0", _LONG, exceeds),
        ("1.0.0", "a..02._", _ODD),
    ):
        with pytest.raises(Malformed) as error:
            Installed.of("a", text, release)
        assert str(error.value) == says


def test_releases_are_compared_part_by_part() -> None:
    texts = ("1.0.0", "1.0.0+0", "1.0.0+2", "1.0.0+10", "1.0.0+10.a", "1.0.0+a", "1.0.1")
    versions = [VersionRelease.parse(one) for one in texts]
    assert sorted(versions, reverse=True) == versions[::-1]
    assert len({*versions, *map(VersionRelease.parse, texts)}) == len(texts)
    assert versions[0] != "1.0.0"


def test_what_is_behind_a_range_is_left() -> None:
    head = ChannelEntry(name="9.0.0", skip_range=">=2.0.0 <4.0.0")
    found = package(head, *(ChannelEntry(name=f"{at}.0.0") for at in range(1, 6)))
    head_only = (ChannelEntry(name="9.0.0", skips=("1.0.0", "5.0.0"), skip_range=head.skip_range),)
    others = [ChannelEntry(name=f"{at}.0.0", replaces="0.0.1") for at in range(1, 6)]
    looped = [ChannelEntry(name=one.name, replaces=one.name) for one in others]
    found = package(*head_only, *looped)
    assert found.left_behind(found.channels[0]) == frozenset({"4.0.0"})


def test_a_good_range_has_no_fault() -> None:
    assert [range_fault(one) == "" for one in (">=1.0.0 <2.0.0", "<1.0.0 || 3.0.0", "v1")] == [True, True, False]
