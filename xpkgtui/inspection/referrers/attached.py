"""Where something says that it belongs to a manifest: tags, the referrers API, its fallback tag, an index.json."""

import asyncio
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from xpkgtui.errors import Corrupt, NotFound, Unauthorized, Unreachable, XpkgError
from xpkgtui.fetching.threads import Threads
from xpkgtui.inspection.tags.opened_repository import OpenedRepository
from xpkgtui.oci.descriptor import Descriptor, Digest
from xpkgtui.oci.manifest import Index
from xpkgtui.oci.reference import Reference
from xpkgtui.referrers.referrer import Asked, ReferrerLayout, What, what_of
from xpkgtui.sources.registry.answer import WebPage
from xpkgtui.sources.registry.source import RegistrySource
from xpkgtui.sources.registry.statuses import Unsupported
from xpkgtui.sources.registry.tag_pages import Unlisted
from xpkgtui.values import dataclass
from xpkgtui.versions.tags import CompanionKind, companion_of
from xpkgtui.visible import clip

MOST_ASKED = 16
"""Digests of one image whose referrers are asked for."""
MOST = 1_000
"""Things of one image that are listed."""
_MOST_DIRECT = 4
"""Digests whose tags are asked for one by one, where tags cannot be listed."""
_LONGEST = 200
_OF_TAGS = {
    CompanionKind.SIGNATURE: What.SIGNATURE,
    CompanionKind.ATTESTATION: What.ATTESTATION,
    CompanionKind.SBOM: What.SBOM,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment:
    """One thing that says that it belongs to a manifest; it was not read yet."""

    subject: str
    """The digest of the manifest."""
    layout: ReferrerLayout
    name: str
    """What it is pulled by."""
    tag: str = ""
    """The tag, where it has one; its digest is then not known yet."""
    descriptor: Descriptor | None = None
    what: What = What.OTHER
    """What its name or its list says."""
    is_list: bool = False
    """Whether it is the tag that lists others."""


class Attachments:
    """Finds what belongs to manifests of one repository; its tags are listed once."""

    def __init__(
        self, source: RegistrySource, repository: OpenedRepository, pool: Threads, *, is_offline: bool
    ) -> None:
        self._source, self._repository, self._pool, self._is_offline = source, repository, pool, is_offline
        self._tags: dict[str, list[tuple[str, CompanionKind]]] | None = None
        """The tags that belong to a digest, by that digest; None where they were not listed."""
        self._fault = ""
        """Why they cannot be listed."""
        self._api = Asked(layout=ReferrerLayout.REFERRERS, answer="not asked", is_known=False)
        self._direct: set[str] = set()
        """Digests whose tags were asked for one by one."""
        self._is_each_known = True
        """Whether each of these tags is there, or is not."""
        self.unread = ""
        """Why not all that was found is listed, in a clause."""
        self.fault: XpkgError | None = None
        """What the registry sent instead of a list of referrers."""

    @property
    def asked(self) -> tuple[Asked, ...]:
        """What each layout has answered so far."""
        answer = f"tags were asked for by name: {self._fault}" if self._fault else "the tags were listed"
        tags = Asked(layout=ReferrerLayout.TAGS, answer=answer, is_known=not self._fault or self._is_each_known)
        return tags, self._api, replace(tags, layout=ReferrerLayout.FALLBACK)

    async def of(self, digests: Sequence[str]) -> tuple[Attachment, ...]:
        """What says that it belongs to manifests; what several layouts have is there several times."""
        wanted = tuple(dict.fromkeys(digests))
        tagged, referring = await asyncio.gather(self._tagged(wanted), self._referring(wanted))
        found = (*tagged, *referring)
        if len(found) > MOST:
            self.unread = f"only the first {MOST:,} of {len(found):,} referrers are listed"
        return found[:MOST]

    async def _tagged(self, wanted: Sequence[str]) -> list[Attachment]:
        return [one for digest in wanted for one in _of_tags(digest, await self._tags_of(digest))]

    async def _referring(self, wanted: Sequence[str]) -> list[Attachment]:
        found: list[Attachment] = []
        for number, digest in enumerate(wanted):
            if self._is_offline:
                self._api = replace(self._api, answer="not asked: offline")
            elif number >= MOST_ASKED:
                words = f"asked for the first {MOST_ASKED} of {len(wanted):,} digests"
                self._api = replace(self._api, answer=words, is_known=False)
                break
            else:
                found += await self._of_api(digest)
        return found

    async def _tags_of(self, digest: str) -> Sequence[tuple[str, CompanionKind]]:
        if self._tags is None and not self._fault:
            try:
                listing = await self._repository.listing()
                self._tags = _by_digest(listing.names)
                if listing.is_cut:
                    self._fault = f"only the first {len(listing.names):,} could be listed"
            except XpkgError as error:
                self._fault = clip(error.title.rstrip("."), _LONGEST)
        return (self._tags or {}).get(digest, ()) or (await self._by_name(digest) if self._fault else ())

    async def _by_name(self, digest: str) -> Sequence[tuple[str, CompanionKind]]:
        """The tags that are there, asked for one by one."""
        found: list[tuple[str, CompanionKind]] = []
        self._direct.add(digest)
        if self._is_offline or not digest.startswith("sha256:") or len(self._direct) > _MOST_DIRECT:
            self._is_each_known = False
            return found
        for kind in CompanionKind:
            tag = _tag(digest, kind)
            is_there = await self._has(tag, digest)
            if is_there is None:
                self._is_each_known = False
            elif is_there:
                found.append((tag, kind))
        return found

    async def _has(self, tag: str, digest: str) -> bool | None:
        """Whether the registry has a tag that is not just another name of the digest; None where it does not say."""
        try:
            root = await self._pool.run(self._source.at(self._source.reference.tagged(tag)).resolve)
        except NotFound as error:
            return None if isinstance(error, Unlisted) else False
        except (Unauthorized, Unreachable, Corrupt):
            return None
        return str(root.digest) != digest

    async def _of_api(self, digest: str) -> tuple[Attachment, ...]:
        """What the registry lists as referring to a digest; many have no such list."""
        # What has no such list, or takes long, is not asked again.
        if self._api.answer.startswith(("no ", "it lists more")) or isinstance(self.fault, Unreachable):
            return ()
        try:
            index, is_whole = await self._pool.run(lambda: self._source.referrers(digest))
        except (NotFound, Unsupported, WebPage) as error:
            self._lacks(_status(error))
            return ()
        except (Unauthorized, Unreachable, Corrupt) as error:
            # Some refuse what they do not know: where they give the image, and say of the fallback tag what it is.
            is_refused = isinstance(error, Unauthorized) or _status(error) == "403"
            if is_refused and await self._has(_tag(digest, CompanionKind.REFERRERS), digest) is not None:
                self._lacks(_status(error))
                return ()
            self.fault = error
            words = f"it does not say: {clip(error.title.rstrip('.'), _LONGEST)}"
            self._api = replace(self._api, answer=words, is_known=False)
            return ()
        if not is_whole:
            words = f"it lists more than the {len(index.manifests):,} that were read"
            self._api = replace(self._api, answer=words, is_known=False)
        elif self._api.is_known or self._api.answer == "not asked":
            self._api = replace(self._api, answer="the referrers were listed", is_known=True)
        return tuple(listed(index, digest, ReferrerLayout.REFERRERS))

    def _lacks(self, status: str) -> None:
        self._api = replace(self._api, answer=f"no such API ({status}): its fallback tag counts", is_known=True)


def _status(error: XpkgError) -> str:
    """The status of an error, as the last request tells it."""
    found = re.search(r": (\d{3})\b", error.tried[-1] if error.tried else "")
    return found[1] if found else "a web page"


def _tag(digest: str, kind: CompanionKind) -> str:
    """The tag that belongs to a digest."""
    return f"{digest.replace(':', '-')}.{kind.value}".rstrip(".")


def listed(index: Index, subject: str, layout: ReferrerLayout) -> Iterator[Attachment]:
    """What a list of referrers has, each digest once."""
    once = {str(one.digest): one for one in index.manifests}
    for one in once.values():
        yield Attachment(
            subject=subject, layout=layout, name=str(one.digest), descriptor=one, what=what_of(one.artifact_type)
        )


def _of_tags(digest: str, tags: Iterable[tuple[str, CompanionKind]]) -> Iterator[Attachment]:
    """Those under tags; a fallback tag lists others."""
    for tag, kind in tags:
        is_list = kind is CompanionKind.REFERRERS
        layout = ReferrerLayout.FALLBACK if is_list else ReferrerLayout.TAGS
        what = _OF_TAGS.get(kind, What.OTHER)
        yield Attachment(subject=digest, layout=layout, name=tag, tag=tag, what=what, is_list=is_list)


def reference_of(one: Attachment, repository: Reference) -> Reference:
    """The reference of an attachment."""
    if one.tag and ":" not in one.tag:
        return repository.tagged(one.tag)
    return replace(repository, tag=None, digest=Digest.parse(one.name))


def _by_digest(tags: Iterable[str]) -> dict[str, list[tuple[str, CompanionKind]]]:
    found: dict[str, list[tuple[str, CompanionKind]]] = {}
    for tag in tags:
        if (companion := companion_of(tag)) is not None:
            found.setdefault(companion.digest, []).append((tag, companion.kind))
    return found
