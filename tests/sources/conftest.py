"""Things that only some file systems have."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.fixture
def mkfifo() -> Callable[[Path], None]:
    """Makes a named pipe; the test is skipped where there are none."""
    if not hasattr(os, "mkfifo"):
        pytest.skip("no named pipes here")
    return os.mkfifo
