"""What the parent and its children say to each other when many sources are checked."""

from xpkgtui.cli.parameters.many import Beside
from xpkgtui.codec import Codec
from xpkgtui.inspection.messages.requests import Options
from xpkgtui.reporting.for_ci.results import SourceResults
from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckOrder:
    """How sources are checked; the first message to a child."""

    options: Options
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    beside: Beside = Beside()
    checkout: str = ""
    """The folder that paths in the forms of CI are relative to; empty where none of them is written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownContent:
    """The bytes of which there is a result: those of a local source by their hash, others by their digest."""

    content: str = ""
    digest: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckTask:
    """A source that is to be checked, unless it still has the bytes that are known."""

    source: str
    known: KnownContent | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedSource:
    """The results of one source."""

    lines: tuple[str, ...]
    """The result of each platform, a line of JSON."""
    silent: frozenset[int] = frozenset()
    """Which lines, from 0, are of packages that are refused though no finding is an error, even of those left out."""
    for_ci: tuple[SourceResults, ...] = ()
    """The results in the shape of the forms of CI, where an order has a `checkout`."""
    bug: str = ""
    """A bug of this program, where one kept the source from being checked."""
    is_unchanged: bool = False
    """Whether it was not checked, because what is known of it still holds."""


ORDERED = Codec[CheckOrder](CheckOrder)
CHECK = Codec[CheckTask](CheckTask)
"""The source to check next."""
CHECKED = Codec[CheckedSource](CheckedSource)
