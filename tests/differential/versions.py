"""Tags that count as versions, in the order in which Crossplane 2.4 tries them."""

from collections.abc import Iterator
from random import Random

from differential.constraints import VERSIONS, random_version
from differential.oracle import Oracle
from differential.subject import Subject

from xpkgtui.errors import Malformed
from xpkgtui.versions.version import Version

_UNSTABLE = "Go's sort leaves no order among more than twelve tags that are equal versions, such as v1 and 1.0.0"
_LARGEST_STABLE = 12
_DIGEST = "sha256-" + "0123456789abcdef" * 4


def _traps() -> Iterator[list[str]]:
    yield []
    yield list(VERSIONS)
    yield list(reversed(VERSIONS))
    yield [
        "latest",
        "main",
        "v1.2.3.4",
        "",
        "v",
        "1.",
        ".1",
        "v1.0.0-",
        "v1.0.0+",
        f"{_DIGEST}.sig",
        "nightly-20240101",
    ]
    yield ["1.0.0-10", "1.0.0-9", "1.0.0-a", "1.0.0-A", "1.0.0-a.1", "1.0.0-a-1", "1.0.0--", "1.0.0"]
    yield ["1.0.0-18446744073709551616", "1.0.0-18446744073709551615", "1.0.0-99999999999999999999a", "1.0.0-0"]
    yield ["1.0.0+b", "1.0.0+a", "v1", "1.0", "1.0.0"]
    yield ["18446744073709551615.0.0", "18446744073709551616.0.0", "9223372036854775808.1", "00.01.002"]
    yield ["1" * 250 + ".0.0", "1.0.0-" + "a" * 250, "1.0.0-" + "a" * 251, "1.0.0+" + "é" * 100]
    yield ["1.0.0-01", "1.0.0-0a", "1.0.0-00", "1.0.0-a.01", "1.0.0-1.a.0"]


def _generated(chance: Random) -> list[str]:
    tags = [random_version(chance) for _ in range(chance.choice((2, 3, 5, 12, 12, 30)))]
    return [tag if chance.random() < 0.9 else tag + chance.choice("-+.") + random_version(chance) for tag in tags]


def _theirs(oracle: Oracle, case: list[str]) -> list[str]:
    found: list[str] = oracle.ask("packages", "versions", tags=case)["answer"]["sorted"]
    return found


def _ours(case: list[str]) -> list[str]:
    versions = []
    for tag in case:
        try:
            versions.append(Version.parse(tag))
        except Malformed:
            continue
    return [version.original for version in sorted(versions, key=lambda version: version.order)]


def _excused(case: list[str], ours: list[str], theirs: list[str]) -> str | None:
    same = sorted(ours) == sorted(theirs) and [*map(Version.parse, ours)] == [*map(Version.parse, theirs)]
    return _UNSTABLE if same and len(ours) > _LARGEST_STABLE else None


TAGS = Subject(
    name="versions",
    traps=_traps,
    generated=_generated,
    theirs=_theirs,
    ours=_ours,
    excused=_excused,
    kept=100,
)
