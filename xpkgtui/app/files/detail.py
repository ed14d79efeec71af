"""What Detail shows of a file."""

from dataclasses import replace

from xpkgtui import visible
from xpkgtui.app.drawing.awaited import with_text
from xpkgtui.app.drawing.page import Page, Tab, TextRange
from xpkgtui.app.drawing.styled_text import words
from xpkgtui.app.files import list as file_list
from xpkgtui.app.files.facts import as_json, facts
from xpkgtui.app.findings import detail as finding_detail
from xpkgtui.app.findings import list as finding_list
from xpkgtui.app.state.replies import Answers
from xpkgtui.app.state.selection import Selection
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.requests import ReadText, Text, View
from xpkgtui.inspection.rows.files import FileRow, Whiteout

SUBJECT = "file"


def page(inspection: Inspection, selection: Selection, answers: Answers) -> Page:
    """The chosen entry: its content, what is said about it, and its facts."""
    row = file_list.chosen_row(inspection, selection, answers)
    if row is None:
        body = (words("There is no file to look at.", "$muted"),)
        return Page(key="file:none", tabs=(Tab(id="facts", name="File"),), tab="facts", body=body)
    found = finding_list.of_file(inspection.findings, row.layer, row.path)
    tabs = [Tab(id="content", name="Content")] if has_content(row) else []
    tabs += [Tab(id="findings", name=f"Findings {len(found)}")] if found else []
    tabs.insert(0 if row.linkname else len(tabs), Tab(id="facts", name="Facts"))
    tabs.append(Tab(id="json", name="JSON"))
    tab = selection.tabs.get(SUBJECT, "")
    tab = tab if tab in {item.id for item in tabs} else tabs[0].id
    plain = Page(
        key=f"{SUBJECT}:{row.layer}:{row.path}:{tab}",
        tabs=tuple(tabs),
        tab=tab,
        subject=SUBJECT,
        note=f"{visible.line(row.path)} · layer {row.layer}",
        copied=row.path,
    )
    if tab == "findings":
        return replace(
            plain,
            body=finding_detail.body(found, inspection.format.wording, none="Nothing is wrong with this file."),
            findings=found,
        )
    if tab == "json":
        return replace(plain, body=as_json(row))
    if tab == "content":
        return _content(plain, inspection, selection, answers, row)
    wish = wish_of(inspection, selection, row)
    ready = answers.text(wish) if has_content(row) else None
    return replace(plain, body=tuple(facts(row, ready.facts if ready else ())))


def has_content(row: FileRow) -> bool:
    """Whether there are bytes to look at."""
    if row.whiteout is Whiteout.FILE:
        return False
    return row.type is EntryType.FILE or (bool(row.linkname) and row.leads in (EntryType.FILE, None))


def wish_of(inspection: Inspection, selection: Selection, row: FileRow) -> ReadText:
    """What is asked for its content."""
    view = file_list.view_of(inspection, selection)
    layer = selection.view_layer if view in (View.LAYER, View.UPTO) else None
    return ReadText(text=Text.FILE, view=view, layer=layer, path=row.path)


def _content(page: Page, inspection: Inspection, selection: Selection, answers: Answers, row: FileRow) -> Page:
    stream = inspection.stream
    if row.taken and stream is not None:
        # Its bytes lie in a file already: a stream of 80 MB is not copied once more.
        text = TextRange(path=stream.path, start=0, end=stream.size, language="yaml")
        return replace(page, text=text, notes=finding_detail.notes(inspection.findings), line=selection.line)
    if row.type is EntryType.FILE and row.size == 0:
        return replace(page, body=(words("The file is empty.", "$muted"),))
    return with_text(page, wish_of(inspection, selection, row), answers, "reading the file")
