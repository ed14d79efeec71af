"""Requests in, events out: one source under inspection."""

import contextlib
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, assert_never

from xpkgtui.documents.stream import SplitStreams
from xpkgtui.errors import Failure, FailureKind, NotFound, Usage, XpkgError
from xpkgtui.fetching.threads import Threads
from xpkgtui.formats.known import ASSUMED_IMAGES
from xpkgtui.inspection.messages.comparing import ReadStored, StoredRead
from xpkgtui.inspection.messages.dependencies import ReadComposed, ReadDependencies
from xpkgtui.inspection.messages.events import CaseReady, Emit, Event, PartFailed, PlatformsListed, Progressed
from xpkgtui.inspection.messages.examples import ReadExamples
from xpkgtui.inspection.messages.images import ReadImages
from xpkgtui.inspection.messages.judging import GiveAccounts
from xpkgtui.inspection.messages.permissions import ReadPermissions
from xpkgtui.inspection.messages.referrers import ReadReferrers
from xpkgtui.inspection.messages.requests import (
    CompareReaders,
    ForJudge,
    ImageRequest,
    LayerScope,
    ListFiles,
    LookInto,
    OfRepository,
    Open,
    OpenPlatform,
    PlanSet,
    ReadBackground,
    ReadFacts,
    ReadText,
    Request,
    SaveFiles,
    SaveRepaired,
    SearchText,
    Text,
    WhatIf,
)
from xpkgtui.inspection.messages.schemas import ListKinds, SearchFields, SearchPackages
from xpkgtui.inspection.objects.bare_stream import OpenedStream
from xpkgtui.inspection.objects.stream import PackageStream, no_document
from xpkgtui.inspection.opened_image import NoImage, OpenedImage, RawManifest, Shown, wording_of
from xpkgtui.inspection.opened_source import OpenedSource
from xpkgtui.inspection.opening.background import BackgroundScope, read_background
from xpkgtui.inspection.opening.inspect import inspect, open_shown
from xpkgtui.inspection.opening.resolve import first_shown, resolve
from xpkgtui.inspection.opening.scratch import KEPT, ScratchFolders
from xpkgtui.sources.access import Access
from xpkgtui.sources.files import is_no_room, no_room

if TYPE_CHECKING:
    from xpkgtui.inspection.objects.search import OpenedBefore
    from xpkgtui.inspection.tags.opened_repository import OpenedRepository

_NOTHING_OPEN = Failure(
    kind=FailureKind.USAGE,
    title="Nothing is open yet.",
    hint="Try again when the package is loaded.",
)


def load_for_lists() -> None:
    """Loads what the lists of a package are made with: a child waits for `Open` while the screen is starting."""
    import xpkgtui.inspection.files.listing  # noqa: F401

    readers = ASSUMED_IMAGES.readers()
    readers.reader(readers.names[0], bool)


