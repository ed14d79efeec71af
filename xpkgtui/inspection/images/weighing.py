"""An image, weighed by its manifests: platforms, bytes for one of them and for all; no layer is fetched."""

from xpkgtui.errors import Malformed, XpkgError, blames_package
from xpkgtui.fetching.fetcher import Fetcher
from xpkgtui.formats.known import ASSUMED_IMAGES
from xpkgtui.inspection.index.opened_index import OpenedIndex
from xpkgtui.oci import manifest as manifests
from xpkgtui.oci.descriptor import Descriptor
from xpkgtui.oci.image import ImageConfig
from xpkgtui.oci.json_value import LARGEST
from xpkgtui.oci.manifest import Index, Manifest
from xpkgtui.sources.source import ImageRoot
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
    digest = str(root.digest or "")
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
    named = (str(row.platform) for row in opened.rows(None) if row.is_package and row.platform)
    platforms = tuple(dict.fromkeys(named))[:_MOST_ENTRIES]
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
        platforms=platforms,
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
