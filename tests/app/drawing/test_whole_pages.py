"""Packages of which much is missing or wrong: what is drawn."""

from builders.goldens import Golden, once
from builders.inspection.inspections import port
from builders.screens.pages import walked
from builders.screens.states import ODD

from xpkgtui.service.local import LocalPort

__all__ = ["port"]


def test_every_state_looks_as_was_agreed(golden: Golden) -> None:
    for name, draw in ODD.items():
        golden(name, once(draw()))


async def test_every_walk_shows_what_was_agreed(port: LocalPort, golden: Golden) -> None:
    async for name, text in walked(port):
        golden(name, text)
