"""The way commands read a source: open it at a port, fold the events, return the inspection."""

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable, Iterable
from contextlib import aclosing, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Self, TypeVar

from xpkgtui.cli.context import CommandContext
from xpkgtui.cli.exit_codes import InternalError, Stopped
from xpkgtui.cli.output import columns, is_terminal, note, say, shows_progress
from xpkgtui.cli.signals import interrupted_by_signals
from xpkgtui.errors import Failure, FailureKind, NotFound
from xpkgtui.formats.known import format_of
from xpkgtui.inspection.folding import fold_all
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.comparing import ChangesFound, Compare, ComparisonEnded
from xpkgtui.inspection.messages.events import Event, PartFailed, Progressed, Resolved
from xpkgtui.inspection.messages.judging import Judged
from xpkgtui.inspection.messages.listing import TagsListed, TagsLooked
from xpkgtui.inspection.messages.parts import PartName, Ready
from xpkgtui.inspection.messages.replies import FactsRead, TextReady
from xpkgtui.inspection.messages.requests import (
    CompareReaders,
    LayerScope,
    ListTags,
    LookAtTags,
    Open,
    OpenPlatform,
    Options,
    ReadFacts,
    ReadText,
    Request,
    Text,
)
from xpkgtui.inspection.rows.platforms import PlatformRow
from xpkgtui.reporting.sentence import bug, profile_note
from xpkgtui.service.port import Port
from xpkgtui.visible import clip, line, size

if TYPE_CHECKING:
    from xpkgtui.formats.fact import Fact
    from xpkgtui.formats.overview import MetaFacts, Overview
    from xpkgtui.reporting.contents.differences import Differences
    from xpkgtui.reporting.contents.repository_tags import RepositoryTags
    from xpkgtui.reporting.summary import Summary
    from xpkgtui.rules.changes.change import Change, ComparedObject

Value = TypeVar("Value")

_WIDTH = 78
_LARGEST_META = 64 << 20
"""Bytes of the meta object's JSON that are read; the facts of a larger one are unknown."""


def ask_port(context: CommandContext, work: Callable[[Port], Awaitable[Value]]) -> Value:
    """The result of `work` with a port, which is closed afterwards."""

    found: list[Value] = []

    async def run() -> None:
        # The task must not hold the result: `asyncio.run` ends with `signal.getsignal`, which makes a text of it
        # and of the result, which may be 150,000 rows.
        port = context.open_port()
        try:
            found.append(await work(port))
        finally:
            await port.close()

    with interrupted_by_signals():
        asyncio.run(run())
    return found[0]


def ask_about(
    context: CommandContext, source: str, options: Options, work: Callable[[Port, Inspection], Awaitable[Value]]
) -> Value:
    """The result of `work` with a port at which a source was opened, without waiting for its rules."""

    async def opened(port: Port) -> Value:
        return await work(port, await inspect(port, source, options, judged=False))

    return ask_port(context, opened)


async def inspect(
    port: Port, source: str, options: Options, *, judged: bool = True, quietly: bool = False
) -> Inspection:
    """The inspection of a source; without `judged` it does not wait for the rules, and `quietly` prints nothing."""
    if source == "-" and is_terminal(sys.stdin):
        note("reading a package from the terminal; ctrl+d ends it")
    request = Open(source=source, options=options)
    return await _inspected(port, request, Inspection(source=source), judged=judged, quietly=quietly)


async def _inspected(
    port: Port, request: Request, state: Inspection, *, judged: bool, quietly: bool = False
) -> Inspection:
    judged_so_far: list[Event] = []
    with ProgressLine(state.resolved.notes if state.resolved else ()) as progress:
        async with aclosing(port.ask(request)) as events:
            async for event in events:
                if not quietly:
                    progress.show(event)
                if isinstance(event, Judged):
                    if not judged:
                        break
                    judged_so_far.append(event)
                    continue
                state = fold_all(state, (*judged_so_far, event))
                judged_so_far.clear()
            state = fold_all(state, judged_so_far)
    if found := bug(state):
        raise _internal_error(found)
    return state


async def inspect_platform(port: Port, first: Inspection, row: PlatformRow, *, judged: bool = True) -> Inspection:
    """The inspection of another entry of the index that is open."""
    known = Inspection(source=first.source, resolved=first.resolved)
    request = OpenPlatform(digest=row.digest or "", place=row.place, consent=True)
    return await _inspected(port, request, known, judged=judged)


async def compare_readers(port: Port, state: Inspection, reach: LayerScope) -> Inspection:
    """The inspection with what every reader makes of it; as it was where nothing was opened."""
    if state.failure is not None:
        return state
    return await _inspected(port, CompareReaders(reach=reach), state, judged=False)


async def compare(port: Port, found: "Differences") -> "Differences":
    """The differences of two packages that were opened at the port, one after the other."""
    assert found.old.case is not None
    assert found.new.case is not None
    changes: list[Change] = []
    objects: list[ComparedObject] = []
    end, equal, total = ComparisonEnded(unread="the comparison did not end"), 0, 0
    async with aclosing(port.ask(Compare(old=found.old.case, new=found.new.case))) as events:
        async for event in events:
            if isinstance(event, ChangesFound):
                changes.extend(event.changes)
                objects.extend(event.objects)
                equal, total = event.equal, event.total
            elif isinstance(event, ComparisonEnded):
                end = event
            elif isinstance(event, PartFailed):
                raise refuse(event)
    found = replace(found, changes=tuple(changes), objects=tuple(objects), equal=equal, total=total)
    return replace(found, uncompared=end.unread, limit=end.limit)


