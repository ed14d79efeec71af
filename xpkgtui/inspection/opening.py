"""How a source is opened: the path that Crossplane takes first, then what rules need beside it."""

from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from xpkgtui.errors import Corrupt, Malformed, XpkgError
from xpkgtui.fetching.fetcher import Fetcher
from xpkgtui.fetching.store import Store
from xpkgtui.inspection import events, layers, platforms, streams, surveys
from xpkgtui.inspection.cases import case_of
from xpkgtui.inspection.events import Emit
from xpkgtui.inspection.executors import Pool
from xpkgtui.inspection.requests import Open, Options
from xpkgtui.inspection.session import Session
from xpkgtui.oci import manifest as manifests
from xpkgtui.oci import media_types
from xpkgtui.oci.descriptor import Descriptor
from xpkgtui.oci.image import Image, ImageConfig
from xpkgtui.oci.manifest import Index, Manifest
from xpkgtui.rules.case import ChildFacts
from xpkgtui.sources.opening import open_source
from xpkgtui.sources.source import Exchange, ImageRoot, Root, StreamRoot

_CODES = frozenset({"gzipped", "choice"})
"""Notes of a root that are for rules, not sentences for people."""
_NESTED = 8
"""How deep indexes may be nested."""


async def resolve(request: Open, emit: Emit, *, pool: Pool, scratch: Path, stdin: BinaryIO | None) -> Session:
    """Finds out what the name stands for; raises `XpkgError` where that is nothing that can be read."""
    options = request.options
    exchanges: list[Exchange] = []
    await emit(events.Progressed(part="platforms", what=f"Opening {request.source}"))
    source = await pool.run(
        lambda: open_source(
            request.source, options.access, stdin=stdin, on_exchange=exchanges.append, scratch=scratch
        )
    )
    fetcher = Fetcher(source, _store(options, scratch), access=options.access, exchanges=exchanges)
    try:
        root = await fetcher.resolve()
        session = Session(
            source=request.source,
            options=options,
            fetcher=fetcher,
            pool=pool,
            scratch=scratch,
            root=root,
            form=str(source.form),
        )
        if isinstance(root, ImageRoot):
            _read_root(session, root)
    except (XpkgError, GeneratorExit):
        fetcher.close()
        raise
    await emit(_resolved(request.source, session, root))
    return session


async def inspect(session: Session, emit: Emit) -> None:
    """Reads the image (or stream) that is looked at, and tells everything that is found on the way."""
    _start_again(session)
    if isinstance(session.root, StreamRoot):
        await streams.take_stream(session, session.root, emit)
    else:
        await _read_image(session, emit)
        if session.image is not None:
            await streams.read_package(session, emit)
    await streams.list_objects(session, emit)
    await tell_cost(session, emit)
    if session.image is not None:
        await surveys.survey_what_was_read(session, emit)
    if session.options.children:
        await _read_children(session, emit)
    await emit(events.UnreadListed(items=surveys.unread(session)))
    await tell_cost(session, emit)
    await emit(events.CaseReady(case=case_of(session)))


async def tell_cost(session: Session, emit: Emit) -> None:
    """Tells what it has cost so far."""
    counted = session.fetcher.counters
    await emit(
        events.Fetched(
            fetched=counted.fetched,
            cached=counted.cached,
            requests=counted.requests,
            needed=sum(session.needed.values()),
            total=session.total if session.image else (session.stream.size if session.stream else None),
            exchanges=session.fetcher.take_exchanges(),
        )
    )


def _store(options: Options, scratch: Path) -> Store:
    return Store(Path(options.cache_dir) if options.cache_dir else scratch / "store")


def _resolved(source: str, session: Session, root: Root) -> events.Resolved:
    image = root if isinstance(root, ImageRoot) else None
    return events.Resolved(
        source=source,
        form=session.form,
        reference=root.reference,
        digest=str(image.digest) if image and image.digest else None,
        media_type=image.media_type if image else None,
        notes=tuple(note for note in root.notes if note not in _CODES),
    )


