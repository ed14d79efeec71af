"""The order of a channel's entries in which OLM v0 looks for an upgrade."""

from collections.abc import Sequence

from xpkgtui.formats.catalog.model.blobs import Entry
from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ChannelOrder:
    """The way from the head along `replaces`, without skipped entries; or why there is none."""

    names: tuple[str, ...] = ()
    problem: str = ""
    """In words; empty where there is an order."""
    cycle: tuple[str, ...] = ()
    """The names from an entry back to itself, where the way from the head is a cycle."""


def order_of(entries: Sequence[Entry]) -> ChannelOrder:
    """The order as OLM v0 makes it: unlike opm it goes on behind entries that are skipped."""
    by_name = {entry.name: entry for entry in entries}
    skipped = {name for entry in entries for name in entry.skips}
    followed = skipped | {entry.replaces for entry in entries if entry.replaces}
    heads = [name for name in by_name if name not in followed]
    if len(heads) != 1:
        return ChannelOrder(problem=f"the channel has {len(heads)} heads" if heads else "the channel has no head")
    names = []
    seen: dict[str, int] = {}
    following = heads[0]
    while following in by_name:
        if following in seen:
            cycle = (*list(seen)[seen[following] :], following)
            return ChannelOrder(problem="the way from the head is a cycle", cycle=cycle)
        seen[following] = len(seen)
        if following not in skipped:
            names.append(following)
        following = by_name[following].replaces
        if not following:
            break
    return ChannelOrder(names=tuple(names))
