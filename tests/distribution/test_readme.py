"""README is a front door; what it and the manual say of the program is the program's own."""

import os
import re
from pathlib import Path

from builders.cases import each_row
from readme import PAGES, written

from xpkgtui.app.commands.table import COMMANDS as TABLE
from xpkgtui.cli.calls import COMMANDS
from xpkgtui.reporting.chapters import NAMES

ROOT = Path(__file__).resolve().parents[2]


@each_row("page", PAGES, ids=lambda page: page.name)
def test_what_a_page_says_of_the_program_is_the_programs_own(page: Path) -> None:
    text = page.read_text()
    assert written(text) == text, "run `python tests/readme.py`"


def test_the_commands_that_set_up_a_new_machine_are_blocks_of_their_own() -> None:
    blocks = re.findall(r"^```sh\n(.*?)^```", (ROOT / "README.md").read_text(), re.MULTILINE | re.DOTALL)
    demo = "python3 -m venv .venv && .venv/bin/pip install -q . && .venv/bin/xpkgtui demo\n"
    assert [blocks.count(one) for one in (demo, "tests/run\n")] == [1, 1]
    assert os.access(ROOT / "tests" / "run", os.X_OK)


def test_every_link_inside_the_repository_leads_somewhere() -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", (ROOT / "README.md").read_text())
    assert [name for name in links if not (ROOT / name).exists()] == []


def test_every_picture_of_readme_is_there() -> None:
    named = re.findall(r"\]\((screenshots/[^)]+)\)", (ROOT / "README.md").read_text())
    assert named
    assert [name for name in named if not (ROOT / name).is_file()] == []


def test_readme_is_read_in_two_minutes() -> None:
    assert len((ROOT / "README.md").read_bytes()) <= 12_000


def test_readme_leads_to_every_page_of_the_manual() -> None:
    text = (ROOT / "README.md").read_text()
    assert [name for name in NAMES if f"(xpkgtui/manual/{name}.md)" not in text] == []


def test_the_table_of_questions_names_commands_and_keys_that_are_there() -> None:
    rows = re.findall(r"^\| [A-Z].*\? \| (.*?) \| (.*?) \| .* \|$", (ROOT / "README.md").read_text(), re.MULTILINE)
    assert len(rows) > 10
    named = {word for calls, _ in rows for word in re.findall(r"(?:`|xpkgtui )([a-z]+)[ `]", calls)} - {"xpkgtui"}
    keys = {key for _, cell in rows for key in re.findall(r"`(.+?)`", cell)}
    assert named <= {*COMMANDS}
    assert keys <= {key for command in TABLE for key in command.all_keys.split()}
