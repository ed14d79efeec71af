"""A few packages that are padded answer as they do without; `python -m differential padded` asks about many."""

from itertools import islice
from pathlib import Path
from random import Random

import pytest
from differential.padded import padded


def test_padded_packages_answer_as_small_ones_or_say_that_not_all_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("differential.padded.COMMENT", 1_100_000)
    monkeypatch.setattr("differential.padded.DESCRIPTION", 300_000)
    walked = islice(padded(tmp_path, None, Random(1)), 2)
    assert [difference for one in walked for difference in one.differences("json")] == []
