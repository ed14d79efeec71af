"""README has the keys and the help that the program prints."""

import re
from pathlib import Path

import pytest
from readme import PAGES, written

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_a_page_says_of_the_program_is_the_programs_own(page: Path) -> None:
    text = page.read_text()
    assert "<!-- " in text
    assert written(text) == text, "run `python tests/readme.py`"


def test_every_link_inside_the_repository_leads_somewhere() -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", (ROOT / "README.md").read_text())
    assert [name for name in links if not (ROOT / name).exists()] == []


def test_every_picture_of_readme_is_there() -> None:
    named = re.findall(r"\]\((screenshots/[^)]+)\)", (ROOT / "README.md").read_text())
    assert named
    assert [name for name in named if not (ROOT / name).is_file()] == []
