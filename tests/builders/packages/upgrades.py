"""Packages of a catalog with their channels: one with every kind of edge, and any."""

import json

from hypothesis import strategies as st

from xpkgtui.formats.catalog.model.blobs import Channel, ChannelEntry
from xpkgtui.formats.catalog.model.upgrades import PackageUpgrades, Release

ENTRIES = (
    ChannelEntry(name="1.6.0", replaces="1.5.1", skips=("1.5.2",), skip_range=">=1.5.0 <1.6.0"),
    ChannelEntry(name="1.5.2", replaces="1.5.1", skips=("1.4.1",), skip_range=">=1.4.2 <1.5.2"),
    ChannelEntry(name="1.5.1", replaces="1.5.0", skip_range=">=1.4.2 <1.5.1"),
    ChannelEntry(name="1.5.0", replaces="1.4.3"),
    ChannelEntry(name="1.4.3", replaces="1.4.0"),
    ChannelEntry(name="1.4.1", replaces="1.4.0"),
    ChannelEntry(name="1.4.0", replaces="1.3.0"),
    ChannelEntry(name="1.3.0"),
)


def package(*entries: ChannelEntry, deprecated: dict[str, str] | None = None) -> PackageUpgrades:
    """A package with one channel, whose bundles are called as their versions are."""
    return PackageUpgrades(
        name="harbour",
        default="stable",
        channels=(Channel(document=1, name="stable", package="harbour", entries=entries),),
        releases={one.name: Release(name=one.name, version=one.name) for one in entries},
        deprecated=deprecated or {},
    )


NAMES = [f"{number // 3}.{number % 3}.0" for number in range(9)]
NAME = st.sampled_from(NAMES)
RANGE = st.sampled_from(["", "", ">=0.1.0 <1.1.0", "1.x", "!=0.1.0 <2.0.0", "<0.2.0 || >2.0.0", "x", "nonsense"])


@st.composite
def graphs(draw: st.DrawFn) -> tuple[ChannelEntry, ...]:
    """Any edges, also back to newer entries, to oneself and to entries that are not there."""
    names = draw(st.lists(NAME, unique=True, min_size=1))
    other = st.sampled_from([*NAMES, "", "9.9.9"])
    return tuple(
        ChannelEntry(
            name=name,
            replaces=draw(other),
            skips=tuple(draw(st.lists(other, max_size=2))),
            skip_range=draw(RANGE),
        )
        for name in names
    )


def catalog_text(name: str = "harbour-operator", entries: tuple[ChannelEntry, ...] = ENTRIES) -> str:
    """The package with its channel `stable` and a bundle for each entry, as a stream of JSON."""

    def named(version: str) -> str:
        return f"{name}.v{version}"

    listed = [
        {
            "name": named(one.name),
            **({"replaces": named(one.replaces)} if one.replaces else {}),
            **({"skips": list(map(named, one.skips))} if one.skips else {}),
            **({"skipRange": one.skip_range} if one.skip_range else {}),
        }
        for one in entries
    ]
    deprecated = {"reference": {"schema": "olm.bundle", "name": named("1.4.0")}, "message": "too old"}
    documents = [
        {"schema": "olm.package", "name": name, "defaultChannel": "stable"},
        {"schema": "olm.channel", "package": name, "name": "stable", "entries": listed},
        *(_bundle(name, named(one.name), one.name) for one in entries),
        {"schema": "olm.deprecations", "package": name, "entries": [deprecated]},
    ]
    return "".join(f"{json.dumps(one)}\n" for one in documents)


def _bundle(package: str, name: str, version: str) -> dict[str, object]:
    value = {"packageName": package, "version": version}
    properties = [{"type": "olm.package", "value": value}]
    image = f"registry.example.com/{package}:v{version}"
    return {"schema": "olm.bundle", "package": package, "name": name, "image": image, "properties": properties}
