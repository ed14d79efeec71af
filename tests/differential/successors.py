"""Graphs of upgrades: heads, faults and Mermaid as opm has them, and the successors among which OLM v1 chooses."""

import hashlib
import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

from differential.oracle import Oracle
from differential.subject import Subject

from xpkgtui.errors import Malformed
from xpkgtui.formats.catalog.graphs.mermaid import mermaid
from xpkgtui.formats.catalog.model.blobs import CatalogModel, blob_of
from xpkgtui.formats.catalog.model.graph import Graph
from xpkgtui.formats.catalog.model.upgrades import Installed, version_release
from xpkgtui.formats.catalog.written.upgrades import package_upgrades

_PACKAGE = "harbour"
_MOST_EDGES = 5_000
_FEW = 40
"""Lines of a drawing that an answer holds."""
_ENTITY = re.compile(r"#(\d+);")
"""A character that opm writes as it is, and Mermaid would take for its own."""


def _case(entries: list[dict[str, Any]], installed: list[str | None], **more: Any) -> dict[str, Any]:
    names = [entry["name"] for entry in entries]
    return {
        "channels": {"stable": entries},
        "bundles": [[name, f"{name.removeprefix('h')}.0.0"] for name in names],
        "deprecated": [],
        "installed": installed,
        **more,
    }


def _entry(name: str, replaces: str = "", skips: tuple[str, ...] = (), skip_range: str = "") -> dict[str, Any]:
    found: dict[str, Any] = {"name": name}
    if replaces:
        found["replaces"] = replaces
    if skips:
        found["skips"] = list(skips)
    if skip_range:
        found["skipRange"] = skip_range
    return found


def _traps() -> Iterator[dict[str, Any]]:
    one, two, three = _entry("h1"), _entry("h2", "h1"), _entry("h3", "h2")
    at = ["h1", "1.0.0", None]
    yield _case([one, two, three], at)
    yield _case([_entry("h1", "h3"), two, three], at)
    yield _case([_entry("h1", "h1"), two], at)
    yield _case([one, two, _entry("h3", "", ("h2",))], at)
    yield _case([one, two, _entry("h3", "h2", ("h2",))], at)
    yield _case([one, _entry("h2", "h1", ("h2",))], at)
    yield _case([one, _entry("h2", "h1"), _entry("h3", "h1")], at)
    yield _case([_entry("h1", "h0"), _entry("h2", "", (), ">=1.0.0 <2.0.0")], at)
    yield _case([one, _entry("h2", "h1", (), "v1")], at)
    yield _case([one, two], ["h9", "9.0.0", None])
    yield _case([one, two], ["h1", "1.0", None])
    yield _case([one, two], ["h1", "1.0.0", "01"])
    yield _case([one, two], ["h1", "1", "1"])
    yield _case([one, _entry("h2", "", (), "!=1.0.0")], at)
    built = [["h1", "1.0.0+1"], ["h2", "1.0.0+2"], ["h3", "1.0.0+a_b"]]
    for version, release in (
        ("1.0.0+1", None),
        ("1.0.0", "1"),
        ("1.0.0+1", "1"),
        ("1.0.0", ""),
        ("1.0.0+x.01", None),
    ):
        yield _case([one, two, three], ["h1", version, release], bundles=built)
    yield _case([one, two, three], at, deprecated=["h3", "h1"])
    yield _case([_entry(f"h{number}", "", (), ">=0.0.0") for number in range(80)], at)
    # From the head the way ends at what is skipped: behind it entries are stranded.
    yield _case([one, two, three, _entry("h4", "h3", ("h3",))], at)


