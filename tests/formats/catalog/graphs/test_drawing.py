"""The drawing of upgrades: what it shows, and that nothing in a catalog makes it long, wide or endless."""

import re
import unicodedata
from collections.abc import Iterable

from builders.goldens import Golden
from builders.packages.upgrades import ENTRIES, graphs, package
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.cells import cells
from xpkgtui.formats.catalog.graphs import drawing
from xpkgtui.formats.catalog.graphs.labels import NARROW, name_of, some
from xpkgtui.formats.catalog.model.blobs import Channel, ChannelEntry
from xpkgtui.formats.catalog.model.upgrades import PackageUpgrades, Release

DRAWN = """\
stable (default) of harbour   8 bundles

●    v1.6.0  head
│            ◄─ skips v1.5.2 ─────────────────╮
│            ◄┄ skipRange >=1.5.0 <1.6.0 (3) ┄┼┄╮
│ ○  v1.5.2  skipped  ▲ OLM v1 next ··········╯·┤
│ │          ◄─ skips v1.4.1 ─────────────────╮ ┊
│ │          ◄┄ skipRange >=1.4.2 <1.5.2 (3) ┄┼┄┼┄╮
●─╯  v1.5.1  ▲ OLM v0 next ···················┼·┤·┤
│            ◄┄ skipRange >=1.4.2 <1.5.1 (2) ┄┼┄┼┄┼┄╮
●    v1.5.0 ··································┼·╯·┤·┤
◉    v1.4.3  you are here ····················┼···╯·╯
│ ○  v1.4.1  skipped  ✗ stranded in OLM v0 ···╯
○─╯  v1.4.0  deprecated
●    v1.3.0
"""


def channel(*entries: ChannelEntry, width: int = NARROW) -> list[str]:
    found = package(*entries)
    return list(drawing.of_channel(found, found.channels[0], width))


def words_of(lines: Iterable[str], label: str) -> str:
    """The words behind a label at its node."""
    node = re.compile(rf"[│ ]*[●○◉][╯─┴┼│ ]* {re.escape(label)}(?: (.*))?$")
    return next((found[1] or "").strip(" ·┤╯") for line in lines if (found := node.match(line)))


def test_a_channel_is_drawn_with_all_its_edges() -> None:
    found = package(*ENTRIES, deprecated={"1.4.0": "too old"})
    lines = list(drawing.of_installed(found, found.installed("1.4.3"), found.channels))
    assert lines[:4] == [
        "From v1.4.3",
        "  OLM v0  in stable: v1.5.1, then v1.6.0",
        "  OLM v1  in stable: v1.5.2, then v1.6.0",
        "",
    ]
    assert "\n".join(lines[4:]).startswith(DRAWN)


def test_of_very_many_channels_the_rest_is_counted() -> None:
    found, entries = package(*ENTRIES), (ChannelEntry(name="harbour.v1.6.0"),)
    many = tuple(Channel(document=at, name=f"c{at}", package="harbour", entries=entries) for at in range(2_001))
    drawn = ["not drawn" in "\n".join(drawing.of_package(found, each)) for each in (many[1:], many)]
    assert drawn == [False, True]


def test_what_is_wrong_with_a_channel_is_said_above_it_and_at_its_entries() -> None:
    lines = channel(
        ChannelEntry(name="1.0.0"),
        ChannelEntry(name="2.0.0", replaces="1.0.0"),
        ChannelEntry(name="3.0.0", skips=("2.0.0",)),
    )
    assert lines[1] == "✗ opm refuses it: channel contains one or more"
    assert words_of(lines, "v1.0.0") == "✗ stranded"
    assert words_of(lines, "v3.0.0") == "head"
    assert "  OLM v0  in stable: ✗ no upgrade: only v2.0.0" in lines


def test_a_cycle_is_drawn_once_and_named() -> None:
    lines = channel(
        ChannelEntry(name="1.0.0", replaces="3.0.0"),
        ChannelEntry(name="2.0.0", replaces="1.0.0"),
        ChannelEntry(name="3.0.0", replaces="2.0.0"),
        ChannelEntry(name="4.0.0", replaces="3.0.0"),
    )
    assert [words_of(lines, f"v{number}.0.0") for number in (3, 2, 1)] == ["✗ in a cycle"] * 3
    assert any("replaces v3.0.0, which is newer" in line for line in lines)


