"""Versions as blang/semver 4 reads them, the library of Operator Lifecycle Manager's tools."""

import re
from functools import cached_property, total_ordering
from typing import Any, Self

from xpkgtui.errors import Malformed, malformation
from xpkgtui.golang.printing import quoted
from xpkgtui.values import dataclass

_DIGITS = re.compile(r"[0-9]*")
_LETTERS = re.compile(r"[0-9A-Za-z-]*")
_LARGEST = (1 << 64) - 1
_LONGEST = 4096
"""Characters of a version or range; hostile ones would take minutes."""
_PARTS = 3


@total_ordering
@dataclass(frozen=True, kw_only=True, eq=False)
class BlangVersion:
    """A version `x.y.z[-prerelease][+build]`; builds do not count where versions are compared."""

    major: int
    minor: int
    patch: int
    prerelease: tuple[int | str, ...] = ()
    build: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Self:
        """Reads a version strictly; raises `Malformed` with the message of the library."""
        if not text:
            raise Malformed("Version string empty")
        parts = text[:_LONGEST].split(".", 2)
        if len(parts) < _PARTS:
            raise Malformed("No Major.Minor.Patch elements found")
        rest, plus, build = parts[2].partition("+")
        patch, dash, prerelease = rest.partition("-")
        numbers = (_number(parts[0], "major"), _number(parts[1], "minor"), _number(patch, "patch"))
        return cls(
            major=numbers[0],
            minor=numbers[1],
            patch=numbers[2],
            prerelease=tuple(map(_prerelease, prerelease.split("."))) if dash else (),
            build=tuple(map(_build, build.split("."))) if plus else (),
        )

    @classmethod
    def parse_loosely(cls, text: str) -> Self:
        """Reads `v1.2` and `01.2.3` too, as ParseTolerant does; raises `Malformed`."""
        parts = text.strip().removeprefix("v").split(".", 2)
        parts = [_without_zeros(part) for part in parts]
        if len(parts) < _PARTS:
            if "+" in parts[-1] or "-" in parts[-1]:
                raise Malformed("Short version cannot contain PreRelease/Build meta data")
            parts += ["0"] * (_PARTS - len(parts))
        return cls.parse(".".join(parts))

    @classmethod
    def is_one(cls, text: str) -> bool:
        """Whether `parse` takes it."""
        return malformation(cls.parse, text) is None

    def __str__(self) -> str:
        text = f"{self.major}.{self.minor}.{self.patch}"
        text += "-" + ".".join(map(str, self.prerelease)) if self.prerelease else ""
        return text + ("+" + ".".join(self.build) if self.build else "")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BlangVersion) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __lt__(self, other: "BlangVersion") -> bool:
        return self.key < other.key

    @cached_property
    def key(self) -> tuple[Any, ...]:
        """The value by which versions are compared; numbers come before words, and prereleases before a version."""
        parts = tuple((0, part, "") if isinstance(part, int) else (1, 0, part) for part in self.prerelease)
        return self.major, self.minor, self.patch, not self.prerelease, parts


def _number(text: str, which: str) -> int:
    if not _DIGITS.fullmatch(text):
        raise Malformed(f"Invalid character(s) found in {which} number {quoted(text)}")
    if _has_leading_zero(text):
        raise Malformed(f"{which.capitalize()} number must not contain leading zeroes {quoted(text)}")
    return _unsigned(text)


def _prerelease(text: str) -> int | str:
    if not text:
        raise Malformed("Prerelease is empty")
    if _DIGITS.fullmatch(text):
        if _has_leading_zero(text):
            raise Malformed(f"Numeric PreRelease version must not contain leading zeroes {quoted(text)}")
        return _unsigned(text)
    if not _LETTERS.fullmatch(text):
        raise Malformed(f"Invalid character(s) found in prerelease {quoted(text)}")
    return text


def _build(text: str) -> str:
    if not text:
        raise Malformed("Build meta data is empty")
    if not _LETTERS.fullmatch(text):
        raise Malformed(f"Invalid character(s) found in build meta data {quoted(text)}")
    return text


def _unsigned(text: str) -> int:
    if not text:
        raise Malformed(f"strconv.ParseUint: parsing {quoted(text)}: invalid syntax")
    if len(text) > len(str(_LARGEST)) or int(text) > _LARGEST:
        raise Malformed(f"strconv.ParseUint: parsing {quoted(text)}: value out of range")
    return int(text)


def _has_leading_zero(text: str) -> bool:
    return len(text) > 1 and text[0] == "0"


def _without_zeros(part: str) -> str:
    if len(part.encode()) <= 1:
        return part
    stripped = part.lstrip("0")
    return stripped if stripped[:1] and stripped[0] in "0123456789" else f"0{stripped}"
