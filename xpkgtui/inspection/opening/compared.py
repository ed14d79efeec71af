"""The streams of the platforms of an index compared: by the digests of their layers, else by reading them."""

from xpkgtui.errors import Malformed, MissingBlob, XpkgError, blames_package
from xpkgtui.inspection.index.opened_index import OpenedIndex
from xpkgtui.inspection.layers.opened_layers import ByteAllowance, OpenedLayers
from xpkgtui.inspection.messages.events import Event
from xpkgtui.inspection.objects.package_reading import read_package
from xpkgtui.inspection.opened_image import OpenedImage
from xpkgtui.inspection.opening.programs import PlatformImage, PlatformImages
from xpkgtui.inspection.rows.layers import Unread, UnreadReason
from xpkgtui.readers.reader import ReadStage
from xpkgtui.rules.likeness import ComparedStream, Likeness


async def compare_platforms(
    shown: OpenedImage, index: OpenedIndex, allowance: ByteAllowance, *, reads_manifests: bool
) -> tuple[Unread, ...]:
    """Compares them with the platform that the deciding reader takes, or with the one that is shown.

    Gives the layers that would have to be read for it and cost too much.
    """
    known = shown.source.streams
    reference = index.chosen if index.chosen in known else shown.entry.number if shown.entry else None
    if reference is None or reference not in known:
        return ()
    index.compare_with(reference)
    comparison = _Comparison(shown, index, reference)
    others = [number for number in index.packages if number != reference]
    for number in others[: shown.source.options.limits.children]:
        if number in known:
            comparison.learn(number, known[number])
        elif reads_manifests and comparison.is_reached and index.was_read(number):
            await comparison.look_at(number, allowance)
    return tuple(comparison.unread)


class _Comparison:
    """A comparison with one platform, whose stream was read."""

    def __init__(self, shown: OpenedImage, index: OpenedIndex, reference: int) -> None:
        self.unread: list[Unread] = []
        self.is_reached = True
        """Whether the last manifest came: a registry that is gone is not asked for one after the other."""
        self._shown = shown
        self._images = PlatformImages(shown, index)
        self._source = shown.source
        self._index = index
        self._reference = reference

    def learn(self, number: int, sha256: str) -> None:
        """The stream of an entry is known."""
        self._source.took(number, sha256)
        is_same = sha256 == self._source.streams[self._reference]
        self._keep(number, Likeness.SAME if is_same else Likeness.DIFFERENT)

    async def look_at(self, number: int, allowance: ByteAllowance) -> None:
        """Learns the stream of an entry by its digests, or reads it; nothing is said of what cannot be had."""
        try:
            one, reference = await self._images.of(number), await self._images.of(self._reference)
            if one.digests != reference.digests:
                one, reference = await self._images.with_config(one), await self._images.with_config(reference)
        except Malformed:
            return
        except XpkgError as error:
            self.is_reached = blames_package(error)
            return
        has_diff_ids = len(one.diff_ids) == len(one.layers) == len(reference.layers) > 0
        if one.digests == reference.digests or (has_diff_ids and one.diff_ids == reference.diff_ids):
            self.learn(number, self._source.streams[self._reference])
        elif allowance.take(one.size):
            await self._read(number, one)
        else:
            self._leave(number, one, UnreadReason.PLATFORM)

    async def _read(self, number: int, platform: PlatformImage) -> None:
        """Lets the deciding reader take its bytes out of the image of an entry."""
        layers = OpenedLayers(self._source, platform.image, self._shown.layers.images)
        reading, _ = await read_package(self._shown.format, layers, platform.described, _silently)
        if reading.sha256 is not None:
            self.learn(number, reading.sha256)
        elif reading.stage is ReadStage.FETCH or any(isinstance(one, MissingBlob) for one in layers.errors.values()):
            self._leave(number, platform, UnreadReason.FAILED, reading.message or "")
        else:
            self._keep(number, Likeness.LACKING)

    def _leave(self, number: int, platform: PlatformImage, reason: UnreadReason, failure: str = "") -> None:
        self._keep(number, Likeness.UNREAD, platform.size)
        name = self._images.name(number)
        self.unread += [
            Unread(
                digest=str(layer.descriptor.digest),
                size=layer.descriptor.size,
                layer=layer.index,
                reason=reason,
                failure=failure,
                platform=name,
            )
            for layer in platform.layers
        ]

    def _keep(self, number: int, likeness: Likeness, size: int = 0) -> None:
        found = ComparedStream(number=number, likeness=likeness, reference=self._reference, size=size)
        self._index.compare(found)


async def _silently(_event: Event) -> None:
    """Reading for a comparison emits nothing."""
