"""Locks as Crossplane 2.4.0 resolves them: each step of the resolver, and what each revision says."""

from collections.abc import Iterator
from random import Random
from typing import Any

from differential.oracle import Oracle
from differential.subject import Subject

from xpkgtui.formats.xpkg.dependencies.lock import (
    LockDependency,
    LockPackage,
    PackageObject,
    objects_of_lock,
    packages_of_lock,
)
from xpkgtui.formats.xpkg.dependencies.reconciler import Flags, KnownAnswers, KnownContents, Needs, ResolutionStep
from xpkgtui.formats.xpkg.dependencies.references import PackageReference
from xpkgtui.formats.xpkg.dependencies.resolver import Cluster, Resolution
from xpkgtui.formats.xpkg.dependencies.revisions import Revisions, RevisionVerdict

Node = dict[str, Any]
_VERDICT = ("package", "error")
_FLAGS = {
    "default": Flags(takes_any_host=True),
    "upgrades": Flags(upgrades=True, takes_any_host=True),
    "downgrades": Flags(upgrades=True, downgrades=True, takes_any_host=True),
}
_HOST = "x.io/o"
_D1, _D2 = "sha256:" + "1" * 64, "sha256:" + "2" * 64
_KINDS = ("Configuration", "Provider", "Function")
_VERSIONS = ("v0.1.0", "v1.0.0", "v1.1.0", "v1.2.0", "v1.2.3", "v2.0.0", "v2.1.0", "v3.0.0")
_FEW = ("v0.1.0", "v1.2.0", "v1.2.3", "v2.1.0")
_ODD_TAGS = (
    "v1", "v1.2", "latest", "main", "1.0.0", "v2.0.0-rc.1", "v1.3.0-alpha", "v1.0.0+b1", "v01.2.3", "sha256-1.sig",
)  # fmt: skip
_CONSTRAINTS = (
    ">=v1.0.0", "<v2.0.0", "v1.1.0", "=v1.2.0", "^v1.0.0", "~1.2", ">=v1.0.0-0", "v1.x", ">v2.0.0",
    "*", "!=v1.2.3", ">=v9", "<=v1.2.0", ">=v1.0.0, <v2.0.0", ">=v1.0.0 <v2.0.0", ">=2", "1.0.0 - 2.0.0",
)  # fmt: skip
_ODD_CONSTRAINTS = (
    "",
    "latest",
    "not a constraint",
    _D1,
    _D2,
    "sha256:123",
    ">=v1.0.0,",
    " >=v1 ",
    "sha512:" + "1" * 128,
)
_ODD_SOURCES = (
    "org/short", "docker.io/org/a", "index.docker.io/org/a", "docker.io/a", "localhost:5000/org/a",
    "Xpkg.Example.org/A", "x.io/o/a:v1", f"x.io/o/a@{_D1}", "", "a",
    "x.io/o/a/", "é.io/a/b",
)  # fmt: skip


def _package(name: str, version: str, *asked: tuple[str, str, str], source: str = "") -> Node:
    source = source or f"{_HOST}/{name}"
    return {
        "name": f"{name}-1", "type": "Configuration",
        "source": source, "version": version, "dependencies": [_asked(*one) for one in asked],
    }  # fmt: skip


def _asked(package: str, constraints: str, kind: str = "Provider") -> Node:
    """A dependency; a kind with `gvk:` before it is written in the newer form, `none` in neither."""
    source = package if "/" in package or not package else f"{_HOST}/{package}"
    found = {"package": source, "constraints": constraints}
    if kind.startswith("gvk:"):
        return found | {"apiVersion": "pkg.crossplane.io/v1", "kind": kind.removeprefix("gvk:")}
    return found if kind == "none" else found | {"type": kind}


def _case(*lock: Node, tags: Node | None = None, contents: Node | None = None, packages: Any = None) -> Node:
    found: Node = {"lock": list(lock), "tags": {_full(key): value for key, value in (tags or {}).items()}}
    found["contents"] = {_full(key): value for key, value in (contents or {}).items()}
    return found if packages is None else found | {"packages": packages}


