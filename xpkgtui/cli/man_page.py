"""The man pages of the program and of each command, made of the declarations of commands and settings."""

from collections.abc import Iterable, Iterator

import click

from xpkgtui import __version__
from xpkgtui.patterns import late
from xpkgtui.settings.keys import KEYS

_PARAGRAPH_OF_HEADING = late(r"(?m)^(\.S[HS].*\n)\.PP\n")
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


def man_pages(program: click.Group) -> Iterator[tuple[str, str]]:
    """The name of each file, and its text: the page of the program, and of each command `xpkgtui-check(1)`."""
    context = click.Context(program, info_name="xpkgtui", **program.context_settings)
    yield "xpkgtui.1", _joined(_page(program, context))
    for name, command, inner in _commands(program, context):
        yield f"xpkgtui-{name}.1", _joined(_command_page(name, command, inner))


def _joined(rows: Iterable[str]) -> str:
    """The text of a page, in which no heading is followed by an empty paragraph."""
    text = "".join(f"{row}\n" for row in rows)
    return _PARAGRAPH_OF_HEADING.sub(r"\1", text)


def _commands(group: click.Group, context: click.Context) -> Iterator[tuple[str, click.Command, click.Context]]:
    for name in group.list_commands(context):
        if (command := group.get_command(context, name)) is not None:
            yield name, command, click.Context(command, info_name=name, parent=context)


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
        for _, one, inner in _commands(command, context):
            pieces = " ".join(one.collect_usage_pieces(inner))
            yield f".SS {_text(inner.command_path)} {_text(pieces)}"
            yield from _paragraphs(one.help or "")
            yield from _options(one, inner)
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
    yield from (".SH OPTIONS", *_rows(_bare_options(context)))
    yield ".SH COMMANDS"
    for name, command, _ in _commands(program, context):
        page = _text(f"xpkgtui-{name}")
        yield from (".TP", f".BR {page} (1)", _text(command.get_short_help_str(200)))
    yield ".SH EXIT STATUS"
    for code, meaning in _CODES:
        yield from (".TP", f".B {code}", _text(meaning))
    yield ".SH ENVIRONMENT"
    for key in KEYS:
        yield from (".TP", f".B {_text(key.variable)}", _text(f"The setting {key.name}, as {key.option}."))
    yield from (".SH FILES", ".TP", ".I $XDG_CONFIG_HOME/xpkgtui/config.toml", "The settings of the user.")
    yield from (".TP", ".I xpkgtui.toml", "Beside the sources of a package: the files that its build leaves out.")


def _options(command: click.Command, context: click.Context) -> Iterator[str]:
    """The options of a command, of which those that the program explains are only named."""
    explained = _bare_options(context.find_root())
    options = _explained(command, context)
    yield from _rows(one for one in options if one not in explained)
    if names := ", ".join(f"\\fB{_text(name)}\\fR" for name, help_text in options if (name, help_text) in explained):
        yield from (".PP", f"Explained in xpkgtui(1): {names}.")


def _bare_options(context: click.Context) -> list[tuple[str, str]]:
    """The options of the program and of a SOURCE alone, of which most are those of other commands too."""
    program = context.command
    browse = program.get_command(context, "browse") if isinstance(program, click.Group) else None
    return [one for command in (program, browse) if command for one in _explained(command, context)]


def _explained(command: click.Command, context: click.Context) -> list[tuple[str, str]]:
    records = (parameter.get_help_record(context) for parameter in command.get_params(context))
    return [one for one in records if one is not None and one[1] and "--help" not in one[0]]


def _rows(options: Iterable[tuple[str, str]]) -> Iterator[str]:
    for name, help_text in options:
        yield from (".TP", f".B {_text(name)}", _text(help_text))


def _paragraphs(text: str) -> Iterator[str]:
    """Paragraphs, filled; those marked with a backspace are kept as they are, as click does."""
    for paragraph in text.strip("\n").split("\n\n"):
        rows = [row.rstrip() for row in paragraph.split("\n")]
        if rows and rows[0].strip() == "\b":
            yield from (".nf", *(_text(row) for row in rows[1:]), ".fi")
        elif rows != [""]:
            yield from (".PP", _text(" ".join(row.strip() for row in rows).strip()))


def _text(text: str) -> str:
    """Text without a meaning for roff."""
    safe = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{safe}" if safe.startswith((".", "'")) else safe
