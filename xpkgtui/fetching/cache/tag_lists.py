"""The tags of repositories, kept where a registry listed them anyway: completions need no request."""

import hashlib
import json
import os
from contextlib import suppress
from pathlib import Path

from xpkgtui.errors import Malformed
from xpkgtui.fetching.cache.cache_folder import VERSION
from xpkgtui.fetching.cache.disk import open_stored
from xpkgtui.fetching.cache.store import Store
from xpkgtui.oci.json_value import read_object
from xpkgtui.oci.reference import Reference, is_tag
from xpkgtui.private_files import write_atomically
from xpkgtui.sources.source import Root, Source
from xpkgtui.untyped import listing
from xpkgtui.values import dataclass
from xpkgtui.versions.version import newest_first, newest_release

_SUFFIX = ".tags"
_LARGEST = 1 << 17
_MOST_TAGS = 200
"""Tags of a repository that are kept, the newest ones."""
_MOST_REPOSITORIES = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownTags:
    """The tags of a repository when they were listed last."""

    repository: str
    """With its registry."""
    tags: tuple[str, ...]
    """Versions from the highest down, then others."""
    newest: str
    """The newest release; empty where there is none."""
    count: int
    """All that were listed, also those that were not kept."""


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
    fields = {
        "repository": repository,
        "tags": newest_first(tags)[:_MOST_TAGS],
        "newest": newest_release(tags) or "",
        "count": len(tags),
    }
    path = store.root / "names" / f"{hashlib.sha256(repository.encode()).hexdigest()}{_SUFFIX}"
    with suppress(OSError):
        write_atomically(path, json.dumps(fields).encode())


def _is_list(entry: os.DirEntry[str]) -> bool:
    return entry.name.endswith(_SUFFIX)


def _read(path: Path) -> KnownTags | None:
    try:
        with open_stored(path) as file:
            fields = read_object(file.read(_LARGEST))
        repository = Reference.parse(str(fields.get("repository"))).name
    except (OSError, Malformed):
        return None
    tags = tuple(tag for tag in listing(fields.get("tags")) if isinstance(tag, str) and is_tag(tag))[:_MOST_TAGS]
    newest, count = fields.get("newest"), fields.get("count")
    return KnownTags(
        repository=repository,
        tags=tags,
        newest=newest if isinstance(newest, str) and newest in tags else "",
        count=count if isinstance(count, int) and count >= len(tags) else len(tags),
    )
