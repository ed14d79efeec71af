"""Whether a package admits a version of Crossplane, by the constraint library of that version."""

from xpkgtui.errors import Malformed
from xpkgtui.versions.constraint import Constraint
from xpkgtui.versions.version import Dialect, Version

_PATCHES = 20
"""Patch releases of a minor release that are tried; no release had more."""
_FIRST_V3 = Version.parse("2.3.0-0")
"""The first version that reads constraints with Masterminds/semver 3."""


def admits(text: str, crossplane: str) -> bool | None:
    """Whether a constraint admits a version of Crossplane; None where either cannot be read.

    `2.4` stands for its patch releases, of which one suffices.
    """
    try:
        is_whole = not Version.parse(crossplane).is_incomplete or "-" in crossplane
        versions = [Version.parse(one) for one in ((crossplane,) if is_whole else _patches(crossplane))]
        dialect = Dialect.V1 if versions[0] < _FIRST_V3 else Dialect.V3
        constraint = Constraint.parse(text, dialect)
        return any(constraint.allows(version) for version in versions)
    except Malformed:
        return None


def _patches(crossplane: str) -> tuple[str, ...]:
    padded = crossplane if "." in crossplane else f"{crossplane}.0"
    return tuple(f"{padded}.{patch}" for patch in range(_PATCHES))
