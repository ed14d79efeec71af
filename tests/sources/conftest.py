"""Things that only some file systems have; registries that misbehave, and another host that listens."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from builders.registry.faulty import certificate, elsewhere, faulty, secure

__all__ = ["certificate", "elsewhere", "faulty", "mkfifo", "secure"]


@pytest.fixture
def mkfifo() -> Callable[[Path], None]:
    """Makes a named pipe; the test is skipped where there are none."""
    if not hasattr(os, "mkfifo"):
        pytest.skip("no named pipes here")
    return os.mkfifo
