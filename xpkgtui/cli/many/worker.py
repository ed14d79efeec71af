"""The main program of a child that checks one source after the other, until its socket closes."""

import asyncio
import contextlib
import os
import signal
import socket
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from xpkgtui.cli.checked_sources import inspect_all
from xpkgtui.cli.exit_codes import InternalError
from xpkgtui.cli.many.messages import CHECK, CHECKED, ORDERED, CheckedSource, CheckOrder
from xpkgtui.cli.parameters.profiles import is_reported, known_rules
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.reporting.as_json.check import result
from xpkgtui.reporting.as_json.writer import write_line
from xpkgtui.reporting.for_ci.results import Checkout, of_inspections
from xpkgtui.reporting.sentence import is_refused_silently
from xpkgtui.service.frames import encode, frames, greeting
from xpkgtui.service.local import LocalPort
from xpkgtui.service.server import alarm, watch_for_cycles

if TYPE_CHECKING:
    from xpkgtui.service.port import Port


def main(fd: int, _role: str, _stdin: int, private: str) -> None:
    """Serves on the socket `fd` until the other side is gone; does not return."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    asyncio.run(_serve(socket.socket(fileno=fd), Path(private) if private else None))
    os._exit(0)


async def _serve(connection: socket.socket, private: Path | None) -> None:
    reader, writer = await asyncio.open_connection(sock=connection)
    writer.write(greeting())
    watch_for_cycles()
    port = LocalPort.alone(alarm, private)
    with contextlib.suppress(OSError):  # the other side was killed
        order = await anext(frames(reader, ORDERED), None)
        if order is not None:
            is_listed = is_reported(order.select, order.ignore, known_rules)
            async for source in frames(reader, CHECK):
                writer.write(encode(CHECKED, await _checked(port, source, order, is_listed)))
                await writer.drain()
    await port.close()
    # Threads that still read are not awaited.
    os._exit(0)


async def _checked(port: "Port", source: str, order: CheckOrder, is_listed: Callable[[str], bool]) -> CheckedSource:
    """The results of a source; a bug of this program makes it undecided."""
    # Notes are for people: here they would only fill the file of last words.
    with contextlib.redirect_stderr(None):
        try:
            (states,) = await inspect_all(port, (source,), order.options, lambda _: {}, examples=order.examples)
        except Exception as error:  # noqa: BLE001 - the other sources are checked all the same
            states = InternalError(f"{type(error).__name__}: {str(error)[:300]}")
    if isinstance(states, InternalError):
        return replace(undecided(source, order, f"a bug in xpkgtui: {states}"), bug=str(states))
    reported = (
        replace(state, findings=tuple(one for one in state.findings if is_listed(one.rule))) for state, _ in states
    )
    silent = frozenset(number for number, (state, _) in enumerate(states) if is_refused_silently(state))
    return replace(_told(tuple(reported), order), silent=silent)


def undecided(source: str, order: CheckOrder, why: str, *tried: str) -> CheckedSource:
    """The results of a source of which nothing is known."""
    failure = Failure(kind=FailureKind.UNDECIDED, title=why, tried=tried)
    return _told((Inspection(source=source, failure=failure),), order)


def _told(states: tuple[Inspection, ...], order: CheckOrder) -> CheckedSource:
    options, checkout = order.options, Checkout(root=Path(order.checkout))
    for_ci = of_inspections(
        states if order.checkout else (), checkout, profile=options.profile, crossplane=options.crossplane
    )
    return CheckedSource(lines=tuple(write_line(result(state)) for state in states), for_ci=for_ci)


if __name__ == "__main__":
    sys.exit("started by xpkgtui check --jobs")
