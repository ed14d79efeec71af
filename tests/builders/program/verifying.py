"""Verifies signatures in this process, which loads the library once; a test of its own asks another process."""

import pytest

from xpkgtui.inspection.referrers import keys
from xpkgtui.referrers.verifying import ANSWERS, REQUESTS, Answering


def _run(request: bytes) -> tuple[bytes, int]:
    asked = REQUESTS.decode(request)
    answering = Answering(asked.root)
    return ANSWERS.encode(tuple(map(answering.of, asked.checks))), 0


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """No process is started to verify."""
    monkeypatch.setattr(keys, "run", _run)
