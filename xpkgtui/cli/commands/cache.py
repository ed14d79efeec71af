"""`cache`: the size of the cache, pruning and clearing it."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from xpkgtui.cli.context import context_of
from xpkgtui.cli.options import settings_of
from xpkgtui.cli.output import write
from xpkgtui.errors import Usage

if TYPE_CHECKING:
    from xpkgtui.fetching.store import Store

_FOLDER = click.option("--cache-dir", metavar="DIR", help="The cache in DIR.")


@click.group("cache", short_help="What is kept of what was fetched: info, prune, clear.")
def command() -> None:
    """Look after the cache; nothing in it is ever needed, it only saves fetching."""


@command.command("info")
@_FOLDER
@click.pass_context
def info(click_context: click.Context, cache_dir: str | None) -> int:
    """Tell where the cache is and how much it holds."""
    from xpkgtui.fetching.eviction import measure
    from xpkgtui.fetching.store import LIMIT, VERSION
    from xpkgtui.visible import line, size

    folder = _folder(click_context, cache_dir)
    facts = measure(folder / VERSION)
    write(
        f"folder  {line(str(folder))}\nholds   {size(facts.size)} in {facts.count:,} files\nlimit   {size(LIMIT)}\n"
    )
    return 0


@command.command("prune")
@_FOLDER
@click.option(
    "--keep", metavar="MB", type=click.IntRange(0), help="Megabytes to keep (default: the limit of the cache)."
)
@click.pass_context
def prune(click_context: click.Context, cache_dir: str | None, keep: int | None) -> int:
    """Remove what was used longest ago, until no more is kept than wanted."""
    return _remove(click_context, cache_dir, None if keep is None else keep * 1_000_000)


@command.command("clear")
@_FOLDER
@click.pass_context
def clear(click_context: click.Context, cache_dir: str | None) -> int:
    """Remove everything."""
    return _remove(click_context, cache_dir, -1)


def _remove(click_context: click.Context, cache_dir: str | None, limit: int | None) -> int:
    """Prunes to `limit` bytes (None: the cache's own limit), or removes everything (-1)."""
    from xpkgtui.visible import line, size

    folder = _folder(click_context, cache_dir)
    removed = 0
    if folder.exists():
        store = _store(folder)
        try:
            removed = store.clear() if limit == -1 else store.prune(limit)
        except OSError as error:
            raise Usage(f"the cache {line(str(folder))} cannot be changed: {error.strerror}") from error
        finally:
            store.close()
    write(f"{size(removed)} removed from {line(str(folder))}\n")
    return 0


def _folder(click_context: click.Context, cache_dir: str | None) -> Path:
    settings = settings_of(context_of(click_context), {"cache_dir": cache_dir})
    if settings.cache_dir is None:
        raise Usage("there is no cache: settings say no-cache", hint="--cache-dir DIR names one.")
    return Path(settings.cache_dir)


def _store(folder: Path) -> "Store":
    from xpkgtui.fetching.store import Store

    store = Store(folder)
    if store.is_private:
        store.close()
        raise Usage(" ".join(store.notes) or f"the cache {folder} cannot be used")
    return store
