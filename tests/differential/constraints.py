"""Constraints on versions, under Masterminds/semver 1.5.0 (Crossplane up to 2.2) and 3.5.0 (from 2.3)."""

import string
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from differential.oracle import Oracle
from differential.subject import Subject

from xpkgtui.errors import Malformed
from xpkgtui.versions.constraint import Constraint
from xpkgtui.versions.version import Dialect, Version

DIALECTS = {"v1": Dialect.V1, "v3": Dialect.V3}
OPERATORS = ("", "=", "!=", ">", "<", ">=", "=>", "<=", "=<", "~", "~>", "^")
_WANTED = (
    "1",
    "v1.2",
    "1.2.3",
    "1.x",
    "1.2.x",
    "*",
    "0",
    "0.2",
    "0.2.3",
    "0.0.0",
    "0.0.3",
    "1.2.3-beta.2",
    "2-0",
    "1.2-rc",
)
_COMBINED = (
    ">=v1.14.0 <v2",
    ">=v1.14.0, <v2",
    ">=v1.14.0,<v2.0.0-0",
    ">= 1.2.3-0",
    "1.2 - 2.3",
    "1.2.3 - 2",
    " 1 - 2 || 3 - 4",
    "^1 || ^3",
    "~1.2 || >=3.0.0-rc.1",
    ">1 <3 !=2",
    ">1, <3, !=2",
    "v1.14.0",
    "latest",
    "",
    " ",
    "||",
    "1||",
    ",1",
    "1,",
    ">a1",
    "> = 1",
    "1.2.3.4",
    "1x",
    "1|2",
    "01.2.3",
    "1.2.3-01",
    "1.2.3+build.1",
    ">=9223372036854775808",
    ">=18446744073709551616",
    "1\n2",
    "1\v2",
    "1\u00a02",
    '">=1"',
    "é",
    "sha256:" + "a" * 64,
    "1" * 300,
    " " * 512 + "1",
    "||".join(["1"] * 33),
    *(
        f"{one}{two}"
        for one in (">=1.2.3", "!=1.2.3-beta.2", "<2")
        for two in (" <3-0", ",!=1.2.x", " || 3", "  ,  ~2.1")
    ),
)
VERSIONS = (
    *("0.0.0", "0.0.3", "0.0.4", "0.2.3", "0.2.9", "0.3.0", "1", "1.0.0-alpha", "1.2.0", "1.2.3", "1.2.3-beta.2"),
    *("1.2.3-beta.11", "1.2.3-rc", "v1.2.4", "1.3.0-0", "1.14.0", "2.0.0-0", "2.0.0", "2.1.0", "3.0.0-rc.1"),
    *("3.0.0+build", "1.2.3-01", "latest"),
)
_PRERELEASES = (
    *("-0", "-1", "-rc", "-rc.1", "-rc.2", "-beta.2", "-beta.11", "-a-b", "-01", "-9.z", "-18446744073709551616"),
)
_NUMBERS = (*"0000111122333", "14", "00", "01", "9223372036854775807", "9223372036854775808", "18446744073709551615")


def _traps() -> Iterator[dict[str, Any]]:
    spaced = [f"{operator} {wanted}" for operator in OPERATORS for wanted in _WANTED[:12]]
    plain = [f"{operator}{wanted}" for operator in OPERATORS for wanted in _WANTED]
    for text in (*plain, *spaced, *_COMBINED):
        yield {"constraint": text, "versions": "usual"}


def _generated(chance: Random) -> dict[str, Any]:
    # Of few numbers, so that versions are near the bounds.
    numbers = chance.sample(_NUMBERS, 3) + chance.choices(_NUMBERS, k=1)
    versions = [random_version(chance, numbers) for _ in range(chance.randint(16, 24))]
    return {"constraint": random_constraint(chance, numbers), "versions": versions}