def _full(name: str) -> str:
    return name if "/" in name else f"{_HOST}/{name}"


def _traps() -> Iterator[Node]:
    """The rows of the resolver's, the dependency manager's and the graph's own tables, and what was found since."""
    tags = {"b": list(_FEW)}
    yield _case()
    yield _case(_package("a", "v1.0.0"))
    for constraint in (*_CONSTRAINTS, *_ODD_CONSTRAINTS):
        yield _case(_package("a", "v1.0.0", ("b", constraint, "Provider")), tags=tags)
        yield _case(
            _package("a", "v1.0.0", ("b", constraint, "Provider")), _package("b", "v1.1.0"), tags=tags,
            packages=[{"kind": "Provider", "name": "b", "package": f"{_HOST}/b:v1.1.0"}],
        )  # fmt: skip
    for source in _ODD_SOURCES:
        yield _case(_package("c", "v1.0.0", (source, "*", "Provider")), tags={source: ["v1.0.0"]})
        yield _case(_package("c", "v1.0.0", source=source), tags={})
    for kind in ("Provider", "gvk:Provider", "gvk:Function", "gvk:Other", "Other", "none"):
        yield _case(_package("a", "v1.0.0", ("b", "*", kind)), tags=tags)
        yield _case(_package("a", "v1.0.0", ("b", ">v2", kind)), _package("b", "v1.1.0"), tags=tags)
    for tag in _ODD_TAGS:
        yield _case(_package("a", "v1.0.0", ("b", ">=v0.0.1-0", "Provider")), tags={"b": ["v0.9.0", tag]})
        yield _case(
            _package("a", "v1.0.0", ("b", ">v0.5.0", "Provider")), _package("b", "v0.2.0"),
            tags={"b": [tag, "v1.9.0"]},
            packages=[{"kind": "Provider", "name": "b", "package": f"{_HOST}/b:v0.2.0"}],
        )  # fmt: skip
    yield from _several_traps()


def _several_traps() -> Iterator[Node]:
    tags = {name: list(_FEW) for name in "bcdef"}
    two = (_package("a", "v1", ("b", "<v2.0.0", "Provider")), _package("c", "v1", ("b", ">=v2.0.0", "Provider")))
    yield _case(*two, tags=tags)
    for version in ("v1.0.0", "v2.0.0", "v3.0.0", "v9.0.0", _D1, "main", "v2"):
        at = "@" if version.startswith("sha256") else ":"
        objects = [{"kind": "Provider", "name": "b", "package": f"{_HOST}/b{at}{version}"}]
        yield _case(*two, _package("b", version), tags=tags, packages=objects)
        yield _case(two[0], _package("b", version), tags=tags, packages=objects)
        yield _case(two[0], _package("b", version), tags=tags, packages=[objects[0] | {"kind": "Function"}])
        resolved = objects[0] | {"resolved": f"mirror.example.org/b{at}{version}", "package": f"{_HOST}/b:v0.1.0"}
        yield _case(two[1], _package("b", version), tags=tags, packages=[resolved])
    for one, other in ((_D1, _D1), (_D1, _D2), (_D1, ">=v1"), (">=v1", _D1)):
        asked = (_package("a", "v1", ("b", one, "Provider")), _package("c", "v1", ("b", other, "Provider")))
        yield _case(*asked, tags=tags)
        yield _case(
            *asked, _package("b", "v0.1.0"), tags=tags,
            packages=[{"kind": "Provider", "name": "b", "package": f"{_HOST}/b:v0.1.0"}],
        )  # fmt: skip
    yield _case(_package("a", "v1", ("a", "v1", "Provider")))
    yield _case(_package("a", "v1", ("b", "*", "Provider")), _package("b", "v1.0.0", ("a", "*", "Configuration")))
    yield _case(_package("a", "v1"), _package("a", "v2"))
    yield _case(_package("a", "v1", ("b", "*", "Provider"), ("b", ">v9", "Provider")), tags=tags)
    yield _case(
        _package("a", "v1", ("b", "*", "Provider")), tags=tags,
        contents={"b": {"v3.0.0": [_asked("c", "<v2"), _asked("d", "*")]}, "c": {"v1.2.3": [_asked("b", "<v3")]}},
    )  # fmt: skip
    yield _case(_package("a", "v1", *((name, "*", "Provider") for name in "bcdef")), tags={})
    yield _case(_package("a", "v1", *((name, "", "Provider") for name in "bcdef")), tags=tags)


