"""Options that say how a cluster is set up, and the files that they name."""

from collections.abc import Callable
from pathlib import Path

import click

from xpkgtui.cli.parameters import completions
from xpkgtui.cli.parameters.options import Command, add_options
from xpkgtui.errors import Usage

_LARGEST = 16 << 20
"""Bytes of a file that are read."""


def policy_option(words: str) -> Callable[[Command], Command]:
    """Makes `--policy`, whose files are said in `words`."""
    return click.option(
        "--policy",
        "policies",
        metavar="FILE",
        multiple=True,
        type=click.Path(path_type=Path),
        help=f"{words} (repeatable).",
    )


_OPTIONS = (
    click.option("--upgrades", is_flag=True, help="Resolve as with --enable-dependency-version-upgrades."),
    click.option(
        "--installed",
        metavar="FILE",
        type=click.Path(path_type=Path),
        help="What is installed already: the output of `kubectl get lock lock -o yaml`, or, of operators, of "
        "`kubectl get csv,subscriptions -n NAMESPACE -o yaml`.",
    ),
    policy_option("ImageConfigs, which rewrite where packages come from, and which verify them"),
)
catalog_option = click.option(
    "--catalog",
    "catalogs",
    metavar="SOURCE",
    multiple=True,
    help="A catalog in which OLM finds what a bundle requires (repeatable; the first is preferred).",
    shell_complete=completions.sources,
)


def cluster_options(command: Command) -> Command:
    """Adds `--upgrades`, `--installed` and `--policy`."""
    return add_options(command, _OPTIONS)


def text_of(path: Path) -> str:
    """The text of a Lock, or of other objects of a cluster; raises `Usage` where it cannot be read."""
    try:
        with path.open("rb") as file:
            data = file.read(_LARGEST + 1)
    except OSError as error:
        raise Usage(f"{path} cannot be read: {error.strerror or error}") from error
    if len(data) > _LARGEST:
        raise Usage(f"{path} is larger than 16 MiB", hint="Save the objects that are asked for alone.")
    return data.decode("utf-8", "replace")
