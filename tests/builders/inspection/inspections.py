"""Inspections made through a port, folded to what a screen would hold.

state = await inspect_source(path)            # opened and judged, in this process
events = await answers(port, request)         # port is a fixture
"""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from xpkgtui.inspection.folding import fold_all
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import Event
from xpkgtui.inspection.messages.requests import Open, Options, Request
from xpkgtui.service.local import LocalPort
from xpkgtui.service.port import Port


@pytest.fixture
async def port() -> AsyncIterator[LocalPort]:
    """A port in this process."""
    made = LocalPort()
    yield made
    await made.close()


async def answers(port: Port, request: Request) -> list[Event]:
    """All events of one answer."""
    return [event async for event in port.ask(request)]


async def opened(port: Port, source: str | Path, options: Options | None = None) -> Inspection:
    """The inspection of a source, after its last event."""
    request = Open(source=str(source), options=options or Options(price=-1))
    return fold_all(Inspection(source=str(source)), await answers(port, request))


async def inspect_source(source: str | Path, options: Options | None = None) -> Inspection:
    """The same with a port of its own."""
    port = LocalPort()
    try:
        return await opened(port, source, options)
    finally:
        await port.close()