def test_what_a_range_skips_is_counted_where_it_cannot_be_named() -> None:
    older = tuple(ChannelEntry(name=f"the-operator-of-a-harbour.v25.10.{number}") for number in range(30))
    newest = ChannelEntry(name="the-operator-of-a-harbour.v26.3.0", skip_range=">=1.9.0 <26.3.0")
    for width in range(NARROW, 120):
        found = PackageUpgrades(
            name="harbour",
            channels=(Channel(document=1, name="stable", package="harbour", entries=(newest, *older)),),
            releases={
                one.name: Release(name=one.name, version=one.name.partition(".v")[2]) for one in (newest, *older)
            },
        )
        (line,) = (one for one in drawing.of_channel(found, found.channels[0], width) if "skipRange >" in one)
        assert re.search(r"\(30(: .* and \d+ more)?\)$", line), (width, line)


def test_heads_missing_entries_and_malformed_ranges_are_said() -> None:
    lines = channel(ChannelEntry(name="1.0.0", replaces="0.9.0", skip_range="v1"), ChannelEntry(name="2.0.0"))
    assert any("◄┄ skipRange v1 (none here)" in line for line in lines)
    assert any("replaces 0.9.0, not in this channel" in line for line in lines)
    assert lines[1].startswith("✗ opm refuses it: multiple channel heads found")


def test_an_entry_without_a_bundle_has_its_name() -> None:
    found = PackageUpgrades(name="a", channels=package(ChannelEntry(name="b.v1")).channels, releases={})
    assert words_of(drawing.of_channel(found, found.channels[0]), "b.v1") == "head  ✗ no bundle of this name"


def test_a_bundle_that_requires_something_is_refused_by_v1() -> None:
    found = package(ChannelEntry(name="1.0.0"), ChannelEntry(name="2.0.0", replaces="1.0.0"))
    needs = Release(name="2.0.0", version="2.0.0", requires="olm.package.required")
    found = PackageUpgrades(
        name="a", default="stable", channels=found.channels, releases={**found.releases, "2.0.0": needs}
    )
    lines = list(drawing.of_installed(found, found.installed("1.0.0"), found.channels))
    assert lines[3:5] == [
        "          ! OLM v1 refuses 2.0.0: it has the property",
        "            olm.package.required",
    ]
    assert words_of(lines, "v2.0.0").startswith("head  ! OLM v1 refuses it")


def test_hostile_names_stay_in_their_line() -> None:
    names = ["a\x1b[31m\nb\r", "\u202eevil", "漢" * 200, "x" * 10_000, ""]
    entries = [
        ChannelEntry(name=name, replaces=names[-1 - at], skips=(name, "\t\n")) for at, name in enumerate(names)
    ]
    for line in channel(*entries):
        assert cells(line) <= NARROW
        assert not re.search(r"[\x00-\x1f\x7f-\x9f]", line)
        assert not any(unicodedata.bidirectional(each) in ("RLO", "LRO") for each in line)


@given(graphs(), st.integers(NARROW, 200))
def test_no_line_is_wider_than_detail_and_each_entry_has_its_node(
    entries: tuple[ChannelEntry, ...], width: int
) -> None:
    lines = channel(*entries, width=width)
    assert all(cells(line) <= width for line in lines)
    for entry in entries:
        assert (
            len([line for line in lines if re.match(rf"[│ ]*[●○][╯─┴┼│ ]* v{re.escape(entry.name)}( |$)", line)]) == 1
        )


def test_thousands_of_entries_take_a_few_lines_each() -> None:
    entries = [
        ChannelEntry(name=f"{at}.0.0", replaces=f"{at - 1}.0.0", skips=(f"{at - 2}.0.0",), skip_range=f"<{at}.0.0")
        for at in range(3_000)
    ]
    assert len(channel(*entries)) < 3 * len(entries) + 100


