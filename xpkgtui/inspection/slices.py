"""Slices of lists and judgements: those that come at once are joined, so that they change an Inspection once."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby

from xpkgtui.inspection.messages import events, judging


def joined(all_events: Iterable[events.Event]) -> Iterator[events.Event]:
    """The events, with one for all neighboring slices of a judgement: each costs as much as the list is long."""
    for are_slices, together in groupby(all_events, key=is_slice):
        if not are_slices:
            yield from together
            continue
        slices = [event for event in together if isinstance(event, judging.Judged)]
        yield replace(
            slices[-1],
            findings=tuple(one for event in slices for one in event.findings),
            badges=tuple(one for event in slices for one in event.badges),
        )


def is_slice(event: events.Event) -> bool:
    """Whether it goes on with a judgement, and may be joined with its neighbors."""
    return isinstance(event, judging.Judged) and not event.restart and not event.anew
