"""What readers would make of a package if another layer were its base: what is asked, and what is known."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.selection import Selection, base_of
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.parts import Loading, Waiting
from xpkgtui.inspection.messages.replies import ReadersCompared
from xpkgtui.inspection.messages.requests import CompareReaders, LayerScope

if TYPE_CHECKING:
    from xpkgtui.formats.images.comparison import ReaderComparison

ALL_READERS = CompareReaders(reach=LayerScope.CHEAP)
"""What is asked of the package as it is shown."""
_MOST = 12
"""Layers that are tried without being chosen."""


def request(layer: int) -> CompareReaders:
    """What is asked about a layer."""
    return CompareReaders(reach=LayerScope.CHEAP, base=layer)


def known(inspection: Inspection, replies: Replies, layer: int) -> "ReaderComparison | None":
    """What all readers make of it with that base; of the one that it is read with, that is known anyway."""
    as_shown = [inspection.what_if] if inspection.what_if is not None else _bases(inspection)
    if as_shown == [layer]:
        return inspection.comparison
    reply = replies.of(request(layer), ReadersCompared)
    return reply.comparison if reply else None


def has_choice(inspection: Inspection) -> bool:
    """Whether a layer can be the base that is not; without an image, and in formats that mark no layer, none can."""
    if not inspection.format.annotation or not inspection.layers:
        return False
    return len(inspection.layers) > 1 or not _bases(inspection)


def is_index_without_image(inspection: Inspection) -> bool:
    """Whether opening has ended without an image, because the index has none that is read."""
    return inspection.is_index and inspection.case is not None and not inspection.layers


def missing(inspection: Inspection, selection: Selection, replies: Replies) -> CompareReaders | None:
    """What is to be asked next for Why: first of the package as it is, then of each layer."""
    is_open = inspection.reading is not None or is_index_without_image(inspection)
    if not is_open or inspection.not_a_package:
        return None
    return next((each for each in _wanted(inspection, selection) if _is_new(inspection, replies, each)), None)


def _wanted(inspection: Inspection, selection: Selection) -> Iterator[CompareReaders]:
    if inspection.comparison is None:
        yield ALL_READERS
    elif inspection.comparison.results and has_choice(inspection):
        first = [row.index for row in reversed(inspection.layers)][:_MOST]
        chosen = base_of(selection.reader)
        yield from map(request, [*([chosen] if chosen is not None else []), *first])


def _is_new(inspection: Inspection, replies: Replies, wanted: CompareReaders) -> bool:
    is_known = wanted.base is not None and known(inspection, replies, wanted.base) is not None
    return not is_known and isinstance(replies.get(wanted), Waiting)


def _bases(inspection: Inspection) -> list[int]:
    return [row.index for row in inspection.layers if row.is_base]


def is_under_way(replies: Replies) -> bool:
    """Whether readers are being asked about the package as it is shown."""
    asked = ((one, part) for one, part in replies.known.items() if isinstance(one, CompareReaders))
    return any(one.base is None and isinstance(part, Loading) for one, part in asked)
