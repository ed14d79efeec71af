"""The list of files: a tree whose folders are listed when they are opened."""

from collections.abc import Iterator
from dataclasses import dataclass

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.answers import Answers
from xpkgtui.app.lettering import join, safe, sign, words
from xpkgtui.app.panes.waiting import bare, is_stream, state_lines
from xpkgtui.app.rows import Cell, Pane, Row
from xpkgtui.app.selection import Selection, Spot
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.parts import Failed, Ready, Waiting
from xpkgtui.inspection.requests import ListFiles, View
from xpkgtui.inspection.rows import FileRow

NAME = "3 Files"


@dataclass(frozen=True, slots=True)
class Shown:
    """An entry with its place in the tree."""

    row: FileRow
    depth: int = 0
    is_open: bool = False


def pane(inspection: Inspection, selection: Selection, answers: Answers) -> Pane:
    """The entries of the view, folder by folder; every row says which layer supplies it."""
    if is_stream(inspection):
        return bare(NAME, inspection)
    chosen = view_words(inspection, selection)
    root = wish(inspection, selection)
    if root is None:
        part = inspection.manifest if not isinstance(inspection.manifest, Ready) else inspection.objects
        lines = _waits(inspection, part)
        return Pane(name=NAME, chosen=chosen, note=words("waits", "$muted"), empty=lines)
    listed = answers.folder(root)
    if listed is None:
        return _unlisted(answers, root, chosen)
    wanted = selection.filters.get(Spot.FILES, "").casefold()
    shown = list(_walk(inspection, selection, answers, "", 0, wanted))
    rows = tuple(Row(item.row.path, item, _cells, heading=item.row.type == "directory") for item in shown)
    total = f"{listed.total:,} {'file' if listed.total == 1 else 'entries'}"
    note = words(f"{len(rows)} shown · {total}" if wanted else total, "$muted")
    if listed.note:
        note = join(words("! "), safe(listed.note, "$muted"))
    return Pane(name=NAME, rows=rows, chosen=chosen, count=f"{listed.total:,}", note=note, empty=_empty(wanted))


def wish(inspection: Inspection, selection: Selection, folder: str = "") -> ListFiles | None:
    """What is asked to list a folder of the view; None while it cannot be listed yet."""
    if inspection.reading is None or not isinstance(inspection.manifest, Ready):
        return None
    view = view_of(inspection, selection)
    layer = selection.view_layer if view in (View.LAYER, View.UPTO) else None
    return ListFiles(view=view, layer=layer, folder=folder, consent=selection.consent)


def view_of(inspection: Inspection, selection: Selection) -> View:
    """The view that was chosen, or the one in which Crossplane looks."""
    if selection.view:
        return selection.view
    return View.BASE if inspection.reading is None or inspection.reading.annotated else View.FLATTENED


def view_words(inspection: Inspection, selection: Selection) -> str:
    """The view in words."""
    match view_of(inspection, selection):
        case View.BASE:
            return "base layer"
        case View.LAYER:
            return f"layer {selection.view_layer}"
        case View.UPTO:
            return f"layers 0 to {selection.view_layer}"
        case View.FLATTENED:
            return "flattened"


def missing(inspection: Inspection, selection: Selection, answers: Answers) -> ListFiles | None:
    """The first folder that is open and was not asked for."""
    for folder in ("", *sorted(selection.folders)):
        found = wish(inspection, selection, folder)
        if found and isinstance(answers.get(found), Waiting):
            return found
    return None


def chosen_row(inspection: Inspection, selection: Selection, answers: Answers) -> FileRow | None:
    """The entry under the cursor."""
    wanted = selection.row(Spot.FILES)
    folder = wanted.rpartition("/")[0]
    asked = wish(inspection, selection, folder)
    listed = answers.folder(asked) if asked else None
    found = next((row for row in listed.rows if row.path == wanted), None) if listed else None
    if found or wanted:
        return found
    root = wish(inspection, selection)
    top = answers.folder(root) if root else None
    return top.rows[0] if top and top.rows else None


def _walk(
    inspection: Inspection, selection: Selection, answers: Answers, folder: str, depth: int, wanted: str
) -> Iterator[Shown]:
    asked = wish(inspection, selection, folder)
    listed = answers.folder(asked) if asked else None
    for row in listed.rows if listed else ():
        is_open = row.type == "directory" and row.path in selection.folders
        if wanted in row.path.casefold() or is_open:
            yield Shown(row, depth, is_open)
        if is_open and depth < 64:
            yield from _walk(inspection, selection, answers, row.path, depth + 1, wanted)


def _waits(inspection: Inspection, part: object) -> tuple[Content, ...]:
    if isinstance(part, Failed):
        return state_lines(part, "")
    layers = inspection.manifest.value.layers if isinstance(inspection.manifest, Ready) else ()
    base = next((row for row in layers if row.annotation == "base"), None)
    return (words(f"◌ waits for layer {base.index}" if base else "◌ waits for the layers", "$muted"),)


def _unlisted(answers: Answers, root: ListFiles, chosen: str) -> Pane:
    part = answers.get(root)
    if isinstance(part, Failed) and part.failure.kind == "price":
        lines = (
            join(words("! "), safe(part.failure.title, "$foreground")),
            words("**enter** fetches them", "$muted"),
        )
        return Pane(name=NAME, chosen=chosen, note=words("not read", "$muted"), empty=lines)
    if isinstance(part, Failed):
        return Pane(name=NAME, chosen=chosen, note=words("failed", "$muted"), empty=state_lines(part, ""))
    return Pane(name=NAME, chosen=chosen, note=words("loading", "$muted"), empty=(words("◌ listing", "$muted"),))


def _empty(wanted: str) -> tuple[Content, ...]:
    if wanted:
        return (words("No open folder holds a match.  esc clears the filter", "$muted"),)
    return (words("There is no file in this view.  t shows another", "$muted"),)


def _cells(shown: Shown, _width: int) -> tuple[Cell, ...]:
    row = shown.row
    where = f"deleted in {row.layer}" if row.whiteout else f"from layer {row.layer}"
    return (
        Cell(_name(shown)),
        Cell(safe("" if row.type == "directory" else visible.size(row.size), "$muted"), -8),
        Cell(Content(""), 1),
        Cell(safe(where, "$muted"), 13),
    )


def _name(shown: Shown) -> Content:
    row = shown.row
    name = row.path.rpartition("/")[2]
    indent = "  " * min(shown.depth, 20)
    if row.type == "directory":
        fold = ("▾ " if shown.is_open else "▸ ", "$muted" if shown.is_open else "$accent")
        return join(indent, fold, safe(name, "$foreground"), ("/", "$muted"), (f"  {row.children:,}", "$muted"))
    parts = join(indent, safe(name, "$foreground"))
    if row.linkname:
        parts = join(parts, (" → ", "$muted"), safe(row.linkname, "$muted"))
    if row.whiteout:
        return join(indent, sign("✗"), " ", safe(name, "$muted"))
    if row.decoy:
        return join(parts, "  ", sign("!"), (" not the one that is taken", "$muted"))
    return parts
