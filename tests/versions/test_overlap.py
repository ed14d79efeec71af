"""Constraints that leave a version, and those that do not."""

import itertools

import pytest

from xpkgtui.versions.constraint import Constraint
from xpkgtui.versions.overlap import overlap
from xpkgtui.versions.version import Dialect, Version

TEXTS = [
    "*",
    ">=1.2.0",
    ">1.2.0",
    "<1.2.0",
    "<=1.2.0",
    "=1.2.0",
    "!=1.2.0",
    "~1.2.0",
    "^1.2.0",
    "^0.1.0",
    "1.x",
    "1.2.x",
    "0.1.1",
    ">=1.0.0, <1.2.0",
    "<1.0.0 || >=2.0.0",
    "1.1.0 - 1.3.0",
    ">=1.2.0-rc.1",
    ">=2.1.0",
    "~2",
]
GRID = [Version.parse(f"{a}.{b}.{c}") for a, b, c in itertools.product(range(4), range(5), range(4))]
GRID += [Version.parse(text) for text in ("1.2.0-rc.1", "1.2.0-rc.2", "1.2.0-0", "9.9.9")]


@pytest.mark.parametrize("dialect", [Dialect.V1, Dialect.V3])
def test_a_version_in_common_is_found_wherever_there_is_one(dialect: Dialect) -> None:
    for left, right in itertools.product(TEXTS, TEXTS):
        one, other = Constraint.parse(left, dialect), Constraint.parse(right, dialect)
        expected = any(one.allows(version) and other.allows(version) for version in GRID)
        assert overlap(one, other) is expected, (left, right)
