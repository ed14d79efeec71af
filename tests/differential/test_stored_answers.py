"""The stored answers of the libraries: each subject is asked again, here where no folder of tests does so."""

import re
from pathlib import Path

from builders.cases import each_row
from differential.replay import replayed
from differential.subjects import SUBJECTS
from differential.tables import FOLDER, key, stored

_LARGEST = 200_000
_STORED = [name for name, subject in SUBJECTS.items() if subject.kept]
_ELSEWHERE = {
    name
    for file in Path(__file__).parents[1].rglob("test_stored_answers.py")
    for call in re.findall(r"= replayed\((.*)\)", file.read_text(encoding="utf-8"))
    for name in re.findall(r'"([^"]+)"', call)
}

if left := [name for name in _STORED if name not in _ELSEWHERE]:
    test_every_stored_answer_is_ours_or_excused = replayed(*left)


@each_row("name", _STORED)
def test_every_trap_has_an_answer(name: str) -> None:
    assert {key(case) for case in SUBJECTS[name].traps()} - stored(name).keys() == set()


@each_row("name", _STORED)
def test_a_table_holds_generated_cases_and_stays_small(name: str) -> None:
    traps = len({key(case) for case in SUBJECTS[name].traps()})
    assert traps < len(stored(name))
    assert (FOLDER / f"{name}.json").stat().st_size < _LARGEST
