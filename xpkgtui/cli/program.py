"""The program: its commands, and the default one."""

import importlib
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NoReturn

import click

from xpkgtui import __version__
from xpkgtui.cli.calls import COMMANDS, DEFAULT, called_name
from xpkgtui.cli.context import CommandContext, context_of
from xpkgtui.cli.exit_codes import INTERRUPTED, READER_LEFT, USAGE, code_of_run
from xpkgtui.cli.output import QUIET, UNPAGED, say, write
from xpkgtui.visible import without_password

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_NEAR = 0.6
"""How alike an option must be to be suggested."""
_SHORTEST = 3
"""Letters of a word that is compared with the commands."""
_INSTEAD = {"help": "--help", "version": "--version"}
_OF_OTHERS = {
    (
        *("--tls-verify", "--src-tls-verify", "--dest-tls-verify", "--no-tls-verify", "--skip-tls-verify"),
        *("--insecure-skip-tls-verify", "--allow-insecure", "--tls"),
    ): "--insecure HOST accepts any certificate of HOST, --plain-http HOST uses no TLS",
    ("--creds", "--src-creds", "--username", "--password", "--registry-token"): "log in with `docker login`, or name"
    " a file of credentials with --auth-file FILE",
    ("--cert-dir", "--src-cert-dir", "--cacert", "--cert"): "--ca-file FILE also trusts the certificates in FILE",
    ("--authfile", "--registry-config"): "--auth-file FILE reads credentials from FILE first",
    ("--no-color", "--no-colors", "--colour"): "--color never",
}
"""Options of skopeo, crane, oras and others, and what takes their place here."""
_SIGNERS = ("--identity", "--issuer")
_OWN = frozenset({"--help", "-h", "--version", "-V"})
_EVERYWHERE = ("-q", "--quiet", "--no-pager", "--color")
"""Options that may stand before a command."""


def _color(click_context: click.Context, _parameter: click.Parameter, when: str) -> None:
    """Makes the context of the command one in which the variables for colors are as `--color` says."""
    if when == "auto" or click_context.resilient_parsing:
        return
    wanted = {"NO_COLOR": "1"} if when == "never" else {"NO_COLOR": "", "FORCE_COLOR": "1"}
    context = context_of(click_context)
    click_context.obj = replace(context, environment={**context.environment, **wanted})


def _mark(name: str) -> Callable[[click.Context, click.Parameter, bool], None]:
    """Leaves in the context of the command that a flag is set."""

    def mark(click_context: click.Context, _parameter: click.Parameter, is_set: bool) -> None:
        if is_set:
            click_context.meta[name] = True

    return mark


class Everywhere(click.Option):
    """An option that stands before a command, or behind it; the help of the program alone lists it."""

    def __init__(self, *names: str, **settings: Any) -> None:
        super().__init__(names, expose_value=False, **settings)


def everywhere(*, hidden: bool) -> tuple[Everywhere, ...]:
    """The options that every command takes."""
    quiet = "Print only the verdict and errors: no notes, no progress."
    color = "Color text: auto (default), which is on a terminal, always or never."
    whens = click.Choice(("auto", "always", "never"))
    return (
        Everywhere("-q", "--quiet", is_flag=True, hidden=hidden, callback=_mark(QUIET), help=quiet),
        Everywhere("--color", type=whens, default="auto", metavar="WHEN", hidden=hidden, callback=_color, help=color),
        Everywhere(
            "--no-pager",
            is_flag=True,
            hidden=hidden,
            callback=_mark(UNPAGED),
            help="Print long text at once, not through PAGER.",
        ),
    )


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
        _take_everywhere(command)
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Inserts the default command unless the first word is a command or an option of the program."""
        if ctx.resilient_parsing and not args:
            return super().parse_args(ctx, args)
        before = _count_everywhere(args)
        if before > len(args):
            return super().parse_args(ctx, args)
        rest = args[before:]
        if not rest or rest[0] not in (*COMMANDS, DEFAULT, *_OWN):
            if not ctx.resilient_parsing:
                _require_source(ctx, rest)
            args = [*args[:before], DEFAULT, *rest]
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
            if sys.stdout is None and not {"-h", "--help"}.isdisjoint(args):
                write("")
            code = super().main(args, name, standalone_mode=False, obj=context)
            return code if isinstance(code, int) else 0
        except click.ClickException as error:
            return _report_usage(name, error)
        except click.Abort:
            return INTERRUPTED
        except SystemExit as ended:
            # Only click exits so: with 0 once words were completed, with 1 where the reader of its help has left.
            return READER_LEFT if ended.code else 0


def _take_everywhere(command: click.Command) -> None:
    """Lets a command, and those in it, take the options that every command takes."""
    if not any(isinstance(one, Everywhere) for one in command.params):
        command.params.extend(everywhere(hidden=True))
    for inner in command.commands.values() if isinstance(command, click.Group) else ():
        _take_everywhere(inner)


def _count_everywhere(args: Sequence[str]) -> int:
    """How many words from the first on are options that every command takes; one more where a value is missing."""
    count = 0
    while count < len(args) and args[count].partition("=")[0] in _EVERYWHERE:
        count += 2 if args[count] == "--color" else 1
    return count


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
    typed = error.option_name if isinstance(error, click.NoSuchOption) else ""
    hint = next((words for names, words in _OF_OTHERS.items() if typed in names), f"run {path} --help")
    say(f"{path}: {line(message)}\n  hint   {hint}\n")
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
    "-V",
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


program.params.extend(everywhere(hidden=False))
