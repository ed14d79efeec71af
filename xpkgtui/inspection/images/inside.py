"""What bundles of a catalog use beyond what the catalog lists: it stands in their own images."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial

from xpkgtui.formats.dependencies.questions import ImagesFound, ImagesIn
from xpkgtui.formats.format import Format
from xpkgtui.formats.used_images.used import UsedImage
from xpkgtui.inspection.dependencies.named_hosts import NamedHosts
from xpkgtui.inspection.dependencies.registries import RegistryAnswers
from xpkgtui.inspection.messages.events import Emit, Progressed
from xpkgtui.inspection.messages.images import ReadImages
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.opened_source import OpenedSource
from xpkgtui.inspection.work import run_all
from xpkgtui.values import dataclass
from xpkgtui.visible import plural


@dataclass(frozen=True, slots=True, kw_only=True)
class Inside:
    """What the bundles' own objects name."""

    images: tuple[UsedImage, ...] = ()
    unread: str = ""
    """How many bundles were not looked into, in a clause; empty where all were that have to be."""


async def look_into(
    used: Sequence[UsedImage],
    request: ReadImages,
    source: OpenedSource,
    named: NamedHosts,
    format: Format,
    emit: Emit,
) -> Inside:
    """Opens the bundles of which a catalog has no more than lists, where registries are asked anyway."""
    waiting = {one.reference: one.asked_by for one in used if one.holds_more}
    dependencies = format.dependencies()
    if not waiting or request.listed:
        return Inside()
    if not request.asks or dependencies is None:
        what = plural(len(waiting), "bundle was", "bundles were")
        what += f" not looked into, for images that {'it uses' if len(waiting) == 1 else 'they use'} unlisted"
        return Inside(unread=f"{what} (--sizes does, --listed leaves these out)")
    found: dict[str, ImagesFound] = {}

    async def look(reference: str) -> None:
        answer = await answers.answer(ImagesIn(reference=reference))
        assert isinstance(answer, ImagesFound)  # as every answer to this question
        found[reference] = answer
        what = f"Looking into bundles: {len(found):,} of {len(waiting):,}"
        await emit(Progressed(part=PartName.IMAGES, what=what))

    with closing(RegistryAnswers(source.options, source.pool, {}, named, dependencies)) as answers:
        await run_all([partial(look, one) for one in waiting])
    known = {(one.asked_by, one.reference) for one in used if one.listed}
    images = tuple(
        replace(image, asked_by=name, listed=image.listed or (name, image.reference) in known)
        for reference, name in waiting.items()
        for image in found[reference].images
        if isinstance(image, UsedImage)
    )
    closed = {reference: one.fault for reference, one in found.items() if one.fault}
    if not closed:
        return Inside(images=images)
    first, fault = next(iter(closed.items()))
    what = f"{plural(len(closed), 'bundle was', 'bundles were')} not looked into: {first}: {fault}"
    return Inside(images=images, unread=what.rstrip("."))