def _generated(chance: Random) -> dict[str, Any]:
    count = chance.choice((2, 3, 4, 5, 6, 8, 12, 20, 40, 80, 200))
    versions = _versions(chance, count)
    names = [f"harbour.v{number}" for number in range(count)]
    wild = chance.choice((0.0, 0.02, 0.1, 0.4))
    channels = {
        name: _channel(chance, names, versions, wild)
        for name in ("stable", "fast", "old")[: chance.choice((1, 1, 2, 3))]
    }
    held = {entry["name"] for entries in channels.values() for entry in entries}
    channels["stable"] += [_entry(name) for name in names if name not in held]
    at = chance.randrange(count)
    name, version = names[at], versions[at]
    if chance.random() < 0.15:
        name = chance.choice((names[0], "harbour.v999"))
    if chance.random() < 0.15:
        version = chance.choice((*versions, "0.0.1", "1.2", "3.0.0-rc.1+7"))
    release = chance.choice((None, None, None, None, "", "1", "2", "rc.1", "01"))
    return {
        "channels": channels,
        "bundles": [list(pair) for pair in zip(names, versions, strict=True)],
        "deprecated": chance.sample(names, chance.choice((0, 0, 1))),
        "installed": [name, version, release],
    }


def _versions(chance: Random, count: int) -> list[str]:
    found: dict[str, None] = {}
    while len(found) < count:
        version = f"{chance.randrange(4)}.{chance.randrange(6)}.{chance.randrange(12)}"
        if chance.random() < 0.1:
            version += chance.choice(("-rc.1", "-rc.2", "-1"))
        if chance.random() < 0.1:
            version += chance.choice(("+1", "+2", "+10", "+rc.1", "+01", "+an-overlong-release-01"))
        found[version] = None
    listed = list(found)
    if chance.random() < 0.8:
        listed.sort(key=lambda text: [int(part) for part in text.partition("-")[0].partition("+")[0].split(".")])
    return listed


def _channel(chance: Random, names: list[str], versions: list[str], wild: float) -> list[dict[str, Any]]:
    """A chain with skips and ranges; `wild` is how often an entry leads anywhere."""
    count = chance.randrange(1, len(names) + 1)
    chosen = sorted(chance.sample(range(len(names)), count))
    found = []
    for place, at in enumerate(chosen):
        before = names[chosen[place - 1]] if place else ""
        if chance.random() < wild:
            before = chance.choice((*names, "harbour.v999", ""))
        skips = [names[other] for other in chosen[max(0, place - 4) : place] if chance.random() < 0.15]
        if skips and chance.random() < 0.7 and place > len(skips):
            before = names[chosen[max(0, place - 5)]] if chance.random() < 0.5 else before
        if chance.random() < wild / 2:
            skips.append(chance.choice((*names, "harbour.v998")))
        found.append(_entry(names[at], before, tuple(skips), _range(chance, versions)))
    if chance.random() < 0.3:
        chance.shuffle(found)
    return found


def _range(chance: Random, versions: list[str]) -> str:
    if chance.random() < 0.7:
        return ""
    low, high = chance.choice(versions), chance.choice(versions)
    return chance.choice(
        (
            f"<{high}",
            f">={low} <{high}",
            f">={low} <{high} || <0.2.0",
            f"!={low}",
            "1.x",
            ">=1.2.x",
            f"v{low}",
            high,
            "x",
        )
    )


def _documents(case: dict[str, Any]) -> list[dict[str, Any]]:
    """The catalog, in the order of a usual one."""
    deprecated = [
        {"reference": {"schema": "olm.bundle", "name": name}, "message": "old"} for name in case["deprecated"]
    ]
    documents: list[dict[str, Any]] = [{"schema": "olm.package", "name": _PACKAGE, "defaultChannel": "stable"}]
    for name, entries in case["channels"].items():
        documents.append({"schema": "olm.channel", "package": _PACKAGE, "name": name, "entries": entries})
    for name, version in case["bundles"]:
        value = {"packageName": _PACKAGE, "version": version}
        properties = [{"type": "olm.package", "value": value}]
        found = {"schema": "olm.bundle", "package": _PACKAGE, "name": name, "image": "example.com/a:v1"}
        documents.append({**found, "properties": properties})
    if deprecated:
        documents.append({"schema": "olm.deprecations", "package": _PACKAGE, "entries": deprecated})
    return documents


