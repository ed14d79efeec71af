"""The cache of tags: tags go stale in minutes, digests never; offline, an old answer counts too."""

import hashlib
import os
from collections.abc import Callable
from pathlib import Path

from xpkgtui.errors import Obstacle
from xpkgtui.fetching.cache.cache_folder import VERSION
from xpkgtui.fetching.cache.disk import SealedValues
from xpkgtui.fetching.cache.store import Store
from xpkgtui.oci.digest import Digest
from xpkgtui.oci.json_value import LARGEST
from xpkgtui.sources.source import ImageRoot
from xpkgtui.values import dataclass
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
