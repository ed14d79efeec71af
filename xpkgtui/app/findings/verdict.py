"""The pages of the verdict: why, step by step, and the repair; the findings; a rule's manual."""

from dataclasses import replace

from xpkgtui.app.drawing.page import Page, Tab
from xpkgtui.app.findings import detail as finding_detail
from xpkgtui.app.state import chosen
from xpkgtui.app.state.selection import Selection, Subject, TabId
from xpkgtui.inspection.inspection import Inspection


def page(inspection: Inspection, selection: Selection) -> Page:
    """The page of the chosen tab."""
    count = len(inspection.findings)
    tabs = (Tab(id=TabId.WHY, name="Why"), Tab(id=TabId.FINDINGS, name=f"Findings {count}" if count else "Findings"))
    tab = selection.tabs.get(Subject.VERDICT, TabId.WHY)
    plain = Page(key=f"{Subject.VERDICT}:{tab}", tabs=tabs, tab=tab, subject=Subject.VERDICT, note="esc closes")
    if tab is TabId.MANUAL:
        return _manual(plain, inspection, selection)
    if tab is TabId.FINDINGS:
        return _chosen(plain, inspection, selection)
    blamed = inspection.culprit
    found = (blamed,) if blamed else ()
    from xpkgtui.app.findings import why  # not before the first paint

    return replace(plain, body=tuple(why.body(inspection)), copied=why.plain(inspection), findings=found)


def _manual(plain: Page, inspection: Inspection, selection: Selection) -> Page:
    """The manual of a rule, and the finding that led there."""
    from xpkgtui.app.findings import manual  # not before the first paint

    wording = inspection.wording
    finding = chosen.finding(inspection, selection)
    rule = finding.rule if finding else selection.rule
    place = f"{inspection.findings.index(finding) + 1} of {len(inspection.findings)}" if finding else ""
    return replace(
        plain,
        key=f"{plain.key}:{rule}:{selection.finding}",
        tabs=(*plain.tabs, Tab(id=TabId.MANUAL, name=f"Manual {rule}")),
        body=tuple(manual.body(rule, finding, wording, place)),
        copied=manual.plain(rule, wording),
        findings=(finding,) if finding else (),
        note="enter: go to its place · esc: back" if finding else "esc: back",
    )


def _chosen(plain: Page, inspection: Inspection, selection: Selection) -> Page:
    """The finding under the list's cursor in full, because a row cuts it."""
    finding = chosen.finding(inspection, replace(selection, rule=""))
    if finding is None:
        return plain
    return replace(
        plain,
        key=f"{plain.key}:{selection.finding or 0}",
        title=finding.rule,
        body=tuple(finding_detail.of_one(finding, inspection.wording)),
        copied=finding_detail.plain(finding),
        note="enter: explain this rule",
        findings=(finding,),
    )
