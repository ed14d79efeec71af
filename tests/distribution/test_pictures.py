"""The program that draws the pictures takes its arguments as a program does."""

import subprocess
import sys
from pathlib import Path

DRAW = Path(__file__).parents[1] / "pictures.py"


def test_a_word_with_a_dash_is_no_folder(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, DRAW, "--folder"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (ended.returncode, "usage: pictures.py" in ended.stdout + ended.stderr) == (2, True)
    assert list(tmp_path.iterdir()) == []
