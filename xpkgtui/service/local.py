"""The port in this process, for headless commands and pilot tests."""

from collections.abc import AsyncGenerator
from typing import BinaryIO

from xpkgtui.inspection.events import Event
from xpkgtui.inspection.inspector import Inspector
from xpkgtui.inspection.requests import Request
from xpkgtui.service.desk import Desk, Mailbox
from xpkgtui.service.jobs import Answerer, Jobs
from xpkgtui.service.judge import JudgeAnswerer


class _LocalLine:
    """Asks an answerer of this process."""

    def __init__(self, answerer: Answerer, mailbox: Mailbox) -> None:
        self._jobs = Jobs(answerer, mailbox.deliver)

    async def send(self, number: int, request: Request | None) -> None:
        """Starts or cancels the job."""
        if request is None:
            self._jobs.cancel(number)
        else:
            self._jobs.start(number, request)

    def close(self) -> None:
        """Ends the jobs."""
        self._jobs.close()


class LocalCounter:
    """An answerer of this process with its mailbox."""

    def __init__(self, answerer: Answerer) -> None:
        self._mailbox = Mailbox()
        self._line = _LocalLine(answerer, self._mailbox)

    def ask(self, request: Request) -> AsyncGenerator[Event, None]:
        """The events that answer `request`."""
        return self._mailbox.ask(self._line, request)

    def close(self) -> None:
        """Ends it."""
        self._line.close()


class LocalPort(Desk):
    """A `Port` whose service and judge run in the caller's event loop."""

    def __init__(self, *, stdin: BinaryIO | None = None) -> None:
        super().__init__(LocalCounter(Inspector(stdin=stdin)), LocalCounter(JudgeAnswerer()))
