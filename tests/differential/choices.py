"""The tag that Crossplane 2.4 installs for a dependency, out of the tags of a repository and a constraint."""

from collections.abc import Iterator
from random import Random
from typing import Any

from differential.constraints import VERSIONS, random_constraint, random_version
from differential.oracle import Oracle
from differential.subject import Subject

from xpkgtui.errors import Malformed
from xpkgtui.oci.reference import is_tag
from xpkgtui.versions.constraint import Constraint
from xpkgtui.versions.tags import chosen, in_order, read_tag

_PACKAGE = "xpkg.example.org/a/b"
_LARGEST_STABLE = 12
_UNSTABLE = "Go's sort leaves no order among more than twelve tags that are equal versions, such as 1.0.0 and v1.0.0"
_INVALID = "the constraint is not one"
_NUMBERS = ["0", "1", "1", "2", "2", "3", "10", "01"]


def _traps() -> Iterator[dict[str, Any]]:
    usual = _tags([*VERSIONS, "v1", "v1.2", "v1.2.0", "main", "latest", "v01.2.3", "v1.3.0-rc.1"])
    for constraint in (
        ">=v1.0.0",
        "v1",
        "v1.0.0",
        "^1.2",
        "~1.2",
        ">=v1.0.0-0",
        "<v0.1",
        ">=9",
        "*",
        "latest",
        ">1 <3",
    ):
        yield {"constraint": constraint, "tags": usual}
    yield {"constraint": "v1.0.0", "tags": ["1.0.0", "v1", "v1.0.0"]}
    yield {"constraint": ">=v1", "tags": ["v1", "v1.0", "main"]}
    yield {"constraint": ">=v1", "tags": []}


def _generated(chance: Random) -> dict[str, Any]:
    tags = [random_version(chance, _NUMBERS) for _ in range(chance.choice((1, 3, 6, 12, 20)))]
    return {"constraint": random_constraint(chance, _NUMBERS), "tags": _tags(tags)}


def _tags(names: list[str]) -> list[str]:
    """Those that may be tags, in the order in which a registry lists them."""
    return sorted({name for name in names if is_tag(name)})


def _theirs(oracle: Oracle, case: dict[str, Any]) -> str | None:
    asked = {"package": _PACKAGE, "constraint": case["constraint"], "tags": case["tags"]}
    step = oracle.ask("upgrades", "dependencies", **asked)["answer"]["default"]["steps"][0]
    if "version constraint on dependency is invalid" in step["condition"]["message"]:
        return _INVALID
    created: str | None = step.get("created")
    return created.rpartition(":")[2] if created else None


def _ours(case: dict[str, Any]) -> str | None:
    try:
        constraint = Constraint.parse(case["constraint"])
    except Malformed:
        return _INVALID
    found = chosen(in_order(case["tags"]), constraint)
    return found.name if found else None


def _excused(case: dict[str, Any], ours: str | None, theirs: str | None) -> str | None:
    if ours is None or theirs is None or len(case["tags"]) <= _LARGEST_STABLE:
        return None
    return _UNSTABLE if read_tag(ours).version == read_tag(theirs).version else None


CHOICES = Subject(
    name="choices",
    traps=_traps,
    generated=_generated,
    theirs=_theirs,
    ours=_ours,
    excused=_excused,
    kept=150,
)
