"""Chapters of the manual by their names and commands, and the search in them."""

from builders.cases import each_row

from xpkgtui.cli.calls import COMMANDS
from xpkgtui.reporting.chapters import NAMES, OF_COMMANDS, chapter_of, chapters, nearest, passages


def test_a_chapter_is_markdown_without_what_a_terminal_cannot_use() -> None:
    text = "".join(chapter.text for chapter in chapters())
    assert [mark for mark in ("<!--", "-->", "](../") if mark in text] == []
    assert all(chapter.text.startswith(f"# {chapter.question}\n\n| command") for chapter in chapters())


@each_row(
    ("word", "name"),
    [("mirror", "mirror"), ("Mirror.md", "mirror"), ("diff", "upgrade"), ("examples", "examples"), ("XPKG401", None)],
)
def test_a_chapter_has_its_name_and_that_of_its_command(word: str, name: str | None) -> None:
    found = chapter_of(word)
    assert (found and found.name) == name


def test_every_command_leads_to_a_chapter() -> None:
    assert [name for name in COMMANDS if not chapter_of(name)] == ["manual"]
    assert OF_COMMANDS.keys() <= {*COMMANDS}
    assert set(OF_COMMANDS.values()) <= {*NAMES}


@each_row(("word", "name"), [("miror", "mirror"), ("dif", "upgrade"), ("xyzzy", ""), ("", "")])
def test_a_misspelled_chapter_has_a_nearest(word: str, name: str) -> None:
    assert nearest(word) == name


@each_row(
    ("words", "name", "line"),
    [
        ("OSC terminal.APP", "questions", "Terminal.app has no OSC 52. iTerm2, kitty, WezTerm and Ghostty have it."),
        ("kubectl copy.sh", "mirror", "sh -e copy.sh && kubectl apply -f mirror.yaml"),
        ("authorities every", "signatures", "has no authorities | every image is accepted"),
    ],
)
def test_a_search_finds_paragraphs_rows_and_lines_of_code(words: str, name: str, line: str) -> None:
    assert [(one.chapter.name, one.line) for one in passages(words)] == [(name, line)]


def test_of_a_long_row_is_shown_what_is_around_the_words() -> None:
    (found,) = passages("insert semver mode")
    assert len(found.line) <= 242
    assert "insert in semver mode" in found.line
    assert max(len(one.line) for one in passages("a")) <= 242


@each_row("words", ["", " ", "xyzzy", "mirror xyzzy"])
def test_a_search_needs_every_word(words: str) -> None:
    assert passages(words) == ()
