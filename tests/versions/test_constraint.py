"""Constraints: the dialect between those that are compared with the library, and what would take for ever."""

import itertools
import json
from contextlib import nullcontext

import pytest
from builders.cases import each_row
from differential.constraints import answer, versions_of
from differential.tables import stored

from xpkgtui.errors import Malformed
from xpkgtui.versions.constraint import Constraint, covers, overlap
from xpkgtui.versions.version import Dialect, Version


@each_row(
    ("text", "message"),
    [
        (">a1", "improper constraint: >a1"),
        ("1.2.3.4", "improper constraint: 1.2.3.4"),
        (">=1.0.0,", "improper constraint: >=1.0.0,"),
        ("", "improper constraint: "),
        (">=18446744073709551616", "constraint parser error"),
    ],
)
def test_3_4_0_refuses_without_quotes(text: str, message: str) -> None:
    with pytest.raises(Malformed) as refused:
        Constraint.parse(text, Dialect.V3_4)
    assert str(refused.value) == message


@each_row("text", ["||".join(["1"] * 33), " " * 512 + "1", ">=1 <2"])
def test_3_4_0_reads_as_3_5_0_without_its_limits(text: str) -> None:
    assert Constraint.parse(text, Dialect.V3_4).allows(Version.parse("1.2.3", Dialect.V3_4))


@pytest.mark.parametrize(("blanks", "is_read"), [(511, True), (512, False)])
def test_3_5_0_reads_512_bytes(blanks: int, is_read: bool) -> None:
    with nullcontext() if is_read else pytest.raises(Malformed):
        Constraint.parse(" " * blanks + "1")


@pytest.mark.parametrize(("count", "is_read"), [(32, True), (33, False)])
def test_3_5_0_reads_32_alternatives(count: int, is_read: bool) -> None:
    with nullcontext() if is_read else pytest.raises(Malformed):
        Constraint.parse("||".join(["1"] * count))


def test_3_4_0_differs_from_3_5_0_in_no_answer() -> None:
    cases = [(json.loads(case), told["v3"]) for case, told in stored("constraints").items()]
    accepted = {case["constraint"]: allowed for case, (error, allowed) in cases if error is None}
    ours = {
        case["constraint"]: answer(case["constraint"], versions_of(case), Dialect.V3_4)[1]
        for case, (error, _) in cases
        if error is None
    }
    assert ours == accepted


@each_row("dialect", Dialect)
def test_endless_blanks_are_refused_at_once(dialect: Dialect) -> None:
    with pytest.raises(Malformed):
        Constraint.parse("1  " * 2000 + "!", dialect)


def test_many_ways_to_part_a_constraint_are_not_tried() -> None:
    with pytest.raises(Malformed):
        Constraint.parse("1  " * 169 + "!")


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
        within = all(one.allows(version) for version in GRID if other.allows(version))
        assert covers(one, other) is within, (left, right)
