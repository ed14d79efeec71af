"""The replies to requests that fill panes: folders, texts and facts, each by itself."""

from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from typing import TypeVar

from xpkgtui.errors import Failure, FailureKind
from xpkgtui.inspection.messages.dependencies import DependenciesRead, ReadComposed, ReadDependencies
from xpkgtui.inspection.messages.events import Event, PartFailed
from xpkgtui.inspection.messages.parts import Failed, Loading, Part, Ready, Waiting
from xpkgtui.inspection.messages.replies import FilesListed, GrowingReply, ReadersCompared, Reply
from xpkgtui.inspection.messages.requests import CompareReaders, ListFiles, LookInto, PaneRequest, Request
from xpkgtui.inspection.messages.schemas import SearchFields, SearchPackages
from xpkgtui.values import dataclass

_CUT_OFF = Failure(kind=FailureKind.UNDECIDED, title="Resolving did not come to its end.")
Sent = TypeVar("Sent", bound=Request)
Value = TypeVar("Value", bound=Reply)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Replies:
    """What was requested so far, with its reply or the lack of one."""

    known: Mapping[PaneRequest, Part[Reply | None]] = field(default_factory=dict)

    def get(self, request: PaneRequest) -> Part[Reply | None]:
        """The state of a request; waiting where it was never sent."""
        return self.known.get(request, Waiting())

    def of(self, request: PaneRequest, kind: type[Value]) -> Value | None:
        """Returns the reply to a request, as far as it has come; `kind` is the class of its reply."""
        part = self.get(request)
        return part.value if isinstance(part, Ready) and isinstance(part.value, kind) else None

    def found_before(self, request: ListFiles) -> FilesListed | None:
        """What another filter of the same view found, while this one is being searched for."""
        last = self._found_last(request) if isinstance(self.get(request), Waiting | Loading) else None
        return self.of(last, FilesListed) if last else None

    def _found_last(self, request: ListFiles) -> ListFiles | None:
        """The newest other filter of the same view of which something is known."""
        others = (
            one for one in self.known if isinstance(one, ListFiles) and one.wanted and self.of(one, FilesListed)
        )
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
        if isinstance(request, SearchFields | SearchPackages):
            known = {other: part for other, part in known.items() if type(other) is not type(request)}
        return replace(self, known={**known, **dict.fromkeys(_parts(request), Loading("requested"))})

    def superseded_by(self, request: PaneRequest) -> "Replies":
        """The requests of the same lane are given up, as its worker is."""
        others = [other for other, part in self.known.items() if other.lane == request.lane and is_under_way(part)]
        return self.without(*others)

    def with_end(self, request: PaneRequest) -> "Replies":
        """Nothing more comes: news that were requested are not requested again, and a tree is resolved by now."""
        part = self.get(request)
        if isinstance(request, ReadDependencies | ReadComposed) and is_under_way(part):
            return self.with_failure(request, _CUT_OFF)
        if isinstance(request, LookInto | CompareReaders) and not isinstance(part, Failed | Ready):
            return self._with(request, Ready(None))
        return self

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
        if isinstance(event, PartFailed):
            return self.with_failure(request, event.failure)
        if not isinstance(event, Reply):
            return self
        if isinstance(event, FilesListed) and isinstance(request, ListFiles):
            folder = replace(request, folder=event.folder, also=())
            return self._with(folder, Ready(event.after(self.of(folder, FilesListed))))
        return self._with(request, Ready(event))

    def _with(self, request: PaneRequest, part: Part[Reply | None]) -> "Replies":
        return replace(self, known={**self.known, request: part})


def is_under_way(part: Part[Reply | None]) -> bool:
    """Whether the reply, or the rest of it, has yet to come."""
    if isinstance(part, Ready) and isinstance(part.value, DependenciesRead):
        return not part.value.whole.is_resolved
    if isinstance(part, Ready):
        return isinstance(part.value, GrowingReply) and not part.value.is_whole
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
    return isinstance(event, PartFailed | Reply)


def goes_on(request: PaneRequest, event: Event) -> bool:
    """Whether more of the same reply is sure to come at once; then not every batch needs a frame of its own."""
    return isinstance(event, FilesListed) and isinstance(request, ListFiles) and event.goes_on(request)


def same_list(one: PaneRequest, other: PaneRequest) -> bool:
    """Whether both list the same files, or compare readers: then they wait for each other.

    Else the newer one takes the place of the other.
    """
    match one, other:
        case CompareReaders(), CompareReaders():
            return True
        case ListFiles(), ListFiles():
            return replace(one, folder="", wanted="", also=()) == replace(other, folder="", wanted="", also=())
    return False
