"""Where a wish leads: one selection in, the next one out."""

from dataclasses import replace

from xpkgtui.app.drawing.page import Page
from xpkgtui.app.files import detail as file_detail
from xpkgtui.app.files import list as file_list
from xpkgtui.app.findings import verdict as verdict_page
from xpkgtui.app.layers import detail as layer_detail
from xpkgtui.app.layers import list as layer_list
from xpkgtui.app.objects import detail as object_detail
from xpkgtui.app.objects import list as object_list
from xpkgtui.app.platforms import detail as platform_detail
from xpkgtui.app.state import problems_only
from xpkgtui.app.state.selection import Selection, Spot, document_key, document_of, group_key, layer_key
from xpkgtui.filesystem.limits import LIMITS
from xpkgtui.filesystem.tar.entry import clean
from xpkgtui.formats.role import Role
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.parts import Ready
from xpkgtui.inspection.requests import View
from xpkgtui.rules.finding import Acceptance, Finding, Severity

_VIEWS = (View.BASE, View.LAYER, View.UPTO, View.FLATTENED)


def follow(inspection: Inspection, selection: Selection) -> Selection:
    """While nobody has chosen anything the screen stands where the news is; at the end, on the culprit."""
    if selection.touched or selection.verdict:
        return selection
    if isinstance(inspection.verdict, Ready):
        verdict = inspection.verdict.value
        if verdict.acceptance is Acceptance.REFUSED:
            return _blame(inspection, selection, verdict.culprit)
    if isinstance(inspection.objects, Ready) and inspection.rows:
        return replace(selection, spot=Spot.OBJECTS)
    return replace(selection, spot=Spot.LAYERS)


def to_finding(inspection: Inspection, selection: Selection, finding: Finding) -> Selection:
    """The place of a finding: its object at its line, else its file, else its layer."""
    place = finding.place
    plain = replace(selection, verdict=False, line=None)
    if selection.matters and finding.severity is Severity.INFO:
        plain = plain.narrowed()
    if place.document is not None and any(row.document == place.document for row in inspection.rows):
        tab = "yaml" if place.line is not None else "findings"
        found = show_document(inspection, plain, place.document).with_tab(object_detail.SUBJECT, tab)
        return replace(found, line=place.line)
    is_listed = place.path is not None and len(place.path) <= LIMITS.path
    if place.path and is_listed and inspection.reading is not None and place.layer == inspection.reading.layer:
        found = reveal(plain, clean(place.path))
        return found.with_tab(file_detail.SUBJECT, "findings")
    if place.layer is not None and isinstance(inspection.manifest, Ready):
        row = next((row for row in inspection.manifest.value.layers if row.index == place.layer), None)
        if row is not None:
            found = replace(plain.with_row(Spot.LAYERS, layer_key(row.index, row.digest)), spot=Spot.LAYERS)
            return found.with_tab(layer_detail.SUBJECT, "findings")
    if not place.path and isinstance(inspection.platforms, Ready):
        found = replace(plain.with_row(Spot.PLATFORMS, ""), spot=Spot.PLATFORMS)
        return found.with_tab(platform_detail.SUBJECT, "findings")
    return replace(plain, verdict=True).with_tab(verdict_page.SUBJECT, "why")


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
    return found.with_tab(verdict_page.SUBJECT, verdict_page.MANUAL)


def manual_of_rule(selection: Selection, rule: str) -> Selection:
    """The manual page of a rule, with its first finding where there is one."""
    found = replace(selection, verdict=True, rule=rule)
    return found.with_tab(verdict_page.SUBJECT, verdict_page.MANUAL)


def is_in_manual(selection: Selection) -> bool:
    """Whether a manual page is open."""
    return selection.verdict and selection.tabs.get(verdict_page.SUBJECT) == verdict_page.MANUAL


def chosen_finding(inspection: Inspection, selection: Selection) -> Selection | None:
    """Where the finding is that a list or manual page shows; None where neither is open."""
    is_listed = selection.verdict and selection.tabs.get(verdict_page.SUBJECT) == "findings"
    found = verdict_page.chosen(inspection, replace(selection, rule="") if is_listed else selection)
    if found is None or not (is_listed or is_in_manual(selection)):
        return None
    return replace(to_finding(inspection, selection, found), finding=inspection.findings.index(found))


def show_document(inspection: Inspection, selection: Selection, document: int) -> Selection:
    """An object under the cursor, its group open, no filter in its way."""
    row = next((row for row in inspection.rows if row.document == document), None)
    if row is None:
        return selection
    found = replace(selection.with_row(Spot.OBJECTS, document_key(document)), spot=Spot.OBJECTS, verdict=False)
    wanted = selection.filters.get(Spot.OBJECTS, "").casefold()
    if wanted:
        found = found.with_filter(Spot.OBJECTS, "")
    if selection.matters and not problems_only.an_object(row):
        found = replace(found, matters=False, aside={})
    group = object_list.group_of(row)
    if row.role is not Role.META and not object_list.is_open(found, group, len(inspection.listed)):
        found = replace(found, toggled=found.toggled ^ {group})
    return found


def unfiltered(selection: Selection) -> Selection:
    """The list without its filter, the cursor where it was."""
    if selection.spot is Spot.FILES and selection.row(Spot.FILES):
        return reveal(selection, selection.row(Spot.FILES))
    return selection.with_filter(selection.spot, "")


