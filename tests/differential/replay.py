"""Stored answers asked again, in the folder of tests whose part of the program they judge."""

import json
from collections.abc import Callable

import pytest
from differential.running import Disagreement, judged
from differential.subjects import SUBJECTS
from differential.tables import stored


def replayed(*names: str) -> Callable[[str], None]:
    """Returns a test of each subject: every stored answer of the libraries is ours, or is excused by name."""

    @pytest.mark.parametrize("name", names)
    def test(name: str) -> None:
        judgements = [judged(SUBJECTS[name], json.loads(case), answer) for case, answer in stored(name).items()]
        assert [one for one in judgements if isinstance(one, Disagreement)] == []

    return test