def _generated(chance: Random) -> Node:
    names = "abcdefgh"[: chance.randint(2, 8)]
    tags = {
        name: chance.sample(_VERSIONS, chance.randint(1, len(_VERSIONS)))
        + (chance.sample(_ODD_TAGS, chance.randint(0, 2)) if chance.random() < 0.3 else [])
        for name in names
        if chance.random() < 0.97
    }
    contents: Node = {
        name: {tag: _some_asked(names, chance) for tag in found if chance.random() < 0.5}
        for name, found in tags.items()
    }
    lock, objects = [], []
    for name in chance.sample(names, chance.randint(1, min(4, len(names)))):
        version = chance.choice(_VERSIONS) if chance.random() < 0.9 else chance.choice((_D1, "main", "v1", "1.0.0"))
        one = _package(name, version) | {"dependencies": _some_asked(names, chance), "type": chance.choice(_KINDS)}
        if chance.random() < 0.7:
            one |= {"apiVersion": "pkg.crossplane.io/v1", "kind": one["type"]}
        lock.append(one)
        at = "@" if version.startswith("sha256") else ":"
        objects.append({"kind": one["type"], "name": f"{name}-object", "package": f"{_HOST}/{name}{at}{version}"})
    return _case(*lock, tags=tags, contents=contents, packages=objects if chance.random() < 0.9 else None)


def _some_asked(names: str, chance: Random) -> list[Node]:
    found = []
    for _ in range(chance.choice((0, 1, 1, 2, 2, 3))):
        constraint = chance.choice(_CONSTRAINTS if chance.random() < 0.95 else _ODD_CONSTRAINTS)
        source = chance.choice(names) if chance.random() < 0.97 else chance.choice(_ODD_SOURCES)
        kind = (
            chance.choice(_KINDS)
            if chance.random() < 0.6
            else chance.choice(("gvk:Provider", "gvk:Function", "gvk:Configuration", "none", "Other"))
        )
        found.append(_asked(source, constraint, kind))
    return found


def _theirs(oracle: Oracle, case: Node) -> Node:
    answer = oracle.ask("upgrades", "dependencies", **case)["answer"]
    return _short({flag: _of_theirs(answer[flag]) for flag in _FLAGS})


_LONG = {
    " does not have a valid version to upgrade that satisfies all constraints. If there is a valid version that "
    "requires downgrade, manual intervention is required.": " NO VERSION.",
    "encountered an invalid dependency: package dependencies must specify either a valid type, or an explicit "
    "apiVersion, kind, and package": "INVALID",
    "Error occurred during dependency resolution ": "FAILED ",
    "cannot find dependency version to install": "INSTALL",
    "cannot find dependency version to upgrade": "UPGRADE",
    "incompatible dependencies: existing package ": "INCOMPATIBLE ",
    "missing dependencies: ": "MISSING ",
    "could not parse reference: ": "UNPARSED ",
}
"""Texts of messages that the table keeps shortened."""


def _brief(value: Any) -> Any:
    """A value in whose texts the long ones are short."""
    if isinstance(value, str):
        for long, short in _LONG.items():
            value = value.replace(long, short)
        return value
    if isinstance(value, list):
        return [_brief(one) for one in value]
    return {key: _brief(one) for key, one in value.items()} if isinstance(value, dict) else value


def _short(answers: Node) -> Node:
    """The answers; one that is an earlier one's is its name, and verdicts that stay are not said again."""
    found: Node = {}
    for flag, answer in _brief(answers).items():
        if answer.get("before") == answer.get("after"):
            answer.pop("after", None)
        found[flag] = next((name for name, before in found.items() if before == answer), answer)
    return found


