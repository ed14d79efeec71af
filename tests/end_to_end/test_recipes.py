"""Recipes in the docstrings of rooms, followed in a copy of the program, which then does what was added."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
COMMAND = '''"""`greet`: a greeting."""

import click


@click.command("greet", short_help="Greet.")
def command() -> None:
    """Greet whoever asks."""
    from xpkgtui.cli.output import write

    write("good morning\\n")
'''
RULE = '''

@rule("XPKG599", "a document is named monday", "W", stage=Stage.LINT)
def monday(subject: DocumentSubject) -> Iterator[Problem]:
    """No document is named monday.

    Why: Nothing is done on that day.
    When it bites: On that day.
    Fix: Name it `tuesday`.
    Source: The calendar.
    """
    if "monday" in subject.title:
        yield Problem(message="The document is named monday")
'''
STREAM = "apiVersion: meta.pkg.crossplane.io/v1\nkind: Configuration\nmetadata: {name: monday}\n"


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One copy for all recipes, because each compiles the program."""
    copy = tmp_path_factory.mktemp("copied")
    shutil.copytree(ROOT / "xpkgtui", copy / "xpkgtui", ignore=shutil.ignore_patterns("__pycache__"))
    return copy


def insert(path: Path, before: str, text: str) -> None:
    source = path.read_text()
    assert source.count(before) == 1, path
    path.write_text(source.replace(before, text + before))


def run(folder: Path, *words: str) -> str:
    call = (sys.executable, "-m", "xpkgtui", *words)
    ended = subprocess.run(
        call,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "PYTHONPYCACHEPREFIX": str(folder / "bytecode")},
        capture_output=True,
        text=True,
        check=False,
    )
    return ended.stdout + ended.stderr


def test_a_command_is_a_module_and_its_name(copied: Path) -> None:
    (copied / "xpkgtui" / "cli" / "commands" / "greet.py").write_text(COMMAND)
    insert(copied / "xpkgtui" / "cli" / "calls.py", '    *("demo", ', '    "greet",\n')
    insert(copied / "xpkgtui" / "reporting" / "chapters.py", '    "demo": ', '    "greet": "questions",\n')
    assert run(copied, "greet") == "good morning\n"
    assert "Greet whoever asks." in run(copied, "greet", "--help")
    assert "Where do I begin" in run(copied, "manual", "greet")


def test_a_rule_is_one_function(copied: Path) -> None:
    module = copied / "xpkgtui" / "formats" / "xpkg" / "rules" / "stream" / "documents.py"
    module.write_text(module.read_text() + RULE)
    (copied / "package.yaml").write_text(STREAM)
    assert "The document is named monday" in run(copied, "check", "package.yaml", "--no-cache")
    assert "Nothing is done on that day." in run(copied, "rules", "XPKG599")
