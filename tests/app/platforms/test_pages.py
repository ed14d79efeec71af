"""The entries of an index, row by row and page by page."""

from builders.goldens import Golden, once
from builders.inspection.inspections import port
from builders.screens.pages import Walk
from builders.screens.states import odd_list

from xpkgtui.app.state.selection import ListId
from xpkgtui.service.local import LocalPort

__all__ = ["port"]


async def test_platforms_look_as_they_were_agreed(port: LocalPort, golden: Golden) -> None:
    demo, disputed = [
        await (await Walk(source, port).open()).rows(ListId.PLATFORMS) for source in ("demo", "demo:disputed")
    ]
    golden("pages_platforms_demo", once(demo))
    golden("pages_platforms_disputed", once(disputed, beside=demo))


def test_platforms_of_odd_packages_look_as_they_were_agreed(golden: Golden) -> None:
    golden("pages_platforms_odd", once(odd_list(ListId.PLATFORMS)))
