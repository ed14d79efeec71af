"""A look at one tag: its manifest and its config, not its package."""

from collections.abc import Callable
from dataclasses import replace

from xpkgtui.errors import Malformed, XpkgError, blames_package
from xpkgtui.fetching.cache.store import Store
from xpkgtui.fetching.fetcher import Fetcher
from xpkgtui.formats.known import ASSUMED_IMAGES
from xpkgtui.inspection.index.opened_index import OpenedIndex
from xpkgtui.inspection.messages.listing import TagLook
from xpkgtui.inspection.messages.requests import Options
from xpkgtui.oci import manifest as manifests
from xpkgtui.oci.image import ImageConfig
from xpkgtui.oci.json_value import LARGEST, read_object
from xpkgtui.oci.manifest import Index, Manifest
from xpkgtui.patterns import late
from xpkgtui.sources.access import Exchange
from xpkgtui.sources.registry.source import RegistrySource
from xpkgtui.sources.source import ImageRoot

_MOST_PLATFORMS = 40
_MOMENT = late(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{5,20}(?:Z|[+-][0-9]{2}:[0-9]{2})")
_FIRST_YEAR = "1981"
"""Builds that can be repeated are dated 0001, 1970 or 1980, which says nothing."""


async def look_at(source: RegistrySource, store: Store, options: Options, *, now: Callable[[], float]) -> TagLook:
    """What the reference of a source names; raises `XpkgError` where that cannot be had."""
    exchanges: list[Exchange] = []
    fetcher = Fetcher(source, store, access=options.access, exchanges=exchanges, limits=options.limits, now=now)
    try:
        root = await fetcher.resolve()
        assert isinstance(root, ImageRoot)  # a registry has nothing else
        found = TagLook(name="", digest=str(root.digest or ""), stale=root.stale, at=now())
        try:
            found = await _described(found, root, fetcher)
        except Malformed as error:
            found = replace(found, problem=f"Its manifest or config cannot be read: {error}.")
        except XpkgError as error:
            if not (blames_package(error) or options.access.offline):
                raise
            found = replace(found, problem=error.title)
        return replace(found, fetched=fetcher.traffic.fetched)
    finally:
        fetcher.close()


async def _described(found: TagLook, root: ImageRoot, fetcher: Fetcher) -> TagLook:
    parsed = manifests.parse(root.data, root.media_type)
    size = len(root.data)
    if isinstance(parsed, Index):
        index = OpenedIndex(parsed, root.data, ASSUMED_IMAGES)
        named = (str(row.platform) for row in index.rows(None) if row.is_package and row.platform)
        found = replace(found, platforms=tuple(dict.fromkeys(named))[:_MOST_PLATFORMS])
        entry = index.first_shown()
        if entry is None:
            return replace(found, problem="Its index lists no image.")
        data = await fetcher.manifest(entry.descriptor)
        parsed, size = manifests.parse(data, entry.descriptor.media_type), len(data)
    if not isinstance(parsed, Manifest):
        return replace(found, problem="Its index lists another index.")
    config = parsed.config.size if parsed.config else 0
    size += config + sum(layer.size for layer in parsed.layers)
    found = replace(found, size=size)
    return await _configured(found, parsed, fetcher)


async def _configured(found: TagLook, manifest: Manifest, fetcher: Fetcher) -> TagLook:
    """The look with what the config adds: the platform, the time of the build, and labels of layers."""
    config: ImageConfig | None = None
    if manifest.config is not None:
        data = await fetcher.small_blob(manifest.config, LARGEST)
        created = read_object(data).get("created")
        if isinstance(created, str) and _MOMENT.fullmatch(created) and created >= _FIRST_YEAR:
            found = replace(found, created=created)
        config = ImageConfig.parse(data)
        if not found.platforms and not config.platform.is_empty:
            found = replace(found, platforms=(str(config.platform),))
    image = ASSUMED_IMAGES.marks.image_of(manifest, config, derive=False)
    base = next((layer.index for layer in image.layers if layer.mark.is_base), None)
    return replace(found, base=base)
