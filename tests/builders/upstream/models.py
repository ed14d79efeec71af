"""The cases of operator-registry's own tests about its model: channels, packages, bundles, releases, properties."""

from collections.abc import Iterator
from typing import Any

from builders.upstream.catalogs import DATA, OF_PACKAGE, Blob, Case, bundle, case, channel, package, released

_Edges = tuple[str, tuple[str, ...]]
"""What an entry replaces, and what it skips."""


def _graph(**entries: _Edges) -> Case:
    """A channel whose entries are numbers, each the patch of its version."""
    listed = [{"name": name[1:], "replaces": old, "skips": list(skips)} for name, (old, skips) in entries.items()]
    return case(package(), channel(entries=listed), *(bundle(f"0.0.{name[1:]}", name[1:]) for name in entries))


_ROOT: _Edges = ("", ())
GRAPHS: dict[str, tuple[Case, str]] = {
    "Valid": (_graph(_1=_ROOT, _2=_ROOT, _3=("1", ("2",))), ""),
    "NoChannelHead": (_graph(_1=("3", ()), _3=("1", ("2",))), "no channel head found in graph"),
    "MultipleChannelHeads": (
        _graph(_1=_ROOT, _3=("1", ("2",)), _4=("1", ())),
        "multiple channel heads found in graph: 3, 4",
    ),
    "Valid chain": (_graph(_1=_ROOT, _2=("", ("1",)), _3=("", ("2",)), _4=("3", ())), ""),
    "CycleNoHops": (
        _graph(_4=("4", ()), _5=("4", ())),
        "detected cycle in replaces chain of upgrade graph: 4 -> 4",
    ),
    "CycleMultipleHops": (
        _graph(_1=("3", ()), _2=("1", ()), _3=("2", ()), _4=("3", ())),
        "detected cycle in replaces chain of upgrade graph: 3 -> 2 -> 1 -> 3",
    ),
    "Stranded": (
        _graph(_1=_ROOT, _2=("1", ()), _3=("", ("2",))),
        "channel contains one or more stranded bundles: 1",
    ),
    "SkippedReplacesStranded": (
        _graph(_1=_ROOT, _2=("1", ()), _3=("2", ("2",))),
        "channel contains one or more stranded bundles: 1",
    ),
    "InvalidHead": (_graph(_0=_ROOT, _1=_ROOT), "multiple channel heads found in graph: 0, 1"),
}
"""By upstream's names: a channel, and what is said of its graph."""


def _versions(*versions: str) -> Case:
    """A chain of bundles, each with its version; one behind a slash is the release."""
    entries, bundles, before = [], [], ""
    for number, text in enumerate(versions):
        version, _, release = text.partition("/")
        name = f"foo-v{version}-{release}" if release else f"foo.{number}"
        entries.append({"name": name, "replaces": before})
        bundles.append(released(release, name, version) if release else bundle(version, name))
        before = name
    return case(package(), channel(entries=entries), *bundles)


def _one(entry: Blob | None = None, **more: Any) -> Case:
    """One bundle with its entry."""
    return case(package(), channel(entries=({"name": "foo.v0.1.0", **(entry or {})},)), bundle(**more))


def _released(name: str, release: str, version: str) -> Case:
    return case(package(), channel(entries=(name,)), released(release, name, version))


