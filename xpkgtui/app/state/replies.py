"""The replies to requests that fill panes: folders, texts and facts, each by itself."""

from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from typing import TYPE_CHECKING, TypeVar

from xpkgtui.app.state.batches import BatchedRows, with_batch
from xpkgtui.errors import Failure
from xpkgtui.inspection.messages.events import Event, PartFailed, PlatformsListed, ReadersCompared
from xpkgtui.inspection.messages.parts import Failed, Loading, Part, Ready, Waiting
from xpkgtui.inspection.messages.replies import FactsRead, FilesListed, TextFound, TextReady
from xpkgtui.inspection.messages.requests import (
    CompareReaders,
    ListFiles,
    LookInto,
    ReadFacts,
    ReadText,
    Request,
    SearchText,
)
from xpkgtui.values import dataclass

if TYPE_CHECKING:
    from xpkgtui.formats.images.comparison import ReaderComparison

PaneRequest = LookInto | ListFiles | ReadText | ReadFacts | SearchText | CompareReaders
"""What fills a pane; its reply is kept."""
Sent = TypeVar("Sent", bound=Request)
Reply = FilesListed | TextReady | FactsRead | TextFound | PlatformsListed | ReadersCompared


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Replies:
    """What was requested so far, with its reply or the lack of one."""

    known: Mapping[PaneRequest, Part[Reply]] = field(default_factory=dict)

    def get(self, request: PaneRequest) -> Part[Reply]:
        """The state of a request; waiting where it was never sent."""
        return self.known.get(request, Waiting())

    def folder(self, request: ListFiles) -> FilesListed | None:
        """A folder that was listed."""
        part = self.get(request)
        return part.value if isinstance(part, Ready) and isinstance(part.value, FilesListed) else None

    def text(self, request: ReadText) -> TextReady | None:
        """A text that is there."""
        part = self.get(request)
        return part.value if isinstance(part, Ready) and isinstance(part.value, TextReady) else None

    def facts(self, request: ReadFacts) -> FactsRead | None:
        """Facts that are there."""
        part = self.get(request)
        return part.value if isinstance(part, Ready) and isinstance(part.value, FactsRead) else None

    def compared(self, request: CompareReaders) -> "ReaderComparison | None":
        """What readers would make of it in a what-if, where that is known."""
        part = self.get(request)
        return part.value.comparison if isinstance(part, Ready) and isinstance(part.value, ReadersCompared) else None

    def found(self, word: str) -> TextFound | None:
        """The documents that hold a text, as far as they were searched."""
        part = self.get(SearchText(word=word))
        return part.value if isinstance(part, Ready) and isinstance(part.value, TextFound) else None

    def found_before(self, request: ListFiles) -> FilesListed | None:
        """What another filter of the same view found, while this one is being searched for."""
        last = self._found_last(request) if isinstance(self.get(request), Waiting | Loading) else None
        return self.folder(last) if last else None

    def _found_last(self, request: ListFiles) -> ListFiles | None:
        """The newest other filter of the same view of which something is known."""
        others = (one for one in self.known if isinstance(one, ListFiles) and one.wanted and self.folder(one))
        same = [one for one in others if one != request and replace(one, wanted="") == replace(request, wanted="")]
        return same[-1] if same else None

    def is_new(self, request: PaneRequest) -> bool:
        """Whether it was never sent, or given up."""
        return _parts(request)[0] not in self.known

    def with_request(self, request: PaneRequest) -> "Replies":
        """The request is under way; of filters only the newest is kept, and what the one before it found."""
        known = self.known
        if isinstance(request, ListFiles) and request.wanted:
            last = self._found_last(request)
            known = {
                other: part
                for other, part in known.items()
                if not (isinstance(other, ListFiles) and other.wanted) or other == last
            }
        return replace(self, known={**known, **dict.fromkeys(_parts(request), Loading("requested"))})

    def superseded_by(self, request: PaneRequest) -> "Replies":
        """The requests of the same lane are given up, as its worker is."""
        others = [other for other, part in self.known.items() if other.lane == request.lane and is_under_way(part)]
        return self.without(*others)

    def with_end(self, request: LookInto | CompareReaders) -> "Replies":
        """The news that were requested have come; they are not requested again."""
        if isinstance(self.get(request), Failed | Ready):
            return self
        return self._with(request, Ready(PlatformsListed(rows=(), is_index=True)))

    def without(self, *requests: Request) -> "Replies":
        """The requests were given up, so that they may be sent again."""
        mine = frozenset(part for request in requests for part in _parts(request))
        known = {
            request: part for request, part in self.known.items() if request not in mine or not is_under_way(part)
        }
        return replace(self, known=known)

    def with_failure(self, request: PaneRequest, failure: Failure) -> "Replies":
        """The request failed, or was stopped."""
        return replace(self, known={**self.known, **dict.fromkeys(_parts(request), Failed(failure))})

    def without_failed(self, requests: Iterable[PaneRequest]) -> "Replies":
        """The requests may be sent again."""
        given_up = frozenset(requests)
        return replace(self, known={one: part for one, part in self.known.items() if one not in given_up})

    def with_event(self, request: PaneRequest, event: Event) -> "Replies":
        """The reply, or a part of it."""
        match event:
            case PartFailed(failure=failure):
                return self.with_failure(request, failure)
            case FilesListed():
                one = replace(request, folder=event.folder, also=()) if isinstance(request, ListFiles) else request
                before = self.folder(one) if isinstance(one, ListFiles) else None
                rows = with_batch(before.rows if before else None, event.first, event.rows, event.total)
                return self._with(one, Ready(replace(event, first=0, rows=rows)))
            case TextFound():
                found = self.found(request.word) if isinstance(request, SearchText) and event.first else None
                documents = found.documents | event.documents if found else event.documents
                return self._with(request, Ready(replace(event, first=0, documents=documents)))
            case TextReady() | FactsRead() | ReadersCompared():
                return self._with(request, Ready(event))
        return self

    def _with(self, request: PaneRequest, part: Part[Reply]) -> "Replies":
        return replace(self, known={**self.known, request: part})


