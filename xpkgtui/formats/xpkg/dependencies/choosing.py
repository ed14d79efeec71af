"""The versions that Crossplane chooses among, and those around the constraints on a package."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from xpkgtui.errors import Malformed, parsed
from xpkgtui.formats.dependencies.needed import NearVersion
from xpkgtui.formats.xpkg.dependencies.references import is_digest
from xpkgtui.versions.constraint import Constraint
from xpkgtui.versions.tags import TagReading
from xpkgtui.versions.version import Dialect, Version


@lru_cache
def highest_matching(tags: tuple[str, ...], constraints: str, reading: TagReading) -> str:
    """The version that is installed for one constraint: the highest, or a digest as it is; empty if there is none."""
    if is_digest(constraints):
        return constraints
    try:
        constraint = Constraint.parse(constraints, reading.dialect)
        return highest(versions_in_order(tags, reading.dialect), constraint, reading)
    except Malformed:
        return ""


def highest(versions: Sequence[Version], constraint: Constraint, reading: TagReading) -> str:
    """The last version that satisfies a constraint; empty if none does."""
    for version in reversed(versions):
        # Not v1, which would be read as v1.0.0 and may be another version.
        is_skipped = reading.skips_incomplete and str(version) != version.original.removeprefix("v")
        if constraint.allows(version) and not is_skipped:
            return version.original
    return ""


@lru_cache
def versions_in_order(tags: tuple[str, ...], dialect: Dialect) -> tuple[Version, ...]:
    """The tags that are versions, the lowest first, as Crossplane lists them.

    Kept, because a repository may have 100,000 tags, which take a second.
    """
    found = []
    for tag in tags:
        try:
            found.append(Version.parse(tag, dialect))
        except Malformed:
            continue
    return tuple(sorted(found, key=lambda one: one.order))


def satisfies(version: str, constraints: str, dialect: Dialect) -> bool:
    """Whether a version satisfies a constraint; not where one of them cannot be parsed."""
    try:
        return _constraint(constraints, dialect).allows(_version(version, dialect))
    except Malformed:
        return False


# A long chain asks again for all that was asked before, once for each package that is installed.
_constraint = lru_cache(4_096)(Constraint.parse)
_version = lru_cache(4_096)(Version.parse)


_NEAR = 12
"""Versions that are shown beside the constraints."""


def near_versions(
    tags: tuple[str, ...], asking: Sequence[str], dialect: Dialect, *, installed: str, serving: Sequence[str]
) -> tuple[NearVersion, ...]:
    """The version that is installed, those that would serve, and their neighbors, the highest first."""
    constraints = [parsed(Constraint.parse, one, dialect) for one in asking]
    if not constraints:
        return ()
    names_prerelease = any("-" in one for one in asking)
    rows = []
    for version in reversed(versions_in_order(tags, dialect)):
        meets: tuple[bool | None, ...] = tuple(one is not None and one.allows(version) for one in constraints)
        hidden = bool(version.prerelease) and not names_prerelease
        note = "prerelease: only if a constraint names one" if hidden else ""
        if version.original == installed:
            note = "installed"
        elif version.original in serving:
            note = "would satisfy all"
        rows.append(NearVersion(version=version.original, meets=(None,) * len(meets) if hidden else meets, note=note))
    return _around(rows)


def _around(rows: list[NearVersion]) -> tuple[NearVersion, ...]:
    """The rows that matter, and those next to a change from one to another."""
    if len(rows) <= _NEAR:
        return tuple(rows)
    wanted = {number for number, row in enumerate(rows) if row.note == "installed"} | {0}
    for number, (one, after) in enumerate(pairwise(rows)):
        if one.meets != after.meets:
            wanted |= {number, number + 1}
    kept = sorted(wanted)[:_NEAR]
    return tuple(rows[number] for number in kept)