MODEL: dict[str, tuple[Case, str]] = {
    "Package/NoName": (case(package(""), channel(package=""), bundle(package="")), "FBC010"),
    "Package/NoChannels": (case(package()), "FBC011"),
    "Package/DuplicateBundleVersions": (_versions("0.0.1", "0.0.1", "1.0.1", "1.0.1"), "FBC047"),
    "Package/DuplicateBundleVersionsReleases": (_versions("0.0.1", "0.0.1", "0.0.1/100"), "FBC047"),
    "Package/BundleReleaseNormalizedName": (_released("foo.v0.0.1.alpha1", "alpha1", "0.0.1"), "FBC046"),
    "Package/NoDefaultChannel": (case(package(default=""), channel(), bundle()), "FBC011"),
    "Package/DefaultChannelNotInChannelMap": (case(package(default="not-there"), channel(), bundle()), "FBC011"),
    "Channel/NoName": (case(package(), channel(""), bundle()), "FBC020"),
    "Channel/NoBundles": (case(package(), channel(), channel("beta", entries=()), bundle()), "FBC021"),
    "Bundle/Valid": (_one(), ""),
    "Bundle/ReplacesNotInChannel": (_one({"replaces": "foo.v0.0.0"}), ""),
    "Bundle/NoBundleImage/HaveBundleData": (_one(image="", properties=DATA), ""),
    "Bundle/NoBundleImage": (_one(image=""), "FBC042"),
    "Bundle/NoName": (_one({"name": ""}, name=""), "FBC021"),
    "Bundle/WrongPackage": (_one(package="bar"), "FBC040"),
    "Bundle/InvalidProperty": (_one(properties=[OF_PACKAGE, {"type": "olm.gvk", "value": "{"}]), "FBC044"),
    "Bundle/EmptySkipsValue": (_one({"skips": [""]}), "FBC026"),
    "Bundle/EmptySkipRange": (_one({"skipRange": ""}), ""),
    "Bundle/ValidSkipRange": (_one({"skipRange": ">=1.0.0 <2.0.0"}), ""),
    "Bundle/InvalidSkipRange/LeadingV": (_one({"skipRange": ">v0.1.0"}), "FBC027"),
    "Bundle/InvalidSkipRange/LeadingZero": (_one({"skipRange": ">1.00.1"}), "FBC027"),
    "Bundle/MissingPackage": (_one(properties=[]), "FBC045"),
    "Bundle/MultiplePackages": (_one(properties=[OF_PACKAGE, OF_PACKAGE]), "FBC045"),
    "RelatedImage/Valid": (_one(relatedImages=[{"name": "foo", "image": "bar"}]), ""),
    "RelatedImage/NoImage": (_one(relatedImages=[{"name": "foo", "image": ""}]), ""),
}
"""By upstream's names: the catalog, and the rule that refuses it.

A related image without image is refused by upstream's type, and not by opm.
"""

GOOD_RELEASES = ("", "alpha", "1", "alpha.1.beta.2", "rc-1.beta-2", "a" * 20, "0", "0alpha")
BAD_RELEASES = ("a" * 21, "01", "001", "alpha_beta")


def releases() -> Iterator[tuple[str, tuple[Case, str]]]:
    """A bundle for each release."""
    for release in (*GOOD_RELEASES, *BAD_RELEASES):
        name = f"foo-v0.1.0-{release}" if release else "foo.v0.1.0"
        yield f"Release/{release}", (_released(name, release, "0.1.0"), "FBC046" if release in BAD_RELEASES else "")


_SHAPES = {
    "Package": "olm.package",
    "PackageRequired": "olm.package.required",
    "GVK": "olm.gvk",
    "GVKRequired": "olm.gvk.required",
    "BundleObject": "olm.bundle.object",
    "Channel": "olm.channel",
    "CSVMetadata": "olm.csv.metadata",
}


def properties() -> Iterator[tuple[str, tuple[Case, str]]]:
    """A bundle for each fault of a property; opm asks for a type and a value in its own tests alone."""
    for name, odd, rule in (
        ("Valid", {"type": "custom.type", "value": {}}, ""),
        ("NoType", {"value": {}}, ""),
        ("NoValue", {"type": "custom.type"}, "FBC044"),
        ("EmptyValue", {"type": "custom.type", "value": None}, ""),
    ):
        yield f"Property/{name}", (_one(properties=[OF_PACKAGE, odd]), rule)
    for name, kind in _SHAPES.items():
        yield (
            f"Property/Invalid{name}",
            (_one(properties=[OF_PACKAGE, {"type": kind, "value": "{"}]), _RULES.get(name, "FBC044")),
        )


_RULES = {"BundleObject": "FBC050"}
MODEL |= dict(releases()) | dict(properties())
RANGES: dict[str, tuple[str, ...]] = {
    "operators": (">1.2.3", ">=1.2.3", "<1.2.3", "<=1.2.3", "1.2.3", "=1.2.3", "==1.2.3", "!=1.2.3", "!1.2.3"),
    "and": (">1.2.2 <1.2.4", "<1.2.2 <1.2.4", ">1.2.2 <1.2.5 !=1.2.4", ">1.2.2 <1.2.5 !1.2.4"),
    "or": (">1.2.2 || <1.2.4", "<1.2.2 || >1.2.4", ">1.2.2 <1.2.4 || >=2.0.0"),
    "wildcards": (">1.x", ">1.2.x", "1.x", "1.2.x", "<=1.2.x", "!=1.x", "1.x || >=2.0.x <2.2.x"),
    "malformed": (">>1.2.3", "1.0", "string", "", "fo.ob.ar.x", "foox", "<==1.2.3", ">1.2.3 ||", "|| >1.2.3"),
}
"""Ranges of blang/semver's own tests."""
VERSIONS = (
    *("0.1.9", "1.1.9", "1.2.2", "1.2.3", "1.2.4", "1.2.5", "1.3.0", "1.9.0", "2.0.0", "2.1.8", "2.2.0", "3.0.0"),
)
