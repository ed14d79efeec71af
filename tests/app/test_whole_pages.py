"""Whole pages: what is chosen and known, what is drawn of it, and how, line by line."""

from builders.goldens import Golden
from builders.inspection.inspections import port
from builders.screens.whole_pages import whole_pages

from xpkgtui.service.local import LocalPort

__all__ = ["port"]


async def test_every_page_is_what_was_agreed(port: LocalPort, golden: Golden) -> None:
    async for name, text in whole_pages(port):
        golden(name, text)
