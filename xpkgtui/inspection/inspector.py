"""Requests in, events out: one source under inspection."""

import contextlib
import os
import shutil
import tempfile
import time
from pathlib import Path
from types import ModuleType
from typing import BinaryIO, assert_never

from xpkgtui.errors import Failure, FailureKind, NotFound, Usage
from xpkgtui.fetching.threads import Threads
from xpkgtui.inspection import index_entries, listing, opening, searching
from xpkgtui.inspection.events import Emit, PartFailed
from xpkgtui.inspection.requests import (
    Judge,
    ListFiles,
    LookInto,
    Open,
    OpenPlatform,
    ReadFacts,
    ReadText,
    Request,
    SearchText,
)
from xpkgtui.inspection.session import Session
from xpkgtui.sources.spooling import no_room

_PREFIX = "xpkgtui-"
_DAY = 86_400
_NOTHING_OPEN = Failure(
    kind=FailureKind.USAGE,
    title="Nothing is open yet.",
    hint="It can be asked for as soon as the package is there.",
)


class Inspector:
    """Answers requests about one source at a time; `Open` replaces it."""

    def __init__(self, *, stdin: BinaryIO | None = None) -> None:
        self._stdin = stdin
        self._pool = Threads(3)
        self._session: Session | None = None
        self._scratch: Path | None = None

    async def answer(self, request: Request, emit: Emit) -> None:
        """Emits the events that answer `request`; raises `XpkgError` where nothing can be opened."""
        if isinstance(request, Open):
            self._forget()
            self._session = await opening.resolve(
                request, emit, pool=self._pool, scratch=self._new_folder(), stdin=self._stdin
            )
            await opening.inspect(self._session, emit)
            return
        if isinstance(request, Judge):
            raise TypeError("cases are judged by the judge")
        session = self._session
        if session is None:
            await emit(PartFailed(part=request.lane if request.lane != "open" else None, failure=_NOTHING_OPEN))
            return
        match request:
            case OpenPlatform():
                await self._open_platform(session, request, emit)
            case LookInto():
                await index_entries.look_into(session, request.digest, emit)
            case ListFiles():
                await listing.list_files(session, request, emit)
            case ReadText():
                await _texts().read_text(session, request, emit)
            case ReadFacts():
                await _facts().read_facts(session, request, emit)
            case SearchText():
                await searching.search_text(session, request, emit)
            case _:
                assert_never(request)

    def close(self) -> None:
        """Gives back files and folders; what is still read in a thread is left behind."""
        self._forget()
        if self._scratch:
            shutil.rmtree(self._scratch, ignore_errors=True)
            self._scratch = None

    async def _open_platform(self, session: Session, request: OpenPlatform, emit: Emit) -> None:
        """Looks at the entry of that digest; the one that is looked at already is read again, with consent."""
        if session.index is not None:
            if not index_entries.look_at(session, request.digest, request.place):
                raise NotFound(f"The index lists no {request.digest}.")
        elif request.digest != session.manifest_digest:
            raise Usage("There is no other platform to open.", hint="This is a plain manifest.")
        session.consented = session.consented or request.consent
        await opening.inspect(session, emit)

    def _forget(self) -> None:
        if self._session:
            session, self._session = self._session, None
            with contextlib.suppress(OSError):
                session.fetcher.close()

    def _new_folder(self) -> Path:
        """A folder for one session; older ones stay until the end, because their texts may still be on screen."""
        if self._scratch is None:
            _sweep()
            self._scratch = _new_folder(prefix=_PREFIX)
        return _new_folder(dir=self._scratch)


def _texts() -> ModuleType:
    """A parser of YAML is not loaded before the list of objects is on the screen, which needs none."""
    from xpkgtui.inspection import texts

    return texts


def _facts() -> ModuleType:
    """The same holds for facts."""
    from xpkgtui.inspection import telling

    return telling


def _new_folder(prefix: str | None = None, dir: Path | None = None) -> Path:  # noqa: A002
    try:
        return Path(tempfile.mkdtemp(prefix=prefix, dir=dir))
    except OSError as error:
        raise no_room(error) from error


def _sweep() -> None:
    """Takes away what killed processes left behind more than a day ago."""
    try:
        folder = Path(tempfile.gettempdir())
    except OSError:
        return
    for left in folder.glob(f"{_PREFIX}*"):
        with contextlib.suppress(OSError):
            status = left.lstat()
            if status.st_uid == os.getuid() and time.time() - status.st_mtime > _DAY:
                shutil.rmtree(left, ignore_errors=True)
