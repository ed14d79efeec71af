"""The man pages of the program and of each command, made of the declarations of commands and settings."""

from collections.abc import Iterator

import click

from xpkgtui import __version__
from xpkgtui.settings.keys import KEYS

_CODES = (
    ("0", "fine"),
    ("1", "findings at or above --fail-on, or with diff --exit-code a change that breaks"),
    ("2", "usage or configuration"),
    ("3", "not found, not a package, or undecided"),
    ("4", "authentication"),
    ("5", "network or registry"),
    ("6", "corrupt content"),
    ("70", "a bug of xpkgtui"),
    ("74", "the output cannot be written: the disk is full, or it is closed"),
    ("128+N", "ended by the signal N"),
)


def man_page(program: click.Group) -> str:
    """The page in the language of man(7)."""
    context = click.Context(program, info_name="xpkgtui", **program.context_settings)
    return "".join(f"{row}\n" for row in _page(program, context))


def man_pages(program: click.Group) -> Iterator[tuple[str, str]]:
    """The name of each file, and its text: the page of the program, and of each command `xpkgtui-check(1)`."""
    context = click.Context(program, info_name="xpkgtui", **program.context_settings)
    yield "xpkgtui.1", man_page(program)
    for name in program.list_commands(context):
        command = program.get_command(context, name)
        if command is not None:
            rows = _command_page(name, command, click.Context(command, info_name=name, parent=context))
            yield f"xpkgtui-{name}.1", "".join(f"{row}\n" for row in rows)


def _command_page(name: str, command: click.Command, context: click.Context) -> Iterator[str]:
    yield _title(f"xpkgtui-{name}")
    yield from (".SH NAME", f"xpkgtui\\-{name} \\- {_text(command.get_short_help_str(200))}")
    yield from (
        ".SH SYNOPSIS",
        f".B {_text(context.command_path)}",
        _text(" ".join(command.collect_usage_pieces(context))),
    )
    yield ".SH DESCRIPTION"
    yield from _paragraphs(command.help or "")
    yield from _paragraphs(command.epilog or "")
    if isinstance(command, click.Group):
        for inner in command.list_commands(context):
            if (one := command.get_command(context, inner)) is not None:
                yield from _command(one, click.Context(one, info_name=inner, parent=context))
    elif rows := list(_options(command, context)):
        yield from (".SH OPTIONS", *rows)
    yield from (".SH SEE ALSO", ".BR xpkgtui (1)")


def _title(name: str) -> str:
    return f'.TH {name.upper()} 1 "" "xpkgtui {__version__}" "User Commands"'


def _page(program: click.Group, context: click.Context) -> Iterator[str]:
    yield _title("xpkgtui")
    yield from (".SH NAME", "xpkgtui \\- inspect Crossplane packages and their kin", ".SH SYNOPSIS")
    yield from (".B xpkgtui", "[SOURCE]", ".br", ".B xpkgtui", "COMMAND [ARGUMENT...]", ".SH DESCRIPTION")
    yield from _paragraphs(program.help or "")
    yield from _paragraphs(program.epilog or "")
    if (browse := program.get_command(context, "browse")) is not None:
        yield ".SH OPTIONS"
        yield from _options(browse, context)
    yield ".SH COMMANDS"
    for name in program.list_commands(context):
        command = program.get_command(context, name)
        if command is not None:
            yield from _command(command, click.Context(command, info_name=name, parent=context))
    yield ".SH EXIT STATUS"
    for code, meaning in _CODES:
        yield from (".TP", f".B {code}", _text(meaning))
    yield ".SH ENVIRONMENT"
    for key in KEYS:
        yield from (".TP", f".B {_text(key.variable)}", _text(f"The setting {key.name}, as {key.option}."))
    yield from (".SH FILES", ".TP", ".I $XDG_CONFIG_HOME/xpkgtui/config.toml", "The settings of the user.")
    yield from (".TP", ".I xpkgtui.toml", "Beside the sources of a package: the files that its build leaves out.")


def _command(command: click.Command, context: click.Context) -> Iterator[str]:
    pieces = " ".join(command.collect_usage_pieces(context))
    yield f".SS {_text(context.command_path)} {_text(pieces)}"
    yield from _paragraphs(command.help or "")
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            if inner is not None:
                yield from (".TP", f".B {_text(name)}", _text(inner.get_short_help_str(200)))
        return
    yield from _options(command, context)


def _options(command: click.Command, context: click.Context) -> Iterator[str]:
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record is not None and record[1] and "--help" not in record[0]:
            yield from (".TP", f".B {_text(record[0])}", _text(record[1]))


def _paragraphs(text: str) -> Iterator[str]:
    """Paragraphs, filled; those marked with a backspace are kept as they are, as click does."""
    for paragraph in text.strip("\n").split("\n\n"):
        rows = [row.rstrip() for row in paragraph.split("\n")]
        if rows and rows[0].strip() == "\b":
            yield from (".nf", *(_text(row) for row in rows[1:]), ".fi")
        elif rows != [""]:
            yield from (".PP", _text(" ".join(row.strip() for row in rows)))


def _text(text: str) -> str:
    """Text without a meaning for roff."""
    safe = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{safe}" if safe.startswith((".", "'")) else safe
