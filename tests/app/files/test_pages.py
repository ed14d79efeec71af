"""The files of layers and folders, row by row and page by page."""

import pytest
from builders.goldens import Golden
from builders.inspection.inspections import port
from builders.screens.pages import Walk
from builders.screens.states import odd_list

from xpkgtui.app.state.selection import ListId
from xpkgtui.inspection.messages.requests import View
from xpkgtui.service.local import LocalPort

__all__ = ["port"]
FOLDERS = frozenset({"etc", ".up", "usr", "usr/local", "manifests", "metadata"})


@pytest.mark.parametrize("source", ["demo", "demo:bundle"])
async def test_files_look_as_they_were_agreed(source: str, port: LocalPort, golden: Golden) -> None:
    walk = await Walk(source, port).open()
    golden(
        f"pages_files_{source.rpartition(':')[2]}",
        await walk.rows(ListId.FILES, view=View.FLATTENED, folders=FOLDERS),
    )


def test_files_of_odd_packages_look_as_they_were_agreed(golden: Golden) -> None:
    golden("pages_files_odd", odd_list(ListId.FILES))
