"""Jumps to findings, objects, files and manual pages: one selection in, the next one out."""

from dataclasses import replace

from xpkgtui.app.state.lists import chosen, groups, problems_only
from xpkgtui.app.state.selection import ListId, PaneId, Selection, Subject, TabId, document_key, entry_key, layer_key
from xpkgtui.filesystem.tar.entry import clean
from xpkgtui.formats.role import Role
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.parts import Loading, Ready, Waiting
from xpkgtui.inspection.rows.objects import ObjectRow
from xpkgtui.limits import LIMITS
from xpkgtui.rules.finding import Acceptance, Finding, Severity

_SUBJECTS = {
    ListId.PLATFORMS: Subject.PLATFORM,
    ListId.LAYERS: Subject.LAYER,
    ListId.FILES: Subject.FILE,
    ListId.OBJECTS: Subject.OBJECT,
}


def follow(inspection: Inspection, selection: Selection) -> Selection:
    """While nothing has been chosen the screen stands where the news is; at the end, on the culprit."""
    if selection.touched or selection.verdict:
        return selection
    if isinstance(inspection.verdict, Ready) and inspection.verdict.value.acceptance is Acceptance.REFUSED:
        return _blame(inspection, selection, inspection.culprit)
    if isinstance(inspection.objects, Ready) and inspection.rows:
        return replace(selection, list_id=ListId.OBJECTS)
    return replace(selection, list_id=_worth_seeing(inspection))


def to_finding(inspection: Inspection, selection: Selection, finding: Finding) -> Selection:
    """The place of a finding: its object at its line, else its file, else its layer."""
    place = finding.place.shown
    plain = replace(selection, verdict=False, line=None)
    if selection.problems_only and finding.severity is Severity.INFO:
        plain = plain.narrowed()
    if place.document is not None and chosen.row_of_document(inspection, place.document):
        tab = TabId.YAML if place.line is not None else TabId.FINDINGS
        found = show_document(inspection, plain, place.document).with_tab(Subject.OBJECT, tab)
        return replace(found, line=place.line)
    is_supplying = inspection.reading is not None and place.layer == inspection.reading.layer
    if place.path and len(place.path) <= LIMITS.name and is_supplying:
        return reveal(plain, clean(place.path)).with_tab(Subject.FILE, TabId.FINDINGS)
    row = next((row for row in inspection.layers if row.index == place.layer), None)
    if row is not None:
        found = replace(plain.with_row(ListId.LAYERS, layer_key(row.index, row.digest)), list_id=ListId.LAYERS)
        return found.with_tab(Subject.LAYER, TabId.FINDINGS)
    if not place.path and isinstance(inspection.platforms, Ready):
        named = (entry_key(*each) for each in enumerate(inspection.entries) if each[1].name == place.platform)
        found = replace(plain.with_row(ListId.PLATFORMS, next(named, "")), list_id=ListId.PLATFORMS)
        return found.with_tab(Subject.PLATFORM, TabId.FINDINGS)
    return replace(plain, verdict=True).with_tab(Subject.VERDICT, TabId.WHY)


def next_finding(inspection: Inspection, selection: Selection, step: int) -> Selection | None:
    """The finding after (or before) the last one; mere information only where there is nothing worse."""
    findings = inspection.findings
    numbers = [n for n, each in enumerate(findings) if each.severity > Severity.INFO] or list(range(len(findings)))
    if not numbers:
        return None
    at = selection.finding
    if at is None:
        number = numbers[0] if step > 0 else numbers[-1]
    elif step > 0:
        number = next((n for n in numbers if n > at), numbers[0])
    else:
        number = next((n for n in reversed(numbers) if n < at), numbers[-1])
    return replace(to_finding(inspection, selection, findings[number]), finding=number)


def manual(inspection: Inspection, selection: Selection, finding: Finding) -> Selection:
    """The manual page of a finding's rule."""
    findings = inspection.findings
    number = findings.index(finding) if finding in findings else None
    found = replace(selection, verdict=True, finding=number, rule="" if number is not None else finding.rule)
    return found.with_tab(Subject.VERDICT, TabId.MANUAL)


