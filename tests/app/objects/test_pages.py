"""The objects of a package, row by row and page by page."""

import pytest
from builders.goldens import Golden
from builders.inspection.inspections import port
from builders.screens.pages import Walk

from xpkgtui.app.state.selection import ListId
from xpkgtui.service.local import LocalPort

__all__ = ["port"]


@pytest.mark.parametrize("source", ["demo:plain", "demo:bundle"])
async def test_objects_look_as_they_were_agreed(source: str, port: LocalPort, golden: Golden) -> None:
    walk = await Walk(source, port).open()
    golden(f"pages_objects_{source.rpartition(':')[2]}", await walk.rows(ListId.OBJECTS))
