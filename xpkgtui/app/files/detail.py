"""The pages of a file."""

from dataclasses import replace

from xpkgtui import visible
from xpkgtui.app.drawing.page import Page, Tab, TextRange
from xpkgtui.app.drawing.styled_text import join, safe, sign, words
from xpkgtui.app.drawing.waiting import with_text
from xpkgtui.app.findings import detail as finding_detail
from xpkgtui.app.findings import list as finding_list
from xpkgtui.app.state.lists.file_views import file_row, layer_of_view, view_of
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.selection import Selection, Subject, TabId
from xpkgtui.documents.origins import AS_GIVEN
from xpkgtui.filesystem.tar.entry import EntryType, clean
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.replies import TextReady
from xpkgtui.inspection.messages.requests import ReadText, Text, View
from xpkgtui.inspection.rows.files import FileRow, Whiteout


def page(inspection: Inspection, selection: Selection, replies: Replies) -> Page:
    """The chosen entry: its content, what is said about it, and its facts."""
    row = file_row(inspection, selection, replies)
    if row is None:
        body = (words("No file is selected.", "$muted"),)
        return Page(tabs=(Tab(id=TabId.FACTS, name="File"),), tab=TabId.FACTS, body=body)
    found = finding_list.of_file(inspection, row.layer, row.path)
    tabs = [Tab(id=TabId.FACTS, name="Overview")]
    tabs += [Tab(id=TabId.CONTENT, name="Content")] if has_content(row) else []
    tabs += [Tab(id=TabId.FINDINGS, name=f"Findings {len(found)}")] if found else []
    tabs.append(Tab(id=TabId.JSON, name="JSON"))
    opens_on = TabId.FACTS if row.linkname else TabId.CONTENT
    tab = selection.tab(Subject.FILE, [item.id for item in tabs], opens_on)
    plain = Page(
        key=f"{Subject.FILE}:{row.layer}:{row.path}:{tab}",
        tabs=tuple(tabs),
        tab=tab,
        subject=Subject.FILE,
        note=_name(row),
        copied=visible.name(row.path),
        file=_name(row),
    )
    if tab is TabId.FINDINGS:
        return replace(
            plain,
            body=finding_detail.body(found, inspection, none="No findings for this file."),
            findings=found,
        )
    from xpkgtui.app.files.facts import as_json, facts  # not before the first paint

    if tab is TabId.JSON:
        return replace(plain, body=as_json(row))
    if tab is TabId.CONTENT:
        return _content(plain, inspection, selection, replies, row)
    request = text_request(inspection, selection, row)
    ready = replies.of(request, TextReady) if has_content(row) else None
    return replace(plain, body=tuple(facts(row, inspection.wording, ready.facts if ready else ())))


def _name(row: FileRow) -> str:
    path = visible.line(row.path)
    return path if row.layer is None else f"{path} · layer {row.layer}"


def has_content(row: FileRow) -> bool:
    """Whether there are bytes to look at."""
    if row.whiteout is Whiteout.FILE:
        return False
    return row.type is EntryType.FILE or (bool(row.linkname) and row.leads in (EntryType.FILE, None))


def text_request(inspection: Inspection, selection: Selection, row: FileRow) -> ReadText:
    """The request for its content."""
    view, layer = view_of(inspection, selection), layer_of_view(inspection, selection)
    if view is View.HIDDEN:
        view, layer = View.LAYER, row.layer
    return ReadText(text=Text.FILE, view=view, layer=layer, path=row.path)


def _content(page: Page, inspection: Inspection, selection: Selection, replies: Replies, row: FileRow) -> Page:
    stream, origins = inspection.stream, inspection.reading.origins if inspection.reading else AS_GIVEN
    if row.taken and stream is not None and not origins.starts:
        # Its bytes lie in a file already: a stream of 80 MB is not copied once more.
        text = TextRange(path=stream.path, start=0, end=stream.size, language="yaml")
        return replace(
            page, text=text, line_findings=finding_detail.line_findings(inspection.findings), line=selection.line
        )
    if row.type is EntryType.FILE and row.size == 0:
        return replace(page, body=(words("The file is empty.", "$muted"),))
    request = text_request(inspection, selection, row)
    found = with_text(page, request, replies, "reading the file")
    ready = replies.of(request, TextReady)
    if ready is not None and ready.incomplete:
        found = replace(found, head=(join(sign("!"), " ", safe(ready.incomplete, "$foreground")),))
    if found.text is None or not row.taken:
        return found
    named = clean(row.path)
    here = tuple(each for each in inspection.findings if each.place.file and clean(each.place.file) == named)
    return replace(found, line_findings=finding_detail.line_findings(here), line=selection.line)
