"""The cache of tags, which go stale in minutes, and of lists of tags; offline, an old answer counts too."""

import hashlib
import os
from collections.abc import Callable
from pathlib import Path

from xpkgtui.errors import Obstacle
from xpkgtui.fetching.cache.cache_folder import VERSION
from xpkgtui.fetching.cache.disk import SealedValues
from xpkgtui.fetching.cache.store import Store
from xpkgtui.oci.descriptor import Digest
from xpkgtui.oci.json_value import LARGEST
from xpkgtui.oci.reference import Reference
from xpkgtui.sources.source import ImageRoot, Root, Source
from xpkgtui.values import dataclass
from xpkgtui.versions.tags import TagKind, companion_of, in_order
from xpkgtui.visible import duration

LIFETIME = 120.0
"""Seconds for which a tag is used without a request."""
_LARGEST = 64 << 10
_MOST = 1_000
"""References that are listed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CachedTag:
    """The manifest that a reference named when it was resolved last."""

    digest: Digest
    media_type: str
    reference: str
    """Its name where it is listed; empty for the digest that a tag named."""
    notes: tuple[str, ...]
    at: float
    """Seconds since 1970."""
    obstacles: tuple[Obstacle, ...] = ()
    was: Digest | None = None
    """The digest that it named before this one; None where it never named another."""
    was_at: float = 0.0
    """When it was seen to name that one last."""


_TAGS = SealedValues[CachedTag](CachedTag, "tag", _LARGEST)


class TagCache:
    """References in the folder of a store, one small file each, so that processes do not disturb each other."""

    def __init__(self, store: Store, now: Callable[[], float], *, by_mirrors: bool = False) -> None:
        """`by_mirrors`: whether mirrors may answer, whose answers are kept apart."""
        self._store = store
        self._now = now
        self._kind = "mirrors " if by_mirrors else ""

    def find(self, name: str) -> CachedTag | None:
        """The last resolution of this reference, however old; None where the file is missing or invalid."""
        found = (_TAGS.read(_path(root, self._kind + name)) for root in self._store.roots)
        return next(filter(None, found), None)

    def find_root(self, name: str, *, pinned: Digest | None, why_old: str = "") -> ImageRoot | None:
        """The root that a reference named, where that may still be used and its bytes are stored.

        A `pinned` reference, which has a digest, is never out of date; where there is a reason to use an old tag
        (`why_old`), its age is stated with it.
        """
        tag = self.find(name)
        if tag is None or (pinned is None and not why_old and not self.is_fresh(tag)):
            return None
        if pinned is not None and tag.digest != pinned:
            return None
        data = self._store.read(tag.digest, LARGEST)
        if data is None:
            return None
        stale = f"cached {duration(self._now() - tag.at)} ago; {why_old}" if why_old and pinned is None else ""
        return ImageRoot(
            data=data,
            media_type=tag.media_type,
            digest=tag.digest,
            reference=tag.reference or name,
            notes=tag.notes,
            stale=stale,
            obstacles=tag.obstacles,
        )

    def keep(
        self,
        name: str,
        *,
        digest: Digest,
        media_type: str,
        reference: str,
        notes: tuple[str, ...],
        obstacles: tuple[Obstacle, ...] = (),
    ) -> None:
        """Saves the resolution of a reference, and what it was before; a file that cannot be written is no error.

        What was met at its layers is kept, because they are not fetched again.
        """
        path = _path(self._store.root, self._kind + name)
        before = self.find(name)
        was, was_at = (before.was, before.was_at) if before else (None, 0.0)
        if before is not None and before.digest != digest:
            was, was_at = before.digest, before.at
        elif before is not None:
            obstacles = tuple(dict.fromkeys((*obstacles, *(one for one in before.obstacles if one.digest))))
        tag = CachedTag(
            digest=digest,
            media_type=media_type,
            reference=reference,
            notes=notes,
            at=self._now(),
            obstacles=obstacles,
            was=was,
            was_at=was_at,
        )
        _TAGS.write(path, tag)

    def is_fresh(self, tag: CachedTag) -> bool:
        """Whether the tag may be used without a request; one from the future may not."""
        return 0 <= self._now() - tag.at < LIFETIME


def cached_references(folder: Path) -> tuple[str, ...]:
    """The references whose digests a cache folder holds, the newest files first; none where it cannot be read."""
    try:
        with os.scandir(folder / VERSION / "names") as entries:
            named = [entry for entry in entries if entry.name.endswith(".json")]
            files = sorted(named, key=lambda entry: entry.stat(follow_symlinks=False).st_mtime, reverse=True)
    except OSError:
        return ()
    tags = (_TAGS.read(Path(file.path)) for file in files[:_MOST])
    return tuple(tag.reference for tag in tags if tag is not None and tag.reference)


def _path(root: Path, name: str) -> Path:
    return root / "names" / f"{hashlib.sha256(name.encode()).hexdigest()}.json"


_SUFFIX = ".tags"
_LARGEST_KNOWN = 1 << 17
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


_KNOWN = SealedValues[KnownTags](KnownTags, "tags", _LARGEST_KNOWN)
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
    return tuple(filter(None, (_KNOWN.read(Path(path)) for _, path in newest)))


def find_listing(store: Store, repository: str) -> TagListing | None:
    """The last list of a repository's tags, however old; None where there is none, or it is damaged."""
    found = (_LISTINGS.read(_list_path(root, repository, _WHOLE)) for root in store.roots)
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
    _LISTINGS.write(_list_path(store.root, repository, _WHOLE), listing)
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
    _KNOWN.write(_list_path(store.root, repository, _SUFFIX), known)


def _list_path(root: Path, repository: str, suffix: str) -> Path:
    return root / "names" / f"{hashlib.sha256(repository.encode()).hexdigest()}{suffix}"
