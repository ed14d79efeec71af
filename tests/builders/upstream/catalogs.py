"""The cases of operator-registry's own tests about reading catalogs and their structure, with made-up content."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

Blob = dict[str, Any]
Case = Mapping[str, Any]


def package(name: str = "foo", default: str = "alpha") -> Blob:
    """A package."""
    return {"schema": "olm.package", "name": name, "defaultChannel": default}


def channel(name: str = "alpha", package: str = "foo", entries: Iterable[str | Blob] = ("foo.v0.1.0",)) -> Blob:
    """A channel; an entry is its name, or has edges."""
    listed = [{"name": one} if isinstance(one, str) else one for one in entries]
    return {"schema": "olm.channel", "name": name, "package": package, "entries": listed}


def bundle(version: str = "0.1.0", name: str = "foo.v0.1.0", **more: Any) -> Blob:
    """A bundle, whose fields can be others."""
    value = {"packageName": "foo", "version": version}
    made = {"schema": "olm.bundle", "name": name, "package": "foo", "image": "quay.io/acme/foo:v1"}
    return {**made, "properties": [{"type": "olm.package", "value": value}], **more}


def released(release: str, name: str, version: str = "0.1.0") -> Blob:
    """A bundle with a release."""
    value = {"packageName": "foo", "version": version, "release": release}
    return bundle(name=name, properties=[{"type": "olm.package", "value": value}])


def deprecated(*references: Blob, package: str = "foo") -> Blob:
    """Deprecations of a package."""
    entries = [{"reference": one, "message": "gone"} for one in references]
    return {"schema": "olm.deprecations", "package": package, "entries": entries}


def case(*blobs: Blob) -> Case:
    """A catalog of one file."""
    return {"files": {"catalog.yaml": "\n---\n".join(map(json.dumps, blobs))}}


def texts(**files: str) -> Case:
    """A catalog of these files: `__` in a name is a slash, `_` a dot."""
    return {"files": {name.replace("__", "/").replace("_", "."): text for name, text in files.items()}}


def _yaml(*blobs: Blob) -> str:
    return "---\n".join("".join(f"{key}: {json.dumps(value)}\n" for key, value in one.items()) for one in blobs)


ENTRY = {"schema": "olm.bundle", "name": "foo.v0.1.0"}
OF_PACKAGE = {"type": "olm.package", "value": {"packageName": "foo", "version": "0.1.0"}}
DATA = [OF_PACKAGE, {"type": "olm.bundle.object", "value": {"data": "e30="}}]
SHA = "0123456789abcdef" * 4
FOREIGN = {"schema": "acme.custom", "whatever": [1, {"a": None}]}
_SIX = [bundle(f"0.{minor}.0", f"foo.v0.{minor}.0") for minor in range(6)]
_IGNORE = "*\n!*.json\n!*.yaml\n*.clusterserviceversion.yaml\n"
_DIRECTORY = {
    ".indexignore": _IGNORE,
    "README.md": "# not: [YAML\n",
    "foo/foo.yaml": _yaml(package(), channel(), *_SIX),
    "foo/foo.clusterserviceversion.yaml": "kind: ClusterServiceVersion\n",
    "bar.json": json.dumps(package("bar")) + "".join(json.dumps({**one, "package": "bar"}) for one in _SIX[:5]),
    "odd.json": "\n".join(json.dumps(one) for one in (package("odd"), {**bundle(), "package": "odd"}, FOREIGN)),
    "deprecations.yaml": _yaml(deprecated(ENTRY)),
}
INVALID = {
    "NotYAMLOrJSON": texts(invalid_txt="neither: [YAML, nor: JSON"),
    "NotJSONObject": texts(list_json="[]"),
    "NoSchema": texts(none_yaml="hello: world\n"),
    "InvalidPackageJSON": texts(package_json='{"schema": "olm.package", "name": {"a": "b"}}'),
    "InvalidBundleJSON": texts(bundle_json='{"schema": "olm.bundle", "relatedImages": {"a": "b"}}'),
}
READING: dict[str, tuple[Case, list[int] | str]] = {
    **{
        name: (made, "FBC003" if name in ("NoSchema", "InvalidPackageJSON") else "FBC002")
        for name, made in INVALID.items()
    },
    "UnrecognizedSchema": (
        texts(other_json=json.dumps(package()) + json.dumps(bundle()) + json.dumps(FOREIGN)),
        [1, 0, 1, 0, 1],
    ),
    "ValidFile": (texts(foo_yaml=_yaml(package(), *_SIX)), [1, 0, 6, 0, 0]),
    "ValidFile/Deprecations": (texts(deprecations_yaml=_yaml(deprecated(ENTRY))), [0, 0, 0, 1, 0]),
    "Invalid": ({"files": {name: text for one in INVALID.values() for name, text in one["files"].items()}}, "FBC002"),
    "ValidDir": ({"files": _DIRECTORY}, [3, 1, 12, 1, 1]),
}
"""By upstream's names: the packages, channels, bundles, deprecations and others, or the rule that refuses it."""

