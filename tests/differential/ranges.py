"""Versions and ranges of blang/semver, which the tools of Operator Lifecycle Manager read."""

from collections.abc import Iterator
from random import Random
from typing import Any

from differential.oracle import Oracle
from differential.subject import Subject

from xpkgtui.errors import Malformed
from xpkgtui.versions.blang import BlangVersion
from xpkgtui.versions.blang_range import BlangRange

_VERSIONS = [
    "0.0.0",
    "0.1.0",
    "1.0.0",
    "1.0.0-rc.1",
    "1.0.0-rc.2",
    "1.0.0-1",
    "1.0.0-a",
    "1.0.0-a.1",
    "1.2.3",
    "1.2.3+b",
    "1.2.3-0",
    "2.0.0",
    "10.0.0",
    "v1.2.3",
    "1.2",
    "01.2.3",
    "1.02.3",
    "1.2.03",
    "1.2.3-01",
    "1.2.3-",
    "1.2.3+",
    "1.2.3-a..b",
    "1.2.3+a..b",
    "1.2.3-ä",
    "1.2.3_4",
    "18446744073709551615.0.0",
    "v1",
    "v01.2",
    "1-rc",
    "18446744073709551616.0.0",
    "0x1.2.3",
    ".1.2",
    "1..",
    "1.2.3.4",
    "-1.2.3",
]
_RANGES = (
    """
>=1.0.0 <2.0.0;1.x;1.2.x;1.x.x;x;X;*;^1.0.0;~1.2.0;<=1.0.0-next;1.2.3;=1.2.3;==1.2.3;!1.2.3;!=1.2.3;!1.x;!=1.2.x;>1.x
>=1.x;<1.x;<=1.x;>1.2.x;<=1.2.x;1.2.x-rc;>> 1.0.0;>=1.0.0  <2.0.0; 1.2.3 ;>= 1.0.0;>  1.0.0;1.0.0 - 2.0.0;1.0.0,2.0.0
||; ;;1.0.0 || 2.0.0;1.0.0||2.0.0;>=1.0.0 || <0.1.0;a;1 2;1.0;>1.0;1.2.3-x;x.1.2;1.x.3;>=1.x.3;0.0.x;<0.0.x;=>1.0.0
18446744073709551615.x;9223372036854775807.x;1.18446744073709551615.x;>=1.2.3 <;1.2.3 2.0.0;=1.x;==1.x;1.0.0 ||
|| 1.0.0;1.2.3 <2.0.0 || 3.x !3.1.0
""".strip()
    .replace("\n", ";")
    .split(";")
)


def _traps() -> Iterator[dict[str, list[str]]]:
    yield {"ranges": _RANGES, "versions": _VERSIONS}


def _generated(chance: Random) -> dict[str, list[str]]:
    return {"ranges": [_range(chance) for _ in range(6)], "versions": [_version(chance) for _ in range(8)]}


def _number(chance: Random) -> str:
    return chance.choice(("0", "1", "2", "3", "10", "x", "X", "01", "", "1a", "99999999999999999999"))


def _version(chance: Random) -> str:
    count = chance.choice((1, 2, 3, 3, 3, 3, 3, 3, 4))
    text = ".".join(_number(chance) if chance.random() < 0.2 else str(chance.randrange(4)) for _ in range(count))
    for mark in "-+":
        if chance.random() < 0.2:
            text += mark + ".".join(chance.choice(("rc", "1", "0", "01", "x", "a-b", "", "é")) for _ in range(2))
    return ("v" if chance.random() < 0.1 else "") + text


def _range(chance: Random) -> str:
    words = []
    for _ in range(chance.choice((1, 1, 2, 2, 3))):
        operator = chance.choice(("", "=", "==", ">", ">=", "<", "<=", "!", "!=", ">=", "<", "~", "^", "=>"))
        version = _version(chance)
        if chance.random() < 0.3:
            version = version.rpartition(".")[0] + ".x"
        words.append(operator + (" " if chance.random() < 0.1 else "") + version)
        if chance.random() < 0.2:
            words.append(chance.choice(("||", "||", "|", "and", "")))
    return (" " if chance.random() < 0.8 else "  ").join(words)


def _theirs(oracle: Oracle, case: dict[str, list[str]]) -> Any:
    found = oracle.ask("siblings", "ranges", ranges=case["ranges"], versions=case["versions"])["answer"]
    return [
        [[one.get("error"), sorted(one.get("matches") or [])] for one in found["ranges"]],
        found.get("badVersions") or {},
        found.get("tolerant") or {},
    ]


def _ours(case: dict[str, list[str]]) -> Any:
    good, bad, tolerant = [], {}, {}
    for text in case["versions"]:
        try:
            good.append((text, BlangVersion.parse(text)))
        except Malformed as error:
            bad[text] = str(error)
            try:
                tolerant[text] = str(BlangVersion.parse_loosely(text))
            except Malformed:
                continue
    return [[_answer(text, good) for text in case["ranges"]], bad, tolerant]


def _answer(text: str, versions: list[tuple[str, BlangVersion]]) -> list[Any]:
    try:
        found = BlangRange.parse(text)
    except Malformed as error:
        return [str(error), []]
    return [None, sorted(name for name, version in versions if found.matches(version))]


RANGES = Subject(
    name="ranges",
    traps=_traps,
    generated=_generated,
    theirs=_theirs,
    ours=_ours,
    counted=lambda case: len(case["ranges"]) * len(case["versions"]),
    kept=60,
)
