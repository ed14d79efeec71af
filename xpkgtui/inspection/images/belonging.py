"""What belongs to an image of a list, read no further than to know whether it is signed; and the same for tags."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress

from xpkgtui.errors import Corrupt, Malformed, NotFound, XpkgError, blames_package
from xpkgtui.fetching.fetcher import Fetcher
from xpkgtui.fetching.threads import Threads
from xpkgtui.formats.known import ASSUMED_IMAGES
from xpkgtui.formats.used_images.needed_images import ImageUse, NeededImage
from xpkgtui.formats.used_images.used import ImageRole
from xpkgtui.inspection.index.opened_index import OpenedIndex
from xpkgtui.inspection.messages.requests import Options
from xpkgtui.inspection.referrers.attached import Attachment, Attachments, reference_of
from xpkgtui.inspection.referrers.contents import AttachmentReader, RegistryLibrary
from xpkgtui.inspection.tags.opened_repository import OpenedRepository, repository_of
from xpkgtui.oci import manifest as manifests
from xpkgtui.oci.descriptor import Descriptor
from xpkgtui.oci.image import ImageConfig
from xpkgtui.oci.json_value import LARGEST
from xpkgtui.oci.manifest import Index, Manifest
from xpkgtui.referrers.referrer import ReferrerLayout, What, what_of
from xpkgtui.sources.registry.source import RegistrySource
from xpkgtui.sources.source import ImageRoot, Prefix
from xpkgtui.values import dataclass

_MOST_ENTRIES = 100
"""Entries of an index whose manifests are read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed:
    """What the manifests of an image say of it."""

    digest: str
    platforms: tuple[str, ...] | None = None
    size: int | None = None
    size_all: int | None = None
    entries: tuple[str, ...] = ()
    """The digests of the images in its index."""
    fault: str = ""
    """Why not all of it is known."""


async def weigh(root: ImageRoot, fetcher: Fetcher) -> Weighed:
    """Reads the manifest, or the index and the manifests of its entries; raises what the registry refuses."""
    digest = root.spelled_digest
    try:
        parsed = manifests.parse(root.data, root.media_type)
        if isinstance(parsed, Index):
            return await _of_index(parsed, root, digest, fetcher)
        return await _of_manifest(parsed, root, digest, fetcher)
    except Malformed as error:
        return Weighed(digest=digest, fault=f"its manifest cannot be read: {error}")


async def _of_manifest(parsed: Manifest, root: ImageRoot, digest: str, fetcher: Fetcher) -> Weighed:
    size = len(root.data) + sum(_blobs(parsed).values())
    platforms: tuple[str, ...] | None = None
    if parsed.config is not None and parsed.layers:
        try:
            platform = ImageConfig.parse(await fetcher.small_blob(parsed.config, LARGEST)).platform
            platforms = () if platform.is_empty else (str(platform),)
        except (Malformed, XpkgError) as error:
            if isinstance(error, XpkgError) and not blames_package(error):
                raise
    return Weighed(digest=digest, platforms=platforms, size=size, size_all=size)


async def _of_index(parsed: Index, root: ImageRoot, digest: str, fetcher: Fetcher) -> Weighed:
    opened = OpenedIndex(parsed, root.data, ASSUMED_IMAGES)
    first = opened.first_shown()
    blobs: dict[str, int] = {}
    size, faults = None, [] if first is not None else ["its index lists no image"]
    for entry in parsed.manifests[:_MOST_ENTRIES]:
        try:
            found = await _entry(entry, fetcher)
        except (Malformed, XpkgError) as error:
            if isinstance(error, XpkgError) and not blames_package(error):
                raise
            faults.append(str(error))
            continue
        blobs |= found
        if first is not None and entry.digest == first.descriptor.digest:
            size = sum(found.values())
    if len(parsed.manifests) > _MOST_ENTRIES:
        faults.append(f"only {_MOST_ENTRIES} of {len(parsed.manifests):,} entries of its index were read")
    return Weighed(
        digest=digest,
        platforms=opened.platforms(_MOST_ENTRIES),
        size=size,
        size_all=None if faults else len(root.data) + sum(blobs.values()),
        entries=tuple(str(one.digest) for one in parsed.manifests[:_MOST_ENTRIES]),
        fault=faults[0] if faults else "",
    )


async def _entry(entry: Descriptor, fetcher: Fetcher) -> dict[str, int]:
    """The bytes of an entry, by the digests of its blobs; raises `Malformed` for an index in an index."""
    data = await fetcher.manifest(entry)
    parsed = manifests.parse(data, entry.media_type)
    if not isinstance(parsed, Manifest):
        raise Malformed("its index lists another index")
    return {str(entry.digest): len(data), **_blobs(parsed)}


