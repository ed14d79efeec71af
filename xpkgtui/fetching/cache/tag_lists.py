"""The tags of repositories, kept where a registry listed them: for completions, and to notice tags that are gone."""

import hashlib
import os
from pathlib import Path

from xpkgtui.errors import Obstacle
from xpkgtui.fetching.cache.cache_folder import VERSION
from xpkgtui.fetching.cache.disk import SealedValues
from xpkgtui.fetching.cache.store import Store
from xpkgtui.oci.reference import Reference
from xpkgtui.sources.source import Root, Source
from xpkgtui.values import dataclass
from xpkgtui.versions.tags import TagKind, companion_of, in_order

_SUFFIX = ".tags"
_LARGEST = 1 << 17
_MOST_TAGS = 200
"""Tags of a repository that are kept, the newest ones."""
_MOST_REPOSITORIES = 50
_WHOLE = ".list"
_LARGEST_WHOLE = 32 << 20
_MOST_GONE = 1_000


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


@dataclass(frozen=True, slots=True, kw_only=True)
class GoneTag:
    """A tag that a registry listed once, and no longer does."""

    name: str
    at: float
    """When it was listed last, in seconds since 1970."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TagListing:
    """All tags of a repository when they were listed last."""

    names: tuple[str, ...]
    at: float
    """Seconds since 1970."""
    is_cut: bool = False
    """Whether the registry has more."""
    gone: tuple[GoneTag, ...] = ()
    """Tags that were there before."""
    obstacles: tuple[Obstacle, ...] = ()
    """What keeps Crossplane's library from listing them."""


_TAGS = SealedValues[KnownTags](KnownTags, "tags", _LARGEST)
_LISTINGS = SealedValues[TagListing](TagListing, "tags", _LARGEST_WHOLE)


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
            lists = [entry for entry in entries if entry.name.endswith(_SUFFIX)]
            files = [(entry.stat(follow_symlinks=False).st_mtime, entry.path) for entry in lists]
    except OSError:
        return ()
    newest = sorted(files, reverse=True)[:_MOST_REPOSITORIES]
    return tuple(filter(None, (_TAGS.read(Path(path)) for _, path in newest)))


def find_listing(store: Store, repository: str) -> TagListing | None:
    """The last list of a repository's tags, however old; None where there is none, or it is damaged."""
    found = (_LISTINGS.read(_path(root, repository, _WHOLE)) for root in store.roots)
    return next(filter(None, found), None)


def keep_listing(
    store: Store,
    repository: str,
    names: tuple[str, ...],
    *,
    is_cut: bool,
    at: float,
    obstacles: tuple[Obstacle, ...] = (),
) -> TagListing:
    """Saves a list of tags, and which of those listed before are gone; gives what was saved."""
    before, here = find_listing(store, repository), set(names)
    gone: list[GoneTag] = []
    if before is not None:
        gone += [one for one in before.gone if one.name not in here]
        if not is_cut:  # what is missing may be in the rest
            known = {one.name for one in gone}
            missing = (name for name in before.names if name not in here and name not in known)
            gone += [GoneTag(name=name, at=before.at) for name in missing if companion_of(name) is None]
    listing = TagListing(names=names, at=at, is_cut=is_cut, gone=tuple(gone[-_MOST_GONE:]), obstacles=obstacles)
    _LISTINGS.write(_path(store.root, repository, _WHOLE), listing)
    _keep(store, repository, names)
    return listing


def _keep(store: Store, repository: str, tags: tuple[str, ...]) -> None:
    """Saves the newest tags; a file that cannot be written is not an error."""
    ordered = in_order(tags)
    has_version = bool(ordered) and ordered[0].kind is not TagKind.OTHER
    known = KnownTags(
        repository=repository,
        tags=tuple(tag.name for tag in ordered[:_MOST_TAGS]),
        newest=ordered[0].name if has_version else "",
        count=len(tags),
    )
    _TAGS.write(_path(store.root, repository, _SUFFIX), known)


def _path(root: Path, repository: str, suffix: str) -> Path:
    return root / "names" / f"{hashlib.sha256(repository.encode()).hexdigest()}{suffix}"
