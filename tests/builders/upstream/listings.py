"""The cases of upstream's own tests about listing, drawing and following the upgrades of a catalog."""

import json
from typing import Any

from builders.upstream.catalogs import Blob, bundle, channel, deprecated, package

_NAMES = ("bar", "foo")


def _bundle(of: str, version: str) -> Blob:
    properties = [{"type": "olm.package", "value": {"packageName": of, "version": version}}]
    image = f"registry.example.com/{of}-operator/{of}-bundle:v{version}"
    return bundle(name=f"{of}.v{version}", package=of, image=image, properties=properties)


def _edges(of: str) -> tuple[Blob, Blob]:
    skipped = [f"{of}.v0.1.1", f"{of}.v0.1.2"]
    first: Blob = {"name": f"{of}.v0.1.0", "skipRange": "<0.1.0"}
    return first, {"name": f"{of}.v0.2.0", "replaces": first["name"], "skips": skipped, "skipRange": "<0.2.0"}


LISTED: tuple[Blob, ...] = tuple(
    blob
    for of in _NAMES
    for blob in (
        package(of, "beta"),
        channel("beta", of, _edges(of)),
        channel("stable", of, _edges(of)[1:]),
        *(_bundle(of, version) for version in ("0.1.0", "0.2.0")),
    )
)
"""Two packages, each with two channels: what upstream's `opm alpha list` is tested with."""

HEADS = [[of, name, f"{of}.v0.2.0"] for of in _NAMES for name in ("beta", "stable")]
"""Package, channel and head."""
BUNDLES = [
    [of, name, entry["name"], entry.get("replaces"), entry.get("skips", []), entry["skipRange"]]
    for of in _NAMES
    for name, entries in (("beta", _edges(of)), ("stable", _edges(of)[1:]))
    for entry in entries
]
"""Package, channel, bundle, replaces, skips and skipRange."""


def _of(of: str, replaced: dict[str, str], skipped: dict[str, list[str]] | None = None) -> list[Blob]:
    return [
        {
            "name": f"{of}.v{version}",
            **({"replaces": f"{of}.v{before}"} if before else {}),
            **({"skips": [f"{of}.v{one}" for one in (skipped or {})[version]]} if version in (skipped or {}) else {}),
        }
        for version, before in replaced.items()
    ]


DRAWN: tuple[Blob, ...] = (
    package("anakin", "dark"),
    channel("dark", "anakin", _of("anakin", {"0.0.1": "", "0.1.0": "0.0.1", "0.1.1": "0.0.1"}, {"0.1.1": ["0.1.0"]})),
    channel("light", "anakin", _of("anakin", {"0.0.1": "", "0.1.0": "0.0.1"})),
    *(_bundle("anakin", version) for version in ("0.0.1", "0.1.0", "0.1.1")),
    package("boba-fett", "mando"),
    channel("mando", "boba-fett", _of("boba-fett", {"1.0.0": "", "2.0.0": "1.0.0"})),
    *(_bundle("boba-fett", version) for version in ("1.0.0", "2.0.0")),
    deprecated(
        {"schema": "olm.bundle", "name": "anakin.v0.0.1"},
        {"schema": "olm.channel", "name": "light"},
        {"schema": "olm.package"},
        package="anakin",
    ),
    {"schema": "custom.1"},
    {"schema": "custom.3", "package": "anakin", "myField": "foobar"},
)
"""Two packages, one with deprecations of each kind and other schemas beside it."""
DRAWINGS = {"SuccessNoFilters": "", "SuccessPackageNameFilter": "boba-fett"}
"""By upstream's names: the package that is drawn; all without one."""

_TESTED = "test-package.v"
_ENTRIES: list[Blob] = [
    {"name": f"{_TESTED}2.0.0"},
    {"name": f"{_TESTED}2.1.0", "replaces": f"{_TESTED}2.0.0"},
    {"name": f"{_TESTED}2.2.0", "replaces": f"{_TESTED}2.1.0", "skips": [f"{_TESTED}2.0.0+1"]},
    {"name": f"{_TESTED}2.2.1"},
    {"name": f"{_TESTED}2.3.0", "replaces": f"{_TESTED}2.2.0", "skips": [f"{_TESTED}2.2.1"]},
    {"name": f"{_TESTED}2.4.0", "skipRange": ">=2.3.0 <2.4.0"},
]
_VERSIONS = ("2.0.0", "2.0.0+1", "2.1.0", "2.2.0", "2.2.1", "2.3.0", "2.4.0")


def _installed(version: str, release: str | None = None) -> dict[str, Any]:
    return {
        "channels": {"stable": _ENTRIES},
        "bundles": [[f"{_TESTED}{one}", one] for one in _VERSIONS],
        "deprecated": [],
        "installed": [f"{_TESTED}{version}", version, release],
    }


SUCCESSORS: dict[str, tuple[dict[str, Any], list[str] | None]] = {
    "respect replaces directive from catalog": (_installed("2.0.0"), ["2.1.0", "2.0.0"]),
    "respect skips directive from catalog": (_installed("2.2.1"), ["2.3.0", "2.2.1"]),
    "respect skipRange directive from catalog": (_installed("2.3.0"), ["2.4.0", "2.3.0"]),
    "installed bundle matcher is exact": (_installed("2.0.0+1"), ["2.2.0", "2.0.0+1"]),
    "installed bundle not found": (_installed("9.0.0"), []),
    "explicit release field - non-empty": (_installed("1.0.0", "2"), []),
    "explicit empty release with build metadata": (_installed("1.0.0+git", ""), []),
    "invalid version - legacy format": (_installed("invalid-version"), None),
    "invalid version - explicit release format": (_installed("invalid-version", "1"), None),
    "invalid release - explicit release format": (_installed("1.0.0", "001"), None),
}
"""By upstream's names: what is installed, and the versions that may follow it; none where it is malformed."""


def stream(blobs: tuple[Blob, ...]) -> str:
    """A catalog as one file of JSON."""
    return "\n".join(map(json.dumps, blobs)) + "\n"
