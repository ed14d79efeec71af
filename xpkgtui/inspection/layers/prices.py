"""What layers cost before they are read, and the bytes that may be read for the rules alone."""

from collections.abc import Iterable

from xpkgtui.errors import Failure, FailureKind
from xpkgtui.inspection.layers.opened_layers import OpenedLayers
from xpkgtui.inspection.messages.requests import LayerScope, Options
from xpkgtui.inspection.opened_source import OpenedSource
from xpkgtui.oci.image import Layer
from xpkgtui.visible import size as in_words


async def price(layers: OpenedLayers, wanted: Iterable[int]) -> Failure | None:
    """The price of these layers, where it is more than may be fetched without asking."""
    source = layers.source
    if source.options.price < 0 or source.consented or not source.is_remote:
        return None
    priced = [layer for layer in await _missing(layers, wanted) if not layers.is_agreed(layer.index)]
    total = sum(layer.descriptor.size for layer in priced)
    if total <= source.options.price:
        return None
    names = ", ".join(str(layer.index) for layer in priced)
    plural, them = ("s", "them") if len(priced) > 1 else ("", "it")
    return Failure(
        kind=FailureKind.PRICE,
        title=f"This reads layer{plural} {names}: {in_words(total)} to fetch.",
        hint=f"enter fetches {them}",
    )


async def is_cheap(layers: OpenedLayers, wanted: Iterable[int]) -> bool:
    """Whether layers cost no more than a screen fetches without asking; commands too."""
    source = layers.source
    total = sum(layer.descriptor.size for layer in await _missing(layers, wanted)) if source.is_remote else 0
    return total <= (source.options.price if source.options.price >= 0 else Options().price)


async def is_free(layers: OpenedLayers, wanted: tuple[int, ...]) -> bool:
    """Whether layers may be read that were not asked for."""
    source = layers.source
    if not source.is_remote or all(index in layers.change_sets for index in wanted):
        return True
    if source.options.price < 0:
        return False
    return sum(layer.descriptor.size for layer in await _missing(layers, wanted)) <= source.options.price


async def _missing(layers: OpenedLayers, wanted: Iterable[int]) -> list[Layer]:
    """Those that were not read and are not in the store."""
    chosen = set(wanted)
    return [
        layer
        for layer in layers.image.layers
        if layer.index in chosen
        and layer.index not in layers.change_sets
        and not await layers.source.fetcher.has(layer.descriptor)
    ]


LOCAL = 64_000_000
REMOTE = 1_000_000


class ByteAllowance:
    """Bytes that may still be read; they are counted by descriptors, so that a cache changes nothing."""

    def __init__(self, left: float) -> None:
        self._left = left

    @classmethod
    def of(cls, source: OpenedSource, reach: LayerScope) -> "ByteAllowance":
        """What is cheap for a source, everything, or nothing."""
        cheap = REMOTE if source.is_remote else LOCAL
        return cls({LayerScope.PATH: 0, LayerScope.CHEAP: cheap, LayerScope.ALL: float("inf")}[reach])

    def take(self, size: int) -> bool:
        """Whether so many bytes may be read; they are then counted."""
        if size > self._left or self._left == 0:
            return False
        self._left -= size
        return True
