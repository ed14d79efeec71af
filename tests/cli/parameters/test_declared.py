"""All options, each with what it takes and the commands that have it; and what is said of settings."""

from collections.abc import Iterator

import click
from builders.goldens import Golden

from xpkgtui.cli.commands.schema import setting_words
from xpkgtui.cli.program import program


def test_every_setting_has_the_words_of_its_option(golden: Golden) -> None:
    words = setting_words(program.make_context("xpkgtui", [], resilient_parsing=True))
    golden("setting_words", "".join(f"{name}: {said}\n" for name, said in words.items()))


def commands_below(group: click.Group) -> Iterator[tuple[str, click.Command]]:
    """Every command by the word that calls it, those of groups too."""
    context = click.Context(group)
    for word in group.list_commands(context):
        command = group.get_command(context, word)
        assert command is not None
        yield word, command
        if isinstance(command, click.Group):
            yield from commands_below(command)


def test_every_command_has_its_word_and_says_in_a_sentence_what_it_does() -> None:
    found = [
        (word, one, one.help if one.short_help is None else one.short_help) for word, one in commands_below(program)
    ]
    assert [word for word, one, said in found if word != one.name or "." not in (said or "")] == []


def test_every_option_says_what_it_takes_and_may_be_what_it_is_without_it() -> None:
    for word, command in commands_below(program):
        for one in command.params:
            if isinstance(one.type, click.Choice):
                assert not isinstance(one.default, str) or one.default in one.type.choices, (word, one.name)
            elif isinstance(one, click.Option) and not (one.is_flag or one.count):
                assert one.metavar, (word, one.name)
