"""A word of a package stays one word in a command, for every shell."""

import shlex
import subprocess

import pytest
from builders.cases import each_row
from builders.program.tools import require
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from xpkgtui import visible
from xpkgtui.commands import operand, quoted
from xpkgtui.reporting.quoting import markdown_code, markdown_text

WORDS = st.binary(min_size=1, max_size=20).filter(lambda data: b"\0" not in data)


def printed(shell: str, word: str) -> bytes:
    return subprocess.run([require(shell), "-c", f"printf %s {word}"], capture_output=True, check=True).stdout


@each_row(
    ("word", "written"),
    [
        ("plain", "plain"),
        ("=ls", "'=ls'"),
        ("=it's", """'=it'"'"'s'"""),
        ("a=b", "a=b"),
        ("it's", """'it'"'"'s'"""),
        ("a\x1b[201~\nb", r'''"$(printf 'a\033[201~\012b')"'''),
        ("-n%!\x1b", r'''"$(printf '\055n\045\041\033')"'''),
        ("ends\n", r"$'ends\012'"),
    ],
)
def test_what_a_terminal_would_obey_is_spelled_out(word: str, written: str) -> None:
    assert quoted(word) == written


@pytest.mark.parametrize("shell", ["sh", "bash"])
@given(data=WORDS)
def test_a_quoted_word_is_the_same_word_for_a_shell(shell: str, data: bytes) -> None:
    word = quoted(data.decode("utf-8", "surrogateescape"))
    assert not visible.controls(word)
    assert "\n" not in word
    assert printed("bash" if data.endswith(b"\n") else shell, word) == data


@given(st.lists(st.text(st.characters(categories=["L", "N", "P", "S", "Zs"]), min_size=1), min_size=1))
def test_words_without_control_characters_are_quoted_as_python_reads_them(words: list[str]) -> None:
    kept = [word for word in words if visible.line(word) == word]
    assert shlex.split(quoted(*kept)) == kept


@each_row(("path", "shown"), [("a", "a"), ("-", "-"), ("-a", "./-a"), ("--help", "./--help")])
def test_a_source_that_begins_with_a_dash_is_no_option(path: str, shown: str) -> None:
    assert operand(path) == shown


def test_nothing_of_a_text_is_markup() -> None:
    assert markdown_text("&#64;a $b$") == "\\&\\#64;a \\$b\\$"
    assert markdown_text("a *b* [c](d) `e` <f> #g") == "a \\*b\\* \\[c\\](d) \\`e\\` \\<f\\> \\#g"


@each_row("text", ["a | b", "a `b` | c\n* d", "`", "``a", "a`", " a ", "a `` b", "'a`b' \\", "<b>"])
def test_a_code_is_shown_as_it_is(text: str) -> None:
    def codes(page: str) -> list[str]:
        return [
            one.content for token in reader.parse(page) for one in token.children or () if one.type == "code_inline"
        ]

    reader = MarkdownIt().enable("table")
    assert codes(f"- a {markdown_code(text)} b") == [visible.line(text)]
    assert codes(f"| a |\n|---|\n| {markdown_code(text, in_cell=True)} |\n") == [visible.line(text)]
