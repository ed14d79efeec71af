"""All options, each with what it takes and the commands that have it; and what is said of settings."""

import click
from builders.goldens import Golden

from xpkgtui.cli.parameters.setting_words import setting_words
from xpkgtui.cli.program import program


def test_every_setting_has_the_words_of_its_option(golden: Golden) -> None:
    words = setting_words(click.Context(program))
    golden("setting_words", "".join(f"{name}: {said}\n" for name, said in words.items()))
