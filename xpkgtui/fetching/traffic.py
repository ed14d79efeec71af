"""The traffic of one fetcher: requests, bytes, and the progress of transfers."""

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from xpkgtui.sources.access import REQUESTS, Exchange
from xpkgtui.visible import clip, line

Progress = Callable[[int, int | None], None]
"""Receives the bytes so far, and the total where it is known. Called on the event loop."""
_INTERVAL = 0.1
"""Seconds between two reports of progress."""


class Traffic:
    """The requests and bytes of one fetcher; a source's callback appends to `exchanges` from its threads."""

    def __init__(self, exchanges: list[Exchange]) -> None:
        self._stored: dict[str, int] = {}
        self._settled = 0
        self._arriving: dict[str, int] = {}
        self._exchanges = exchanges
        self._taken = 0

    def took_from_cache(self, name: str, size: int) -> None:
        """Counts what came from the store in place of a request."""
        self._stored[name] = size
        REQUESTS.info("cached %s  %s bytes", line(clip(name, 400)), f"{size:,}")

    @property
    def cached(self) -> int:
        """Bytes of what came from the store, each manifest and blob once, however often it was read."""
        return sum(self._stored.values())

    @property
    def fetched(self) -> int:
        """Bytes of manifests and blobs that a registry sent, those of transfers that run or were stopped included."""
        return self._settled + sum(self._arriving.values())

    def arrive(self, name: str, done: int) -> None:
        """So many bytes of a transfer that runs have arrived."""
        self._arriving[name] = done

    def settle(self, name: str, size: int) -> None:
        """So many bytes have arrived in all; the transfer has ended."""
        self._arriving.pop(name, None)
        self._settled += size

    @property
    def requests(self) -> int:
        """Requests to registries so far, tokens and redirects included."""
        return self._taken + len(self._exchanges)

    def take_exchanges(self) -> tuple[Exchange, ...]:
        """The exchanges since the last call."""
        taken = tuple(self._exchanges)
        # What a thread appends meanwhile stays.
        del self._exchanges[: len(taken)]
        self._taken += len(taken)
        return taken


class Listeners:
    """Those who follow blobs on their way, by digest."""

    def __init__(self) -> None:
        self._following: dict[str, list[Progress]] = {}

    @contextmanager
    def following(self, digest: str, progress: Progress | None) -> Iterator[None]:
        """While this is open, `progress` is called with what is reported of the blob."""
        listeners = self._following.setdefault(digest, [])
        if progress is not None:
            listeners.append(progress)
        try:
            yield
        finally:
            if progress is not None:
                listeners.remove(progress)
            if not listeners:
                self._following.pop(digest, None)

    def report(self, digest: str, done: int, total: int) -> None:
        """So many bytes of the blob are here."""
        for progress in tuple(self._following.get(digest, ())):
            progress(done, total)


class Throttle:
    """Passes on the first call, and then at most one call in `_INTERVAL` seconds."""

    def __init__(self, report: Callable[[int], object], clock: Callable[[], float]) -> None:
        self._report = report
        self._clock = clock
        self._next = -math.inf

    def __call__(self, done: int) -> None:
        """Reports that `done` bytes have arrived."""
        now = self._clock()
        if now >= self._next:
            self._next = now + _INTERVAL
            self._report(done)
