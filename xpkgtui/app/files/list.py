"""The list of files: a tree whose folders are listed when they are opened."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from textual.content import Content

from xpkgtui.app.drawing.rows import Pane, Row
from xpkgtui.app.drawing.styled_text import join, safe, words
from xpkgtui.app.drawing.waiting import bare, is_stream, state_lines
from xpkgtui.app.files.cells import cells
from xpkgtui.app.files.table import Listing, Rows, flat, index_of, tree
from xpkgtui.app.state import problems_only
from xpkgtui.app.state.replies import Answers
from xpkgtui.app.state.selection import Selection, Spot
from xpkgtui.errors import FailureKind
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.parts import Failed, Ready, Waiting
from xpkgtui.inspection.replies import FilesListed
from xpkgtui.inspection.requests import ListFiles, View
from xpkgtui.inspection.rows.files import FileRow

NAME = "3 Files"


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
    wanted = selection.filters.get(Spot.FILES, "")
    rows: Sequence[Row] = ()
    if wanted:
        found = _found(inspection, selection, answers)
        rows = flat(_left(inspection, selection)(found.rows), cells) if found else ()
        note = _found_note(found)
    else:
        rows = tree(_listing(inspection, selection, answers, hiding=True), selection.folders, cells)
        note = _note(listed, listed.note)
    if selection.matters:
        note = join((f"{len(rows):,} of ", "$muted"), note, (problems_only.SAID, "$muted"))
    return Pane(
        name=NAME,
        rows=rows,
        chosen=chosen,
        count=f"{listed.total:,}",
        note=note,
        empty=_empty(answers.get(_search(inspection, selection) or root) if wanted else None, selection, listed),
    )


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
    """What was not asked for yet: the view, then the folders that are open, or what the filter finds."""
    root = wish(inspection, selection)
    if root and isinstance(answers.get(root), Ready) and selection.filters.get(Spot.FILES):
        found = _search(inspection, selection)
        return found if found and isinstance(answers.get(found), Waiting) else None
    if root is None or isinstance(answers.get(root), Waiting):
        return root
    folders = sorted(selection.folders)
    wanted = [each for each in folders if isinstance(answers.get(replace(root, folder=each)), Waiting)]
    return replace(root, folder=wanted[0], also=tuple(wanted[1:])) if wanted else None


def chosen_row(inspection: Inspection, selection: Selection, answers: Answers) -> FileRow | None:
    """The entry under the cursor."""
    wanted = selection.row(Spot.FILES)
    if selection.filters.get(Spot.FILES) and (found := _found(inspection, selection, answers)):
        return next((row for row in found.rows if row.path == wanted), found.rows[0] if found.rows else None)
    listing = _listing(inspection, selection, answers)
    rows = listing(wanted.rpartition("/")[0]) or ()
    at = index_of(rows, wanted) if wanted else None
    if at is not None or wanted:
        return rows[at] if at is not None else None
    top = listing("")
    return top[0] if top else None


def _search(inspection: Inspection, selection: Selection) -> ListFiles | None:
    """What is asked where a filter is typed: closed folders are looked into as well."""
    root = wish(inspection, selection)
    return replace(root, wanted=selection.filters.get(Spot.FILES, "")) if root else None


def _found(inspection: Inspection, selection: Selection, answers: Answers) -> FilesListed | None:
    asked = _search(inspection, selection)
    return answers.folder(asked) if asked else None


def _listing(inspection: Inspection, selection: Selection, answers: Answers, *, hiding: bool = False) -> Listing:
    """The rows of a folder; when `hiding`, only those that are to be seen."""
    root = wish(inspection, selection)
    left = _left(inspection, selection) if hiding else None

    def rows(folder: str) -> Rows | None:
        listed = answers.folder(replace(root, folder=folder)) if root else None
        if listed is None:
            return None
        return left(listed.rows) if left else listed.rows

    return rows


def _left(inspection: Inspection, selection: Selection) -> Callable[[Rows], Rows]:
    """Leaves all rows, or those that matter; what is wrong is looked up once for all folders."""
    if not selection.matters:
        return lambda rows: rows
    wrong = problems_only.paths(inspection.findings)
    return lambda rows: tuple(row for row in rows if problems_only.a_file(row, wrong))


def _waits(inspection: Inspection, part: object) -> tuple[Content, ...]:
    if isinstance(part, Failed):
        return state_lines(part, "")
    base = inspection.base_layer
    return (words(f"◌ waits for layer {base.index}" if base else "◌ waits for the layers", "$muted"),)


def _unlisted(answers: Answers, root: ListFiles, chosen: str) -> Pane:
    part = answers.get(root)
    if isinstance(part, Failed) and part.failure.kind is FailureKind.PRICE:
        lines = (
            join(words("! "), safe(part.failure.title, "$foreground")),
            words("**enter** fetches them", "$muted"),
        )
        return Pane(name=NAME, chosen=chosen, note=words("not read", "$muted"), empty=lines)
    if isinstance(part, Failed):
        return Pane(name=NAME, chosen=chosen, note=words("failed", "$muted"), empty=state_lines(part, ""))
    return Pane(name=NAME, chosen=chosen, note=words("loading", "$muted"), empty=(words("◌ listing", "$muted"),))


def _note(listed: FilesListed, more: str) -> Content:
    if more:
        return join(words("! "), safe(more, "$muted"))
    return words(f"{listed.total:,} {'file' if listed.total == 1 else 'entries'}", "$muted")


def _found_note(found: FilesListed | None) -> Content:
    if found is None:
        return words("searching", "$muted")
    if found.note:
        return join(words("! "), safe(found.note, "$muted"))
    return words(f"{found.total:,} found", "$muted")


def _empty(search: object, selection: Selection, listed: FilesListed) -> tuple[Content, ...]:
    if isinstance(search, Failed):
        return state_lines(search, "")
    found = search.value.total if isinstance(search, Ready) and isinstance(search.value, FilesListed) else 0
    hidden = listed.total if search is None else found
    if selection.matters and hidden:
        return (words(f"Nothing here matters.  z shows {hidden:,}", "$muted"),)
    if isinstance(search, Ready):
        return (words("Nothing in this view matches.  esc clears the filter", "$muted"),)
    if search is not None:
        return (words("◌ searching the whole view", "$muted"),)
    return (words("There is no file in this view.  t shows another", "$muted"),)