async def list_tags(port: Port, known: "RepositoryTags", options: Options) -> "RepositoryTags":
    """The tags of a repository; where they cannot be listed, why."""
    with ProgressLine() as progress:
        async with aclosing(port.ask(ListTags(repository=known.repository, options=options))) as events:
            async for event in events:
                progress.show(event)
                if isinstance(event, TagsListed):
                    known = known.with_list(event)
                elif isinstance(event, PartFailed):
                    return replace(known, failure=failure_of(event))
    return known


async def look_at_tags(
    port: Port, known: "RepositoryTags", names: tuple[str, ...], options: Options
) -> "RepositoryTags":
    """The tags with what some of them are; where the registry stops answering, as far as it has answered."""
    request = LookAtTags(repository=known.repository, tags=names, options=options)
    with ProgressLine() as progress:
        async with aclosing(port.ask(request)) as events:
            async for event in events:
                if isinstance(event, TagsLooked):
                    known = known.with_looks(event)
                    what = f"Looking at tags: {len(known.looks):,} of {len(names):,}"
                    progress.show(Progressed(part=PartName.TAGS, what=what))
                elif isinstance(event, PartFailed):
                    known = replace(known, failure=failure_of(event))
    return known


def failure_of(event: PartFailed) -> Failure:
    """The failure of a reply; raises where it is a bug."""
    if event.failure.kind is FailureKind.BUG:
        raise _internal_error(event.failure)
    return event.failure


def say_platform(state: Inspection, asked: str = "") -> None:
    """Prints a note if the inspected platform is neither the one that is asked for nor what Crossplane reads."""
    if asked:
        return
    rows = state.platforms.value if isinstance(state.platforms, Ready) else ()
    shown = next((row for row in rows if row.selected and not row.chosen), None)
    if shown is not None:
        reads = f"{state.wording.program} reads linux/amd64, which the index does not have"
        note(f"this is of {line(shown.name)}; {reads}")


def say_profile(state: Inspection) -> None:
    """Prints a note if the profile that was asked for is none of the format's."""
    if found := profile_note(state):
        note(f"{line(state.source)}: {line(found)}")


async def summarize(port: Port, state: Inspection, options: Options) -> "Summary":
    """The inspection with the facts of its meta object."""
    from xpkgtui.reporting.summary import Summary

    facts, overview = await _overview(port, state)
    return Summary(
        inspection=state,
        profile=options.profile,
        crossplane=options.crossplane,
        meta=await meta_facts(port, state),
        facts=facts,
        overview=overview,
    )


async def meta_facts(port: Port, state: Inspection) -> "MetaFacts | None":
    """The facts of the meta object of what is open; None where there is none, or it cannot be read."""
    return await object_facts(port, state, state.meta.document) if state.meta else None


async def read_text(port: Port, request: ReadText) -> str:
    """A text of what is open; raises what the request fails with."""
    return text_at((await read_reply(port, request, TextReady)).path)


def text_at(path: str) -> str:
    return Path(path).read_text(encoding="utf-8", errors="surrogatepass")


async def read_reply(port: Port, request: Request, kind: type[Value]) -> Value:
    """The event of that kind which answers a request; raises what the request fails with."""
    async with aclosing(port.ask(request)) as events:
        async for event in events:
            if isinstance(event, kind):
                return event
            if isinstance(event, PartFailed):
                raise refuse(event)
    raise NotFound("The request has no answer.")


async def object_facts(port: Port, state: Inspection, document: int) -> "MetaFacts | None":
    """The facts of any object, read as those of a meta object; None if it is too large or cannot be read."""
    request = ReadText(text=Text.DOCUMENT_JSON, document=document)
    async with aclosing(port.ask(request)) as events:
        async for event in events:
            if isinstance(event, TextReady) and event.size <= _LARGEST_META:
                with suppress(OSError, ValueError, RecursionError):
                    return format_of(state.format.name).meta_facts(json.loads(text_at(event.path)))
            if isinstance(event, PartFailed):
                return None
    return None


async def _overview(port: Port, state: Inspection) -> "tuple[tuple[Fact, ...], Overview | None]":
    """The facts of the meta object and the Overview below them, where its Overview consists of facts."""
    if state.meta is None or not state.format.documents.tells_facts:
        return (), None
    async with aclosing(port.ask(ReadFacts(document=state.meta.document))) as events:
        async for event in events:
            if isinstance(event, FactsRead) and (event.overview is None or event.overview.has_facts):
                return event.facts, event.overview
    return (), None


def refuse(event: PartFailed) -> Exception:
    """The exception for a failed reply."""
    failed = event.failure
    return _internal_error(failed) if failed.kind is FailureKind.BUG else Stopped(failed)


def _internal_error(failure: Failure) -> InternalError:
    return InternalError("; ".join((failure.title, *failure.tried)))


class ProgressLine:
    """Notes on standard error, and on a terminal a line of progress, which is cleared at the end of a `with`."""

    def __init__(self, noted: Iterable[str] = ()) -> None:
        self._live = shows_progress()
        self._shown = False
        self._noted = set(noted)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def show(self, event: Event) -> None:
        """Prints the notes or the progress of an event."""
        if isinstance(event, Resolved):
            self.clear()
            for each in event.notes:
                if each not in self._noted:
                    note(line(each))
            self._noted.update(event.notes)
        elif isinstance(event, Progressed) and self._live:
            amount = f"  {size(event.done)}" if event.done else ""
            if amount and event.total:
                amount += f" of {size(event.total)}"
            # A line that the terminal wraps could not be cleared; some terminals do not know their width.
            width = columns(sys.stderr) - 1
            say(f"\r\x1b[2K{clip(line(event.what) + amount, min(_WIDTH, width) if width > 0 else _WIDTH)}")
            self._shown = True

    def clear(self) -> None:
        """Clears the line of progress."""
        if self._shown:
            say("\r\x1b[2K")
            self._shown = False
