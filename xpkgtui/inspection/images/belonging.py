"""What belongs to an image in its registry: signatures, attestations, SBOMs, by tags and by the referrers API."""

from collections.abc import Iterable
from contextlib import suppress
from functools import partial

from xpkgtui.errors import Corrupt, Malformed, NotFound, Unauthorized, Unreachable, XpkgError
from xpkgtui.fetching.threads import Threads
from xpkgtui.formats.used_images.needed_images import ImageUse, NeededImage
from xpkgtui.formats.used_images.used import ImageRole
from xpkgtui.inspection.images.weighing import Weighed
from xpkgtui.inspection.messages.requests import Options
from xpkgtui.inspection.tags.opened_repository import OpenedRepository
from xpkgtui.oci.digest import Digest
from xpkgtui.oci.manifest import Index, Manifest
from xpkgtui.oci.reference import Reference
from xpkgtui.sources.registry.source import RegistrySource
from xpkgtui.sources.source import Prefix
from xpkgtui.values import dataclass
from xpkgtui.versions.tags import CompanionKind, companion_of

_MOST_ASKED = 16
"""Digests of one image whose referrers are asked for."""
_MOST = 100
"""What is listed of the referrers of one digest."""
_MOST_LOOKED = 8
"""Referrers whose manifests are read where the list does not say what they are."""
_SIGNED = (CompanionKind.SIGNATURE, CompanionKind.ATTESTATION)
_SIGNERS = ("sigstore", "cosign", "notary")
"""What media types of signatures have in them."""
_WORDS = {
    CompanionKind.SIGNATURE: "signature",
    CompanionKind.ATTESTATION: "attestation",
    CompanionKind.SBOM: "SBOM",
    CompanionKind.REFERRERS: "list of referrers",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Belonging:
    """What belongs to an image."""

    images: tuple[NeededImage, ...] = ()
    signed: bool | None = None
    """Whether a signature or an attestation is among them, as its name or type says; None if not all is known."""


class Companions:
    """Finds what belongs to the images of one repository; its tags are listed once."""

    def __init__(self, source: RegistrySource, options: Options, pool: Threads, reference: str) -> None:
        self._source, self._pool = source, pool
        self._repository = OpenedRepository(f"{Prefix.REGISTRY.value}{reference}", options)
        self._tags: dict[str, list[tuple[str, CompanionKind]]] | None = None
        """The tags that belong to a digest, by that digest."""
        self._is_offline = options.access.offline
        self._has_api: bool | None = None

    def close(self) -> None:
        """Closes the connections."""
        self._repository.close()

    async def of(self, image: NeededImage, weighed: Weighed) -> Belonging:
        """What belongs to an image, or to an image of its index; raises what the registry refuses."""
        if not weighed.digest:
            return Belonging()
        if self._tags is None:
            self._tags = _by_digest(await self._repository.names())
        wanted = dict.fromkeys((weighed.digest, *weighed.entries))
        found: list[NeededImage] = []
        signed, is_known = False, True
        for tag, kind in (one for digest in wanted for one in self._tags.get(digest, ())):
            signed = signed or kind in _SIGNED
            found.append(self._row(self._source.reference.tagged(tag), _WORDS[kind], image))
            if kind is CompanionKind.REFERRERS:
                signed = signed or await self._lists_signature(tag)
        for number, digest in enumerate(wanted):
            if number >= _MOST_ASKED or self._is_offline:
                is_known = False
                break
            rows, says = await self._referrers(digest, image)
            found += rows
            signed = signed or bool(says)
            is_known = is_known and says is not None
        return Belonging(images=tuple(found), signed=signed or (False if is_known else None))

    async def _referrers(self, digest: str, image: NeededImage) -> tuple[list[NeededImage], bool | None]:
        """What the registry lists as referring to a digest, and whether that has a signature.

        There is nothing where it has no such list; None where it does not say whether it has one.
        """
        if self._has_api is False:
            return [], False
        try:
            index = await self._pool.run(lambda: self._source.referrers(digest))
        except NotFound:
            self._has_api = False
            return [], False
        except (Unauthorized, Unreachable):  # some refuse what they do not know
            return [], None
        self._has_api = True
        rows = []
        for one in index.manifests[:_MOST]:
            reference = Reference(
                registry=self._source.reference.registry,
                repository=self._source.reference.repository,
                digest=Digest.parse(str(one.digest)),
            )
            rows.append(self._row(reference, one.artifact_type or "referrer", image, digest=str(one.digest)))
        return rows, await self._signs(index)

    async def _lists_signature(self, tag: str) -> bool:
        """Whether the tag that lists referrers lists a signature."""
        with suppress(Malformed, XpkgError):
            root = await self._pool.run(self._source.at(self._source.reference.tagged(tag)).resolve)
            return await self._signs(Index.parse(root.data))
        return False

    async def _signs(self, index: Index) -> bool:
        """Whether a list of referrers has a signature; a registry may say another type than the manifest does."""
        listed = index.manifests[:_MOST_LOOKED]
        if any(_is_signature(one.artifact_type) for one in listed):
            return True
        for one in listed:
            with suppress(Malformed, NotFound, Corrupt):
                parsed = Manifest.parse(await self._pool.run(partial(self._source.manifest, one)))
                if any(map(_is_signature, (parsed.artifact_type, *(layer.media_type for layer in parsed.layers)))):
                    return True
        return False

    def _row(self, reference: Reference, what: str, image: NeededImage, *, digest: str = "") -> NeededImage:
        return NeededImage(
            reference=str(reference),
            spelled=str(reference),
            role=ImageRole.SIGNATURE,
            uses=(ImageUse(package=image.reference, place=what[:100]),),
            digest=digest,
        )


def _by_digest(tags: Iterable[str]) -> dict[str, list[tuple[str, CompanionKind]]]:
    found: dict[str, list[tuple[str, CompanionKind]]] = {}
    for tag in tags:
        if (companion := companion_of(tag)) is not None:
            found.setdefault(companion.digest, []).append((tag, companion.kind))
    return found


def _is_signature(media_type: str) -> bool:
    return any(word in media_type for word in _SIGNERS)
