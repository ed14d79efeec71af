"""The image that is looked at: its manifest and config, and the manifests of its siblings."""

from dataclasses import replace

from xpkgtui.errors import Corrupt, Malformed, XpkgError
from xpkgtui.formats.xpkg.annotations import image_of
from xpkgtui.formats.xpkg.platforms import choose
from xpkgtui.inspection import events, index_entries, layers, platforms
from xpkgtui.inspection.events import Emit
from xpkgtui.inspection.session import Session, blames_package
from xpkgtui.oci import manifest as manifests
from xpkgtui.oci import media_types
from xpkgtui.oci.descriptor import Descriptor
from xpkgtui.oci.image import ImageConfig
from xpkgtui.oci.json_value import LARGEST
from xpkgtui.oci.manifest import Manifest
from xpkgtui.rules.case import ChildFacts
from xpkgtui.sources.source import ImageRoot

_NESTED = 8
"""How deep indexes may be nested."""


async def read_image(session: Session, emit: Emit) -> None:
    if session.index is not None:
        await _emit_platforms(session, emit)
        if session.shown is None:
            return
        entry = session.inner.shown or session.index.manifests[session.shown]
        if not await _fetch_shown(session, entry, emit):
            return
    root = session.root
    derive = isinstance(root, ImageRoot) and root.derive
    try:
        manifest = Manifest.parse(session.manifest_data)
    except Malformed as error:
        session.manifest_error = str(error)
        return
    config = await _read_config(session, manifest, emit)
    session.image = image_of(manifest, config, derive=derive)
    if session.index is None:
        await emit(
            events.PlatformsListed(
                rows=platforms.of_manifest(
                    manifest,
                    config,
                    digest=session.manifest_digest,
                    size=len(session.manifest_data),
                    total=session.total or 0,
                ),
                is_index=False,
            )
        )
    elif session.shown is not None:
        if session.inner.shown is None:
            session.totals[session.shown] = session.total or 0
        else:
            session.inner.totals[str(session.inner.shown.digest)] = session.total or 0
        await _emit_platforms(session, emit)
    await emit(_manifest_read(session))


async def _emit_platforms(session: Session, emit: Emit) -> None:
    await index_entries.tell(session, emit)


async def _fetch_shown(session: Session, entry: Descriptor, emit: Emit) -> bool:
    """The manifest of the entry that is looked at; nested indexes are followed as go-containerregistry does.

    False where it is not there, which has been told.
    """
    await emit(events.Progressed(part="layers", what=f"Reading the manifest of {entry.platform or 'the entry'}"))
    for _ in range(_NESTED):
        try:
            data = await session.fetcher.manifest(entry)
            parsed = manifests.parse(data, entry.media_type)
        except XpkgError as error:
            if not blames_package(error):
                await emit(events.PartFailed(part="layers", failure=error.failure()))
                return False
            session.manifest_error = error.title
            break
        except Malformed as error:
            session.manifest_error = str(error)
            break
        session.needed[str(entry.digest)] = len(data)
        if isinstance(parsed, Manifest):
            session.manifest_data, session.manifest_digest = data, str(entry.digest)
            index_entries.learn(session, entry, parsed)
            return True
        inner = choose(parsed)
        if inner is None:
            session.manifest_error = "the nested index lists no linux/amd64"
            break
        entry = parsed.manifests[inner]
    else:
        session.manifest_error = f"indexes are nested deeper than {_NESTED}"
    session.manifest_data, session.manifest_digest = b"", str(entry.digest)
    await emit(
        events.PartFailed(
            part="layers",
            failure=Corrupt(
                f"The manifest {entry.digest.short} cannot be read: {session.manifest_error}",
                hint="Another platform may still open.",
            ).failure(),
        )
    )
    return False


async def _read_config(session: Session, manifest: Manifest, emit: Emit) -> ImageConfig | None:
    """The config; where it is missing or broken the inspection goes on without it."""
    if manifest.config is None:
        session.config_error = "the manifest names no config"
        return None
    try:
        session.config_data = await session.watched(
            session.fetcher.small_blob(manifest.config, LARGEST), emit, "layers"
        )
        session.needed[str(manifest.config.digest)] = manifest.config.size
        if manifest.config.media_type in (media_types.OCI_CONFIG, media_types.DOCKER_CONFIG, ""):
            return ImageConfig.parse(session.config_data)
        return None
    except XpkgError as error:
        if blames_package(error):
            session.config_error = error.title
        else:
            await emit(events.PartFailed(part="config", failure=error.failure()))
    except Malformed as error:
        session.config_error = str(error)
    session.config_data = b""
    return None


def _manifest_read(session: Session) -> events.ManifestRead:
    assert session.image is not None
    image = session.image
    config = image.manifest.config
    return events.ManifestRead(
        digest=session.manifest_digest,
        media_type=image.manifest.media_type,
        annotations=tuple(sorted(image.manifest.annotations.items())),
        config_digest=str(config.digest) if config else None,
        config_size=config.size if config else None,
        labels=tuple(sorted(image.config.labels.items())) if image.config else (),
        layers=layers.rows(image, session.facts, session.reading),
        total=session.total or 0,
    )


async def read_children(session: Session, emit: Emit) -> None:
    """The manifests of the other platforms, for the rules about them."""
    if session.index is None:
        return
    found = []
    for number, entry in enumerate(session.index.manifests):
        facts = ChildFacts(number=number, read=number == session.shown, problem=session.manifest_error)
        if number != session.shown:
            facts = await _read_child(session, number, entry)
        found.append(facts)
    session.children = tuple(found)
    await index_entries.read_nested(session)
    await _emit_platforms(session, emit)


async def _read_child(session: Session, number: int, entry: Descriptor) -> ChildFacts:
    facts = ChildFacts(number=number)
    try:
        parsed = manifests.parse(await session.fetcher.manifest(entry), entry.media_type)
    except XpkgError as error:
        return replace(facts, problem=error.title) if blames_package(error) else facts
    except Malformed as error:
        return replace(facts, problem=str(error))
    index_entries.learn(session, entry, parsed)
    if isinstance(parsed, Manifest):
        config = parsed.config.size if parsed.config else 0
        session.totals[number] = entry.size + config + sum(layer.size for layer in parsed.layers)
    return replace(facts, read=True)
