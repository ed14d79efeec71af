"""The tags of repositories, kept where a registry listed them anyway: completions need no request."""

import hashlib
import os
from contextlib import suppress
from pathlib import Path

from xpkgtui.codec import Codec, Unreadable
from xpkgtui.fetching.cache.cache_folder import VERSION
from xpkgtui.fetching.cache.disk import open_stored
from xpkgtui.fetching.cache.seals import sealed, unsealed
from xpkgtui.fetching.cache.store import Store
from xpkgtui.oci.reference import Reference
from xpkgtui.private_files import write_atomically
from xpkgtui.sources.source import Root, Source
from xpkgtui.values import dataclass
from xpkgtui.versions.tags import in_order, newest_release

_SUFFIX = ".tags"
_LARGEST = 1 << 17
_MOST_TAGS = 200
"""Tags of a repository that are kept, the newest ones."""
_MOST_REPOSITORIES = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownTags:
    """The tags of a repository when they were listed last."""

    repository: str
    """Its full name, registry included."""
    tags: tuple[str, ...]
    """Releases from the highest down, prereleases, then others."""
    newest: str
    """The newest release; empty where there is none."""
    count: int
    """All that were listed, also those that were not kept."""


_TAGS = Codec[KnownTags](KnownTags)


def resolve(source: Source, reference: Reference, store: Store) -> Root:
    """The root of a source; the tags that were listed on the way are kept, also where none of them is right."""
    try:
        return source.resolve()
    finally:
        if source.listed_tags:
            _keep(store, reference.name, source.listed_tags)


def known_tags(folder: Path) -> tuple[KnownTags, ...]:
    """The tags that a cache folder holds, the repository listed last first; none where it cannot be read."""
    try:
        with os.scandir(folder / VERSION / "names") as entries:
            files = [(entry.stat(follow_symlinks=False).st_mtime, entry.path) for entry in entries if _is_list(entry)]
    except OSError:
        return ()
    newest = sorted(files, reverse=True)[:_MOST_REPOSITORIES]
    return tuple(filter(None, (_read(Path(path)) for _, path in newest)))


def _keep(store: Store, repository: str, tags: tuple[str, ...]) -> None:
    """Saves the newest tags; a file that cannot be written is not an error."""
    known = KnownTags(
        repository=repository,
        tags=tuple(tag.name for tag in in_order(tags)[:_MOST_TAGS]),
        newest=newest_release(tags) or "",
        count=len(tags),
    )
    path = store.root / "names" / f"{hashlib.sha256(repository.encode()).hexdigest()}{_SUFFIX}"
    if data := sealed(_about(path), _TAGS.encode(known)):
        with suppress(OSError):
            write_atomically(path, data)


def _is_list(entry: os.DirEntry[str]) -> bool:
    return entry.name.endswith(_SUFFIX)


def _about(path: Path) -> tuple[str, str]:
    return "tags", path.name


def _read(path: Path) -> KnownTags | None:
    try:
        with open_stored(path) as file:
            data = unsealed(_about(path), file.read(_LARGEST))
        return None if data is None else _TAGS.decode(data)
    except (OSError, Unreadable):
        return None
