"""Constraints: every stored answer of the real library is ours."""

import json
from pathlib import Path

import pytest

from xpkgtui.errors import Malformed
from xpkgtui.versions.constraint import Constraint
from xpkgtui.versions.version import Dialect, Version

_STORE = json.loads((Path(__file__).parents[1] / "oracle" / "constraints.json").read_text(encoding="utf-8"))
_DIALECTS = {"v1": Dialect.V1, "v3": Dialect.V3}


def _answer(text: str, dialect: Dialect) -> str | list[int]:
    try:
        constraint = Constraint.parse(text, dialect)
    except Malformed as error:
        return str(error)
    allowed = []
    for number, version in enumerate(_STORE["versions"]):
        try:
            if constraint.allows(Version.parse(version, dialect)):
                allowed.append(number)
        except Malformed:
            continue
    return allowed


@pytest.mark.parametrize("dialect", _DIALECTS)
def test_every_constraint_is_answered_as_the_library_answers(dialect: str) -> None:
    expected = {text: answer[dialect] for text, answer in _STORE["answers"].items()}
    assert {text: _answer(text, _DIALECTS[dialect]) for text in expected} == expected


def test_enough_answers_are_stored() -> None:
    assert len(_STORE["answers"]) >= 500


@pytest.mark.parametrize(
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


@pytest.mark.parametrize("text", ["||".join(["1"] * 33), " " * 512 + "1", ">=1 <2"])
def test_3_4_0_reads_as_3_5_0_without_its_limits(text: str) -> None:
    assert Constraint.parse(text, Dialect.V3_4).allows(Version.parse("1.2.3", Dialect.V3_4))


def test_3_4_0_differs_from_3_5_0_in_no_answer() -> None:
    expected = {text: answer["v3"] for text, answer in _STORE["answers"].items() if isinstance(answer["v3"], list)}
    assert {text: _answer(text, Dialect.V3_4) for text in expected} == expected


@pytest.mark.parametrize("dialect", Dialect)
def test_endless_blanks_are_refused_at_once(dialect: Dialect) -> None:
    with pytest.raises(Malformed):
        Constraint.parse("1  " * 2000 + "!", dialect)


def test_many_ways_to_part_a_constraint_are_not_tried() -> None:
    with pytest.raises(Malformed):
        Constraint.parse("1  " * 169 + "!")
