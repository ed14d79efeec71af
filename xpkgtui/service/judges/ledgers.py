"""Ledgers on disk: what was judged once is not judged again, whatever source the same bytes come from."""

from collections.abc import Callable

from xpkgtui.fetching.cache.learned import LEAST, Learned
from xpkgtui.rules.case import Case
from xpkgtui.rules.judging.ledger import Ledger


class Ledgers:
    """The ledgers in a cache; they speak of a stream by its sha256, and for the rules that wrote them."""

    def __init__(self, program: Callable[[], object] | None = None) -> None:
        """`program` returns a fingerprint of the code, which changes with every rule."""
        self._learned = Learned[Ledger](Ledger, program)

    def find(self, case: Case) -> Ledger | None:
        """The ledger of an earlier judgement of these bytes, under this profile and these limits."""
        return self._learned.find(case.options.cache, about) if (about := _about(case)) else None

    def keep(self, case: Case, ledger: Ledger) -> None:
        """Writes a ledger; where that fails, the stream is judged again next time."""
        if about := _about(case):
            self._learned.keep(case.options.cache, about, ledger)


def _about(case: Case) -> tuple[object, ...]:
    """What a ledger speaks of; empty where there is no cache, or nothing worth it."""
    stream = case.stream
    if not case.options.cache or stream is None or not stream.sha256 or stream.size < LEAST:
        return ()
    return (
        "ledger",
        stream.sha256,
        stream.size,
        case.format,
        case.profile,
        case.profiles.own,
        case.crossplane,
        case.options.limits,
    )
