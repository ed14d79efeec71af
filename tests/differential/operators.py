"""Operators that require each other: what OLM v0 installs out of catalogs for a subscription, by its own resolver."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from builders.packages.operators import Document, api, bundle, channel, offers, package, sole, wants, wants_api
from differential.oracle import Oracle
from differential.subject import Subject

from xpkgtui.formats.dependencies.operators.resolver import PreferredCatalogs, Resolver

_RANGES = (">=1.0.0", "1.0.0", ">=2.0.0", "<2.0.0", ">0.0.0 <3.0.0", ">9.0.0")
_CHANNELS = ("alpha", "beta", "stable")


def _case(*catalogs: list[Document]) -> dict[str, Any]:
    return {"catalogs": list(catalogs), "package": "p0"}


def _traps() -> Iterator[dict[str, Any]]:
    yield _case(sole("p0"))
    yield _case([*sole("p0", wants("p1")), *sole("p1", wants("p0"))])
    yield _case(sole("p0", wants_api("A"), api("A")))
    yield _case([*sole("p0", wants_api("A")), *sole("p2", api("A")), *sole("p1", api("A"))])
    # An API that stands twice counts as two providers of it.
    yield _case([*sole("p0", wants_api("A")), *sole("p1", api("A"), api("A")), *sole("p2", api("A"))])
    yield _case([*sole("p0", wants("p1")), *sole("p1", ("olm.deprecated", {}))])
    yield _case([*sole("p0", wants_api("A"), wants_api("B")), *sole("p1", api("A")), *sole("p2", api("A"), api("B"))])
    both = [package("p1"), channel("p1", "p1.v1.0.0", "p1.v2.0.0"), bundle("p1", "1.0.0"), bundle("p1", "2.0.0")]
    yield _case([*sole("p0", wants("p1", "<2.0.0"), wants("p1", ">=2.0.0")), *both])
    yield _case([*sole("p0", wants("p1"), wants("p2")), *both, *sole("p2", wants("p1", "<2.0.0"))])
    yield _case(sole("p0", wants("p1")), sole("p1"))
    yield _case([*sole("p0", wants_api("A"))], sole("p1", api("A")))
    yield _case([*sole("p0", wants("p1")), *sole("p1", wants("p2", "v1"))])
    yield _case([*sole("p0", wants("p1")), package("p1"), channel("p1", "p1.v1.0.0", "p1.v2.0.0"), *both[2:]])
    nothing = {"not": {"constraints": [{"package": {"packageName": "p1", "versionRange": ">=1.0.0"}}]}}
    yield _case([*sole("p0", ("olm.constraint", nothing)), *both, *sole("p2")])


def _generated(chance: Random) -> dict[str, Any]:
    names = [f"p{number}" for number in range(chance.randrange(2, 8))]
    density = chance.choice((2, 3, 6))
    catalogs = [_catalog(chance, names, density) for _ in range(chance.choice((1, 1, 2)))]
    return {"catalogs": catalogs, "package": chance.choice(names)}


def _catalog(chance: Random, names: list[str], density: int) -> list[Document]:
    found: list[Document] = []
    for name in names:
        if chance.random() < 0.2:
            continue
        versions = [f"{number}.0.0" for number in range(1, chance.randrange(2, 6))]
        chosen = chance.sample(_CHANNELS, chance.randrange(1, 4))
        found.append({"schema": "olm.package", "name": name, "defaultChannel": chance.choice(chosen)})
        found += [_channel(chance, name, versions, each) for each in chosen]
        found += [bundle(name, version, *_properties(chance, names, density)) for version in versions]
    return found


def _channel(chance: Random, of: str, versions: list[str], name: str) -> Document:
    there = sorted(chance.sample(versions, chance.randrange(1, len(versions) + 1)))
    found = channel(of, *(f"{of}.v{version}" for version in there), name=name)
    for entry in found["entries"][1:]:
        if chance.random() < 0.15:
            entry["skips"] = [entry["replaces"]]
        if chance.random() < 0.03:
            del entry["replaces"]
    return found


def _properties(chance: Random, names: list[str], density: int) -> Iterator[tuple[str, Any]]:
    for _ in range(chance.choice((0, 0, 1, 1, 2))):
        yield api(chance.choice("ABCD"))
    for _ in range(chance.choice([0] * density + [1, 1, 2, 3])):
        match chance.choice("pppaac"):
            case "p":
                versions = "v1" if chance.random() < 0.03 else chance.choice(_RANGES)
                yield wants(chance.choice([*names, "gone"]), versions)
            case "a":
                yield wants_api(chance.choice("ABCD"))
            case _:
                yield "olm.constraint", _constraint(chance, names, 0)
    if chance.random() < 0.05:
        yield "olm.deprecated", {}


def _constraint(chance: Random, names: list[str], depth: int) -> Mapping[str, Any]:
    kind = chance.choice(("package", "gvk", "all", "any", "not") if depth < 2 else ("package", "gvk"))
    if kind == "package":
        return {kind: {"packageName": chance.choice(names), "versionRange": chance.choice(_RANGES)}}
    if kind == "gvk":
        return {kind: {"group": "g", "version": "v1", "kind": chance.choice("ABCD")}}
    inner = [_constraint(chance, names, depth + 1) for _ in range(chance.randrange(1, 4))]
    return {kind: {"constraints": inner}}


def _theirs(oracle: Oracle, case: dict[str, Any]) -> Any:
    defaults = {one["name"]: one["defaultChannel"] for one in case["catalogs"][0] if one["schema"] == "olm.package"}
    found = oracle.ask(
        "resolve-v0",
        Catalogs={f"c{number}": _entries(each) for number, each in enumerate(case["catalogs"])},
        Package=case["package"],
        Channel=defaults.get(case["package"], "none"),
        Catalog="c0",
    )["answer"]
    return sorted(found["found"]) if "found" in found else None


def _entries(documents: list[Document]) -> list[dict[str, Any]]:
    """The bundles of each channel as OLM v0 caches them."""
    defaults = {one["name"]: one["defaultChannel"] for one in documents if one["schema"] == "olm.package"}
    bundles = {one["name"]: one for one in documents if one["schema"] == "olm.bundle"}
    return [
        {
            "Name": entry["name"],
            "Package": one["package"],
            "Channel": one["name"],
            "Version": bundles[entry["name"]]["properties"][0]["value"]["version"],
            "Replaces": entry.get("replaces", ""),
            "Skips": entry.get("skips", []),
            "Default": defaults[one["package"]] == one["name"],
            "Properties": bundles[entry["name"]]["properties"],
        }
        for one in documents
        if one["schema"] == "olm.channel"
        for entry in one["entries"]
    ]


def _ours(case: dict[str, Any]) -> Any:
    return _resolved(case)[0]


def _resolved(case: dict[str, Any]) -> tuple[list[list[str]] | None, bool]:
    """What is installed, and whether choices had to be taken back."""
    catalogs = [offers(each, f"c{number}") for number, each in enumerate(case["catalogs"])]
    there = catalogs[0].channels_of.get(case["package"], ())
    chain = there[0].chain if there and there[0].is_default else ()
    for entry in chain:
        resolver = Resolver(entry, PreferredCatalogs(catalogs), chain)
        if resolver.faults:
            return None, False
        if chosen := resolver.solve():
            found = sorted([one.catalog, one.bundle.package, one.channel, one.bundle.name] for one in chosen)
            return found, resolver.went_back
    return None, False


def _excused(case: dict[str, Any], ours: Any, theirs: Any) -> str | None:
    if ours and theirs and _resolved(case)[1]:
        return "the solver forgets candidates when it takes choices back"
    return None


OPERATORS = Subject(
    name="operators",
    traps=_traps,
    generated=_generated,
    theirs=_theirs,
    ours=_ours,
    excused=_excused,
    counted=lambda case: sum(map(len, case["catalogs"])),
    kept=30,
    largest=6_000,
)
