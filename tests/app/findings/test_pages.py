"""The readers and the findings of a package, row by row and page by page."""

import pytest
from builders.goldens import Golden, once
from builders.inspection.inspections import port
from builders.screens.pages import Walk
from builders.screens.states import odd_verdict

from xpkgtui.app.state.selection import PaneId, TabId
from xpkgtui.service.local import LocalPort

__all__ = ["port"]


@pytest.mark.parametrize("source", ["demo:disputed", "demo:refused", "demo:bundle"])
async def test_readers_and_findings_look_as_they_were_agreed(source: str, port: LocalPort, golden: Golden) -> None:
    walk, name = await Walk(source, port).open(), source.rpartition(":")[2]
    golden(f"pages_readers_{name}", once(await walk.verdict(TabId.WHY, PaneId.READERS)))
    golden(f"pages_findings_{name}", once(await walk.verdict(TabId.FINDINGS, PaneId.FINDINGS)))


def test_verdicts_of_odd_packages_look_as_they_were_agreed(golden: Golden) -> None:
    golden("pages_readers_odd", once(odd_verdict(TabId.WHY, PaneId.READERS)))
    golden("pages_findings_odd", once(odd_verdict(TabId.FINDINGS, PaneId.FINDINGS)))
