"""The pages of a layer."""

from collections.abc import Iterator
from dataclasses import replace

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.drawing.page import Fact, Line, Page, Tab
from xpkgtui.app.drawing.styled_text import safe, sign, words
from xpkgtui.app.drawing.waiting import with_text
from xpkgtui.app.findings import detail as finding_detail
from xpkgtui.app.findings import list as finding_list
from xpkgtui.app.layers import comparison
from xpkgtui.app.layers.comparison import Agreement, of_layer
from xpkgtui.app.state.lists import chosen
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.selection import Selection, Subject, TabId
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.parts import Ready
from xpkgtui.inspection.messages.requests import ReadText, Text
from xpkgtui.inspection.rows.layers import LayerRow
from xpkgtui.reporting.words import layer_sentence
from xpkgtui.rules.finding import Severity


def page(inspection: Inspection, selection: Selection, replies: Replies) -> Page:
    """The chosen layer: what is said about it, its descriptor, all its annotations, and the manifest."""
    row = chosen.layer_row(inspection, selection)
    if row is None:
        nothing = (words("No layer is selected.", "$muted"),)
        return Page(
            key="layer:none", tabs=(Tab(id=TabId.DESCRIPTOR, name="Layer"),), tab=TabId.DESCRIPTOR, body=nothing
        )
    found = finding_list.of_layer(inspection, row.index)
    issues = Tab(id=TabId.FINDINGS, name=f"Findings {len(found)}" if found else "Findings")
    tabs = (
        Tab(id=TabId.DESCRIPTOR, name="Layer"),
        Tab(id=TabId.ANNOTATIONS, name="Annotations"),
        issues,
        Tab(id=TabId.RAW, name="Raw"),
    )
    is_wrong = any(each.severity > Severity.INFO for each in found)
    tab = selection.tab(Subject.LAYER, [item.id for item in tabs], TabId.FINDINGS if is_wrong else None)
    plain = Page(
        key=f"{Subject.LAYER}:{row.index}:{row.digest}:{tab}",
        tabs=tabs,
        tab=tab,
        subject=Subject.LAYER,
        note=f"layer {row.index}",
        copied=visible.name(row.digest),
    )
    match tab:
        case TabId.FINDINGS:
            copied = "\n\n".join(map(finding_detail.plain, found)) or plain.copied
            body = finding_detail.body(found, inspection, none="No findings for this layer.")
            return replace(plain, body=body, copied=copied, findings=found)
        case TabId.ANNOTATIONS:
            return replace(plain, body=tuple(comparison.body(row, inspection)))
        case TabId.RAW:
            request = ReadText(text=Text.MANIFEST)
            return with_text(replace(plain, seek=row.digest), request, replies, "reading the manifest")
    return replace(
        plain,
        body=(
            *_descriptor(row, inspection),
            *_readers(row, inspection),
            *_price(row, inspection),
            *_notes(row, inspection),
        ),
    )


def _descriptor(row: LayerRow, inspection: Inspection) -> Iterator[Line]:
    yield words(f"**Layer {row.index}**")
    yield Content("")
    yield Fact("role", safe(layer_sentence(row, inspection.wording), "$foreground"))
    files = "not read" if row.files is None else f"{row.files:,}"
    yield Fact("files", safe(files, "$foreground"))
    yield Fact("size", safe(visible.exact_size(row.size), "$foreground"))
    if row.inflated is not None:
        how = {"none": "not compressed", "": "decompressed"}.get(
            row.compression, f"decompressed, from {row.compression}"
        )
        yield Fact("", safe(f"{visible.exact_size(row.inflated)} {how}", "$foreground"))
    yield Content("")
    if inspection.format.annotation or of_layer(row) is not Agreement.NEITHER:
        yield Fact(inspection.format.name, _agreement(row, inspection.wording.program))
    yield Fact("media type", safe(row.media_type, "$foreground"))
    yield Fact("digest", safe(row.digest, "$foreground"))
    yield Fact("diff ID", safe(row.diff_id or "not in the config", "$foreground"))
    if row.history:
        yield Content("")
        yield Fact("history", safe(row.history, "$foreground"))


def _readers(row: LayerRow, inspection: Inspection) -> Iterator[Line]:
    """Whether the reader that decides takes this layer."""
    reading = inspection.reading
    if reading is None:
        return
    name = inspection.wording.readers((reading.reader,))
    is_read = row.supplies or row.index in reading.layers_read
    yield Content("")
    yield Fact("read by", safe(name if is_read else f"not by {name}", "$foreground"))


def _price(row: LayerRow, inspection: Inspection) -> Iterator[Line]:
    """The key that fetches a priced layer."""
    if inspection.reading is not None and inspection.reading.unread == row.index:
        yield Content("")
        yield words(f"**enter** fetches it: {visible.size(row.size)}", "$foreground")


def _notes(row: LayerRow, inspection: Inspection) -> Iterator[Line]:
    """The annotations beside the labels of the config."""
    manifest = inspection.manifest
    if not isinstance(manifest, Ready):
        return
    yield Content("")
    yield from comparison.table(row, dict(manifest.value.labels), inspection.format.annotation)


def _agreement(row: LayerRow, program: str) -> Content:
    """Whether descriptor and config say the same of it."""
    match of_layer(row):
        case Agreement.NEITHER:
            return words("no annotation and no label", "$muted")
        case Agreement.DERIVED:
            return safe(f"{row.annotation}, from the config label, as a push would annotate it", "$foreground")
        case Agreement.SAME:
            return safe(f"{row.annotation}, annotation and label agree", "$foreground")
        case Agreement.ANNOTATION_ONLY:
            return safe(f"{row.annotation}, annotation only", "$foreground")
        case Agreement.LABEL_ONLY:
            return Content.assemble(sign("!"), " ", safe(f"{row.label}, label only: {program} does not see it"))
    return Content.assemble(sign("!"), " ", safe(f"annotation {row.annotation}, label {row.label}: they differ"))
