"""The one way in which commands look at a source: open it, fold what comes, hand back the inspection."""

import asyncio
import json
import sys
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing, asynccontextmanager
from pathlib import Path
from typing import TypeVar, cast

from xpkgtui.cli.ending import ended_in_order
from xpkgtui.cli.failing import OurMistake, Stopped
from xpkgtui.cli.output import is_terminal, say
from xpkgtui.cli.surroundings import Surroundings
from xpkgtui.errors import FailureKind
from xpkgtui.inspection.events import Event, Judged, PartFailed, Progressed, Resolved, TextReady
from xpkgtui.inspection.folding import fold
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.parts import Ready
from xpkgtui.inspection.requests import Open, Options, ReadText, Request, Text
from xpkgtui.reporting.sentence import bug
from xpkgtui.reporting.summary import MetaFacts, Summary
from xpkgtui.service.port import Port
from xpkgtui.visible import clip, line, size

Value = TypeVar("Value")

_WIDTH = 78
_LARGEST_META = 64 << 20
"""Bytes of the meta object's JSON that are read; more is a hostile package, whose facts count as not known."""


def ask_port(surroundings: Surroundings, work: Callable[[Port], Awaitable[Value]]) -> Value:
    """What `work` makes of a port that is closed afterwards, whatever happens."""

    async def run() -> Value:
        port = surroundings.open_port()
        try:
            return await work(port)
        finally:
            await port.close()

    with ended_in_order():
        return asyncio.run(run())


async def inspect(port: Port, source: str, options: Options, *, judged: bool = True) -> Inspection:
    """The source as far as it can be read; without `judged` nobody waits for the rules."""
    state = Inspection(source=source)
    narrator = Narrator()
    try:
        async with answers(port, Open(source=source, options=options)) as events:
            async for event in events:
                narrator.tell(event)
                if isinstance(event, Judged) and not judged:
                    break
                state = fold(state, event)
    finally:
        narrator.clear()
    if found := bug(state):
        raise OurMistake("; ".join((found.title, *found.tried)))
    return state


def say_platform(state: Inspection) -> None:
    """Says so where what is printed is of another platform than the one that Crossplane would read."""
    rows = state.platforms.value if isinstance(state.platforms, Ready) else ()
    shown = next((row for row in rows if row.selected and not row.chosen), None)
    if shown is not None:
        say(f"note: this is of {line(shown.name)}; Crossplane reads linux/amd64, which the index does not have\n")


async def summarise(port: Port, source: str, options: Options) -> Summary:
    """The source with what its meta object asks for."""
    state = await inspect(port, source, options)
    return Summary(
        inspection=state,
        profile=options.profile,
        crossplane=options.crossplane,
        meta=await _meta_facts(port, state),
    )


@asynccontextmanager
async def answers(port: Port, request: Request) -> AsyncIterator[AsyncIterator[Event]]:
    """The events of an answer; leaving early cancels the request."""
    async with aclosing(cast("AsyncGenerator[Event, None]", port.ask(request))) as events:
        yield events


async def _meta_facts(port: Port, state: Inspection) -> MetaFacts | None:
    if state.meta is None:
        return None
    request = ReadText(text=Text.DOCUMENT_JSON, document=state.meta.document)
    async with answers(port, request) as events:
        async for event in events:
            if isinstance(event, TextReady) and event.size <= _LARGEST_META:
                return _parsed(Path(event.path))
            if isinstance(event, PartFailed):
                return None
    return None


def _parsed(path: Path) -> MetaFacts | None:
    try:
        return MetaFacts.parse(json.loads(path.read_bytes()))
    except (OSError, ValueError, RecursionError):
        return None


def refuse(event: PartFailed) -> Exception:
    """The failure as what ends the command."""
    failed = event.failure
    return OurMistake("; ".join((failed.title, *failed.tried))) if failed.kind is FailureKind.BUG else Stopped(failed)


class Narrator:
    """Tells on standard error what is under way: notes always, progress on a terminal."""

    def __init__(self) -> None:
        self._live = is_terminal(sys.stderr)
        self._shown = False

    def tell(self, event: Event) -> None:
        """Says what the event has to say to a person."""
        if isinstance(event, Resolved):
            self.clear()
            for note in event.notes:
                say(f"note: {line(note)}\n")
        elif isinstance(event, Progressed) and self._live:
            amount = f"  {size(event.done)}" if event.done else ""
            if amount and event.total:
                amount += f" of {size(event.total)}"
            say(f"\r\x1b[2K{clip(line(event.what) + amount, _WIDTH)}")
            self._shown = True

    def clear(self) -> None:
        """Takes the line of progress away."""
        if self._shown:
            say("\r\x1b[2K")
            self._shown = False