def _theirs(oracle: Oracle, case: dict[str, Any]) -> Any:
    text = "\n".join(json.dumps(one) for one in _documents(case))
    name, version, release = case["installed"]
    asked = {"text": text, "package": _PACKAGE, "name": name, "version": version}
    asked |= {} if release is None else {"release": release}
    followed = oracle.ask("olmv1", "successors", **asked)["answer"]
    told = oracle.ask("siblings", "catalogs", text=text, package=_PACKAGE)["answer"]
    return {
        "successors": followed.get("successors"),
        "error": followed.get("error"),
        "heads": [[one["channel"], one.get("head"), one.get("error")] for one in told["heads"]],
        "problems": _problems(told["byPackage"][_PACKAGE]),
        "mermaid": _drawn(told["graph"]["plain"]) if "plain" in told["graph"] else None,
    }


def _problems(answer: dict[str, Any]) -> dict[str, list[str]]:
    """What is said of each channel as a graph."""
    found: dict[str, list[str]] = {}
    for path in answer.get("tree", []):
        named = [step for step in path if step.startswith("invalid channel ")]
        if named and not any(step.startswith("invalid bundle ") for step in path):
            found.setdefault(json.loads(named[0].removeprefix("invalid channel ")), []).append(path[-1])
    return found


def _ours(case: dict[str, Any]) -> Any:
    blobs = [blob_of(number, value) for number, value in enumerate(_documents(case), 1)]
    package = package_upgrades(CatalogModel.of(blobs), _PACKAGE)
    name, version, release = case["installed"]
    followed, error = None, None
    try:
        followed = list(package.successors(Installed.of(name, version, release)))
    except Malformed as problem:
        lead = "failed to get version and release of installed bundle"
        error = f"{lead if release is None else 'failed to parse installed bundle version and release'}: {problem}"
    graphs = {one.name: Graph.of(one) for one in sorted(package.channels, key=lambda one: one.name)}
    return {
        "successors": followed,
        "error": error,
        "heads": [[channel, *_head(graph)] for channel, graph in graphs.items()],
        "problems": {channel: [graph.problem] for channel, graph in graphs.items() if graph.problem},
        "mermaid": _drawn(_ENTITY.sub(lambda found: chr(int(found[1])), mermaid((package,)))),
    }


def _drawn(text: str) -> list[str]:
    """The lines in order, as opm draws entries of one version in any; of many their number and digest."""
    lines = sorted(text.splitlines())
    if len(lines) <= _FEW:
        return lines
    return [f"{len(lines)} lines", hashlib.sha256("\n".join(lines).encode()).hexdigest()]


def _head(graph: Graph) -> tuple[str | None, str | None]:
    return (graph.heads[0], None) if len(graph.heads) == 1 else (None, graph.problem)


def _excused(case: dict[str, Any], ours: Any, theirs: Any) -> str | None:
    """Everything but the drawing is the same in either case."""
    if {**ours, "mermaid": None} != {**theirs, "mermaid": None} or not case["bundles"]:
        return None
    if theirs["mermaid"] is None and any(version_release(version) is None for _, version in case["bundles"]):
        return "opm draws no graph where the version of a bundle is malformed"
    count, _, noun = (theirs["mermaid"] or [""])[0].partition(" ")
    is_cut = noun == "lines" and int(count) > _MOST_EDGES
    return "of the edges of a channel only the first 5,000 are drawn" if is_cut else None


SUCCESSORS = Subject(
    name="successors",
    traps=_traps,
    generated=_generated,
    theirs=_theirs,
    ours=_ours,
    excused=_excused,
    counted=lambda case: len(case["bundles"]),
    kept=20,
)
