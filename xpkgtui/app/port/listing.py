"""The application's side of the tags of a repository: what is listed, what is looked at, and what is stopped."""

from collections import deque
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import replace
from functools import partial
from typing import Any, Protocol

from textual.app import App

from xpkgtui.app.port.background import WorkerOwner
from xpkgtui.app.state.outcomes import LookAt, ShowTags, StopTags
from xpkgtui.app.state.tags import ListedTags
from xpkgtui.app.toast import notify
from xpkgtui.errors import Failure, FailureKind, Malformed
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import Event, PartFailed, Progressed
from xpkgtui.inspection.messages.lane import Lane
from xpkgtui.inspection.messages.listing import TagsListed, TagsLooked
from xpkgtui.inspection.messages.requests import ListTags, LookAtTags, Options
from xpkgtui.oci.reference import Reference
from xpkgtui.reporting.contents.repository_tags import RepositoryTags
from xpkgtui.service.port import Port
from xpkgtui.visible import clip, line

_BATCH = 8
"""Tags that are asked for in one request, so that one that is wanted now does not wait long."""
_CUT_OFF = Failure(kind=FailureKind.UNDECIDED, title="The list did not come to its end.")


class ListingState(Protocol):
    """What is known of the package that is shown, and of the tags."""

    inspection: Inspection
    listed: ListedTags


class ListingTags(WorkerOwner):
    """Lists tags and looks at them, one request of each kind at a time."""

    def __init__(self, port: Port, app: App[Any], known: ListingState, *, show: Callable[[], None]) -> None:
        """`show` shows the screen of the tags, unless it is there."""
        self._port, self._app, self._known, self._show = port, app, known, show
        self._options = Options()
        self._waiting: deque[str] = deque()

    def take(self, request: ShowTags | LookAt | StopTags, options: Options) -> None:
        """Lists the tags of a repository, looks at some, or stops."""
        match request:
            case StopTags():
                self._stop()
            case LookAt(names=names, is_unasked=is_unasked):
                self._look(names, is_unasked=is_unasked)
            case ShowTags():
                self._list(request, options)

    def _list(self, request: ShowTags, options: Options) -> None:
        shown = self._known.inspection
        resolved = shown.resolved if shown.source == request.source else None
        if resolved is not None and not resolved.is_remote:
            notify(self._app, "Only a package from a registry has other versions to list.")
            return
        source = resolved.reference if resolved is not None else request.source
        name, tag = _parts(source)
        known = self._known.listed
        if not request.is_again and known.found.repository == name and known.found.names:
            self._known.listed = replace(known, at=tag)
            self._show()
            return
        self._stop()
        access = replace(options.access, ask_tags=request.is_again, refresh=request.refresh or options.access.refresh)
        self._options = replace(options, access=access)
        found = RepositoryTags(repository=name, crossplane=options.crossplane)
        doing = f"Listing the tags of {clip(line(name or source), 80)}"
        self._known.listed = ListedTags(found=found, source=source, at=tag or known.at, doing=doing)
        if not request.is_again:
            self._show()
        self._work(partial(self._read, source), Lane.TAGS)

    async def _read(self, source: str) -> None:
        listed = self._known.listed
        found = replace(listed.found, failure=_CUT_OFF)
        async with aclosing(self._port.ask(ListTags(repository=source, options=self._options))) as events:
            async for event in events:
                if isinstance(event, TagsListed):
                    found = found.with_list(event)
                elif isinstance(event, PartFailed):
                    found = replace(found, failure=event.failure)
                elif isinstance(event, Progressed) and event.waited:
                    doing = f"{listed.doing}: no answer for {event.waited} s"
                    self._known.listed = replace(listed, doing=doing)
        self._known.listed = replace(listed, found=found, doing="")

    def _look(self, names: tuple[str, ...], *, is_unasked: bool) -> None:
        listed = self._known.listed
        new = tuple(name for name in names if name not in listed.asking)
        if not new:
            return
        self._waiting.extendleft(reversed(new)) if not is_unasked else self._waiting.extend(new)
        unasked = listed.unasked - len(new) if is_unasked else listed.unasked
        is_working = bool(listed.asking)
        self._known.listed = replace(listed, asking=listed.asking | {*new}, unasked=unasked)
        if not is_working:
            self._work(self._read_looks, Lane.LOOK)

    async def _read_looks(self) -> None:
        """What is asked for, until nothing is."""
        try:
            while self._waiting:
                names = tuple(self._waiting.popleft() for _ in range(min(_BATCH, len(self._waiting))))
                source = self._known.listed.source
                asked = LookAtTags(repository=source, tags=names, options=self._options)
                async with aclosing(self._port.ask(asked)) as events:
                    async for event in events:
                        self._take(event)
                listed = self._known.listed
                self._known.listed = replace(listed, asking=listed.asking - {*names})
        finally:
            self._waiting.clear()
            self._known.listed = replace(self._known.listed, asking=frozenset())

    def _take(self, event: Event) -> None:
        listed = self._known.listed
        if isinstance(event, TagsLooked):
            looked = {look.name for look in event.looks}
            found = listed.found.with_looks(event)
            self._known.listed = replace(listed, found=found, asking=listed.asking - looked)
        elif isinstance(event, PartFailed):
            # What is wrong with the registry holds for all that wait.
            self._waiting.clear()
            self._known.listed = replace(listed, unasked=0)
            notify(self._app, clip(line(event.failure.title), 200), timeout=5)

    def _stop(self) -> None:
        """Stops what is under way; nothing more is asked for without a key."""
        for lane in (Lane.TAGS, Lane.LOOK):
            self._app.workers.cancel_group(self._app, lane)
        self._waiting.clear()
        self._known.listed = replace(self._known.listed, asking=frozenset(), unasked=0)


def _parts(source: str) -> tuple[str, str]:
    """The repository and the tag of a source; empty where it is no reference."""
    try:
        reference = Reference.parse(source.removeprefix("docker://"))
    except Malformed:
        return "", ""
    return reference.name, reference.tag or ""