class Inspector:
    """Answers requests about one source at a time; `Open` replaces it.

    What is shown is one value at a time: a request that is under way when another platform is opened keeps the image
    that it began with.
    """

    def __init__(
        self,
        *,
        stdin: BinaryIO | None = None,
        kept: int = KEPT,
        private: Path | None = None,
        streams: SplitStreams | None = None,
    ) -> None:
        """The texts of the newest `kept` openings stay readable; they lie in `private`, where that is given.

        `streams` are those that a judge in this process need not split again.
        """
        self._stdin = stdin
        self._pool = Threads(3)
        self._source: OpenedSource | None = None
        self._shown: Shown = NoImage()
        self._repository: OpenedRepository | None = None
        self._before: OpenedBefore | None = None
        self._access = Access()
        self._scratch = ScratchFolders(kept, private)
        self._streams = streams or SplitStreams()

    async def answer(self, request: Request, emit: Emit) -> None:
        """Emits the events that answer `request`; raises `XpkgError` where nothing can be opened."""
        try:
            await self._answer(request, emit)
        except OSError as error:
            if is_no_room(error):
                raise no_room(error) from error
            raise
        except XpkgError:
            await self._tell_refused(emit)
            raise
        await self._tell_refused(emit)

    async def _tell_refused(self, emit: Emit) -> None:
        """Emits what a limit kept from being parsed for this answer."""
        if self._shown.stream is not None:
            await self._shown.stream.tell_refused(emit)

    async def _answer(self, request: Request, emit: Emit) -> None:  # noqa: C901 - a dispatch
        source = self._source
        match request:
            case Open():
                await self._open(request, emit)
            case _ if isinstance(request, OfRepository):
                await self._answer_of_repository(request, emit)
            case ReadStored():
                await self._read_stored(request, emit)
            case SearchPackages():
                # Loads what knows schemas, which lists do without.
                from xpkgtui.inspection.objects.search import OpenedBefore

                opened_before = self._before = self._before or OpenedBefore()
                await emit(await self._pool.run(lambda: opened_before.search(request)))
            case PlanSet():
                # Loads what resolves, and registries' clients.
                from xpkgtui.inspection.sets.planning import plan_set

                await plan_set(request, self._pool, emit)
            case _ if isinstance(request, ForJudge | GiveAccounts):
                raise TypeError("cases are judged by the judge")
            case _ if source is None:
                await emit(PartFailed(part=request.lane.part, failure=_NOTHING_OPEN))
            case OpenPlatform():
                await self._open_platform(source, request, emit)
            case WhatIf():
                await self._open_what_if(source, request, emit)
            case ReadBackground():
                await read_background(
                    source, self._shown, emit, BackgroundScope(reach=LayerScope.CHEAP, children=True)
                )
            # What parses documents is loaded by those that need it: lists of objects and files do without.
            case ReadDependencies():
                from xpkgtui.inspection.dependencies.reading import read_dependencies

                await read_dependencies(source, self._shown, request, emit)
            case ReadComposed():
                from xpkgtui.inspection.dependencies.composed import read_composed

                await read_composed(source, self._shown, request, emit)
            case ReadImages():
                from xpkgtui.inspection.images.reading import read_images

                await read_images(source, self._shown, request, emit)
            case ReadPermissions():
                from xpkgtui.inspection.permissions.reading import read_permissions

                await read_permissions(source, self._shown, request, emit)
            case SaveFiles():
                from xpkgtui.inspection.files.saving import save_files

                await save_files(source, self._shown, request, emit)
            case SaveRepaired():
                from xpkgtui.inspection.files.repaired import save_repaired

                await save_repaired(source, request, emit)
            case _:
                await self._answer_about_image(source, request, emit)

    async def _answer_of_repository(self, request: OfRepository, emit: Emit) -> None:
        """Answers from the repository, whose connections stay open until another one is asked for."""
        # Loads a registry's client, which local sources do without.
        from xpkgtui.inspection.images.belonging import SignedTags
        from xpkgtui.inspection.tags.opened_repository import OpenedRepository

        known = self._repository
        if known is None or not known.answers(request):
            self._leave_repository()
            signatures = SignedTags(request.repository, request.options)
            known = self._repository = OpenedRepository(request.repository, request.options, signatures=signatures)
        await known.answer(request, emit)

    async def _read_stored(self, request: ReadStored, emit: Emit) -> None:
        """Asks a cluster with the settings of what was opened last: two packages that are compared share them."""
        # Asks with kubectl, which others do without.
        from xpkgtui.sources.installing import stored_versions

        def ask() -> StoredRead:
            try:
                return StoredRead(stored=stored_versions(request.source, request.definitions, self._access))
            except XpkgError as error:
                return StoredRead(unread=f"the cluster does not say what it stores: {error.title}")

        await emit(await self._pool.run(ask))

    def _leave_repository(self) -> None:
        if self._repository is not None:
            self._repository.close()
            self._repository = None

    def close(self) -> None:
        """Gives back files, folders and threads; what is still read in a thread is left behind."""
        self._forget()
        self._leave_repository()
        self._pool.close()
        self._scratch.close()

    async def _answer_about_image(self, source: OpenedSource, request: ImageRequest, emit: Emit) -> None:
        """Answers from what is shown at this moment, and counts what that costs."""
        shown, before = self._shown, source.fetcher.traffic.requests
        try:
            if shown.stream is not None and _asks_for_bytes(request):
                await shown.stream.arrive()
            await _answer_about_image(source, shown, request, _counting(source, shown, emit))
        except XpkgError:
            await _count(source, shown, emit, before)
            raise
        await _count(source, shown, emit, before)

    async def _open(self, request: Open, emit: Emit) -> None:
        self._access = request.options.access
        source = await resolve(request, emit, pool=self._pool, scratch=self._scratch.new(), stdin=self._stdin)
        # Not before: where opening it again fails, what is shown stays open.
        self._forget()
        self._source = source
        await self._show(source, await first_shown(source), emit)

    async def _open_platform(self, source: OpenedSource, request: OpenPlatform, emit: Emit) -> None:
        """Shows the entry of that digest; the one that is shown already is read again, with consent."""
        shown = self._shown
        manifest = RawManifest() if isinstance(shown, OpenedStream) else shown.manifest
        is_shown = manifest.digest == request.digest and (source.index is None or not request.place)
        if request.profile:
            source.options = replace(source.options, profile=request.profile, asked_profile=request.profile)
            is_shown = True
        if is_shown and not isinstance(shown, OpenedStream):
            again = NoImage(entry=shown.entry, manifest=manifest, what_if=shown.what_if)
        elif source.index is None:
            raise Usage("There is no other platform to open.", hint="This is a plain manifest.")
        elif (entry := source.index.entry_of(request.digest, request.place)) is not None:
            again = NoImage(entry=entry)
        else:
            raise NotFound(f"The index lists no {request.digest}.")
        if request.consent:
            source.consent()
        await self._show(source, again, emit)

    async def _open_what_if(self, source: OpenedSource, request: WhatIf, emit: Emit) -> None:
        """Reads the image that is shown anew, as if another layer were marked as its base."""
        shown = self._shown
        if isinstance(shown, OpenedStream):
            raise Usage("A stream has no layers, so none of them can be the base.")
        again = NoImage(entry=shown.entry, manifest=shown.manifest, what_if=request.base)
        await self._show(source, again, emit)

    async def _show(self, source: OpenedSource, until: NoImage, emit: Emit) -> None:
        """Reads an image anew; `until` it is there, that is what is shown, unless something newer was opened."""
        self._shown = until
        shown = await open_shown(source, until, emit)
        if self._shown is until:
            self._shown = shown
        await inspect(source, shown, self._keeping(shown, _counting(source, shown, emit)))

    def _keeping(self, shown: Shown, emit: Emit) -> Emit:
        """Returns an `emit` that keeps, for the judge of a case, what the stream was split into."""

        async def keeping(event: Event) -> None:
            stream = shown.stream if isinstance(event, CaseReady) else None
            if stream is not None and (documents := stream.documents) is not None:
                self._streams.keep(stream.file.path, documents)
            await emit(event)

        return keeping

    def _forget(self) -> None:
        self._shown = NoImage()
        if self._source:
            source, self._source = self._source, None
            with contextlib.suppress(OSError):
                source.fetcher.close()


