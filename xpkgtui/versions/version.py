"""Semantic versions, read as loosely as Masterminds/semver does."""

import re
from enum import StrEnum
from typing import Self

from xpkgtui.errors import Malformed
from xpkgtui.patterns import late
from xpkgtui.values import dataclass


class Dialect(StrEnum):
    """The version of Masterminds/semver that reads a text."""

    V1 = "1.5.0"
    V3_4 = "3.4.0"
    """Reads as 3.5.0 does, without its limits, and quotes nothing in its messages."""
    V3 = "3.5.0"


Order = tuple[int, int, int, bool, tuple[tuple[bool, int, str], ...]]
_PARTS = r"[0-9A-Za-z\-]+(?:\.[0-9A-Za-z\-]+)*"
_LOOSE = late(rf"v?([0-9]+)(\.[0-9]+)?(\.[0-9]+)?(?:-({_PARTS}))?(?:\+({_PARTS}))?")
_LONGEST = {Dialect.V1: 4096, Dialect.V3_4: 4096, Dialect.V3: 256}
"""The limit of 3.5.0; the others have none, and 4096 keeps a hostile text from being converted for minutes."""
_WORDS_V1 = ("Invalid Semantic Version", "Error parsing version segment", "ParseInt")
_WORDS_V3 = ("invalid semantic version", "error parsing version segment", "ParseUint")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Version:
    """A version, such as `1`, `v1.2` or `1.2.3-rc.1+build`."""

    major: int
    minor: int
    patch: int
    prerelease: str = ""
    metadata: str = ""
    original: str = ""

    @classmethod
    def parse(cls, text: str, dialect: Dialect = Dialect.V3) -> Self:
        """Reads a version as NewVersion does; raises `Malformed` with the message of the library."""
        invalid = _words(dialect)[0]
        if len(text) > _LONGEST[dialect]:
            raise Malformed("version string is too long (max 256 bytes)" if dialect is Dialect.V3 else invalid)
        match = _LOOSE.fullmatch(text)
        if match is None:
            raise Malformed(invalid)
        major, minor, patch, prerelease, metadata = match.groups(default="")
        if dialect is not Dialect.V1 and any(_leading_zero(part) for part in prerelease.split(".")):
            raise Malformed("version segment starts with 0")
        return cls(
            major=_segment(major, dialect),
            minor=_segment(minor[1:], dialect),
            patch=_segment(patch[1:], dialect),
            prerelease=prerelease,
            metadata=metadata,
            original=text,
        )

    @property
    def is_incomplete(self) -> bool:
        """Whether minor or patch is absent, as in the tag `v1`."""
        return re.split(r"[-+]", self.original, maxsplit=1)[0].count(".") < 2

    def compare(self, other: "Version") -> int:
        """-1, 0 or 1; build metadata is ignored, and a prerelease comes before its release."""
        mine = (self.major, self.minor, self.patch)
        others = (other.major, other.minor, other.patch)
        if mine != others:
            return -1 if mine < others else 1
        if not self.prerelease or not other.prerelease:
            return bool(other.prerelease) - bool(self.prerelease)
        return compare_prereleases(self.prerelease, other.prerelease)

    @property
    def order(self) -> "Order":
        """The key by which many versions are sorted, as `compare` orders two of them."""
        parts = self.prerelease.split(".") if self.prerelease else ()
        return self.major, self.minor, self.patch, not parts, tuple(map(_ordered_part, parts))

    def __lt__(self, other: "Version") -> bool:
        return self.compare(other) < 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Version) and self.compare(other) == 0

    def __hash__(self) -> int:
        return hash((self.major, self.minor, self.patch, bool(self.prerelease)))

    def __str__(self) -> str:
        prerelease = f"-{self.prerelease}" if self.prerelease else ""
        metadata = f"+{self.metadata}" if self.metadata else ""
        return f"{self.major}.{self.minor}.{self.patch}{prerelease}{metadata}"


def compare_prereleases(mine: str, other: str) -> int:
    """-1, 0 or 1, part by part: numbers before words, the shorter list first."""
    left, right = mine.split("."), other.split(".")
    for one, two in zip(left, right, strict=False):
        if one != two:
            return _compare_parts(one, two)
    return (len(left) > len(right)) - (len(left) < len(right))


def _compare_parts(one: str, two: str) -> int:
    first, second = _number(one), _number(two)
    if first is None and second is None:
        return 1 if one > two else -1
    if first is None or second is None:
        return 1 if first is None else -1
    # 1.5.0 accepts both `01` and `1`, and then says "less" both ways.
    return 1 if first > second else -1


def _ordered_part(part: str) -> tuple[bool, int, str]:
    number = _number(part)
    return (True, 0, part) if number is None else (False, number, "")


def _number(part: str) -> int | None:
    """A part as a number, or None; a number too large for Go is a word."""
    if not part.isdecimal() or len(part) > 4096:
        return None
    value = int(part)
    return value if value < 2**64 else None


def _segment(digits: str, dialect: Dialect) -> int:
    if not digits:
        return 0
    largest = 2**63 - 1 if dialect is Dialect.V1 else 2**64 - 1
    if len(digits.lstrip("0")) > len(str(largest)) or int(digits) > largest:
        _, words, function = _words(dialect)
        raise Malformed(f'{words}: strconv.{function}: parsing "{digits}": value out of range')
    return int(digits)


def _words(dialect: Dialect) -> tuple[str, str, str]:
    return _WORDS_V1 if dialect is Dialect.V1 else _WORDS_V3


def _leading_zero(part: str) -> bool:
    return len(part) > 1 and part[0] == "0" and part.isdecimal()


_PART = late(r"([^0-9]*)([0-9]*)")
_MOST = 200
"""Characters of a name that are compared."""

Key = tuple[tuple[tuple[int, ...], int], ...]


def newest_first(name: str) -> Key:
    """The key by which names are sorted: words from a to z up to the first number, then the highest first."""
    parts: list[tuple[tuple[int, ...], int]] = []
    for text, number in _PART.findall(name[:_MOST]):
        if text or number:
            letters = tuple(map(ord, text.casefold()))
            # Behind a number a word marks a prerelease: rc before beta, and nothing before both.
            letters = tuple(-letter for letter in letters) if parts else letters
            parts.append((letters, -int(number) if number else 1))
    return tuple(parts)