def _blobs(parsed: Manifest) -> dict[str, int]:
    """The sizes of config and layers; a blob that is listed twice is there once."""
    listed = (*((parsed.config,) if parsed.config else ()), *parsed.layers)
    return {str(one.digest): one.size for one in listed}


_MOST_LOOKED = 8
"""Referrers of an image whose manifests are read where their list does not say what they are."""
_SIGNED = (What.SIGNATURE, What.ATTESTATION)
_WORDS = {What.SBOM: "SBOM"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Belonging:
    """What belongs to an image."""

    images: tuple[NeededImage, ...] = ()
    signed: bool | None = None
    """Whether a signature or an attestation is among them, as its name or type says; None if not all is known."""
    unread: str = ""
    """Why there may be more, in a clause; empty where all of it is known."""


class Companions:
    """Finds what belongs to the images of one repository; its tags are listed once."""

    def __init__(self, source: RegistrySource, options: Options, pool: Threads, reference: str) -> None:
        self._source, self._is_offline = source, options.access.offline
        self._repository = OpenedRepository(f"{Prefix.REGISTRY.value}{reference}", options.asking, source=source)
        self._attachments = Attachments(source, self._repository, pool, is_offline=self._is_offline)
        self._library = RegistryLibrary(source.at(source.reference), options.asking)

    def close(self) -> None:
        """Closes the connections."""
        self._library.close()
        self._repository.close()

    async def of(self, image: NeededImage, weighed: Weighed) -> Belonging:
        """What belongs to an image, or to an image of its index; raises what the registry refuses."""
        if not weighed.digest:
            return Belonging()
        found = await self._attachments.of((weighed.digest, *weighed.entries))
        if isinstance(fault := self._attachments.fault, Corrupt):
            raise fault
        signed = True if any(one.what in _SIGNED for one in found) else await self._is_signed(found)
        doubts = (one.answer for one in self._attachments.asked if not one.is_known or self._is_offline)
        unread = self._attachments.unread or next(doubts, "")
        rows = tuple(self._row(one, image) for one in found)
        return Belonging(images=rows, signed=signed or (None if unread else signed), unread=unread)

    async def _is_signed(self, found: Sequence[Attachment]) -> bool | None:
        """Whether a manifest is that of a signature; a list may say another type than the manifest does.

        None where there are more than are looked at.
        """
        contents, looked = AttachmentReader(self._library), 0
        waiting = list(found)
        for one in waiting:
            if looked >= _MOST_LOOKED:
                return None
            looked += 1
            try:
                if one.is_list:
                    entries = await contents.entries(one)
                    waiting += entries
                    if any(entry.what in _SIGNED for entry in entries):
                        return True
                    continue
                parsed = (await contents.manifest(one)).parsed()
            except (Malformed, NotFound, Corrupt):
                continue
            if isinstance(parsed, Manifest):
                kinds = (parsed.artifact_type, *(layer.media_type for layer in parsed.layers))
                if any(what_of(kind) in _SIGNED for kind in kinds):
                    return True
        return False

    def _row(self, one: Attachment, image: NeededImage) -> NeededImage:
        what = _WORDS.get(one.what, one.what.value)
        if one.is_list:
            what = "list of referrers"
        elif one.layout is ReferrerLayout.REFERRERS and one.descriptor is not None:
            what = one.descriptor.artifact_type or "referrer"
        reference = str(reference_of(one, self._source.reference))
        return NeededImage(
            reference=reference,
            spelled=reference,
            role=ImageRole.SIGNATURE,
            uses=(ImageUse(package=image.reference, place=what[:100]),),
            digest=str(one.descriptor.digest) if one.descriptor else "",
        )


class SignedTags:
    """The signatures of one repository, whose tags are listed once."""

    def __init__(self, repository: str, options: Options) -> None:
        """Raises `Usage` or `NotFound` where the text is no reference of a registry."""
        reference = repository_of(repository)
        self._reference = str(reference)
        self._pool = Threads(2)
        self._source = RegistrySource(reference, options.access)
        self._companions = Companions(self._source, options, self._pool, self._reference)
        self._turn = asyncio.Lock()
        self._is_listed = False

    async def of(self, digest: str) -> bool | None:
        """Whether a signature or an attestation of it is there, not verified; None where that is not known."""
        image = NeededImage(reference=self._reference, spelled=self._reference, role=ImageRole.PACKAGE)
        weighed = Weighed(digest=digest)
        with suppress(XpkgError, Malformed):
            if not self._is_listed:
                async with self._turn:
                    found = await self._companions.of(image, weighed)
                self._is_listed = True
                return found.signed
            return (await self._companions.of(image, weighed)).signed
        return None

    def close(self) -> None:
        """Closes the connections, without waiting for what is under way."""
        self._companions.close()
        self._source.close()
        self._pool.close()
