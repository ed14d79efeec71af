"""What it has cost to read a package, in words for the footer."""

from dataclasses import replace

from xpkgtui import visible
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import Fetched
from xpkgtui.values import dataclass
from xpkgtui.visible import plural

_LONGEST_STALE = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """The bytes that were read of the package, and the requests that took."""

    amount: str = ""
    """`330 kB of 21.8 MB fetched`"""
    requests: str = ""
    """`5 requests`"""

    @property
    def sentence(self) -> str:
        """Both."""
        return " · ".join(part for part in (self.amount, self.requests) if part)

    @property
    def short(self) -> str:
        """The one that says most."""
        return self.amount or self.requests


def cost_of(inspection: Inspection) -> Cost:
    """The cost so far; before it, how old it is where the registry was not asked or did not answer."""
    spent = _spent(inspection.fetched, len(inspection.exchanges))
    stale = inspection.resolved.stale if inspection.resolved else ""
    return replace(spent, amount=visible.clip(visible.line(stale), _LONGEST_STALE)) if stale else spent


def _spent(fetched: Fetched | None, exchanges: int) -> Cost:
    if fetched is None:
        return Cost(requests=plural(exchanges, "request") if exchanges else "")
    requests = plural(fetched.requests, "request") if fetched.requests else ""
    if fetched.cached and not fetched.fetched:
        return Cost(amount=f"{_part(fetched.cached, fetched.total)} from the cache", requests=requests)
    if fetched.requests or fetched.fetched:
        return Cost(amount=f"{_part(fetched.fetched, fetched.total)} fetched", requests=requests)
    return Cost(amount=f"{_part(fetched.needed, fetched.total)} read")


def _part(count: int, total: int | None) -> str:
    """The total is that of one image; where several were looked at, the count goes beyond it and stands alone."""
    whole = f" of {visible.size(total)}" if total is not None and count <= total else ""
    return f"{visible.size(count)}{whole}"
