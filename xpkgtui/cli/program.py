"""The program as a whole: its commands, the default one, and what happens when one fails."""

import importlib
import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

import click

from xpkgtui import __version__
from xpkgtui.cli.failing import INTERRUPTED, USAGE, Stopped, report, report_bug
from xpkgtui.cli.output import say, write
from xpkgtui.cli.surroundings import Surroundings
from xpkgtui.errors import XpkgError

_DEFAULT = "browse"
_COMMANDS = ("demo", "check", "show", "ls", "cat", "rules", "cache")
"""In the order of help; each is a module of this room that holds a command of the same name."""
_OWN = frozenset({"--help", "-h", "--version"})


class Program(click.Group):
    """Loads a command when it is wanted; what is no command is a SOURCE to browse."""

    def list_commands(self, _ctx: click.Context) -> list[str]:
        """The commands, in the order of help."""
        return list(_COMMANDS)

    def get_command(self, _ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name."""
        if cmd_name not in (*_COMMANDS, _DEFAULT):
            return None
        command: click.Command = importlib.import_module(f"xpkgtui.cli.{cmd_name}").command
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Puts the default command before what is neither a command nor an option of the program."""
        if not args or args[0] not in (*_COMMANDS, _DEFAULT, *_OWN):
            args = [_DEFAULT, *args]
        return super().parse_args(ctx, args)

    def main(
        self, args: Sequence[str] | None = None, prog_name: str | None = None, *_: Any, **extra: Any
    ) -> NoReturn:
        """Runs and ends with the exit code; nothing else ever leaves."""
        around = extra.get("obj") or Surroundings()
        name = prog_name or program_name(sys.argv[0])
        sys.exit(self._run(list(sys.argv[1:] if args is None else args), name, around))

    def _run(self, args: list[str], name: str, around: Surroundings) -> int:
        try:
            code = super().main(args, name, standalone_mode=False, obj=around)
            return code if isinstance(code, int) else 0
        except click.ClickException as error:
            return _report_usage(name, error)
        except click.Abort:
            return INTERRUPTED
        except XpkgError as error:
            return report(name, error.failure())
        except Stopped as error:
            return report(name, error.failure, error.source)
        except SystemExit:
            # Only click itself ends so: nobody reads its help any more.
            return 0
        except Exception as error:  # noqa: BLE001 - the last one who can tell the user
            return report_bug(name, error, around.environment)


def program_name(path: str) -> str:
    """As a person calls it: `kubectl xpkg` for kubectl's plugin, `python -m xpkgtui` for the module."""
    name = os.path.basename(path)
    if name == "__main__.py":
        return "python -m xpkgtui"
    if name.startswith("kubectl-"):
        return "kubectl " + name.removeprefix("kubectl-").replace("_", "-")
    return name or "xpkgtui"


def _report_usage(name: str, error: click.ClickException) -> int:
    from xpkgtui.visible import line

    context = getattr(error, "ctx", None)
    path = context.command_path.removesuffix(f" {_DEFAULT}") if context else name
    say(f"{path}: {line(error.format_message())}\n  hint   {path} --help tells what there is\n")
    return USAGE


def _print_version(context: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        write(f"xpkgtui {__version__}\n")
        context.exit()


@click.command(
    cls=Program,
    invoke_without_command=False,
    subcommand_metavar="[SOURCE] | COMMAND ...",
    options_metavar="",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="SOURCE is a registry reference, a .xpkg or image archive, an OCI layout, a package.yaml, or"
    " - for standard input. A folder that is named like a command is reached as ./check."
    " Options for a bare SOURCE: browse --help.",
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
    """Look into Crossplane packages: which layer supplies package.yaml, for whom, and why.

    With a SOURCE it is browsed on the screen; without a terminal a summary is printed. Without a SOURCE the start
    screen opens.
    """
