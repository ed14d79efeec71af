"""Ranges of versions as blang/semver 4 reads them."""

import operator
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Self

from xpkgtui.errors import Malformed
from xpkgtui.golang.characters import is_digit
from xpkgtui.golang.printing import quoted
from xpkgtui.values import dataclass
from xpkgtui.versions.blang import BlangVersion

_LARGEST_SIGNED = (1 << 63) - 1
_LONGEST = 4096
"""Characters of a range; hostile ones would take minutes."""


_OPERATORS: dict[str, Callable[[Any, Any], bool]] = {
    "": operator.eq,
    "=": operator.eq,
    "==": operator.eq,
    "!": operator.ne,
    "!=": operator.ne,
    ">": operator.gt,
    ">=": operator.ge,
    "<": operator.lt,
    "<=": operator.le,
}
_LOWER = (operator.gt, operator.ge, operator.eq)
_UPPER = (operator.lt, operator.le, operator.eq)
_LOWEST = BlangVersion(major=0, minor=0, patch=0, prerelease=(0,))


@dataclass(frozen=True, slots=True)
class _Comparison:
    holds: Callable[[Any, Any], bool]
    """Whether the key of a version and the key of `version` are in the required relation."""
    version: BlangVersion


@dataclass(frozen=True, slots=True)
class BlangRange:
    """A range: alternatives, in each of which every comparison must hold."""

    alternatives: tuple[tuple[_Comparison, ...], ...]

    @classmethod
    def parse(cls, text: str) -> Self:
        """Reads a range such as `>=1.0.0 <2.0.0 || 3.x`; raises `Malformed` with the message of the library."""
        expanded = [[each for part in parts for each in _expanded(part)] for parts in _alternatives(text[:_LONGEST])]
        return cls(tuple(tuple(map(_comparison, parts)) for parts in expanded))

    def matches(self, version: BlangVersion) -> bool:
        """Whether a version is in it; prereleases count like any version."""
        key = version.key
        return any(all(part.holds(key, part.version.key) for part in parts) for parts in self.alternatives if parts)

    def runs(self, keys: Sequence[Any]) -> tuple[tuple[int, int], ...]:
        """The runs `[first, behind)` of versions in it, by the sorted keys of these; no key is looked at alone."""
        found: list[tuple[int, int]] = []
        for run in sorted(run for parts in self.alternatives if parts for run in _runs(parts, keys)):
            if found and run[0] <= found[-1][1]:
                found[-1] = (found[-1][0], max(found[-1][1], run[1]))
            else:
                found.append(run)
        return tuple(found)

    @property
    def has_lower_bound(self) -> bool:
        """Whether every alternative excludes versions below some version."""
        return all(any(part.holds in _LOWER for part in parts) for parts in self.alternatives)


def covers(one: BlangRange, other: BlangRange) -> bool:
    """Whether all versions in another range are in this one: each end, and the version that follows it."""
    ends = [part.version for each in (one, other) for parts in each.alternatives for part in parts]
    after = (
        replace(end, prerelease=(*end.prerelease, 0))
        if end.prerelease
        else replace(end, patch=end.patch + 1, prerelease=(0,))
        for end in ends
    )
    return all(one.matches(version) for version in (_LOWEST, *ends, *after) if other.matches(version))


def _runs(parts: tuple[_Comparison, ...], keys: Sequence[Any]) -> Iterator[tuple[int, int]]:
    """The runs that all comparisons admit."""
    first, behind = 0, len(keys)
    without = []
    for part in parts:
        left, right = bisect_left(keys, part.version.key), bisect_right(keys, part.version.key)
        if part.holds is operator.ne:
            without.append((left, right))
        if part.holds in _LOWER:
            first = max(first, right if part.holds is operator.gt else left)
        if part.holds in _UPPER:
            behind = min(behind, left if part.holds is operator.lt else right)
    for left, right in [*sorted(without), (behind, behind)]:
        if first < min(left, behind):
            yield first, min(left, behind)
        first = max(first, right)


def _alternatives(text: str) -> list[list[str]]:
    found: list[list[str]] = [[]]
    parts = _parts(text)
    for number, part in enumerate(parts):
        if part != "||":
            found[-1].append(part)
        elif number == 0:
            raise Malformed("First element in range is '||'")
        else:
            found.append([])
    if not parts or parts[-1] == "||":
        raise Malformed("Last element in range is '||'")
    return found


def _parts(text: str) -> list[str]:
    """What blanks separate, but for those after an operator; a part of a single character is lost."""
    found: list[str] = []
    start, before = 0, ""
    for place, character in enumerate(text):
        if character != " ":
            before = character
        elif before not in (">", "<", "="):
            if start < place - 1:
                found.append(text[start:place])
            start = place + 1
    if start < len(text) - 1:
        found.append(text[start:])
    return [part.replace(" ", "") for part in found]


def _split(part: str) -> tuple[str, str]:
    """The operator and the version of a part."""
    place = next((number for number, character in enumerate(part) if is_digit(character)), None)
    if place is None:
        raise Malformed(f"Could not get version from string: {quoted(part)}")
    return part[:place].strip(), part[place:]


def _expanded(part: str) -> list[str]:
    """A part with `x` in it as comparisons without; any other part as it is."""
    if "x" not in part:
        return [part]
    symbol, version = _split(part)
    flat = version.replace(".x.x", ".x", 1).replace(".x", ".0", 1)
    flat += ".0" if flat.count(".") == 1 else ""
    pieces = version.split(".")
    wildcard = len(pieces) if pieces[-1] == "x" else 0
    following = _following(flat, wildcard)
    match symbol:
        case ">":
            return [f">={following}"]
        case ">=":
            return [f">={flat}"]
        case "<":
            return [f"<{flat}"]
        case "<=":
            return [f"<{following}"]
        case "" | "=" | "==":
            return [f">={flat}", f"<{following}"]
        case "!=" | "!":
            return [f"<{flat}", f">={following}"]
    return [flat]


def _following(flat: str, wildcard: int) -> str:
    """The version after all that a wildcard stands for; empty where there is no such number."""
    if wildcard not in (2, 3):
        return ""
    pieces = flat.split(".")
    number = pieces[wildcard - 2]
    if not re.fullmatch(r"[+-]?[0-9]{1,20}", number) or not -_LARGEST_SIGNED <= int(number) <= _LARGEST_SIGNED:
        return ""
    # A signed number of 64 bits goes on at the lower end.
    pieces[wildcard - 2] = str(int(number) + 1 if int(number) < _LARGEST_SIGNED else -_LARGEST_SIGNED - 1)
    return ".".join(pieces)


def _comparison(part: str) -> _Comparison:
    symbol, text = _split(part)
    if symbol not in _OPERATORS:
        why = f"Could not parse comparator {quoted(symbol)} in {quoted(symbol + text)}"
        raise Malformed(f"Could not parse Range {quoted(part)}: {why}")
    try:
        return _Comparison(_OPERATORS[symbol], BlangVersion.parse(text))
    except Malformed as error:
        why = f"Could not parse version {quoted(text)} in {quoted(symbol + text)}: {error}"
        raise Malformed(f"Could not parse Range {quoted(part)}: {why}") from error
