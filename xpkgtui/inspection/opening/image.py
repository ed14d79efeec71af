"""The image that an entry of the index, or a plain manifest, stands for, and how its format is recognized."""

import contextlib

from xpkgtui.errors import Corrupt, Failure, Malformed, Usage, XpkgError, blames_package
from xpkgtui.formats import known
from xpkgtui.formats.format import Traces
from xpkgtui.formats.images.image_conventions import ImageConventions
from xpkgtui.formats.known import ASSUMED_IMAGES, Recognized
from xpkgtui.inspection.index.opened_index import DEEPEST, OpenedIndex, ShownEntry, manifest_row
from xpkgtui.inspection.layers.opened_layers import ByteAllowance, LayersForThread, OpenedLayers
from xpkgtui.inspection.messages.events import Emit, PartFailed, PlatformsListed, Progressed
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.messages.requests import LayerScope
from xpkgtui.inspection.opened_image import NoImage, OpenedImage, RawConfig, RawManifest
from xpkgtui.inspection.opened_source import OpenedSource, emit_format
from xpkgtui.inspection.work import Progress
from xpkgtui.oci import manifest as manifests
from xpkgtui.oci import media_types
from xpkgtui.oci.descriptor import DEFAULT
from xpkgtui.oci.image import Image, ImageConfig
from xpkgtui.oci.json_value import LARGEST
from xpkgtui.oci.manifest import Manifest
from xpkgtui.readers.reader import LayerUnavailable
from xpkgtui.sources.source import ImageRoot


async def open_image(source: OpenedSource, root: ImageRoot, until: NoImage, emit: Emit) -> OpenedImage | NoImage:
    """Reads the manifest and the config; where there is no image, that is emitted."""
    entry = until.entry
    if source.index is None:
        raw = raw_root(root)
    else:
        await emit(PlatformsListed(rows=source.index.rows(entry), is_index=True))
        if entry is None:
            return NoImage()
        fetched = await _fetch(source, source.index, entry, emit)
        if isinstance(fetched, NoImage):
            return fetched
        raw = fetched
    try:
        manifest = Manifest.parse(raw.data)
    except Malformed as error:
        return NoImage(entry=entry, manifest=raw, problem=str(error))
    config, parsed = await _config(source, manifest, emit)
    found = await recognize_image(source, manifest, parsed, emit)
    image = with_base(found.images, found.images.marks.image_of(manifest, parsed, derive=root.derive), until.what_if)
    opened = OpenedImage(
        source,
        image,
        found.format,
        found.images,
        entry=entry,
        manifest=raw,
        config=config,
        what_if=until.what_if,
        reasons=found.evidence.reasons if found.evidence else (),
        also=found.also,
        is_assumed=found.evidence is None,
    )
    await emit(_platforms(opened))
    return opened


def raw_root(root: ImageRoot) -> RawManifest:
    """The manifest of a source that has no index."""
    return RawManifest(data=root.data, digest=str(root.digest) if root.digest else None)


def _platforms(opened: OpenedImage) -> PlatformsListed:
    """The platforms, now that the size of this one is known."""
    index = opened.source.index
    if index is not None and opened.entry is not None:
        index.learn_total(opened.entry.descriptor, opened.total)
        return PlatformsListed(rows=index.rows(opened.entry), is_index=True)
    row = manifest_row(
        opened.image.manifest,
        opened.image.config,
        digest=opened.manifest.digest,
        size=len(opened.manifest.data),
        total=opened.total,
    )
    return PlatformsListed(rows=(row,), is_index=False)


async def _fetch(source: OpenedSource, index: OpenedIndex, shown: ShownEntry, emit: Emit) -> RawManifest | NoImage:
    """The manifest of the entry; nested indexes are followed as go-containerregistry does."""
    entry = shown.descriptor
    what = f"Reading the manifest of {entry.platform or 'the entry'}"
    await emit(Progressed(part=PartName.LAYERS, what=what))
    problem = f"indexes are nested deeper than {DEEPEST}"
    for _ in range(DEEPEST):
        try:
            data = await source.fetcher.manifest(entry)
            parsed = manifests.parse(data, entry.media_type)
        except XpkgError as error:
            if not blames_package(error):
                await emit(_failed(error.failure()))
                return NoImage(entry=shown)
            problem = error.title
            break
        except Malformed as error:
            problem = str(error)
            break
        source.use(str(entry.digest), len(data))
        if isinstance(parsed, Manifest):
            index.learn(entry, parsed)
            return RawManifest(data=data, digest=str(entry.digest))
        inner = parsed.first_match(DEFAULT)
        if inner is None:
            problem = "the nested index lists no linux/amd64"
            break
        entry = parsed.manifests[inner]
    others = len(index.index.manifests) > 1
    hint = "Another entry of the index may still open." if others else ""
    unreadable = Corrupt(f"the manifest {entry.digest.short} cannot be read: {problem}", hint=hint)
    index.learn(shown.descriptor, None)
    await emit(PlatformsListed(rows=index.rows(shown), is_index=True))
    await emit(_failed(unreadable.failure()))
    return NoImage(entry=shown, manifest=RawManifest(digest=str(entry.digest)), problem=problem)


