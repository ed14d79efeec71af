"""The manual shows what the program prints, names what is there, and is written as agreed."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from builders.cases import each_row
from builders.manual import HOST, fill, lay_out
from builders.program.declared import commands
from builders.registry.registries import DebianRegistry
from readme import has_runs, with_outputs

from xpkgtui.cli.calls import COMMANDS
from xpkgtui.reporting.chapters import NAMES, chapters, source_of

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "xpkgtui" / "manual"
ANEW = "run `python tests/readme.py`"
LONGEST = 6
"""Lines of a paragraph."""
OTHER_TOOLS = {
    "--from-oci-layout",
    "--all",
    "--preserve-digests",
    "--referrers",
    "--digest-tags",
    "--enable-signature-verification",
}
OTHER_TOOLS |= {"--enable-dependency-version-upgrades", "--ignore", "--format"}
"""Options of other programs that pages name."""


@pytest.fixture
def stage(tmp_path: Path) -> Path:
    """The folder in which commands of the manual run."""
    lay_out(tmp_path)
    return tmp_path


def prose(page: str) -> str:
    """A page without its code, its tables and its marks."""
    text = re.sub(r"```.*?```|<!--.*?-->", "", page, flags=re.DOTALL)
    return "\n".join(row for row in text.split("\n") if not row.startswith("|"))


def options() -> Iterator[str]:
    """Every option of every command."""
    for _, command in commands():
        for parameter in command.params:
            yield from parameter.opts


@pytest.mark.parametrize("name", [name for name in NAMES if has_runs(source_of(name), of_registry=False)])
def test_an_output_is_what_the_program_prints(name: str, stage: Path) -> None:
    page = source_of(name)
    assert with_outputs(page, stage) == page, ANEW


def test_outputs_about_a_registry_are_what_the_program_prints(registry: DebianRegistry, stage: Path) -> None:
    fill(registry, stage)
    pages = {name: source_of(name) for name in NAMES if has_runs(source_of(name), of_registry=True)}
    assert pages
    assert {name: with_outputs(page, stage, registry.host) for name, page in pages.items()} == pages, ANEW


def test_every_file_is_a_chapter() -> None:
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(f"{name}.md" for name in NAMES)


@each_row("name", NAMES)
def test_a_page_has_its_question_its_command_and_something_to_look_at(name: str) -> None:
    question, blank, heads, *_ = source_of(name).split("\n")
    assert (question[:2], question[-1], blank, heads) == ("# ", "?", "", "| command | key |")
    assert re.search(r"^(<!-- (run|keys|help|limits|settings)|!\[)", source_of(name), re.MULTILINE)


@each_row("name", NAMES)
def test_no_paragraph_is_long(name: str) -> None:
    paragraphs = prose(source_of(name)).split("\n\n")
    items = [part for paragraph in paragraphs for part in re.split(r"^- ", paragraph, flags=re.MULTILINE)]
    assert [one for one in items if one.strip().count("\n") >= LONGEST] == []
    assert [row for one in items for row in one.split("\n") if len(row) > 120 and not row.startswith("![")] == []


@each_row("name", NAMES)
def test_every_link_and_picture_leads_somewhere(name: str) -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", source_of(name))
    assert [link for link in links if not (FOLDER / link).resolve().is_file()] == []


def test_every_chapter_is_linked_or_listed_and_every_command_has_one() -> None:
    text = "".join(chapter.text for chapter in chapters())
    assert [name for name in COMMANDS if name != "manual" and f"xpkgtui {name}" not in text] == []


@each_row("name", NAMES)
def test_every_option_that_a_page_names_is_there(name: str) -> None:
    named = re.findall(r"`[^`\n]*`", re.sub(r"```.*?```", "", source_of(name), flags=re.DOTALL))
    own = {option for code in named for option in re.findall(r"(?<![\w-])--[a-z][a-z-]+", code)}
    assert own - {*options(), *OTHER_TOOLS, "--help"} == set()


def test_the_registry_of_the_pages_is_a_name_that_is_never_given() -> None:
    assert HOST.endswith(".example.org")
