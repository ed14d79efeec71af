"""What it has cost: requests, bytes, hits."""

from xpkgtui.sources.source import Exchange


class Counters:
    """The costs of one fetcher; `exchanges` is the list that the source's callback fills, from its threads."""

    def __init__(self, exchanges: list[Exchange]) -> None:
        self.fetched = 0
        """Bytes of manifests and blobs that a registry sent."""
        self.cached = 0
        """Bytes that came from the store."""
        self.hits = 0
        """How often something came from the store."""
        self._exchanges = exchanges
        self._taken = 0

    @property
    def requests(self) -> int:
        """Requests to registries so far, tokens and redirects included."""
        return self._taken + len(self._exchanges)

    def hit(self, size: int) -> None:
        """Something of `size` bytes came from the store."""
        self.hits += 1
        self.cached += size

    def take(self) -> tuple[Exchange, ...]:
        """The exchanges since the last call."""
        taken = tuple(self._exchanges)
        # What a thread appends meanwhile stays.
        del self._exchanges[: len(taken)]
        self._taken += len(taken)
        return taken
