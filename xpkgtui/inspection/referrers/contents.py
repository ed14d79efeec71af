"""The contents of what belongs to an image: manifests and small layers, verified by digest, bounded in all."""

import time
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import zip_longest

from xpkgtui.errors import Malformed, XpkgError
from xpkgtui.fetching.cache.store import Store
from xpkgtui.fetching.fetcher import Fetcher
from xpkgtui.inspection.messages.requests import Options
from xpkgtui.inspection.referrers.attached import MOST, Attachment, listed, reference_of
from xpkgtui.oci import manifest as manifests
from xpkgtui.oci.descriptor import REFERENCE_DIGEST, Descriptor
from xpkgtui.oci.manifest import Index, Manifest
from xpkgtui.referrers.layer import ENVELOPE, SIMPLE_SIGNING, SignedLayer
from xpkgtui.referrers.reading import is_read, referrers_in
from xpkgtui.referrers.referrer import Referrer, ReferrerLayout, What
from xpkgtui.sources.registry.source import RegistrySource
from xpkgtui.sources.source import ImageRoot
from xpkgtui.values import dataclass
from xpkgtui.versions.tags import CompanionKind, companion_of
from xpkgtui.visible import clip
from xpkgtui.visible import size as visible_size

MOST_READ = 200
"""Manifests that are read of all that belongs to an image."""
_MOST_LAYERS = 200
"""Layers of one manifest that are read."""
_LARGEST = 4 << 20
"""Bytes of a layer that is read: an SBOM may be larger."""
_LARGEST_ALL = 32 << 20
"""Bytes of all layers together."""
_LONGEST = 200


