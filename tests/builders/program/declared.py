"""Parameters of commands as they are declared, in words: all that click knows of each."""

from collections.abc import Iterator

import click

from xpkgtui.cli.calls import COMMANDS, DEFAULT
from xpkgtui.cli.program import program


def commands() -> Iterator[tuple[click.Context, click.Command]]:
    """All commands, and the commands of groups, each in its context."""
    assert isinstance(program, click.Group)
    root = click.Context(program, info_name="xpkgtui", **program.context_settings)
    for name in (DEFAULT, *COMMANDS):
        command = program.get_command(root, name)
        assert command is not None
        context = click.Context(command, info_name=name, parent=root)
        yield context, command
        for inner in command.commands.values() if isinstance(command, click.Group) else ():
            yield click.Context(inner, info_name=inner.name, parent=context), inner


def declared(one: click.Parameter) -> str:
    """A parameter in a few lines: how it is written, what it takes, its default, how it is completed, its help."""
    traits = [
        f"={one.metavar}" if one.metavar else "",
        "|".join(map(str, one.type.choices))
        if isinstance(one.type, click.Choice)
        else str(one.type).split(" object")[0].strip("<>"),
        f"as {one.name}" if f"--{one.name}".replace("_", "-") not in one.opts else "",
        *(
            word
            for word in ("required", "multiple", "is_flag", "count", "is_eager", "hidden")
            if getattr(one, word, 0)
        ),
        "" if one.expose_value else "not passed on",
        f"{one.nargs} values" if one.nargs != 1 else "",
        f"default {one.default!r}" if isinstance(one.default, str | int) and one.default is not False else "",
        f"completed by {named.__name__}" if (named := one._custom_shell_complete) else "",
    ]
    words = f"    {one.help}\n" if isinstance(one, click.Option) else ""
    return f"{'/'.join(one.opts)}  {', '.join(filter(None, traits))}\n{words}"