def test_a_package_begins_with_a_line_for_each_channel() -> None:
    found = package(*ENTRIES)
    lines = list(drawing.of_package(found, found.channels))
    assert lines[:3] == ["harbour   1 channel, default stable", "", "stable (default)   8 bundles   head v1.6.0"]


def test_channels_and_heads_are_listed_newest_first_behind_the_default_one() -> None:
    names = ("stable-3.10", "stable-3.9", "stable-3.11", "fast")
    entries = (ChannelEntry(name="1.9.0"), ChannelEntry(name="1.10.0"))
    releases = {one.name: Release(name=one.name, version=one.name) for one in entries}
    channels = tuple(
        Channel(document=number, name=name, package="harbour", entries=entries) for number, name in enumerate(names)
    )
    found = PackageUpgrades(name="harbour", default="stable-3.9", channels=channels, releases=releases)
    lines = [line for line in drawing.of_package(found, found.channels) if "bundles   head" in line]
    assert [line.split()[0] for line in lines] == ["stable-3.9", "fast", "stable-3.11", "stable-3.10"]
    assert all("head v1.10.0" in line for line in lines)
    assert [one.name for one in found.holding("1.9.0")] == ["stable-3.9", "fast", "stable-3.11", "stable-3.10"]


def test_the_numbers_of_bundles_stand_under_each_other() -> None:
    names = {"one": 1, "ten": 10, "two": 2}
    channels = tuple(
        Channel(
            document=number,
            name=name,
            package="harbour",
            entries=tuple(ChannelEntry(name=f"{at}.0.0", replaces=f"{at - 1}.0.0") for at in range(1, count + 1)),
        )
        for number, (name, count) in enumerate(names.items())
    )
    releases = {f"{at}.0.0": Release(name=f"{at}.0.0", version=f"{at}.0.0") for at in range(1, 11)}
    found = PackageUpgrades(name="harbour", default="", channels=channels, releases=releases)
    lines = [line for line in drawing.of_package(found, found.channels) if "   head v" in line]
    assert sorted(lines) == [
        "one    1 bundle    head v1.0.0",
        "ten   10 bundles   head v10.0.0",
        "two    2 bundles   head v2.0.0",
    ]


NAME = "an-operator-with-a-name-of-some-length.v"


def long_names(width: int) -> list[str]:
    entries = (
        ChannelEntry(
            name=f"{NAME}1.1.0", replaces=f"{NAME}1.0.0", skips=(f"{NAME}1.0.1",), skip_range=">=1.0.0 <1.1.0"
        ),
        ChannelEntry(name=f"{NAME}1.0.1", replaces=f"{NAME}1.0.0"),
        ChannelEntry(name=f"{NAME}1.0.0", replaces=f"{NAME}0.9.0"),
    )
    found = PackageUpgrades(
        name="an-operator",
        channels=(Channel(document=1, name="stable", package="an-operator", entries=entries),),
        releases={one.name: Release(name=one.name, version=one.name.removeprefix(NAME)) for one in entries},
        deprecated={f"{NAME}1.0.0": "use 1.1 instead"},
    )
    return list(drawing.of_channel(found, found.channels[0], width))[2:9]


def test_the_narrowest_drawing_has_versions_and_says_what_no_line_shows() -> None:
    assert long_names(NARROW) == [
        "●    v1.1.0  head",
        "│            ◄─ skips v1.0.1 ─────────────────╮",
        "│            ◄┄ skipRange >=1.0.0 <1.1.0 (2) ┄┼┄╮",
        "│ ○  v1.0.1  skipped ·························╯·┤",
        "○─╯  v1.0.0  deprecated ························╯",
        "             replaces an-operator…ength.v0.9.0",
        "               not in this channel",
    ]


def test_with_more_room_words_say_what_lines_show_too() -> None:
    lines = long_names(76)
    assert lines[0] == "●    v1.1.0  head  replaces v1.0.0"
    assert "◄┄ skipRange >=1.0.0 <1.1.0 (2: v1.0.1, v1.0.0) ┄" in lines[2]
    assert [line.strip(" ○│─╯·") for line in lines[4:]] == [
        "v1.0.0  deprecated",
        "! deprecated: use 1.1 instead",
        "replaces an-operator-wit…me-length.v0.9.0, not in this channel",
    ]