_OF_TAGS = {CompanionKind.SIGNATURE: SIMPLE_SIGNING, CompanionKind.ATTESTATION: ENVELOPE}
"""What lies under the tags of cosign."""
ReadReferrer = tuple[Referrer, SignedLayer | None]
"""Something that belongs to an image, with the layer that it was read from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedManifest:
    """The manifest of an attachment."""

    digest: str
    media_type: str
    data: bytes

    def parsed(self) -> Manifest | Index:
        """The manifest; raises `Malformed`."""
        return manifests.parse(self.data, self.media_type)


class Library:
    """The place that has manifests and layers of attachments; all it gives is verified by digest."""

    def __init__(self, fetcher: Fetcher) -> None:
        self._fetcher = fetcher

    async def manifest(self, one: Attachment) -> OpenedManifest:
        """The manifest of an attachment, by its digest; raises `XpkgError`."""
        assert one.descriptor is not None  # index.json has nothing else
        data = await self._fetcher.manifest(one.descriptor)
        return OpenedManifest(digest=str(one.descriptor.digest), media_type=one.descriptor.media_type, data=data)

    async def blob(self, descriptor: Descriptor, limit: int) -> bytes:
        """A layer of at most `limit` bytes; raises `XpkgError`."""
        return await self._fetcher.small_blob(descriptor, limit)


class RegistryLibrary(Library):
    """A repository of a registry, with the store before it."""

    def __init__(self, source: RegistrySource, options: Options) -> None:
        self._source, self._options = source, options
        super().__init__(self._fetching(source))

    async def manifest(self, one: Attachment) -> OpenedManifest:
        """The manifest, by its digest or by its tag; raises `XpkgError`."""
        if one.descriptor is not None:
            return await super().manifest(one)
        with closing(self._fetching(self._source.at(reference_of(one, self._source.reference)))) as fetcher:
            root = await fetcher.resolve()
            assert isinstance(root, ImageRoot)  # a registry has nothing else
            return OpenedManifest(digest=root.spelled_digest, media_type=root.media_type, data=root.data)

    def close(self) -> None:
        """Closes store and connections."""
        self._fetcher.close()

    def _fetching(self, source: RegistrySource) -> Fetcher:
        options = self._options
        return Fetcher(source, Store(options.cache_dir), access=options.access, limits=options.limits, now=time.time)


class AttachmentReader:
    """Reads attachments, each digest once, as long as there is room."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._opened: dict[str, OpenedManifest] = {}
        self._layers: dict[str, bytes] = {}
        self._asked = 0
        self._room = _LARGEST_ALL
        self.fault = ""
        """Why not all was read, in a clause."""

    @property
    def payloads(self) -> dict[str, bytes]:
        """The layers that were read, by digest."""
        return {key.partition(" ")[0]: data for key, data in self._layers.items()}

    async def manifest(self, one: Attachment) -> OpenedManifest:
        """The manifest; raises `XpkgError`."""
        found = self._opened.get(one.name)
        if found is None:
            self._asked += 1
            if self._asked > MOST_READ:
                self.fault = f"only the first {MOST_READ} manifests were read"
                raise _NoRoom(self.fault)
            found = self._opened[one.name] = await self._library.manifest(one)
        return found

    async def entries(self, one: Attachment) -> tuple[Attachment, ...]:
        """What a fallback tag lists; raises `XpkgError` or `Malformed`."""
        opened = await self.manifest(one)
        if opened.digest == one.subject:
            # GitLab takes such a tag for the digest that it spells, and gives the image itself.
            return ()
        parsed = opened.parsed()
        if not isinstance(parsed, Index):
            raise Malformed("it is not a list of referrers")
        found = tuple(listed(parsed, one.subject, ReferrerLayout.FALLBACK))
        if len(found) > MOST:
            self.fault = f"only the first {MOST:,} of {len(found):,} referrers are listed"
        return found[:MOST]

    async def layers(self, manifest: Manifest, tag: str = "") -> tuple[SignedLayer, ...]:
        """The layers of a manifest, read where their content says something and there is room.

        Those under a tag of cosign are what the tag says: no program looks at their types.
        """
        companion = companion_of(tag)
        kind = _OF_TAGS.get(companion.kind, "") if companion is not None else ""
        return tuple([await self._layer(one, kind) for one in manifest.layers[:_MOST_LAYERS]])

    async def referrers(self, attachments: Iterable[Attachment]) -> AsyncIterator[tuple[ReadReferrer, ...]]:
        """What each attachment is; lists are followed."""
        for one in attachments:
            if not one.is_list:
                yield await self._read(one)
                continue
            try:
                entries = await self.entries(one)
            except (XpkgError, Malformed) as error:
                self.fault = self.fault or f"{one.name}: {error}"
                yield ((_failed(one, error), None),)
                continue
            for entry in entries:
                yield await self._read(entry)

    async def _read(self, one: Attachment) -> tuple[ReadReferrer, ...]:
        known = _known(one)
        try:
            opened = await self.manifest(one)
            parsed = opened.parsed()
            if isinstance(parsed, Index):
                raise Malformed("it is an index")
            layers = await self.layers(parsed, one.name)
        except (XpkgError, Malformed) as error:
            return ((_failed(one, error), None),)
        if len(parsed.layers) > len(layers):
            self.fault = self.fault or f"only the first {_MOST_LAYERS} of {len(parsed.layers):,} layers of {one.name}"
        found = referrers_in(replace(known, digest=opened.digest), parsed, layers)
        return tuple(zip_longest(found, layers))

    async def _layer(self, one: Descriptor, kind: str) -> SignedLayer:
        payload, fault = None, ""
        if not kind and not is_read(one):
            fault = ""
        elif one.size > _LARGEST:
            fault = f"not read: {visible_size(one.size)}"
        elif one.size > self._room:
            fault = self.fault = f"not read: more than {visible_size(_LARGEST_ALL)} in all"
        else:
            try:
                payload = await self._blob(one)
            except XpkgError as error:
                fault = clip(error.title, _LONGEST)
        return SignedLayer(
            digest=str(one.digest),
            media_type=kind or one.media_type,
            annotations=one.annotations,
            payload=payload,
            fault=fault,
        )

    async def _blob(self, one: Descriptor) -> bytes:
        key = f"{one.digest} {one.size}"
        if key not in self._layers:
            self._layers[key] = await self._library.blob(one, _LARGEST)
            self._room -= one.size
        return self._layers[key]


class _NoRoom(XpkgError):
    """There are more manifests than are read."""


def _known(one: Attachment) -> Referrer:
    """What is known of an attachment before it is read."""
    descriptor = one.descriptor
    return Referrer(
        subject=one.subject,
        layout=one.layout,
        digest=str(descriptor.digest) if descriptor else "",
        reference=one.name,
        what=one.what,
        media_type=descriptor.artifact_type if descriptor else "",
    )


def _failed(one: Attachment, error: Exception) -> Referrer:
    """An attachment that cannot be read."""
    return replace(_known(one), says=f"it cannot be read: {clip(str(error).rstrip('.'), _LONGEST)}")


def subjects_of(entries: Sequence[Descriptor]) -> tuple[str, ...]:
    """The digests of the images in an index, without its attestations."""
    return tuple(dict.fromkeys(str(one.digest) for one in entries if not one.is_attestation))


def own_attestations(entries: Sequence[Descriptor]) -> tuple[Attachment, ...]:
    """The entries of the image's own index that are about other entries, as BuildKit writes them."""
    return tuple(
        Attachment(
            subject=one.annotations.get(REFERENCE_DIGEST, ""),
            layout=ReferrerLayout.INDEX,
            name=str(one.digest),
            descriptor=one,
            what=What.ATTESTATION,
        )
        for one in entries
        if one.is_attestation
    )
