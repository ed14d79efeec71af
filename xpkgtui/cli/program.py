"""The program: its commands, and the default one."""

import importlib
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NoReturn

import click

from xpkgtui import __version__
from xpkgtui.cli.calls import COMMANDS, DEFAULT, called_name
from xpkgtui.cli.context import CommandContext
from xpkgtui.cli.exit_codes import INTERRUPTED, USAGE, code_of_run
from xpkgtui.cli.output import say, write
from xpkgtui.visible import without_password

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_NEAR = 0.6
"""How alike an option must be to be suggested."""
_SHORTEST = 3
"""Letters of a word that is compared with the commands."""
_INSTEAD = {"help": "--help", "version": "--version"}
_SIGNERS = ("--identity", "--issuer")
_OWN = frozenset({"--help", "-h", "--version"})


class Program(click.Group):
    """Loads a command when it is called; any other first word is a SOURCE to browse."""

    def list_commands(self, _ctx: click.Context) -> list[str]:
        """The commands, in the order of help."""
        return list(COMMANDS)

    def get_command(self, _ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name, or None."""
        if cmd_name not in (*COMMANDS, DEFAULT):
            return None
        command: click.Command = importlib.import_module(f"xpkgtui.cli.commands.{cmd_name}").command
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Inserts the default command unless the first word is a command or an option of the program."""
        if ctx.resilient_parsing and not args:
            return super().parse_args(ctx, args)
        if not args or args[0] not in (*COMMANDS, DEFAULT, *_OWN):
            if not ctx.resilient_parsing:
                _require_source(ctx, args)
            args = [DEFAULT, *args]
        return super().parse_args(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> "list[CompletionItem]":
        """The commands, then what a bare SOURCE may be and the options that it takes."""
        from xpkgtui.cli.parameters import completions

        found = super().shell_complete(ctx, incomplete)
        if incomplete.startswith("-"):
            default = self.get_command(ctx, DEFAULT)
            assert default is not None
            return found + default.shell_complete(click.Context(default, parent=ctx), incomplete)
        return found + completions.sources(ctx, click.Argument(["source"]), incomplete)

    def main(
        self, args: Sequence[str] | None = None, prog_name: str | None = None, *_: Any, **extra: Any
    ) -> NoReturn:
        """Runs the command and exits with its code; raises nothing but `SystemExit`."""
        context = extra.get("obj") or CommandContext()
        name = prog_name or called_name(sys.argv[0])
        words = _without_passwords(sys.argv[1:] if args is None else args)
        sys.exit(code_of_run(lambda: self._run(words, name, context), name, context.environment))

    def _run(self, args: list[str], name: str, context: CommandContext) -> int:
        try:
            code = super().main(args, name, standalone_mode=False, obj=context)
            return code if isinstance(code, int) else 0
        except click.ClickException as error:
            return _report_usage(name, error)
        except click.Abort:
            return INTERRUPTED
        except SystemExit:
            # Only click exits so: the reader of its help has gone away.
            return 0


def _without_passwords(words: Sequence[str]) -> list[str]:
    """The words of a call, none of which names a source with a password; what a signer is called stays."""
    hidden = [word if os.path.lexists(word) else without_password(word) for word in words]
    pairs = zip(("", *words), words, hidden, strict=False)
    return [
        word if before.startswith(_SIGNERS) or word.startswith(_SIGNERS) else safe for before, word, safe in pairs
    ]


def _require_source(ctx: click.Context, args: list[str]) -> None:
    """Raises where the first word is nearly a command and cannot be a source."""
    if not args or len(args[0]) < _SHORTEST or not args[0].isalpha() or os.path.lexists(args[0]):
        return
    if wanted := _INSTEAD.get(args[0].lower()):
        raise click.UsageError(f"there is no command {args[0]}; did you mean {wanted}?", ctx)
    import difflib

    if near := difflib.get_close_matches(args[0].lower(), COMMANDS, 1, 0.6):
        raise click.UsageError(f"there is no command {args[0]}; did you mean the command {near[0]}?", ctx)
    if any(not word.startswith("-") for word in args[1:]):
        raise click.UsageError(f"there is no command {args[0]}; the commands are {', '.join(COMMANDS)}", ctx)


def _report_usage(name: str, error: click.ClickException) -> int:
    from xpkgtui.visible import line

    click_context = getattr(error, "ctx", None)
    path = click_context.command_path.removesuffix(f" {DEFAULT}") if click_context else name
    if isinstance(error, click.NoSuchOption) and error.possibilities:
        error.possibilities[:] = [one for one in error.possibilities if _is_near(error.option_name, one)]
    message = " ".join(error.format_message().split())
    say(f"{path}: {line(message)}\n  hint   run {path} --help\n")
    return USAGE


def _is_near(typed: str, option: str) -> bool:
    """Whether an option may be meant: the dashes, which all have, do not count."""
    import difflib

    return difflib.SequenceMatcher(None, typed.lstrip("-"), option.lstrip("-")).ratio() >= _NEAR


def _print_version(click_context: click.Context, _parameter: click.Parameter, is_set: bool) -> None:
    if is_set and not click_context.resilient_parsing:
        write(f"xpkgtui {__version__}\n")
        click_context.exit()


@click.command(
    cls=Program,
    invoke_without_command=False,
    subcommand_metavar="[SOURCE] | COMMAND ...",
    options_metavar="",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="SOURCE is a registry reference, a .xpkg or image archive, an OCI layout, a package.yaml,"
    " kube:provider/NAME for what is installed in a cluster, or - for standard input."
    " For a folder that has the name of a command, write ./check."
    " Options for a bare SOURCE: xpkgtui browse --help.",
)
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_print_version,
    help="Show the version and exit.",
)
def program() -> None:
    """Show what is in Crossplane packages, OLM bundles, catalogs and more, and which tools accept them.

    With a SOURCE, opens it on the screen; where there is no terminal, prints a summary. Without a SOURCE, opens the
    start screen.
    """
