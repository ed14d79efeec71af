"""How a source is opened: the path that Crossplane takes first, then what rules need beside it."""

from pathlib import Path
from typing import BinaryIO

from xpkgtui.errors import Corrupt, Malformed, XpkgError
from xpkgtui.fetching.fetcher import Fetcher
from xpkgtui.fetching.store import Store
from xpkgtui.fetching.threads import Threads
from xpkgtui.formats.xpkg.platforms import choose
from xpkgtui.inspection import events, images, index_entries, platforms, streams, surveys
from xpkgtui.inspection.cases import case_of
from xpkgtui.inspection.events import Emit
from xpkgtui.inspection.requests import Open, Options
from xpkgtui.inspection.session import Session
from xpkgtui.oci import manifest as manifests
from xpkgtui.oci.manifest import Index
from xpkgtui.sources.opening import open_source
from xpkgtui.sources.source import Exchange, ImageRoot, Root, StreamRoot

_CODES = frozenset({"gzipped", "choice"})
"""Notes of a root that are for rules, not sentences for people."""


async def resolve(request: Open, emit: Emit, *, pool: Threads, scratch: Path, stdin: BinaryIO | None) -> Session:
    """Finds out what the name stands for; raises `XpkgError` where that is nothing that can be read."""
    options = request.options
    exchanges: list[Exchange] = []
    await emit(events.Progressed(part="platforms", what=f"Opening {request.source}"))
    source = await pool.run(
        lambda: open_source(
            request.source, options.access, stdin=stdin, on_exchange=exchanges.append, scratch=scratch
        )
    )
    fetcher = Fetcher(source, _store(options), access=options.access, exchanges=exchanges)
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
        await images.read_image(session, emit)
        await tell_cost(session, emit)
        if session.image is not None:
            await streams.read_package(session, emit)
            await streams.list_objects(session, emit)
    await tell_cost(session, emit)
    if session.image is not None:
        await surveys.survey_what_was_read(session, emit)
    if session.index is not None and any(map(platforms.is_nested, session.index.manifests)):
        await index_entries.read_nested(session)
        await index_entries.tell(session, emit)
    if session.options.children:
        await images.read_children(session, emit)
    await emit(events.UnreadListed(items=surveys.unread(session)))
    await tell_cost(session, emit)
    if session.fetcher.store.notes:
        await emit(_resolved(session.source, session, session.root))
    await emit(events.CaseReady(case=case_of(session)))


async def tell_cost(session: Session, emit: Emit) -> None:
    """Tells what it has cost so far."""
    counted = session.fetcher.traffic
    await emit(
        events.Fetched(
            fetched=counted.fetched,
            cached=counted.cached if session.fetcher.source.is_remote else 0,
            requests=counted.requests,
            needed=sum(session.needed.values()),
            total=session.total if session.image else (session.stream.size if session.stream else None),
            exchanges=counted.take_exchanges(),
        )
    )


def _store(options: Options) -> Store:
    return Store(Path(options.cache_dir) if options.cache_dir else None)


def _resolved(source: str, session: Session, root: Root) -> events.Resolved:
    image = root if isinstance(root, ImageRoot) else None
    return events.Resolved(
        source=source,
        form=session.form,
        reference=root.reference,
        digest=str(image.digest) if image and image.digest else None,
        media_type=image.media_type if image else None,
        notes=(*(note for note in root.notes if note not in _CODES), *session.fetcher.store.notes),
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
        session.chosen = choose(parsed)
        session.shown = session.chosen if session.chosen is not None else platforms.first_to_show(parsed)
    else:
        session.manifest_data = root.data
        session.manifest_digest = str(root.digest) if root.digest else None
    session.needed[str(root.digest)] = len(root.data)


def _start_again(session: Session) -> None:
    """Forgets what was read of the image that was looked at before."""
    session.image = session.reading = session.stream = None
    session.manifest_error = session.config_error = None
    session.trouble = None
    session.hidden, session.flattened = (), None
    session.facts, session.change_sets, session.unread = {}, {}, {}
    session.chunks, session.rows = (), ()
    session.agreed, session.trees, session.comparisons, session.told = set(), {}, {}, ()
