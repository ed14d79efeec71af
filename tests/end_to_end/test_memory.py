"""A command that is given too little memory says so in a sentence, and ends as one that could not decide."""

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest
from builders.packages.judgements import PROVIDER

_ADDRESS_SPACE = 100 << 20
"""Bytes: enough for the program, and not for mapping the file, which has a hole of twice as many."""


def _limited() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (_ADDRESS_SPACE, _ADDRESS_SPACE))


@pytest.mark.parametrize("command", ["check", pytest.param("show", marks=pytest.mark.whole)])
def test_too_little_memory_is_undecided(command: str, tmp_path: Path) -> None:
    path = tmp_path / "package.yaml"
    path.write_bytes(PROVIDER.encode() + b"# a comment that is read like all else\n" * (1 << 15))
    os.truncate(path, 2 * _ADDRESS_SPACE)
    run = [sys.executable, "-m", "xpkgtui", command, "--no-cache", str(path)]
    done = subprocess.run(run, capture_output=True, text=True, preexec_fn=_limited, check=False)
    assert done.returncode == 3, done.stderr
    assert "There is not enough memory to read this package." in done.stderr
    assert "bug" not in done.stderr
