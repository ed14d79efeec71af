"""Commands of the program: filled with what is shown, and such that the program takes them."""

import shlex

import click
from builders.cases import each_row

from xpkgtui.app.commands.program import NOTHING_OPEN, PROGRAM, Filled, ProgramCommand, copying, program_command
from xpkgtui.app.commands.table import command
from xpkgtui.app.commands.typed import DOES, TypedCommand, typed_command
from xpkgtui.cli.calls import COMMANDS
from xpkgtui.cli.program import Program


def line(name: str, filled: Filled) -> str:
    found = program_command(name)
    assert found is not None
    return filled.line(found)


def test_a_command_has_the_source_and_keeps_the_words_of_what_is_not_known() -> None:
    filled = Filled(source="reg.io/a/b:v1", repository="reg.io/a/b")
    assert line("images", filled) == "xpkgtui images reg.io/a/b:v1 --resolve --to REGISTRY"
    assert line("tags", filled) == "xpkgtui tags reg.io/a/b"
    assert line("diff", filled) == "xpkgtui diff OLD reg.io/a/b:v1"
    assert line("diff", Filled(source="new", marked="old")) == "xpkgtui diff old new"
    assert line("rbac", NOTHING_OPEN) == "xpkgtui rbac SOURCE"


def test_a_command_is_quoted_for_a_shell_and_no_source_is_an_option() -> None:
    assert line("why", Filled(source="a b;c")) == "xpkgtui why 'a b;c'"
    assert line("why", Filled(source="--version")) == "xpkgtui why ./--version"


def test_a_row_has_a_long_source_in_few_characters() -> None:
    found = copying(PROGRAM[0], Filled(source="xpkg.example.com/org/" + "x" * 200)).help
    assert len(found) < 70
    assert "…" in found


@each_row("one", PROGRAM, ids=lambda one: one.name)
def test_the_program_takes_each_command(one: ProgramCommand) -> None:
    words = shlex.split(Filled(source="SOURCE").line(one))[2:]
    program = Program()
    found = program.get_command(click.Context(program), one.name)
    assert found is not None
    context = found.make_context(one.name, words, resilient_parsing=True)
    assert context.args == []
    if one.screen:
        assert command(one.screen).palette


def test_every_command_about_one_source_is_there() -> None:
    others = {"demo", "upgrades", "plan", "outdated", "rules", "manual", "schema", "cache", "config", "completion"}
    assert {one.name for one in PROGRAM} == set(COMMANDS) - others


@each_row(
    ("text", "found"),
    [
        (":q", TypedCommand("quit")),
        ("q", TypedCommand("quit")),
        (":wq", TypedCommand("quit")),
        (" :Deps ", TypedCommand("deps")),
        ("tags reg.io/a/b", TypedCommand("tags", "reg.io/a/b")),
        (":frob x", TypedCommand(":frob", "x")),
        ("demo", None),
        ("./deps", None),
        ("reg.io/a/b:v1", None),
        (":", None),
        ("", None),
    ],
)
def test_what_is_typed_is_a_command_or_a_source(text: str, found: TypedCommand | None) -> None:
    assert typed_command(text) == found


def test_every_typed_command_says_what_it_does() -> None:
    assert all(typed_command(f":{name}") == TypedCommand(name) and does for name, does in DOES.items())
