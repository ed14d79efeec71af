"""The readers and the findings of a package, row by row and page by page."""

from builders.goldens import Golden, once
from builders.inspection.inspections import port
from builders.screens.pages import Walk
from builders.screens.states import odd_verdict

from xpkgtui.app.state.selection import PaneId, TabId
from xpkgtui.service.local import LocalPort

__all__ = ["port"]


async def test_readers_and_findings_look_as_they_were_agreed(port: LocalPort, golden: Golden) -> None:
    readers = findings = ""
    for name in ("disputed", "refused", "bundle"):
        walk = await Walk(f"demo:{name}", port).open()
        of_readers = await walk.verdict(TabId.WHY, PaneId.READERS)
        of_findings = await walk.verdict(TabId.FINDINGS, PaneId.FINDINGS)
        golden(f"pages_readers_{name}", once(of_readers, beside=readers))
        golden(f"pages_findings_{name}", once(of_findings, beside=findings))
        readers, findings = f"{readers}\n{of_readers}", f"{findings}\n{of_findings}"


def test_verdicts_of_odd_packages_look_as_they_were_agreed(golden: Golden) -> None:
    golden("pages_readers_odd", once(odd_verdict(TabId.WHY, PaneId.READERS)))
    golden("pages_findings_odd", once(odd_verdict(TabId.FINDINGS, PaneId.FINDINGS)))
