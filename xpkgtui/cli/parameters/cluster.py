"""Options that say how a cluster is set up, and the files that they name."""

from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from xpkgtui.cli.parameters import completions
from xpkgtui.cli.parameters.options import Command, add_options
from xpkgtui.errors import Usage

if TYPE_CHECKING:
    from xpkgtui.formats.dependencies.questions import ResolveOptions

_MANIFESTS = (".yaml", ".yml", ".json")
LARGEST = 16 << 20
"""Bytes of a file, or of standard input, that are read."""


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
    click.option("--downgrades", is_flag=True, help="Resolve as with --enable-dependency-version-downgrades too."),
    click.option(
        "--installed",
        metavar="FILE",
        type=click.Path(path_type=Path),
        help="What is installed already: the output of `kubectl get lock lock -o yaml`, or, of operators, of "
        "`kubectl get csv,subscriptions -n NAMESPACE -o yaml`.",
    ),
    policy_option("ImageConfigs, which rewrite where packages come from, and which verify them"),
)
_CATALOGS = (
    click.option(
        "--catalog",
        "catalogs",
        metavar="SOURCE",
        multiple=True,
        help="A catalog in which OLM finds what a bundle requires (repeatable; the first is preferred).",
        shell_complete=completions.sources,
    ),
    click.option("--package", "package", metavar="NAME", default="", help="Only this package of a catalog."),
    click.option(
        "--channel", "channel", metavar="NAME", default="", help="This channel of --package, not the default one."
    ),
    click.option(
        "--version", "version", metavar="VERSION", default="", help="This version of --package, not the newest."
    ),
)


def cluster_options(command: Command) -> Command:
    """Adds `--upgrades`, `--downgrades`, `--installed` and `--policy`."""
    return add_options(command, _OPTIONS)


def resolve_options(
    crossplane: str,
    *,
    upgrades: bool,
    downgrades: bool,
    installed: Path | None,
    policies: tuple[Path, ...],
    catalogs: tuple[str, ...],
) -> "ResolveOptions":
    """How a package is resolved in a cluster that is set up so; raises `Usage` where a file cannot be read."""
    from xpkgtui.formats.dependencies.questions import ResolveOptions

    return ResolveOptions(
        crossplane=crossplane,
        upgrades=upgrades or downgrades,
        downgrades=downgrades,
        installed=text_of(installed) if installed else "",
        policies=tuple(map(text_of, policies)),
        catalogs=catalogs,
    )


def catalog_options(command: Command) -> Command:
    """Adds `--catalog`, and what chooses in a catalog: `--package`, `--channel` and `--version`."""
    return add_options(command, _CATALOGS)


def require_package(package: str, channel: str, version: str) -> None:
    """Raises `Usage` where something of a package is chosen that is not named."""
    for name, value in (("--version", version), ("--channel", channel)):
        if value and not package:
            raise Usage(f"{name} is of --package", hint="Name the package of the catalog with --package.")


def text_of(path: Path) -> str:
    """The text of a Lock, or of other objects of a cluster; of a folder that of its manifests.

    Raises `Usage` where it cannot be read.
    """
    data = b""
    try:
        for file in _manifests(path) if path.is_dir() else (path,):
            with file.open("rb") as opened:
                data += (b"\n---\n" if data else b"") + opened.read(LARGEST + 1)
            if len(data) > LARGEST:
                raise Usage(f"{path} is larger than 16 MiB", hint="Save the objects that are asked for alone.")
    except OSError as error:
        raise Usage(f"{path} cannot be read: {error.strerror or error}") from error
    if not data.strip():
        raise Usage(f"{path} is empty", hint="What was to write it may have failed.")
    # PowerShell writes UTF-16 where the output of kubectl is sent to a file.
    return data.decode("utf-16" if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) else "utf-8", "replace")


def _manifests(folder: Path) -> list[Path]:
    found = sorted(one for one in folder.rglob("*") if one.suffix in _MANIFESTS and one.is_file())
    if not found:
        raise Usage(f"{folder} has no {' or '.join(_MANIFESTS)} file")
    return found
