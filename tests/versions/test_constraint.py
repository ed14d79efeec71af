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
    assert len(_STORE["answers"]) >= 300


@pytest.mark.parametrize("dialect", Dialect)
def test_endless_blanks_are_refused_at_once(dialect: Dialect) -> None:
    with pytest.raises(Malformed):
        Constraint.parse("1  " * 2000 + "!", dialect)


def test_many_ways_to_part_a_constraint_are_not_tried() -> None:
    with pytest.raises(Malformed):
        Constraint.parse("1  " * 169 + "!")
