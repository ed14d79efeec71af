"""An application without a screen: what it is told, and what works for it in the background."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from textual.geometry import Size

from xpkgtui.app.state.changes import ChangeText, ComparedPackages, FindingsCheck
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.tags import ListedTags
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import Event
from xpkgtui.inspection.messages.requests import Request
from xpkgtui.inspection.rows.platforms import PlatformRow


class QuietApp:
    """Keeps sentences, runs work one after the other, and knows what screens are bound to."""

    def __init__(self, inspection: Inspection) -> None:
        self._inspection, self._busy = inspection, False
        self.doing: list[str] = []
        """What was under way, in words."""
        self.replies, self.listed = Replies(), ListedTags()
        self.compared, self.both, self.checks = ComparedPackages(), ChangeText(), FindingsCheck()
        self.marked, self.size, self.screen_stack, self.is_running = "", Size(300, 40), (), True
        self.marked_entry: PlatformRow | None = None
        self.said: list[str] = []
        self.did: list[object] = []
        """What was shown, opened or stopped."""
        self._work: dict[str, Any] = {}
        self._watching: list[Callable[[], object]] = []
        self.workers = self

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        if name in ("listed", "compared"):
            self.doing.append(value.doing)

    @property
    def inspection(self) -> Inspection:
        """What is known of the package."""
        return self._inspection

    @inspection.setter
    def inspection(self, value: Inspection) -> None:
        self._inspection = value
        self._tell()

    @property
    def busy(self) -> bool:
        """Whether it is opened or judged."""
        return self._busy

    @busy.setter
    def busy(self, value: bool) -> None:
        self._busy = value
        self._tell()

    def _tell(self) -> None:
        for one in self._watching:
            one()

    def watch(self, _of: object, _name: str, call: Callable[[], object], *, init: bool) -> None:
        """Calls back as something changes."""
        assert not init
        self._watching.append(call)

    def notify(self, words: str, *, markup: bool, timeout: float) -> None:
        """Keeps the sentence."""
        assert not markup
        self.said.append(f"{words} ({timeout:g} s)")

    def clear_notifications(self) -> None:
        """The sentence before makes room."""

    def run_worker(self, work: Any, *, group: str, exclusive: bool, exit_on_error: bool) -> None:
        """Keeps the work until `rest`."""
        assert exclusive
        assert not exit_on_error
        self.cancel_group(self, group)
        self._work[group] = work() if callable(work) else work

    def cancel_group(self, _of: object, group: str) -> None:
        """Drops what has not begun."""
        if group in self._work:
            self._work.pop(group).close()
        self.did.append(f"stop {group}")

    async def rest(self) -> None:
        """Does all work; while one waits, the next one goes on."""
        while self._work:
            work, self._work = list(self._work.values()), {}
            await asyncio.gather(*work)

    def do(self, what: object) -> None:
        """Keeps what was shown or opened."""
        self.did.append(what)

    def news(self) -> tuple[list[str], list[object]]:
        """What was said and done since it was asked last."""
        said, did = self.said, self.did
        self.said, self.did = [], []
        return said, did


def answering(**answers: Sequence[Event]) -> Callable[[Request], Sequence[Event]]:
    """A script: the events by the name of the request's type."""
    return lambda request: answers.get(type(request).__name__, ())
