"""`manual`: the list, a page in a pipe and on a terminal, the search, and names that are none."""

import os
from pathlib import Path

import pytest
from builders.cases import each_row
from builders.manual import printed
from builders.program.headless import run
from builders.program.terminals import written_to_terminal

from xpkgtui.cells import cells
from xpkgtui.reporting.chapters import NAMES, chapters, source_of


def test_without_a_page_all_are_listed_with_their_questions() -> None:
    ended = run("manual")
    assert ended.exit_code == 0
    assert [row.split()[0] for row in ended.stdout.split("\n\n")[0].splitlines()] == list(NAMES)
    assert all(chapter.question in ended.stdout for chapter in chapters())


def test_in_a_pipe_a_page_is_markdown() -> None:
    (page,) = (chapter for chapter in chapters() if chapter.name == "mirror")
    assert run("manual", "images").stdout == page.text


@each_row("name", NAMES)
def test_on_a_terminal_a_page_is_wrapped(name: str, tmp_path: Path) -> None:
    shown = printed(f"manual {name}", tmp_path)
    code = {f"  {row}" for row in source_of(name).split("\n")}
    rows = [row for row in shown.split("\n") if row not in code]
    assert [row for row in rows if cells(row) > 78] == []
    assert not any(row.startswith(("#", "|", "```")) for row in rows)
    assert "](" not in shown


def test_a_link_is_its_words_alone(tmp_path: Path) -> None:
    assert "read ([examples]" not in (shown := printed("manual verdict", tmp_path))
    assert "See also who reads what and continuous integration." in shown


def test_a_search_lists_lines_below_their_pages() -> None:
    ended = run("manual", "--search", "OSC 52")
    assert (ended.exit_code, "questions  Where do I begin" in ended.stdout) == (0, True)
    assert "  Terminal.app has no OSC 52." in ended.stdout


@each_row(
    ("words", "code", "says"),
    [
        ("manual miror", 2, "the manual has no page 'miror'\n  hint   Did you mean mirror?"),
        ("manual xyzzy", 2, "xpkgtui manual lists all pages"),
        ("manual XPKG401", 2, "xpkgtui rules XPKG401"),
        ("manual ci --search a", 2, "a PAGE or --search, not both"),
        ("manual --search xyzzy", 3, "No page has these words"),
    ],
)
def test_what_is_not_there_says_what_is(words: str, code: int, says: str) -> None:
    ended = run(*words.split())
    assert (ended.exit_code, ended.stdout) == (code, "")
    assert says in ended.stderr


@pytest.mark.parametrize(("rows", "is_paged"), [(10, True), (1_000, False)])
def test_a_page_that_the_terminal_has_no_room_for_goes_through_pager(
    rows: int, is_paged: bool, tmp_path: Path
) -> None:
    pager = tmp_path / "pager"
    pager.write_text('#!/bin/sh\necho "through the pager"\ncat\n')
    pager.chmod(0o755)
    shown = written_to_terminal(
        ("manual", "verdict"), {**os.environ, "PAGER": str(pager), "TERM": "xterm"}, rows=rows
    )
    assert "Is this package accepted" in shown
    assert ("through the pager" in shown) is is_paged
