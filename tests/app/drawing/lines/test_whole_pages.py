"""Pages of packages: the path and the place of each line."""

from builders.goldens import Golden
from builders.inspection.inspections import port
from builders.screens.pages import walked

from xpkgtui.service.local import LocalPort

__all__ = ["port"]


async def test_every_walk_shows_what_was_agreed(port: LocalPort, golden: Golden) -> None:
    async for name, text in walked(port):
        golden(name, text)
