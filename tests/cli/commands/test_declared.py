"""All commands: how each is called, its help, and the parameters that it alone has."""

from inspect import cleandoc

import click
from builders.goldens import Golden, once
from builders.program.declared import by_commands, commands, declared


def test_every_command_is_what_was_agreed(golden: Golden) -> None:
    shared = {text for text, names in by_commands().items() if len(names) > 1}
    texts = []
    for context, command in commands():
        own = [text for one in command.params if (text := declared(one)) not in shared]
        options = " ".join(one.opts[0] for one in command.params if isinstance(one, click.Option))
        usage = " ".join(command.collect_usage_pieces(context))
        said = (command.get_short_help_str(500), cleandoc(command.help or ""), options, *own)
        texts.append("\n".join((f"{context.command_path} {usage}", *said)))
    golden("commands", once("\n\n".join(texts) + "\n"))
