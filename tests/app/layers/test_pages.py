"""The layers of an image, row by row and page by page."""

from pathlib import Path

from builders.goldens import Golden, once
from builders.inspection.inspections import port
from builders.packages.shelf import shelf
from builders.screens.pages import Walk, on_shelf
from builders.screens.states import odd_list

from xpkgtui.app.state.selection import ListId
from xpkgtui.service.local import LocalPort

__all__ = ["port", "shelf"]


async def test_layers_look_as_they_were_agreed(port: LocalPort, golden: Golden) -> None:
    disputed, demo = [
        await (await Walk(source, port).open()).rows(ListId.LAYERS) for source in ("demo:disputed", "demo")
    ]
    golden("pages_layers_disputed", once(disputed))
    golden("pages_layers_demo", once(demo, beside=disputed))


def test_layers_of_odd_packages_look_as_they_were_agreed(golden: Golden) -> None:
    golden("pages_layers_odd", once(odd_list(ListId.LAYERS)))


async def test_layers_of_every_sort_look_as_they_were_agreed(shelf: Path, port: LocalPort, golden: Golden) -> None:
    texts = [await walk.rows(ListId.LAYERS) async for walk in on_shelf(shelf, port, "wrecked", "hollow")]
    disputed = await (await Walk("demo:disputed", port).open()).rows(ListId.LAYERS)
    golden("pages_layers_shelf", once("\n".join(texts), beside=disputed))