def _read_root(session: Session, root: ImageRoot) -> None:
    try:
        parsed = manifests.parse(root.data, root.media_type)
    except Malformed as error:
        raise Corrupt(
            f"The manifest of {session.source} cannot be read: {error}",
            hint="Push the package again, or look at the raw manifest with `crane manifest`.",
        ) from error
    if isinstance(parsed, Index):
        session.index, session.index_data = parsed, root.data
        session.chosen = parsed.choose()
        session.shown = session.chosen if session.chosen is not None else platforms.first_to_show(parsed)
    else:
        session.manifest_data = root.data
        session.manifest_digest = str(root.digest) if root.digest else None
    session.needed[str(root.digest)] = len(root.data)


def _start_again(session: Session) -> None:
    """Forgets what was read of the image that was looked at before."""
    session.image = session.reading = session.stream = None
    session.manifest_error = session.config_error = None
    session.facts, session.change_sets, session.unread = {}, {}, {}
    session.chunks, session.rows = (), ()


async def _read_image(session: Session, emit: Emit) -> None:
    if session.index is not None:
        await _emit_platforms(session, emit)
        if session.shown is None:
            return
        await _fetch_shown(session, session.index.manifests[session.shown], emit)
        if session.manifest_error:
            return
    root = session.root
    derive = isinstance(root, ImageRoot) and root.derive
    try:
        manifest = Manifest.parse(session.manifest_data)
    except Malformed as error:
        session.manifest_error = str(error)
        return
    config = await _read_config(session, manifest, emit)
    session.image = Image.of(manifest, config, derive=derive)
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
        session.totals[session.shown] = session.total or 0
        await _emit_platforms(session, emit)
    await emit(_manifest_read(session))
    await tell_cost(session, emit)


async def _emit_platforms(session: Session, emit: Emit) -> None:
    assert session.index is not None
    rows = platforms.of_index(session.index, chosen=session.chosen, shown=session.shown, totals=session.totals)
    await emit(events.PlatformsListed(rows=rows, is_index=True))


async def _fetch_shown(session: Session, entry: Descriptor, emit: Emit) -> None:
    """The manifest of the entry that is looked at; nested indexes are followed as go-containerregistry does."""
    await emit(events.Progressed(part="layers", what=f"Reading the manifest of {entry.platform or 'the entry'}"))
    for _ in range(_NESTED):
        try:
            data = await session.fetcher.manifest(entry)
            parsed = manifests.parse(data, entry.media_type)
        except XpkgError as error:
            session.manifest_error = error.title
            break
        except Malformed as error:
            session.manifest_error = str(error)
            break
        session.needed[str(entry.digest)] = len(data)
        if isinstance(parsed, Manifest):
            session.manifest_data, session.manifest_digest = data, str(entry.digest)
            return
        inner = parsed.choose()
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
                hint="Another platform may still open: 1, then enter.",
            ).failure(),
        )
    )


async def _read_config(session: Session, manifest: Manifest, emit: Emit) -> ImageConfig | None:
    """The config; where it is missing or broken the inspection goes on without it."""
    if manifest.config is None:
        session.config_error = "the manifest names no config"
        return None
    try:
        session.config_data = await session.watched(
            session.fetcher.small_blob(manifest.config, manifests.LARGEST), emit, "layers"
        )
        session.needed[str(manifest.config.digest)] = manifest.config.size
        if manifest.config.media_type in (media_types.OCI_CONFIG, media_types.DOCKER_CONFIG, ""):
            return ImageConfig.parse(session.config_data)
        return None
    except XpkgError as error:
        session.config_error = error.title
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


async def _read_children(session: Session, emit: Emit) -> None:
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
    await _emit_platforms(session, emit)


async def _read_child(session: Session, number: int, entry: Descriptor) -> ChildFacts:
    facts = ChildFacts(number=number)
    try:
        parsed = manifests.parse(await session.fetcher.manifest(entry), entry.media_type)
    except (XpkgError, Malformed) as error:
        return replace(facts, problem=getattr(error, "title", str(error)))
    if isinstance(parsed, Manifest):
        config = parsed.config.size if parsed.config else 0
        session.totals[number] = entry.size + config + sum(layer.size for layer in parsed.layers)
    return replace(facts, read=True)
