"""What `show` prints: an inspection, and what its meta object asks for and says."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from xpkgtui.formats.fact import Fact
from xpkgtui.formats.overview import MetaFacts, Overview
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.values import dataclass

if TYPE_CHECKING:  # only a readme is made of blocks
    from xpkgtui.formats.prose.blocks import Block, Runs


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """All that `show` prints."""

    inspection: Inspection
    profile: str
    crossplane: str
    meta: MetaFacts | None = None
    """The facts of the meta object; None if there is not exactly one, or if it could not be read."""
    facts: tuple[Fact, ...] = ()
    """The facts of a meta object whose Overview consists of them."""
    upgrades: Sequence[Any] | None = None
    """The channels with their entries; None where the format has none."""
    installable: Sequence[Any] | None = None
    """What OLM v1 installs of each package of a catalog; None where the format has none."""
    overview: Overview | None = None
    """The rest of that Overview: icon and description."""


def plain(blocks: "Iterable[Block]") -> str:
    """The text of blocks, line by line."""
    return "\n".join(line for block in blocks for line in _lines(block)).strip("\n")


def _lines(block: "Block") -> Iterator[str]:
    if block.gap is not None:
        yield block.gap.rstrip()
    from xpkgtui.formats.prose.blocks import BlockKind

    if block.kind is BlockKind.TABLE:
        for row in block.rows:
            yield f"{block.lead}{'  '.join(map(_text, row))}".rstrip()
        return
    lead = block.lead
    for line in _text(block.runs).split("\n"):
        yield f"{lead}{line}".rstrip()
        lead = block.indent


def _text(runs: "Runs") -> str:
    return "".join(text for text, _ in runs)
