"""`cache`: the size of the cache, pruning and clearing it."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from xpkgtui.cli.context import context_of
from xpkgtui.cli.output import write
from xpkgtui.cli.parameters.opening import settings_of
from xpkgtui.cli.parameters.options import WholeNumber
from xpkgtui.errors import Usage
from xpkgtui.visible import plural

if TYPE_CHECKING:
    from pathlib import Path

_FOLDER = click.option("--cache-dir", metavar="DIR", help="Use the cache in DIR.")


@click.group(
    "cache",
    invoke_without_command=True,
    short_help="Show, shrink or clear the cache: info, prune, clear.",
    epilog="\b\nExamples:\n  xpkgtui cache info\n  xpkgtui cache prune --keep 500",
)
@click.pass_context
def command(click_context: click.Context, /) -> None:
    """Show, shrink or clear the cache. It only saves downloads: you can remove it at any time."""
    if click_context.invoked_subcommand is None:
        write(click_context.get_help() + "\n")


@command.command("info")
@_FOLDER
@click.pass_context
def info(click_context: click.Context, cache_dir: str | None) -> None:
    """Show where the cache is and how much it holds."""
    from xpkgtui.fetching.cache.store import LIMIT, StoreSize, measure
    from xpkgtui.visible import line, size

    folder = _folder(click_context, cache_dir)
    root = _root(folder)
    facts = measure(root) if root else StoreSize(count=0, size=0)
    files = plural(facts.count, "file")
    write(f"folder  {line(str(folder))}\nholds   {size(facts.size)} in {files}\nlimit   {size(LIMIT)}\n")


@command.command("prune", short_help="Remove the data unused for the longest time.")
@_FOLDER
@click.option("--keep", metavar="MB", type=WholeNumber(), help="Megabytes to keep (default: the limit of the cache).")
@click.pass_context
def prune(click_context: click.Context, cache_dir: str | None, keep: int | None) -> None:
    """Remove the data unused for the longest time, until the cache is as small as --keep says."""
    from xpkgtui.fetching.cache import store
    from xpkgtui.fetching.cache.store import LIMIT

    limit = LIMIT if keep is None else keep * 1_000_000
    _remove(click_context, cache_dir, lambda root: store.prune(root, limit, time.time()))


@command.command("clear")
@_FOLDER
@click.pass_context
def clear(click_context: click.Context, cache_dir: str | None) -> None:
    """Remove everything from the cache."""
    from xpkgtui.fetching.cache import store

    _remove(click_context, cache_dir, store.clear)


def _remove(click_context: click.Context, cache_dir: str | None, remove: "Callable[[Path], int]") -> None:
    from xpkgtui.visible import line, size

    folder = _folder(click_context, cache_dir)
    try:
        removed = remove(root) if (root := _root(folder)) else 0
    except OSError as error:
        raise Usage(f"the cache {line(str(folder))} cannot be changed: {error.strerror}") from error
    write(f"{size(removed)} removed from {line(str(folder))}\n")


def _folder(click_context: click.Context, cache_dir: str | None) -> "Path":
    settings = settings_of(context_of(click_context), {"cache_dir": cache_dir})
    if settings.cache_dir is None:
        raise Usage("the cache is off: the setting no-cache is on", hint="Name a cache with --cache-dir DIR.")
    from pathlib import Path

    return Path(settings.cache_dir)


def _root(folder: "Path") -> "Path | None":
    """The root of the cache in this folder; None where there is nothing yet. Raises `Usage` for any other folder."""
    from xpkgtui.fetching.cache.cache_folder import UnsafeFolder, find_cache
    from xpkgtui.visible import line

    try:
        return find_cache(folder)
    except UnsafeFolder as error:
        raise Usage(line(str(error)), hint="Nothing was changed. Name a cache with --cache-dir DIR.") from error
    except OSError as error:
        raise Usage(f"the cache {line(str(folder))} cannot be read: {error.strerror}") from error
