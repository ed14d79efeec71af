"""The tables of upstream's own tests about catalogs: reading, structure, and the graph of a channel."""

import json
from typing import Any

import pytest

from xpkgtui.formats.catalog.model.blobs import Channel, Entry
from xpkgtui.formats.catalog.model.graph import Graph
from xpkgtui.formats.catalog.model.releases import release_fault
from xpkgtui.formats.catalog.rules.catalogue import CATALOGUE
from xpkgtui.rules.case import Case
from xpkgtui.rules.finding import Severity, Stage
from xpkgtui.rules.judging.engine import Judgement

Blob = dict[str, Any]


def refusals(text: str) -> list[tuple[str, Stage]]:
    """The rules that refuse a catalog for opm."""
    judgement = Judgement(Case(source="x", format="catalog", profile="opm"), text.encode(), CATALOGUE)
    found = [one for ruling in judgement.rulings() for one in ruling.findings]
    return [(one.rule, one.stage) for one in found if one.severity is Severity.ERROR]


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("neither: [YAML, nor: JSON", "FBC002"),
        ("[]", "FBC002"),
        ("hello: world", "FBC003"),
        ('{"schema": "olm.package", "name": {"a": "b"}}', "FBC003"),
        ('{"schema": "olm.bundle", "relatedImages": {"a": "b"}}', "FBC002"),
        ('{"schema": "acme.custom", "whatever": [1, {"a": null}]}', ""),
        ("schema: olm.deprecations\npackage: a\nentries: []\n", ""),
    ],
)
def test_reading(text: str, rule: str) -> None:
    assert [each for each, stage in refusals(text) if stage is Stage.PARSE] == ([rule] if rule else [])


def package(name: str = "foo", default: str = "alpha") -> Blob:
    return {"schema": "olm.package", "name": name, "defaultChannel": default}


def channel(name: str = "alpha", package: str = "foo", entries: tuple[str, ...] = ("foo.v0.1.0",)) -> Blob:
    return {"schema": "olm.channel", "name": name, "package": package, "entries": [{"name": one} for one in entries]}


def bundle(version: str = "0.1.0", name: str = "foo.v0.1.0", **more: Any) -> Blob:
    value = {"packageName": "foo", "version": version}
    made = {"schema": "olm.bundle", "name": name, "package": "foo", "image": "quay.io/acme/foo:v1"}
    return {**made, "properties": [{"type": "olm.package", "value": value}], **more}


def released(release: str, name: str, version: str = "0.1.0") -> Blob:
    value = {"packageName": "foo", "version": version, "release": release}
    return bundle(name=name, properties=[{"type": "olm.package", "value": value}])


def deprecated(*references: Blob, package: str = "foo") -> Blob:
    entries = [{"reference": one, "message": "gone"} for one in references]
    return {"schema": "olm.deprecations", "package": package, "entries": entries}


ENTRY = {"schema": "olm.bundle", "name": "foo.v0.1.0"}
DATA = [
    {"type": "olm.package", "value": {"packageName": "foo", "version": "0.1.0"}},
    {"type": "olm.bundle.object", "value": {"data": "e30="}},
]
SHA = "0123456789abcdef" * 4
STRUCTURE = {
    "package without name": ([package(""), channel(), bundle()], "FBC010"),
    "bundle without package": ([package(), channel(), bundle(package="")], "FBC040"),
    "bundle of an unknown package": ([package(), channel(), bundle(package="bar")], "FBC040"),
    "bundle in no channel": ([package(), channel(), bundle(), bundle("0.2.0", "foo.v0.2.0")], "FBC041"),
    "property without value": ([package(), channel(), bundle(properties=[{"type": "x"}])], "FBC044"),
    "olm.package of another": (
        [package(), channel(), bundle(properties=[{"type": "olm.package", "value": {"packageName": "foooperator"}}])],
        "FBC045",
    ),
    "version 0.1.0.1": ([package(), channel(), bundle("0.1.0.1")], "FBC046"),
    "version empty": ([package(), channel(), bundle("")], "FBC046"),
    "no default channel": ([package(default=""), channel(), bundle()], "FBC011"),
    "default channel that is not there": ([package(default="beta"), channel(), bundle()], "FBC011"),
    "no olm.package": ([package(), channel(), bundle(properties=[])], "FBC045"),
    "two olm.package": ([package(), channel(), bundle(properties=[DATA[0], DATA[0]])], "FBC045"),
    "entry without bundle": ([package(), channel(entries=("foo.v0.1.0", "foo.v0.2.0")), bundle()], "FBC022"),
    "bundle without entry": ([package(), channel(entries=()), bundle()], "FBC041"),
    "channel without name": ([package(), channel(""), bundle()], "FBC020"),
    "channel without package": ([package(), channel(package=""), bundle()], "FBC020"),
    "channel of an unknown package": ([package(), channel(package="bar"), bundle()], "FBC020"),
    "entry twice": ([package(), channel(entries=("foo.v0.1.0", "foo.v0.1.0")), bundle()], "FBC021"),
    "package twice": ([package(), package(), channel(), bundle()], "FBC010"),
    "channel twice": ([package(), channel(), channel(), bundle()], "FBC020"),
    "bundle twice": ([package(), channel(), bundle(), bundle()], "FBC040"),
    "package with a dot": ([package("foo.bar"), channel(), bundle()], "FBC010"),
    "deprecation without package": ([package(), channel(), bundle(), deprecated(package="")], "FBC060"),
    "deprecation of an unknown package": ([package(), channel(), bundle(), deprecated(package="bar")], "FBC060"),
    "two deprecations": ([package(), channel(), bundle(), deprecated(), deprecated()], "FBC060"),
    "deprecation of an unknown bundle": (
        [package(), channel(), bundle(), deprecated({"schema": "olm.bundle", "name": "foo.v9"})],
        "FBC061",
    ),
    "deprecation of an unknown schema": ([package(), channel(), bundle(), deprecated({"schema": "x"})], "FBC061"),
    "deprecation twice": ([package(), channel(), bundle(), deprecated(ENTRY, ENTRY)], "FBC061"),
    "release !!!": ([package(), channel(), released("!!!", "foo.v0.1.0")], "FBC046"),
    "release and another name": ([package(), channel(), released("1", "foo.v0.1.0")], "FBC046"),
    "release and build metadata": (
        [package(), channel(entries=("foo-v0.1.0+b-1",)), released("1", "foo-v0.1.0+b-1", "0.1.0+b")],
        "FBC046",
    ),
    "short sha256": ([package(), channel(), bundle(image="quay.io/acme/foo@sha256:abc")], "FBC043"),
    "md5": ([package(), channel(), bundle(image=f"quay.io/acme/foo@md5:{SHA[:32]}")], "FBC043"),
    "related short sha256": (
        [package(), channel(), bundle(relatedImages=[{"name": "a", "image": "quay.io/a@sha256:abc"}])],
        "FBC043",
    ),
    "no image": ([package(), channel(), bundle(image="")], "FBC042"),
    "data and no image": ([package(), channel(), bundle(image="", properties=DATA)], ""),
    "valid": ([package(), channel(), bundle()], ""),
    "valid channel properties": (
        [package(), {**channel(), "properties": [{"type": "u", "value": "o"}]}, bundle()],
        "",
    ),
    "valid package properties": ([{**package(), "properties": [{"type": "o", "value": 1}]}, channel(), bundle()], ""),
    "valid release": ([package(), channel(entries=("foo-v0.1.0-1",)), released("1", "foo-v0.1.0-1")], ""),
    "sha256": ([package(), channel(), bundle(image=f"quay.io/acme/foo@sha256:{SHA}")], ""),
    "tag and digest": ([package(), channel(), bundle(image=f"quay.io/acme/foo:v1@sha256:{SHA}")], ""),
}