def fold(inspection: Inspection, selection: Selection, key: str, unfold: bool | None) -> Selection:
    """A group or folder opened or closed; on an object, its group is closed and takes the cursor."""
    if selection.spot is Spot.FILES:
        return _fold_folder(selection, key, unfold)
    if selection.spot is not Spot.OBJECTS or selection.flat:
        return selection
    group = key.removeprefix("group:") if key.startswith("group:") else None
    if group is None:
        row = next((row for row in inspection.rows if row.document == document_of(key)), None)
        if row is None or unfold or row.role is Role.META:
            return selection
        group = object_list.group_of(row)
    is_open = object_list.is_open(selection, group, len(inspection.listed))
    if unfold is not None and unfold == is_open:
        return selection
    return replace(selection.with_row(Spot.OBJECTS, group_key(group)), toggled=selection.toggled ^ {group})


def fold_all(selection: Selection, *, unfold: bool) -> Selection:
    """Every group, or every folder as it is listed."""
    if selection.spot is Spot.FILES:
        return replace(selection, unfolding=unfold, folders=selection.folders if unfold else frozenset())
    return replace(selection, open_all=unfold, toggled=frozenset())


def next_view(inspection: Inspection, selection: Selection) -> Selection:
    """The next way to look at the files: base layer, the chosen one, all up to it, flattened."""
    now = file_list.view_of(inspection, selection)
    is_based = inspection.reading is None or inspection.reading.annotated
    views = _VIEWS if is_based else _VIEWS[1:]
    view = views[(views.index(now) + 1) % len(views)] if now in views else views[0]
    row = layer_list.chosen_row(inspection, selection)
    return replace(_viewing(selection, view, row.index if row else None), spot=Spot.FILES)


def follow_layer(inspection: Inspection, selection: Selection) -> Selection:
    """Views of a layer are of the chosen one; agreeing to the price of one agrees to no other."""
    row = layer_list.chosen_row(inspection, selection)
    if selection.view not in (View.LAYER, View.UPTO) or row is None or row.index == selection.view_layer:
        return selection
    return _viewing(selection, selection.view, row.index)


def reveal(selection: Selection, path: str, *, unfold: bool = False) -> Selection:
    """An entry under the cursor: the folders above it open, no filter in its way."""
    names = path.split("/")
    above = {"/".join(names[:count]) for count in range(1, len(names))}
    opened = selection.folders | above | ({path} if unfold and path else set())
    found = replace(selection.with_filter(Spot.FILES, ""), spot=Spot.FILES, folders=opened)
    return found.with_row(Spot.FILES, path)


def files_of_layer(inspection: Inspection, selection: Selection) -> Selection:
    """The files of the chosen layer."""
    row = layer_list.chosen_row(inspection, selection)
    if row is None:
        return selection
    base = inspection.reading is not None and inspection.reading.annotated and inspection.reading.layer == row.index
    view = View.BASE if base else View.LAYER
    same = (selection.view, selection.view_layer) == (view, row.index)
    return replace(selection if same else _viewing(selection, view, row.index), spot=Spot.FILES)


def next_tab(page: Page, selection: Selection, step: int) -> Selection:
    """The next tab of Detail."""
    ids = [tab.id for tab in page.tabs]
    if len(ids) < 2:
        return selection
    return selection.with_tab(page.subject, ids[(ids.index(page.tab) + step) % len(ids)])


def tab_at(page: Page, selection: Selection, number: int) -> Selection:
    """The tab of that number."""
    return selection.with_tab(page.subject, page.tabs[number].id) if number < len(page.tabs) else selection


def raw(page: Page, selection: Selection) -> Selection | None:
    """The raw JSON of what Detail shows, and back to its first tab."""
    ids = [tab.id for tab in page.tabs]
    wanted = next((name for name in ("json", "raw") if name in ids), None)
    if wanted is None:
        return None
    return selection.with_tab(page.subject, ids[0] if page.tab == wanted else wanted)


def _blame(inspection: Inspection, selection: Selection, culprit: Finding | None) -> Selection:
    if culprit is not None:
        found = to_finding(inspection, selection, culprit)
        number = inspection.findings.index(culprit) if culprit in inspection.findings else None
        if not found.verdict:
            subject = {
                Spot.OBJECTS: object_detail.SUBJECT,
                Spot.FILES: file_detail.SUBJECT,
                Spot.LAYERS: layer_detail.SUBJECT,
                Spot.PLATFORMS: platform_detail.SUBJECT,
            }[found.spot]
            return replace(found.with_tab(subject, "findings"), finding=number, line=None)
    return replace(selection, spot=Spot.LAYERS)


def _viewing(selection: Selection, view: View, layer: int | None) -> Selection:
    found = replace(selection, view=view, view_layer=layer, folders=frozenset(), unfolding=False, consent=False)
    return found.with_row(Spot.FILES, "")


def _fold_folder(selection: Selection, key: str, unfold: bool | None) -> Selection:
    is_open = key in selection.folders
    selection = replace(selection, unfolding=False)
    if unfold is False and not is_open and "/" in key:
        parent = key.rpartition("/")[0]
        return replace(selection.with_row(Spot.FILES, parent), folders=selection.folders - {parent})
    if unfold is not None and unfold == is_open:
        return selection
    return replace(selection, folders=selection.folders ^ {key})
