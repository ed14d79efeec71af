"""What belongs to an image of a list: as `referrers` finds it, read no further than to know whether it is signed."""

from collections.abc import Sequence

from xpkgtui.errors import Corrupt, Malformed, NotFound
from xpkgtui.fetching.threads import Threads
from xpkgtui.formats.used_images.needed_images import ImageUse, NeededImage
from xpkgtui.formats.used_images.used import ImageRole
from xpkgtui.inspection.images.weighing import Weighed
from xpkgtui.inspection.messages.requests import Options
from xpkgtui.inspection.referrers.attached import Attachment, Attachments, reference_of
from xpkgtui.inspection.referrers.contents import AttachmentReader, RegistryLibrary
from xpkgtui.inspection.tags.opened_repository import OpenedRepository
from xpkgtui.oci.manifest import Manifest
from xpkgtui.referrers.referrer import ReferrerLayout, What, what_of
from xpkgtui.sources.registry.source import RegistrySource
from xpkgtui.sources.source import Prefix
from xpkgtui.values import dataclass

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


class Companions:
    """Finds what belongs to the images of one repository; its tags are listed once."""

    def __init__(self, source: RegistrySource, options: Options, pool: Threads, reference: str) -> None:
        self._source, self._is_offline = source, options.access.offline
        self._repository = OpenedRepository(f"{Prefix.REGISTRY.value}{reference}", options)
        self._attachments = Attachments(source, self._repository, pool, is_offline=self._is_offline)
        self._library = RegistryLibrary(source.at(source.reference), options)

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
        signed = any(one.what in _SIGNED for one in found) or await self._is_signed(found)
        is_known = all(one.is_known for one in self._attachments.asked) and not self._is_offline
        rows = tuple(self._row(one, image) for one in found)
        return Belonging(images=rows, signed=signed or (False if is_known else None))

    async def _is_signed(self, found: Sequence[Attachment]) -> bool:
        """Whether a manifest is that of a signature; a list may say another type than the manifest does."""
        contents, looked = AttachmentReader(self._library), 0
        waiting = list(found)
        for one in waiting:
            if looked >= _MOST_LOOKED:
                break
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
