"""An endpoint: the service or the judge, wherever it runs."""

from collections.abc import AsyncGenerator
from typing import Protocol

from xpkgtui.inspection.messages.events import Event
from xpkgtui.inspection.messages.requests import Request


class Endpoint(Protocol):
    """The service or the judge, wherever it runs."""

    def ask(self, request: Request) -> AsyncGenerator[Event, None]:
        """The events of the reply to `request`."""
        ...

    def close(self) -> None:
        """Ends it without waiting for it."""
        ...
