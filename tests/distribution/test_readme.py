"""README tells what the program says of itself."""

import re
from pathlib import Path

from readme import written

ROOT = Path(__file__).resolve().parents[2]


def test_the_keys_and_the_help_in_readme_are_the_programs_own() -> None:
    text = (ROOT / "README.md").read_text()
    assert written(text) == text, "run `python tests/readme.py`"


def test_every_picture_of_readme_is_there() -> None:
    named = re.findall(r"\]\((screenshots/[^)]+)\)", (ROOT / "README.md").read_text())
    assert named
    assert [name for name in named if not (ROOT / name).is_file()] == []
