"""The program that draws the pictures takes its arguments as a program does."""

import subprocess
import sys
from pathlib import Path

import pytest

DRAW = Path(__file__).parents[1] / "pictures.py"


@pytest.mark.parametrize(("word", "code"), [("--help", 0), ("--folder", 2)])
def test_a_word_with_a_dash_is_no_folder(word: str, code: int, tmp_path: Path) -> None:
    ended = subprocess.run([sys.executable, DRAW, word], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (ended.returncode, "usage: pictures.py" in ended.stdout + ended.stderr) == (code, True)
    assert list(tmp_path.iterdir()) == []
