"""The rows that a selection stands on."""

from xpkgtui.app.state.lists.groups import default_key
from xpkgtui.app.state.selection import ListId, Selection, TabId, base_of, document_of, entry_key, layer_key
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.rows.layers import LayerRow
from xpkgtui.inspection.rows.objects import ObjectRow
from xpkgtui.inspection.rows.platforms import PlatformRow
from xpkgtui.rules.finding import Finding


def platform_row(inspection: Inspection, selection: Selection) -> PlatformRow | None:
    """The entry of the index under the cursor; where nothing was chosen, the one that is shown."""
    wanted = selection.row(ListId.PLATFORMS)
    found = (row for number, row in enumerate(inspection.entries) if entry_key(number, row) == wanted)
    return next(found, inspection.shown_entry)


def layer_row(inspection: Inspection, selection: Selection) -> LayerRow | None:
    """The layer under the cursor; where nothing was chosen, the one that supplies package.yaml."""
    layers = inspection.layers
    wanted = selection.row(ListId.LAYERS)
    found = next((row for row in layers if layer_key(row.index, row.digest) == wanted), None)
    return found or next((row for row in layers if row.supplies or row.is_base), layers[-1] if layers else None)


def layer_for_base(inspection: Inspection, selection: Selection) -> int | None:
    """The layer to take for the base: that of a row of Why, or the one under the cursor of the layers."""
    if selection.verdict_tab is TabId.WHY:
        return base_of(selection.reader)
    if selection.verdict or selection.list_id is not ListId.LAYERS:
        return None
    row = layer_row(inspection, selection)
    return row.index if row else None


def object_row(inspection: Inspection, selection: Selection) -> ObjectRow | None:
    """The object under the cursor; None where that is a heading."""
    wanted = document_of(selection.row(ListId.OBJECTS) or default_key(inspection, selection))
    return row_of_document(inspection, wanted)


def row_of_document(inspection: Inspection, document: int | None) -> ObjectRow | None:
    """The row of a document."""
    return next((row for row in inspection.rows if row.document == document), None)


def finding(inspection: Inspection, selection: Selection) -> Finding | None:
    """The finding under the list's cursor; on a rule's manual page one of that rule."""
    findings = inspection.findings
    if not findings:
        return None
    found = findings[min(selection.finding or 0, len(findings) - 1)]
    if not selection.rule or found.rule == selection.rule:
        return found
    return next((each for each in findings if each.rule == selection.rule), None)
