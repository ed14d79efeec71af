"""The pages of the verdict: why, step by step, and the repair; the findings; a rule's manual."""

from dataclasses import replace

from textual.content import Content

from xpkgtui.app.drawing.page import Line, Page, Tab
from xpkgtui.app.drawing.styled_text import words
from xpkgtui.app.findings import detail as finding_detail
from xpkgtui.app.findings import stages
from xpkgtui.app.state import what_ifs
from xpkgtui.app.state.lists import chosen
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.selection import Selection, Subject, TabId, base_of
from xpkgtui.inspection.inspection import Inspection


def page(inspection: Inspection, selection: Selection, replies: Replies, *, is_wide: bool = False) -> Page:
    """The page of the chosen tab."""
    count = len(inspection.findings)
    tabs = (Tab(id=TabId.WHY, name="Why"), Tab(id=TabId.FINDINGS, name=f"Findings {count}" if count else "Findings"))
    tab = selection.tabs.get(Subject.VERDICT, TabId.WHY)
    plain = Page(key=f"{Subject.VERDICT}:{tab}", tabs=tabs, tab=tab, subject=Subject.VERDICT, note="esc closes")
    if tab is TabId.MANUAL:
        return _manual(plain, inspection, selection)
    if tab is TabId.FINDINGS:
        return _chosen(plain, inspection, selection)
    return _why(plain, inspection, selection, replies, is_wide=is_wide)


def _why(
    plain: Page, inspection: Inspection, selection: Selection, replies: Replies, *, is_wide: bool = False
) -> Page:
    """The chosen reader, or the layer that might be the base; without readers, the steps of the one that decides."""
    from xpkgtui.app.findings import reader_page, readers, why  # not before the first paint
    from xpkgtui.reporting.contents.readings import repair_text

    request, blamed = what_ifs.missing(inspection, selection, replies), inspection.culprit
    repair = repair_text(inspection.comparison)
    plain = replace(plain, request=request, findings=(blamed,) if blamed else ())
    one = readers.chosen_result(inspection, selection)
    if one is None:
        return replace(plain, body=tuple(why.body(inspection)), copied=repair or why.plain(inspection))
    if readers.is_instead(inspection, selection):
        text = "\n".join(inspection.format.also)
        lines: tuple[Line, ...] = (*why.instead(inspection), *reader_page.body(inspection, one))
        return replace(plain, key=f"{plain.key}:instead", title="What it is", body=lines, copied=text)
    layer = base_of(selection.reader)
    row = next((row for row in inspection.layers if row.index == layer), None)
    if row is not None:
        lines = tuple(reader_page.of_base(readers.base(inspection, replies, row)))
        title = f"What if layer {row.index} were base"
        note = "b shows the package that way" if inspection.what_if != layer else "b shows the package as it is"
        return replace(plain, key=f"{plain.key}:base:{layer}", title=title, note=note, body=lines, findings=())
    lines = tuple(reader_page.body(inspection, one))
    if not is_wide and is_agreed(inspection) and reader_page.is_shown(inspection, one):
        lines = (*lines, Content(""), *why.pictured(inspection))
    return replace(
        plain,
        key=f"{plain.key}:{one.reader.name}",
        title=f"Steps of {one.reader.title}",
        note="y copies cause and repair" if repair else "esc closes",
        body=lines,
        copied=repair or why.plain(inspection),
    )


def picture(inspection: Inspection, selection: Selection) -> Page:
    """The layers as a picture, which stands beside readers that agree; empty where they do not."""
    if selection.verdict_tab is not TabId.WHY or not is_agreed(inspection):
        return Page()
    from xpkgtui.app.findings import why  # not before the first paint

    drawn, comparison = why.pictured(inspection), inspection.comparison
    if not drawn or comparison is None:
        return Page()
    from xpkgtui.reporting.contents import readings

    said = readings.tally(comparison)
    agreed = words(f"✓ **{said[0].upper()}{said[1:]}**")
    return Page(key="picture", title="What they read", body=(agreed, Content(""), *drawn))


def is_agreed(inspection: Inspection) -> bool:
    """Whether every reader accepts the same bytes, so that a picture says it all."""
    comparison = inspection.comparison
    if comparison is None or inspection.what_if is not None or not stages.is_accepted(inspection):
        return False
    from xpkgtui.reporting.contents import readings

    return readings.agreed(comparison)


def _manual(plain: Page, inspection: Inspection, selection: Selection) -> Page:
    """The manual of a rule, and the finding that led there."""
    from xpkgtui.app.findings import manual  # not before the first paint

    finding = chosen.finding(inspection, selection)
    rule = finding.rule if finding else selection.rule
    place = f"{inspection.findings.index(finding) + 1} of {len(inspection.findings)}" if finding else ""
    return replace(
        plain,
        key=f"{plain.key}:{rule}:{selection.finding}",
        tabs=(*plain.tabs, Tab(id=TabId.MANUAL, name=f"Manual {rule}")),
        body=tuple(manual.body(rule, finding, inspection, place)),
        copied=manual.plain(rule, inspection),
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
        body=tuple(finding_detail.of_one(finding, inspection)),
        copied=finding_detail.plain(finding),
        note="enter: explain this rule",
        findings=(finding,),
    )
