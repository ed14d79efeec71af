"""The port and its endpoints: requests for an inspection go in, events come out, in this process or another."""

from collections.abc import AsyncGenerator
from typing import Protocol

from xpkgtui.inspection.messages.events import Event
from xpkgtui.inspection.messages.requests import Request


class Port(Protocol):
    """One inspection at a time, in this process or another.

    The iterator ends when the reply is complete; closing it early (`aclosing`) cancels the request. A newer request
    in the same lane ends the older one. No error of a package is raised: the iterator yields `PartFailed`.
    """

    def ask(self, request: Request) -> AsyncGenerator[Event, None]:
        """The events of the reply to `request`."""
        ...

    async def close(self) -> None:
        """Ends everything that is running, without waiting for it."""
        ...


class Endpoint(Protocol):
    """The service or the judge, wherever it runs."""

    @property
    def judges(self) -> bool:
        """Whether it is a service that judges small cases."""
        ...

    def ensure_started(self) -> bool:
        """Starts it unless it runs; returns whether it did."""
        ...

    def ask(self, request: Request) -> AsyncGenerator[Event, None]:
        """The events of the reply to `request`."""
        ...

    def close(self) -> None:
        """Ends it without waiting for it."""
        ...