@pytest.mark.parametrize("case", STRUCTURE)
def test_structure(case: str) -> None:
    blobs, rule = STRUCTURE[case]
    found = {each for each, _ in refusals("\n---\n".join(map(json.dumps, blobs)))}
    assert rule in found if rule else not found


def entries(*rows: tuple[str, str, tuple[str, ...]]) -> Graph:
    made = tuple(Entry(name=name, replaces=replaces, skips=skips) for name, replaces, skips in rows)
    return Graph.of(Channel(document=1, name="stable", package="anakin", entries=made))


NONE: tuple[str, ...] = ()
CHAIN = [("1", "", NONE), ("2", "", ("1",)), ("3", "", ("2",)), ("4", "3", NONE)]
MULTIPLE_HOPS = [("1", "3", NONE), ("2", "1", NONE), ("3", "2", NONE), ("4", "3", NONE)]
GRAPHS = {
    "Valid": ([("1", "", NONE), ("2", "", NONE), ("3", "1", ("2",))], ""),
    "NoChannelHead": ([("1", "3", NONE), ("3", "1", ("2",))], "no channel head found in graph"),
    "MultipleChannelHeads": (
        [("1", "", NONE), ("3", "1", ("2",)), ("4", "1", NONE)],
        "multiple channel heads found in graph: 3, 4",
    ),
    "Valid chain": (CHAIN, ""),
    "CycleNoHops": (
        [("4", "4", NONE), ("5", "4", NONE)],
        "detected cycle in replaces chain of upgrade graph: 4 -> 4",
    ),
    "CycleMultipleHops": (MULTIPLE_HOPS, "detected cycle in replaces chain of upgrade graph: 3 -> 2 -> 1 -> 3"),
    "Stranded": (
        [("1", "", NONE), ("2", "1", NONE), ("3", "", ("2",))],
        "channel contains one or more stranded bundles: 1",
    ),
    "SkippedReplacesStranded": (
        [("1", "", NONE), ("2", "1", NONE), ("3", "2", ("2",))],
        "channel contains one or more stranded bundles: 1",
    ),
    "InvalidHead": ([("0", "", NONE), ("1", "", NONE)], "multiple channel heads found in graph: 0, 1"),
    "NoBundles": ([], "channel must contain at least one bundle"),
}


@pytest.mark.parametrize("case", GRAPHS)
def test_the_graph_of_a_channel(case: str) -> None:
    rows, problem = GRAPHS[case]
    assert entries(*rows).problem == problem


@pytest.mark.parametrize("text", ["alpha", "1", "alpha.1.beta.2", "rc-1.beta-2", "a" * 20, "0", "0alpha"])
def test_a_good_release(text: str) -> None:
    assert release_fault(text) == ""


@pytest.mark.parametrize("text", ["a" * 21, "01", "001", "alpha_beta"])
def test_a_bad_release(text: str) -> None:
    assert release_fault(text)
