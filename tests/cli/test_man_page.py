"""The man pages: every command and option, in roff that says what was meant."""

import re

import click
from builders.goldens import Golden

from xpkgtui import __version__
from xpkgtui.cli.calls import COMMANDS
from xpkgtui.cli.man_page import man_pages
from xpkgtui.cli.program import program

MACROS = {".TH", ".SH", ".SS", ".B", ".BR", ".I", ".br", ".PP", ".TP", ".nf", ".fi"}


def pages() -> dict[str, str]:
    assert isinstance(program, click.Group)
    return dict(man_pages(program))


def test_every_command_has_a_page_of_its_own() -> None:
    found = pages()
    assert list(found) == ["xpkgtui.1", *(f"xpkgtui-{name}.1" for name in COMMANDS)]
    check, program_page = found["xpkgtui-check.1"], found["xpkgtui.1"]
    assert check.startswith(".TH XPKGTUI-CHECK 1 ")
    assert "\n.SH NAME\nxpkgtui\\-check \\- Check a package" in check
    assert ".B \\-\\-fail\\-on LEVEL\n" in check
    assert re.findall(r"^\.BR xpkgtui\\-([a-z]+) \(1\)", program_page, re.MULTILINE) == list(COMMANDS)
    assert ".SS xpkgtui cache prune" in found["xpkgtui-cache.1"]


def test_an_option_of_every_command_is_explained_in_the_page_of_the_program_alone() -> None:
    check, program_page = pages()["xpkgtui-check.1"], pages()["xpkgtui.1"]
    assert "\n.PP\nExplained in xpkgtui(1): " in check
    for option in ("\\-\\-offline", "\\-\\-color WHEN"):
        assert (program_page.count(f"\n.B {option}\n"), check.count(f"\n.B {option}\n")) == (1, 0)


def test_the_options_of_a_bare_source_come_before_the_commands() -> None:
    found = pages()["xpkgtui.1"]
    assert found.index(".SH OPTIONS") < found.index(".B \\-\\-at PLACE") < found.index(".SH COMMANDS")


def test_no_line_of_text_is_a_macro() -> None:
    rows = (row for page in pages().values() for row in page.split("\n"))
    assert {row.split(" ")[0] for row in rows if row.startswith((".", "'"))} <= MACROS


def test_a_text_that_begins_with_a_dot_or_has_a_backslash_is_kept() -> None:
    @click.group()
    def odd() -> None:
        """.TH forged \\fB bold"""

    assert "\n\\&.TH forged \\efB bold\n" in dict(man_pages(odd))["xpkgtui.1"]


def test_what_click_keeps_as_it_is_stays_so() -> None:
    found = pages()["xpkgtui-completion.1"]
    kept = found[found.index(".nf") : found.index(".fi")]
    assert 'bash  eval "$(xpkgtui completion bash)"' in kept


def test_pages_of_a_small_program_are_what_was_agreed(golden: Golden) -> None:
    words = "Do things\nto packages.\n\n\b\n a  'b'\nc\n\nAnd more."

    @click.group(help=words, epilog="More is .elsewhere.\n\n\b\nas  it\n  stands")
    def small() -> None:
        pass

    @small.command()
    @click.argument("source")
    @click.option("--at-place", metavar="PLACE", help="Where\\ it is.")
    @click.option("--hidden-one", hidden=True)
    def browse(source: str, at_place: str) -> None:
        """Open it."""

    @small.group()
    def group() -> None:
        """Some commands."""

    @group.command("inner-one", short_help="The inner one.")
    @click.option("--at-place", metavar="PLACE", help="Where\\ it is.")
    @click.option("--other", help="Another.")
    def inner(at_place: str, other: str) -> None:
        """It is inside."""

    of_program, *others = (text.replace(__version__, "VERSION") for _, text in man_pages(small))
    golden("man_page", "".join((of_program.partition(".SH EXIT")[0], *others)))