_GOOD = (package(), channel())
STRUCTURE: dict[str, tuple[Case, str]] = {
    "package without name": (case(package(""), channel(), bundle()), "FBC010"),
    "bundle without package": (case(*_GOOD, bundle(package="")), "FBC040"),
    "bundle of an unknown package": (case(*_GOOD, bundle(package="bar")), "FBC040"),
    "bundle in no channel": (case(*_GOOD, bundle(), bundle("0.2.0", "foo.v0.2.0")), "FBC041"),
    "property that does not parse": (
        case(*_GOOD, bundle(properties=[OF_PACKAGE, {"type": "olm.gvk", "value": "a"}])),
        "FBC044",
    ),
    "olm.package of another": (
        case(*_GOOD, bundle(properties=[{"type": "olm.package", "value": {"packageName": "foooperator"}}])),
        "FBC045",
    ),
    "version 0.1.0.1": (case(*_GOOD, bundle("0.1.0.1")), "FBC046"),
    "version empty": (case(*_GOOD, bundle("")), "FBC046"),
    "no default channel": (case(package(default=""), channel(), bundle()), "FBC011"),
    "default channel that is not there": (case(package(default="beta"), channel(), bundle()), "FBC011"),
    "no olm.package": (case(*_GOOD, bundle(properties=[])), "FBC045"),
    "two olm.package": (case(*_GOOD, bundle(properties=[OF_PACKAGE, OF_PACKAGE])), "FBC045"),
    "entry without bundle": (
        case(package(), channel(entries=("foo.v0.1.0", "foo.v0.2.0")), bundle()),
        "FBC022",
    ),
    "bundle without entry": (case(package(), channel(entries=()), bundle()), "FBC041"),
    "channel without name": (case(package(), channel(""), bundle()), "FBC020"),
    "channel without package": (case(package(), channel(package=""), bundle()), "FBC020"),
    "channel of an unknown package": (case(package(), channel(package="bar"), bundle()), "FBC020"),
    "entry twice": (case(package(), channel(entries=("foo.v0.1.0", "foo.v0.1.0")), bundle()), "FBC021"),
    "package twice": (case(package(), *_GOOD, bundle()), "FBC010"),
    "channel twice": (case(*_GOOD, channel(), bundle()), "FBC020"),
    "bundle twice": (case(*_GOOD, bundle(), bundle()), "FBC040"),
    "package with a dot": (case(package("foo.bar"), channel(), bundle()), "FBC010"),
    "deprecation without package": (case(*_GOOD, bundle(), deprecated(package="")), "FBC060"),
    "deprecation of an unknown package": (case(*_GOOD, bundle(), deprecated(package="bar")), "FBC060"),
    "two deprecations": (case(*_GOOD, bundle(), deprecated(), deprecated()), "FBC060"),
    "deprecation of an unknown bundle": (
        case(*_GOOD, bundle(), deprecated({"schema": "olm.bundle", "name": "foo.v9"})),
        "FBC061",
    ),
    "deprecation of an unknown schema": (case(*_GOOD, bundle(), deprecated({"schema": "x"})), "FBC061"),
    "deprecation twice": (case(*_GOOD, bundle(), deprecated(ENTRY, ENTRY)), "FBC061"),
    "release !!!": (case(*_GOOD, released("!!!", "foo.v0.1.0")), "FBC046"),
    "release and another name": (case(*_GOOD, released("1", "foo.v0.1.0")), "FBC046"),
    "release and build metadata": (
        case(package(), channel(entries=("foo-v0.1.0+b-1",)), released("1", "foo-v0.1.0+b-1", "0.1.0+b")),
        "FBC046",
    ),
    "short sha256": (case(*_GOOD, bundle(image="quay.io/acme/foo@sha256:abc")), "FBC043"),
    "md5": (case(*_GOOD, bundle(image=f"quay.io/acme/foo@md5:{SHA[:32]}")), "FBC043"),
    "related short sha256": (
        case(*_GOOD, bundle(relatedImages=[{"name": "a", "image": "quay.io/a@sha256:abc"}])),
        "FBC043",
    ),
    "no image": (case(*_GOOD, bundle(image="")), "FBC042"),
    "data and no image": (case(*_GOOD, bundle(image="", properties=DATA)), ""),
    "valid": (case(*_GOOD, bundle()), ""),
    "valid channel properties": (
        case(package(), {**channel(), "properties": [{"type": "u", "value": "o"}]}, bundle()),
        "",
    ),
    "valid package properties": (
        case({**package(), "properties": [{"type": "o", "value": 1}]}, channel(), bundle()),
        "",
    ),
    "valid release": (case(package(), channel(entries=("foo-v0.1.0-1",)), released("1", "foo-v0.1.0-1")), ""),
    "sha256": (case(*_GOOD, bundle(image=f"quay.io/acme/foo@sha256:{SHA}")), ""),
    "tag and digest": (case(*_GOOD, bundle(image=f"quay.io/acme/foo:v1@sha256:{SHA}")), ""),
}
"""By upstream's cases: the catalog, and the rule that refuses it."""
