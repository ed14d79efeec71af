"""Which calls need no parser of options."""

from pathlib import Path

import pytest
from builders.cases import each_row

from xpkgtui.cli.calls import COMMANDS, DEFAULT, plain_call
from xpkgtui.cli.context import CommandContext


def is_plain(*words: str, environment: dict[str, str] | None = None, has_screen: bool = True) -> bool:
    return bool(plain_call(words, CommandContext(environment=environment or {}), has_screen=lambda: has_screen))


@each_row("words", [(), ("demo",), ("ghcr.io/a/b:v1",), ("a.xpkg",), ("./check",), ("demo:bundle",)])
def test_a_source_alone_needs_no_parser(words: tuple[str, ...]) -> None:
    assert is_plain(*words)


@each_row("word", [*(name for name in COMMANDS if name != "demo"), DEFAULT, "--help", "-h", "-", ""])
def test_a_command_and_an_option_need_one(word: str) -> None:
    assert not is_plain(word)


def test_a_word_that_may_be_a_misspelt_command_needs_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    before = is_plain("chekc")
    (tmp_path / "chekc").mkdir()
    assert (before, is_plain("chekc")) == (False, True)


@each_row("words", [("demo", "--offline"), ("a.xpkg", "b.xpkg"), ("a.xpkg", "--help")])
def test_more_than_a_word_needs_one(words: tuple[str, ...]) -> None:
    assert not is_plain(*words)


def test_a_shell_that_completes_words_needs_one() -> None:
    assert not is_plain("demo", environment={"_XPKGTUI_COMPLETE": "bash_complete"})


def test_without_a_screen_the_parser_says_what_to_do() -> None:
    assert not is_plain(has_screen=False)