def random_constraint(chance: Random, numbers: list[str]) -> str:
    """One to four comparisons or ranges, parted in any way; a third are refused."""
    terms = [
        f"{_wanted(chance, numbers)}{chance.choice((' - ', ' - ', '  -  ', '- ', ' -'))}{_wanted(chance, numbers)}"
        if chance.random() < 0.1
        else f"{chance.choice(OPERATORS)}{chance.choice(('', '', ' ', '  '))}{_wanted(chance, numbers)}"
        for _ in range(chance.choice((1, 1, 1, 2, 2, 3, 4)))
    ]
    partings = (", ", ",", " ", " || ", "||", "  ", ",, ", "|", "\t", " , ")
    text = terms[0] + "".join(chance.choice(partings) + term for term in terms[1:])
    return text if chance.random() < 0.9 else _misspelt(text, chance)


def _misspelt(text: str, chance: Random) -> str:
    """The text with an odd character in it, or in place of another."""
    at = chance.randrange(len(text) + 1)
    odd: str = chance.choice(
        (*"xX*|,=!<>~^-+. \t\nvV019", "||", *string.ascii_letters, *string.punctuation, "é", "\u00a0")
    )
    return text[:at] + odd + text[at + chance.randint(0, 1) :]


def _wanted(chance: Random, numbers: list[str]) -> str:
    """A version of a constraint: partial, with `x`, with a prerelease."""
    size = chance.choice((1, 2, 2, 3, 3, 3))
    parts = chance.choices((*numbers * 5, "x", "X", "*"), k=size)
    behind = chance.choice((*[""] * 20, *_PRERELEASES, "+build", "-rc.1+b"))
    return chance.choice(("", "", "v")) + ".".join(parts) + behind


def random_version(chance: Random, numbers: Sequence[str] = _NUMBERS) -> str:
    """A version as tags have it, mostly complete; some are none."""
    parts = chance.choices(numbers, k=chance.choice((1, 2, 3, 3, 3, 3, 3, 3, 4)))
    behind = chance.choice((*[""] * 16, *_PRERELEASES, "+build", "-rc.1+b", "-", "+", "-rc..1", "rc1", "-é"))
    return chance.choice((*[""] * 20, *["v"] * 6, "V", " ", "=")) + ".".join(parts) + behind


def versions_of(case: dict[str, Any]) -> list[str]:
    """The versions that a case asks about."""
    versions: list[str] = list(VERSIONS) if case["versions"] == "usual" else case["versions"]
    return versions


def _theirs(oracle: Oracle, case: dict[str, Any]) -> dict[str, Any]:
    versions = versions_of(case)
    asked = oracle.ask("packages", "constraints", constraint=case["constraint"], versions=versions)
    return {
        dialect: [
            told.get("error"),
            "".join(
                "!" if one in told.get("invalidVersions", []) else "+" if one in told["satisfies"] else "-"
                for one in versions
            ),
        ]
        for dialect, told in asked["answer"].items()
    }


def _ours(case: dict[str, Any]) -> dict[str, Any]:
    return {name: answer(case["constraint"], versions_of(case), dialect) for name, dialect in DIALECTS.items()}


def answer(text: str, versions: list[str], dialect: Dialect) -> list[str | None]:
    """The message of a refusal, and a verdict for each version, as one text."""
    constraint, message = None, None
    try:
        constraint = Constraint.parse(text, dialect)
    except Malformed as error:
        message = str(error)
    return [message, "".join(_verdict(constraint, version, dialect) for version in versions)]


def _verdict(constraint: Constraint | None, text: str, dialect: Dialect) -> str:
    """`+` for a version that is allowed, `-` for one that is not, `!` for what is none."""
    try:
        version = Version.parse(text, dialect)
    except Malformed:
        return "!"
    return "+" if constraint is not None and constraint.allows(version) else "-"


def _pairs(case: dict[str, Any]) -> int:
    return len(versions_of(case))


CONSTRAINTS = Subject(
    name="constraints",
    traps=_traps,
    generated=_generated,
    theirs=_theirs,
    ours=_ours,
    counted=_pairs,
)
