"""The line of lists that stay empty."""

import pytest
from builders.pilots import Staging

from xpkgtui.app.widgets.folded_lists import FoldedLists

NAMES = ("1 Platforms", "2 Layers", "3 Files")


@pytest.mark.parametrize(
    ("width", "shown"),
    [
        (76, "  1 Platforms · 2 Layers · 3 Files   no image: package.yaml read directly"),
        (60, "  1 2 3   no image: package.yaml read directly"),
        (30, "  1 2 3   no image: package.y…"),
    ],
)
async def test_names_become_their_keys_before_the_reason_is_cut(stage: Staging, width: int, shown: str) -> None:
    line = FoldedLists()
    async with stage(line, (width, 5)) as (app, pilot):
        line.names = NAMES
        line.why = "package.yaml read directly"
        await pilot.pause()
        assert app.text.splitlines()[0] == shown