def _of_theirs(answer: Node) -> Node:
    if "steps" not in answer:
        return answer
    return {
        "before": [_verdict(one) for one in answer["before"]],
        "steps": [_step(one) for one in answer["steps"]],
        "ended": answer["ended"],
        "lock": answer["lock"],
        "after": [_verdict(one) for one in answer["after"]],
    }


def _verdict(one: Node) -> list[Any]:
    return [one.get(key, "") for key in _VERDICT]


def _step(one: Node) -> Node:
    condition = one.get("condition") or {}
    return _said(
        {
            "missing": [[each["package"], each["constraints"], each["parents"]] for each in one["implied"]],
            "message": condition.get("message", ""),
            "error": one.get("error", ""),
            "installed": one.get("created", ""),
            "changed": one.get("updated", ""),
            "either": one.get("either", []),
            "verdict": _verdict(one["revision"]) if one.get("revision") else None,
        }
    )


def _said(step: Node) -> Node:
    """A step without what is empty, and without the error where the message ends with it."""
    step["error"] = "" if step["error"] and step["message"].endswith(step["error"]) else step["error"]
    return {key: value for key, value in step.items() if value}


def _ours(case: Node) -> Node:
    lock = packages_of_lock({"kind": "Lock", "packages": case["lock"]})
    return _short({name: _of_ours(lock, _resolution(case, lock, flags), flags) for name, flags in _FLAGS.items()})


def _resolution(case: Node, lock: tuple[LockPackage, ...], flags: Flags) -> Resolution:
    if "packages" in case:
        objects = tuple(
            PackageObject(
                kind=one["kind"], name=one["name"], package=one["package"], resolved=one.get("resolved", "")
            )
            for one in case["packages"]
        )
    else:
        objects = objects_of_lock(lock)
    tags: dict[str, tuple[str, ...] | str] = {}
    contents: dict[str, KnownContents] = {}
    cluster = Cluster(lock, objects, KnownAnswers(tags=tags, contents=contents), flags)
    while True:
        try:
            return cluster.run()
        except Needs as needs:
            if needs.tags:
                tags[needs.tags] = _tags(case, needs.tags)
            else:
                contents[needs.contents] = _contents(case, needs.contents)


def _tags(case: Node, source: str) -> tuple[str, ...] | str:
    name = PackageReference.parse(source).name
    for known, found in case["tags"].items():
        is_bare = ":" not in known.rpartition("/")[2] and "@" not in known
        if known and is_bare and PackageReference.parse(known).name == name:
            return tuple(found)
    return f"cannot list tags for {source}: no tags given for {name}"


def _contents(case: Node, reference: str) -> KnownContents:
    parsed = PackageReference.parse(reference, is_strict=True)
    asked = case["contents"].get(parsed.source, {}).get(parsed.identifier, [])
    lock = packages_of_lock({"kind": "Lock", "packages": [{"dependencies": asked}]})
    dependencies: tuple[LockDependency, ...] = lock[0].dependencies
    return KnownContents(dependencies=dependencies)


def _of_ours(lock: tuple[LockPackage, ...], found: Resolution, flags: Flags) -> Node:
    before = Revisions(lock, flags.reading.dialect).verdicts()
    return {
        "before": [_our_verdict(one) for one in before],
        "steps": [_our_step(one) for one in found.steps],
        "ended": found.has_ended,
        "lock": {one.source: one.version for one in found.lock},
        "after": [_our_verdict(one) for one in found.after],
    }


def _our_verdict(one: RevisionVerdict) -> list[Any]:
    return [getattr(one, key) for key in _VERDICT]


def _our_step(one: ResolutionStep) -> Node:
    return _said(
        {
            "missing": [[each.package, each.constraints, list(each.parents)] for each in one.missing],
            "message": one.message,
            "error": one.error,
            "installed": _object(one.installed),
            "changed": _object(one.changed),
            "either": list(one.either),
            "verdict": _our_verdict(one.verdict) if one.verdict else None,
        }
    )


def _object(one: PackageObject | None) -> str:
    return f"{one.kind} {one.name} {one.package}" if one else ""


LOCKS = Subject(name="locks", traps=_traps, generated=_generated, theirs=_theirs, ours=_ours, kept=2)
