"""Whether two constraints leave a version that satisfies both."""

from collections.abc import Iterator
from dataclasses import replace

from xpkgtui.versions.constraint import Constraint
from xpkgtui.versions.version import Version

_LOWEST = Version.parse("0.0.0")
_HIGHEST = Version.parse("1000000000.0.0")


def overlap(one: Constraint, other: Constraint) -> bool:
    """Whether some version satisfies both.

    Each constraint is a few ranges, whose ends are the versions that it names and those next to them: if the two have
    a version in common, they have one of these in common.
    """
    return any(one.allows(version) and other.allows(version) for version in _ends(one, other))


def _ends(*constraints: Constraint) -> Iterator[Version]:
    yield _LOWEST
    yield _HIGHEST
    for constraint in constraints:
        for group in constraint.groups:
            for term in group:
                version = replace(term.version, metadata="", original="")
                release = replace(version, prerelease="")
                yield version
                yield release
                yield replace(release, patch=release.patch + 1)
                yield replace(release, minor=release.minor + 1, patch=0)
                yield replace(release, major=release.major + 1, minor=0, patch=0)
                yield replace(release, prerelease="0")
                if version.prerelease:
                    yield replace(version, prerelease=f"{version.prerelease}.0")