def test_with_all_the_room_names_stand_whole_beside_versions() -> None:
    lines = long_names(160)
    assert lines[0] == f"●    v1.1.0  {NAME}1.1.0  head  replaces v1.0.0"
    assert f"  deprecated  replaces {NAME}0.9.0, not in this channel" in lines[4]


def test_a_bundle_of_another_channel_is_called_by_its_version() -> None:
    found = PackageUpgrades(
        name="harbour",
        channels=(
            Channel(
                document=1,
                name="b",
                package="harbour",
                entries=(ChannelEntry(name="harbour.v2", replaces="harbour.v1"),),
            ),
        ),
        releases={f"harbour.v{one}": Release(name=f"harbour.v{one}", version=f"{one}.0.0") for one in (1, 2)},
    )
    lines = list(drawing.of_channel(found, found.channels[0]))
    assert "           replaces v1.0.0, not in this channel" in lines


def test_why_an_entry_is_deprecated_is_said_whole_in_lines_of_whole_words() -> None:
    why = "this release loses data where a volume is moved. Please take the channel stable-2 instead, or a later one"
    found = package(*ENTRIES, deprecated={"1.4.0": why})
    lines = list(drawing.of_channel(found, found.channels[0], 76))
    at = next(number for number, line in enumerate(lines) if "! deprecated" in line)
    said = " ".join(line.strip(" │┆┊╎┄─╮╯·├┤┼") for line in lines[at : at + 4])
    assert why in " ".join(said.split())


def test_entries_at_every_width(golden: Golden) -> None:
    few = [f"{at}.0.0" for at in range(1, 31)]
    many = package(
        ChannelEntry(name="40.0.0", replaces="30.0.0", skips=tuple(few[:24]), skip_range="<25.0.0"),
        ChannelEntry(name="39.0.0", replaces="30.0.0", skips=tuple(few[:25]), skip_range="<26.0.0"),
        *(ChannelEntry(name=one, replaces=other) for one, other in zip(few, ["", *few], strict=False)),
        deprecated={"39.0.0": "x" * 310, "30.0.0": "use another one, please, or none at all"},
    )
    told = []
    for width in (54, 96):
        told += [*drawing.of_channel(many, many.channels[0], width), *long_names(width)]
        long = PackageUpgrades(name="harbour " * 12, channels=many.channels, deprecation="old " * 30)
        told += drawing.of_package(long, many.channels, width)
        at = many.installed("1.0.0")
        told += drawing.of_installed(many, at, many.channels, width)
    golden("drawing_widths", "\n".join(told))


def test_steps_of_ways() -> None:
    for count, said in (
        (4, "v2.0.0, then v3.0.0, then v4.0.0, then v5.0.0"),
        (5, "v2.0.0, then v3.0.0, then v4.0.0, then 2 more to v6.0.0"),
        (13, "v2.0.0, then v3.0.0, then v4.0.0, then at least 9 more"),
    ):
        names = [f"{at}.0.0" for at in range(1, count + 2)]
        found = package(
            *(ChannelEntry(name=one, replaces=other) for one, other in zip(names, ["", *names], strict=False))
        )
        (way, *_) = drawing.way_facts(found, "1.0.0")
        assert way == ("goes to", f"OLM v0  in stable: {said}")


def test_names_have_as_much_room_as_there_is() -> None:
    assert [name_of(one, 10) for one in ("", "a" * 10, "abcdefghijk", "漢" * 6)] == [
        *("(no name)", "a" * 10, "abcd…ghijk", "漢漢…漢漢"),
    ]
    names = ["one", "two", "three"]
    assert [some(names, 3, room) for room in (2, 18, 19)] == ["one and 2 more", "one and 2 more", "one, two, three"]
    assert [some([*names, "four"], 4, room) for room in (18, 19)] == ["one and 3 more", "one, two and 2 more"]
