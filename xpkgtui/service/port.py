"""The port between whoever looks at an inspection and whoever makes it."""

from collections.abc import AsyncIterator
from typing import Protocol

from xpkgtui.inspection.events import Event
from xpkgtui.inspection.requests import Request


class Port(Protocol):
    """One inspection at a time, in this process or another.

    The iterator ends when the request is answered; closing it early (`aclosing`) cancels. A newer request in the
    same lane ends the older one. An iterator never raises for what happens to the package: it yields `PartFailed`.
    """

    def ask(self, request: Request) -> AsyncIterator[Event]:
        """The events that answer `request`."""
        ...

    async def close(self) -> None:
        """Ends everything that is under way, without waiting for it."""
        ...
