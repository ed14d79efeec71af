"""The versions of a package around the constraints on it."""

from collections.abc import Sequence
from itertools import pairwise

from xpkgtui.errors import parsed
from xpkgtui.formats.dependencies.needed import NearVersion
from xpkgtui.formats.xpkg.dependencies.choosing import versions_in_order
from xpkgtui.versions.constraint import Constraint
from xpkgtui.versions.version import Dialect

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
        meets = (None,) * len(meets) if hidden else meets
        rows.append(NearVersion(version=version.original, meets=meets, note=note))
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
