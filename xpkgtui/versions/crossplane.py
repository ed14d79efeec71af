"""Whether a version of Crossplane is one that a package is made for, as that version itself would say."""

from xpkgtui.errors import Malformed
from xpkgtui.versions.constraint import Constraint
from xpkgtui.versions.version import Dialect, Version

_PATCHES = 20
"""More than any minor release had."""
_FIRST_V3 = Version.parse("2.3.0-0")
"""From here on constraints are read by Masterminds/semver 3."""


def admits(text: str, crossplane: str) -> bool | None:
    """Whether that Crossplane is admitted by a constraint; None where one of the two cannot be read.

    `2.4` stands for all of its patch releases, of which one is enough.
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