def _failed(failure: Failure) -> PartFailed:
    return PartFailed(part=PartName.LAYERS, failure=failure)


async def _config(source: OpenedSource, manifest: Manifest, emit: Emit) -> tuple[RawConfig, ImageConfig | None]:
    """The config; where it is missing or broken the inspection goes on without it."""
    if manifest.config is None:
        return RawConfig(problem="the manifest names no config"), None
    try:
        data = await source.fetcher.small_blob(manifest.config, LARGEST)
        source.use(str(manifest.config.digest), manifest.config.size)
        is_config = manifest.config.media_type in (media_types.OCI_CONFIG, media_types.DOCKER_CONFIG, "")
        return RawConfig(data=data), ImageConfig.parse(data) if is_config else None
    except XpkgError as error:
        if not blames_package(error):
            await emit(PartFailed(part=PartName.CONFIG, failure=error.failure()))
            return RawConfig(), None
        problem = error.title
    except Malformed as error:
        problem = str(error)
    unreadable = Corrupt(f"the config {manifest.config.digest.short} cannot be read: {problem}")
    await emit(PartFailed(part=PartName.CONFIG, failure=unreadable.failure()))
    return RawConfig(problem=problem), None


def with_base(images: ImageConventions, image: Image, base: int | None) -> Image:
    """The image with that layer alone for its base; None is the image as it is."""
    if base is None:
        return image
    count = len(image.layers)
    if base >= count:
        hint = f"Its layers are 0 to {count - 1}." if count else "It has no layers."
        raise Usage(f"The image has no layer {base}.", hint=hint)
    made = images.marks.with_base(image, base)
    if made is image:
        raise Usage("No tool reads this package from a single layer.", hint="Remove --base.")
    return made


MOST = 16_000_000
"""Bytes of layers that are read to learn a format: they are read again for the package."""


async def recognize_image(
    source: OpenedSource, manifest: Manifest, config: ImageConfig | None, emit: Emit
) -> Recognized:
    """The format of an image, which is emitted with the reasons."""
    found = known.recognize(Traces(manifest=manifest, config=config))
    total = sum(layer.size for layer in manifest.layers)
    is_cheap = 0 < total <= MOST and ByteAllowance.of(source, LayerScope.CHEAP).take(total)
    if found.evidence is None and known.reads_folders_of_images() and is_cheap:
        found = await _by_content(source, manifest, config, emit) or found
    await emit_format(found, emit)
    return found


async def _by_content(
    source: OpenedSource, manifest: Manifest, config: ImageConfig | None, emit: Emit
) -> Recognized | None:
    """The format that has its folder in the image, or what it is instead; None where a layer cannot be read."""
    from xpkgtui.readers.image_folder import ImageFolder, read_change_sets

    image = ASSUMED_IMAGES.marks.image_of(manifest, config, derive=False)
    layers = OpenedLayers(source, image, ASSUMED_IMAGES)
    progress, limits = Progress(), source.options.limits
    labels = config.labels if config else {}

    def look(opened: LayersForThread) -> Recognized | None:
        open_layer, stop = opened.open_layer, opened.stop
        try:
            change_sets = read_change_sets(len(image.layers), open_layer, limits=limits, stop=stop)
        except LayerUnavailable:
            return None
        folder = ImageFolder(source.name, change_sets, open_layer, labels=labels, limits=limits, stop=stop)
        with contextlib.closing(folder):
            return known.recognize(Traces(manifest=manifest, config=config, folder=folder))

    with layers.for_thread(progress) as opened:
        return await progress.watch(source.pool.run(lambda: look(opened)), emit, PartName.LAYERS)
