"""Constraints on versions, in the dialects of Masterminds/semver, and whether two leave a version for both."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Self

from xpkgtui.errors import Malformed
from xpkgtui.golang.printing import quoted
from xpkgtui.patterns import late
from xpkgtui.values import dataclass
from xpkgtui.versions.version import Dialect, Version, compare_prereleases

_BLANK = r"[\t\n\f\r ]"
_NUMBER = r"[0-9|xX*]+"
_PARTS = r"[0-9A-Za-z\-]+(?:\.[0-9A-Za-z\-]+)*"
_VERSION = rf"v?{_NUMBER}(?:\.{_NUMBER})?(?:\.{_NUMBER})?(?:-{_PARTS})?(?:\+{_PARTS})?"
_PIECES = late(rf"v?({_NUMBER})(\.{_NUMBER})?(\.{_NUMBER})?(-{_PARTS})?(\+{_PARTS})?")
_TERM = late(rf"{_BLANK}*(!=|>=|=>|<=|=<|~>|[=><~^]?){_BLANK}*({_VERSION})({_BLANK}*)")
_RANGE = late(rf"{_BLANK}*({_VERSION}){_BLANK}+-{_BLANK}+({_VERSION}){_BLANK}*")
_DASH = late(rf"{_BLANK}-{_BLANK}")
_LONGEST = 512
"""The limit of 3.5.0 in bytes; earlier versions have none and get eight times as much."""
_MOST_GROUPS = 32
_UNKNOWN = frozenset("xX*")
_PLAIN = {">": (1,), ">=": (0, 1), "=>": (0, 1), "<": (-1,), "<=": (-1, 0), "=<": (-1, 0)}
"""The results of a comparison that satisfy an operator."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """One comparison: an operator and a version that may end in `x` or lack parts."""

    operator: str
    version: Version
    dirty: bool = False
    """Whether a part is `x` or absent."""
    minor_dirty: bool = False
    patch_dirty: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Constraint:
    """Alternatives of comparisons that must all hold."""

    text: str
    dialect: Dialect
    groups: tuple[tuple[Term, ...], ...]

    @classmethod
    def parse(cls, text: str, dialect: Dialect = Dialect.V3) -> Self:
        """Reads a constraint as NewConstraint does; raises `Malformed` with the message of the library."""
        size = len(text.encode("utf-8", "surrogatepass"))
        if dialect is Dialect.V3 and size > _LONGEST:
            raise Malformed(f"constraint string is too long (max {_LONGEST} bytes)")
        if size > 8 * _LONGEST:
            raise Malformed(f"improper constraint: {text[:80]}…")
        alternatives = _without_ranges(text, dialect).split("||")
        if dialect is Dialect.V3 and len(alternatives) > _MOST_GROUPS:
            raise Malformed(f"too many constraint groups (max {_MOST_GROUPS})")
        split = _terms_v1 if dialect is Dialect.V1 else _terms_v3
        return cls(text=text, dialect=dialect, groups=tuple(split(part, dialect) for part in alternatives))

    def allows(self, version: Version) -> bool:
        """Whether a version satisfies the constraint."""
        if self.dialect is Dialect.V1:
            return any(all(_holds_v1(term, version) for term in group) for group in self.groups)
        return any(_group_holds_v3(group, version) for group in self.groups)


def _without_ranges(text: str, dialect: Dialect) -> str:
    """The text with each `1 - 2` as two comparisons."""
    if not _DASH.search(text):
        return text
    blank = "" if dialect is Dialect.V1 else " "
    rewritten = text
    for match in _RANGE.finditer(text):
        rewritten = rewritten.replace(match[0], f">= {match[1]}, <= {match[2]}{blank}", 1)
    return rewritten


def _terms_v1(text: str, dialect: Dialect) -> tuple[Term, ...]:
    terms = []
    for part in text.split(","):
        match = _TERM.fullmatch(part)
        if match is None:
            raise Malformed(f"improper constraint: {part}")
        terms.append(_term(match[1], match[2], dialect))
    return tuple(terms)


def _terms_v3(text: str, dialect: Dialect) -> tuple[Term, ...]:
    """Terms separated by a comma or blanks, read one by one: a single expression could backtrack for long."""
    terms: list[tuple[str, str]] = []
    improper = f"improper constraint: {quoted(text) if dialect is Dialect.V3 else text}"
    position, separated = 0, True
    while position < len(text) or not terms:
        match = _TERM.match(text, position) if separated else None
        if match is None:
            raise Malformed(improper)
        terms.append((match[1], match[2]))
        position, separated = match.end(), bool(match[3])
        if text.startswith(",", position):
            position, separated = position + 1, True
            if position == len(text):
                raise Malformed(improper)
    return tuple(_term(operator, version, dialect) for operator, version in terms)


def _term(operator: str, text: str, dialect: Dialect) -> Term:
    match = _PIECES.fullmatch(text)
    assert match is not None  # the caller matched the same expression, without groups
    major, minor, patch, prerelease, _ = match.groups(default="")
    dirty = minor_dirty = patch_dirty = False
    full = text
    if major in _UNKNOWN:
        full, dirty = "0.0.0" + ("" if dialect is Dialect.V1 else prerelease), True
    elif not minor or minor[1:] in _UNKNOWN:
        full, dirty, minor_dirty = f"{major}.0.0{prerelease}", True, True
    elif patch[1:] in _UNKNOWN or (not patch and dialect is not Dialect.V1):
        full, dirty, patch_dirty = f"{major}{minor}.0{prerelease}", True, True
    try:
        version = Version.parse(full, dialect)
    except Malformed as error:
        raise Malformed("constraint Parser Error" if dialect is Dialect.V1 else "constraint parser error") from error
    return Term(operator=operator, version=version, dirty=dirty, minor_dirty=minor_dirty, patch_dirty=patch_dirty)


def _holds_v1(term: Term, version: Version) -> bool:
    bound, operator = term.version, term.operator
    ignored = bool(version.prerelease) and not bound.prerelease
    if operator == "!=" and not term.dirty:
        return version != bound
    if ignored:
        return False
    if operator == "!=":
        return bound.major != version.major or (bound.minor != version.minor and not term.minor_dirty)
    if term.dirty and operator in ("<", "<=", "=<"):
        return version.major <= bound.major and (version.minor <= bound.minor or term.minor_dirty)
    if operator == "^":
        return version.compare(bound) >= 0 and version.major == bound.major
    if operator in _PLAIN:
        return version.compare(bound) in _PLAIN[operator]
    return version == bound if operator in ("", "=") and not term.dirty else _tilde(term, version)


def _group_holds_v3(group: tuple[Term, ...], version: Version) -> bool:
    """Whether all terms hold; a prerelease also needs a term that names one."""
    if version.prerelease and not any(term.version.prerelease for term in group):
        return False
    return all(_holds_v3(term, version) for term in group)


def _holds_v3(term: Term, version: Version) -> bool:
    bound = term.version
    match term.operator:
        case "!=":
            return _differs_v3(term, version)
        case ">":
            return _greater_v3(term, version)
        case ">=" | "=>":
            return version.compare(bound) >= 0
        case "<":
            return version.compare(bound) < 0
        case "<=" | "=<" if term.dirty:
            same = version.major == bound.major
            return version.major < bound.major or (same and (version.minor <= bound.minor or term.minor_dirty))
        case "<=" | "=<":
            return version.compare(bound) <= 0
        case "^":
            return _caret_v3(term, version)
        case "" | "=" if not term.dirty:
            return version == bound
    return _tilde(term, version)


def _differs_v3(term: Term, version: Version) -> bool:
    bound = term.version
    if not term.dirty:
        return version != bound
    if bound.major != version.major or (bound.minor != version.minor and not term.minor_dirty):
        return True
    if term.minor_dirty:
        return False
    if term.patch_dirty:
        if version.prerelease or bound.prerelease:
            return compare_prereleases(version.prerelease, bound.prerelease) != 0
        return False
    return bound.patch != version.patch or version != bound


def _greater_v3(term: Term, version: Version) -> bool:
    bound = term.version
    if not term.dirty or version.major != bound.major:
        return version.compare(bound) > 0
    if term.minor_dirty:
        return False
    return version.minor > bound.minor if term.patch_dirty else version.compare(bound) > 0


def _caret_v3(term: Term, version: Version) -> bool:
    bound = term.version
    if version.compare(bound) < 0:
        return False
    if bound.major > 0 or term.minor_dirty:
        return version.major == bound.major
    if version.major > 0:
        return False
    if bound.minor > 0 or term.patch_dirty:
        return version.minor == bound.minor
    return version.minor == 0 and version.patch == bound.patch


def _tilde(term: Term, version: Version) -> bool:
    bound = term.version
    if version.compare(bound) < 0:
        return False
    if not (bound.major or bound.minor or bound.patch or term.minor_dirty or term.patch_dirty):
        return True  # ~0.0.0 and ~* are any version
    return version.major == bound.major and (version.minor == bound.minor or term.minor_dirty)


_LOWEST = Version.parse("0.0.0")
_HIGHEST = Version.parse("1000000000.0.0")


def overlap(one: Constraint, other: Constraint) -> bool:
    """Whether some version satisfies both.

    Each constraint is a few ranges, whose ends are the versions that it names and those next to them: if the two have
    a version in common, they have one of these in common.
    """
    return any(one.allows(version) and other.allows(version) for version in _ends(one, other))


def covers(one: Constraint, other: Constraint) -> bool:
    """Whether all versions that satisfy another constraint satisfy this one."""
    return all(one.allows(version) for version in _ends(one, other) if other.allows(version))


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
