"""Releases beside a version: parts between dots, as prereleases have them."""

import re
from dataclasses import replace
from functools import cached_property, total_ordering
from typing import Any

from xpkgtui.errors import Malformed
from xpkgtui.golang.printing import quoted
from xpkgtui.values import dataclass
from xpkgtui.versions.blang import BlangVersion

_LONGEST = 20
_LETTERS = re.compile(r"[0-9A-Za-z-]+")


@total_ordering
@dataclass(frozen=True, kw_only=True, eq=False)
class VersionRelease:
    """A version and the release of it, as OLM v1 compares them."""

    version: BlangVersion
    release: str = ""

    @classmethod
    def parse(cls, text: str) -> "VersionRelease":
        """Reads a version whose build metadata is the release, where it can be one; raises `Malformed`."""
        version = BlangVersion.parse(text)
        release = ".".join(version.build)
        if not release or release_fault(release):
            return cls(version=version)
        return cls(version=replace(version, build=()), release=release)

    @classmethod
    def of(cls, text: str, release: str) -> "VersionRelease":
        """A version with a release of its own; raises `Malformed` with the message of OLM v1."""
        try:
            version = BlangVersion.parse(text)
        except Malformed as error:
            raise Malformed(f"error parsing version {quoted(text)}: {error}") from error
        if release and (fault := release_fault(release)):
            raise Malformed(f"error parsing release {quoted(release)}: {fault}")
        return cls(version=version, release=release)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, VersionRelease) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __lt__(self, other: "VersionRelease") -> bool:
        return self.key < other.key

    @cached_property
    def key(self) -> tuple[Any, ...]:
        """The value by which they are compared: the version, then the release; none comes before any."""
        if not self.release:
            return self.version.key, False, ()
        parts = tuple(int(part) if part.isdigit() else part for part in self.release.split("."))
        return self.version.key, True, BlangVersion(major=0, minor=0, patch=0, prerelease=parts).key


def release_fault(text: str) -> str:
    """The message about a release; empty for a good one."""
    if len(text.encode()) > _LONGEST:
        return f"invalid release {quoted(text)}: exceeds maximum length of {_LONGEST} characters"
    faults = [f"segment {number}: {fault}" for number, part in enumerate(text.split(".")) if (fault := _fault(part))]
    return f"invalid release {quoted(text)}: " + "\n".join(faults) if faults else ""


def _fault(part: str) -> str:
    if not part:
        return "Prerelease is empty"
    if part.isascii() and part.isdigit():
        is_padded = len(part) > 1 and part.startswith("0")
        return f"Numeric PreRelease version must not contain leading zeroes {quoted(part)}" if is_padded else ""
    return "" if _LETTERS.fullmatch(part) else f"Invalid character(s) found in prerelease {quoted(part)}"
