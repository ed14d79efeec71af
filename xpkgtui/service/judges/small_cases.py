"""Small cases, which the service judges itself: starting another process takes longer than judging them."""

from xpkgtui.inspection.messages.events import Event, ManifestRead, StreamRead
from xpkgtui.rules.case import Case

_SMALL = 1 << 20
"""Bytes of a stream that are judged in about the time that a process takes to start and to load its rules."""


def is_small(case: Case) -> bool:
    """Whether the service judges it."""
    return case.stream is None or case.stream.size < _SMALL


def foretells_large(event: Event) -> bool:
    """Whether the case that follows will not be small, so that the judge may start."""
    match event:
        case StreamRead(stream=stream):
            return stream is not None and stream.size >= _SMALL
        case ManifestRead(layers=layers):
            return any(layer.is_base and layer.size >= _SMALL for layer in layers)
    return False