def _counting(source: OpenedSource, shown: Shown, emit: Emit) -> Emit:
    """Returns an `emit` that also emits the cost after every progress of a remote source."""

    async def counting(event: Event) -> None:
        await emit(event)
        if isinstance(event, Progressed):
            await emit(source.cost(_total(shown)))

    return counting if source.is_remote else emit


async def _count(source: OpenedSource, shown: Shown, emit: Emit, before: int) -> None:
    """The cost, where requests were made since there were so many `before`."""
    if source.fetcher.traffic.requests != before:
        await emit(source.cost(_total(shown)))


def _asks_for_bytes(request: ImageRequest) -> bool:
    """Whether an answer is made of bytes of the stream; JSON of a document may be known without them."""
    if isinstance(request, ReadText):
        return request.text in (Text.DEFINITIONS, Text.EXAMPLES, Text.FORM)
    return not isinstance(request, LookInto | ListFiles | CompareReaders | ReadReferrers)


def _total(shown: Shown) -> int | None:
    return shown.total if isinstance(shown, OpenedImage) else None


async def _answer_about_image(  # noqa: C901 - a dispatch
    source: OpenedSource, shown: Shown, request: ImageRequest, emit: Emit
) -> None:
    """Answers from what is shown; each loads what others do without: schemas, a parser of YAML, trees of files."""
    match request:
        case LookInto():
            if source.index is not None:
                await source.index.look_into(source.fetcher, request.digest)
                entry = None if isinstance(shown, OpenedStream) else shown.entry
                await emit(PlatformsListed(rows=source.index.rows(entry), is_index=True))
        case ListFiles():
            from xpkgtui.inspection.files import listing

            if isinstance(shown, OpenedImage):
                await listing.list_files(shown, request, emit)
            else:
                await listing.list_no_files(source, shown, request, emit)
        case ReadText():
            from xpkgtui.inspection.files.texts import read_text

            await read_text(source, shown, request, emit)
        case ReadFacts():
            from xpkgtui.inspection.objects.describe import read_facts

            stream = _stream_of(shown, no_document(request.document))
            await read_facts(stream, source, request, emit)
        case SearchText():
            from xpkgtui.inspection.objects.search import search_text

            stream = _stream_of(shown, NotFound(f"There is no {wording_of(shown).stream_file} to search in."))
            await search_text(stream, source.pool, request, emit)
        case ListKinds() | SearchFields():
            undefined = NotFound(f"There is no {wording_of(shown).stream_file} that could define a kind.")
            await _answer_of_schemas(source, _stream_of(shown, undefined), request, emit)
        case CompareReaders():
            from xpkgtui.inspection.readings.compare import compare_readers

            await compare_readers(source, shown, request, emit)
        case ReadExamples():
            from xpkgtui.inspection.examples.reading import read_examples

            await read_examples(source, shown, request, emit)
        case ReadReferrers():
            from xpkgtui.inspection.referrers.reading import read_referrers

            await read_referrers(source, request, emit)
        case _:
            assert_never(request)


async def _answer_of_schemas(
    source: OpenedSource, stream: PackageStream, request: ListKinds | SearchFields, emit: Emit
) -> None:
    # Loads what knows schemas, which lists do without.
    from xpkgtui.inspection.objects.kinds import list_kinds, search_fields
    from xpkgtui.inspection.objects.search import keep_kinds, restore_kinds

    await restore_kinds(source, stream)
    if isinstance(request, ListKinds):
        await list_kinds(stream, source.pool, request, emit)
    else:
        await search_fields(stream, source.pool, request, emit)
    await keep_kinds(source, stream)


def _stream_of(shown: Shown, error: NotFound) -> PackageStream:
    """The stream of what is shown; raises `error` where there is none."""
    if shown.stream is None:
        raise error
    return shown.stream