def is_under_way(part: Part[Reply]) -> bool:
    """Whether the reply, or the rest of it, has yet to come."""
    if isinstance(part, Ready):
        value = part.value
        if isinstance(value, FilesListed):
            return isinstance(value.rows, BatchedRows) and not value.rows.is_whole
        return isinstance(value, TextFound) and not value.is_whole
    return isinstance(part, Loading)


def _parts(request: Sent) -> tuple[Sent, ...]:
    """The parts of a request that have a reply each: every folder by itself."""
    if not isinstance(request, ListFiles):
        return (request,)
    return tuple(replace(request, folder=folder, also=()) for folder in request.folders)


def is_reply(request: PaneRequest, event: Event) -> bool:
    """Whether an event is the reply to a request, and not news of what is shown, as most comparisons are."""
    if isinstance(event, ReadersCompared):
        return isinstance(request, CompareReaders) and request.base is not None
    return isinstance(event, PartFailed | FilesListed | TextReady | FactsRead | TextFound)


def goes_on(request: PaneRequest, event: Event) -> bool:
    """Whether more of the same lists is sure to come at once; then not every batch needs a frame of its own."""
    if not (isinstance(event, FilesListed) and isinstance(request, ListFiles)):
        return False
    return event.first + len(event.rows) < event.total or event.folder != request.folders[-1]


def same_list(one: PaneRequest, other: PaneRequest) -> bool:
    """Whether both list the same files, or compare readers: then they wait for each other.

    Else the newer one takes the place of the other.
    """
    if isinstance(one, CompareReaders) and isinstance(other, CompareReaders):
        return True
    if not (isinstance(one, ListFiles) and isinstance(other, ListFiles)):
        return False
    return replace(one, folder="", wanted="", also=()) == replace(other, folder="", wanted="", also=())
