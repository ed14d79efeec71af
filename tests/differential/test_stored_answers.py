"""Every stored answer of the libraries is ours, or is excused by name."""

import json

import pytest
from differential.running import Disagreement, judged
from differential.subjects import SUBJECTS
from differential.tables import FOLDER, key, stored

_LARGEST = 200_000
_STORED = [name for name, subject in SUBJECTS.items() if subject.kept]


@pytest.mark.parametrize("name", _STORED)
def test_every_stored_answer_is_ours_or_excused(name: str) -> None:
    judgements = [judged(SUBJECTS[name], json.loads(case), answer) for case, answer in stored(name).items()]
    assert [one for one in judgements if isinstance(one, Disagreement)] == []


@pytest.mark.parametrize("name", _STORED)
def test_every_trap_has_an_answer(name: str) -> None:
    assert {key(case) for case in SUBJECTS[name].traps()} - stored(name).keys() == set()


@pytest.mark.parametrize("name", _STORED)
def test_a_table_holds_generated_cases_and_stays_small(name: str) -> None:
    traps = len({key(case) for case in SUBJECTS[name].traps()})
    assert traps < len(stored(name))
    assert (FOLDER / f"{name}.json").stat().st_size < _LARGEST