def manual_of_rule(selection: Selection, rule: str) -> Selection:
    """The manual page of a rule, with its first finding where there is one."""
    return replace(selection, verdict=True, rule=rule).with_tab(Subject.VERDICT, TabId.MANUAL)


def chosen_finding(inspection: Inspection, selection: Selection) -> Selection | None:
    """The place of the finding that a list or manual page shows; None where neither is open."""
    is_listed = selection.verdict_tab is TabId.FINDINGS
    found = chosen.finding(inspection, replace(selection, rule="") if is_listed else selection)
    if found is None or not (is_listed or selection.verdict_tab is TabId.MANUAL):
        return None
    return replace(to_finding(inspection, selection, found), finding=inspection.findings.index(found))


def show_document(inspection: Inspection, selection: Selection, document: int) -> Selection:
    """An object under the cursor, its group open, no filter in its way."""
    row = chosen.row_of_document(inspection, document)
    if row is None:
        return selection
    found = replace(selection.with_row(ListId.OBJECTS, document_key(document)), list_id=ListId.OBJECTS, verdict=False)
    found = found.with_filter(PaneId.OBJECTS, "")
    if selection.problems_only and not problems_only.keeps_object(row):
        found = replace(found, problems_only=False, rows_before={})
    return _opened_to(inspection, found, row)


def at_row(selection: Selection, list_id: ListId, key: str) -> Selection:
    """A row of a list under the cursor, no filter in its way."""
    found = replace(selection.with_filter(PaneId(list_id), ""), list_id=list_id, verdict=False)
    return found.with_row(list_id, key)


def reveal(selection: Selection, path: str, *, unfold: bool = False) -> Selection:
    """An entry under the cursor: the folders above it open, no filter in its way."""
    names = path.split("/")
    above = {"/".join(names[:count]) for count in range(1, len(names))}
    opened = selection.folders | above | ({path} if unfold and path else set())
    found = replace(selection.with_filter(PaneId.FILES, ""), list_id=ListId.FILES, folders=opened)
    return found.with_row(ListId.FILES, path)


def unfiltered(inspection: Inspection, selection: Selection) -> Selection:
    """The list without its filter; the cursor stays on its row, and what closes over that is opened."""
    pane = selection.filtered
    found = selection.with_filter(pane, "").kept()
    if pane is PaneId.FILES and selection.row(ListId.FILES):
        return reveal(found, selection.row(ListId.FILES))
    row = chosen.row_of_document(inspection, selection.document)
    if pane is PaneId.OBJECTS and row and selection.filter_of(pane):
        return _opened_to(inspection, found, row)
    return found


def _opened_to(inspection: Inspection, selection: Selection, row: ObjectRow) -> Selection:
    """Returns the selection with the group of an object open."""
    group = groups.group_of(row)
    if row.role is Role.META or groups.is_open(inspection, selection, group):
        return selection
    return replace(selection, toggled=selection.toggled ^ {group})


def _blame(inspection: Inspection, selection: Selection, culprit: Finding | None) -> Selection:
    if culprit is not None:
        found = to_finding(inspection, selection, culprit)
        number = inspection.findings.index(culprit) if culprit in inspection.findings else None
        if not found.verdict:
            found = found.with_tab(_SUBJECTS[found.list_id], TabId.FINDINGS)
            return replace(found, finding=number, line=None)
    return replace(selection, list_id=_worth_seeing(inspection))


def _worth_seeing(inspection: Inspection) -> ListId:
    """The list that has rows, or says why there are none."""
    if inspection.resolved is not None and not inspection.resolved.has_image:
        return ListId.OBJECTS
    is_known = not isinstance(inspection.manifest, Waiting | Loading)
    return ListId.PLATFORMS if is_known and not inspection.layers else ListId.LAYERS
