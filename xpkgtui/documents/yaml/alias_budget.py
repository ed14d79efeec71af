"""The budget for aliases in a document, counted as go-yaml's decoder counts (decode.go, allowedAliasRatio)."""

_LOW, _HIGH = 400_000, 4_000_000


class AliasBudget:
    """Decoding steps so far, and how many of them repeat an anchor."""

    __slots__ = ("_weights", "operations", "repeated")

    def __init__(self) -> None:
        self.operations = 1
        """The document itself is a step."""
        self.repeated = 0
        self._weights: dict[str, int] = {}

    def weigh(self, anchor: str, steps: int) -> None:
        """Records how many steps it takes to decode the value of an anchor."""
        self._weights[anchor] = steps

    def expand(self, anchor: str) -> bool:
        """Counts a use of the anchor; False where Go gives up.

        The ratio rises while an alias is decoded and has its other extreme where one begins, so these ends suffice.
        """
        self.operations += 1
        before = self.is_kept()
        weight = self._weights.get(anchor, 1)
        self.operations += weight
        self.repeated += weight
        return before and self.is_kept()

    def is_kept(self) -> bool:
        """Whether Go continues to decode."""
        if self.repeated <= 100 or self.operations <= 1000:
            return True
        return self.repeated / self.operations <= _allowed(self.operations)


def _allowed(operations: int) -> float:
    if operations <= _LOW:
        return 0.99
    if operations >= _HIGH:
        return 0.10
    return 0.99 - 0.89 * ((operations - _LOW) / (_HIGH - _LOW))
