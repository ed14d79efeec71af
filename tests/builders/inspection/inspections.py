"""Inspections made through a port, folded to what a screen would hold.

state = await inspect_source(path)            # opened and judged, in this process
events = await answers(port, request)         # port is a fixture
"""

from collections.abc import AsyncGenerator, AsyncIterator
from pathlib import Path

import pytest
from builders.oci.images import BuiltImage, write_layout

from xpkgtui.inspection.folding import fold_all
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.inspector import Inspector
from xpkgtui.inspection.messages.events import Event
from xpkgtui.inspection.messages.requests import LayerScope, Open, Options, Request
from xpkgtui.service.local import LocalEndpoint, LocalPort
from xpkgtui.service.port import Port

EVERYTHING = Options(price=-1, reach=LayerScope.ALL, children=True)


@pytest.fixture
async def port() -> AsyncIterator[LocalPort]:
    """A port in this process."""
    made = LocalPort()
    yield made
    await made.close()


@pytest.fixture
async def reading_port() -> AsyncIterator[Port]:
    """A port in this process that reads packages and does not judge them."""
    made = _ReadingPort(LocalEndpoint(Inspector()))
    yield made
    await made.close()


class _ReadingPort:
    def __init__(self, service: LocalEndpoint) -> None:
        self._service = service

    def ask(self, request: Request) -> AsyncGenerator[Event, None]:
        return self._service.ask(request)

    async def close(self) -> None:
        self._service.close()


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


async def inspect_image(folder: Path, built: BuiltImage, options: Options | None = EVERYTHING) -> Inspection:
    """The inspection of an image as a layout in a folder."""
    return await inspect_source(write_layout(folder / "layout", built), options)


def said_by(state: Inspection, rule: str) -> list[str]:
    """What is said by the findings of a rule."""
    return [finding.message for finding in state.findings if finding.rule == rule]
