"""The pages of an entry of the index."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.drawing.page import Fact, Line, Page, Tab
from xpkgtui.app.drawing.styled_text import safe, words
from xpkgtui.app.drawing.waiting import failed_lines, with_text
from xpkgtui.app.findings import detail as finding_detail
from xpkgtui.app.findings import list as finding_list
from xpkgtui.app.state.lists import chosen
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.selection import Selection, Subject, TabId
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.parts import Failed
from xpkgtui.inspection.messages.requests import LookInto, ReadText, Text
from xpkgtui.inspection.rows.platforms import PlatformRole, PlatformRow
from xpkgtui.reporting.words import platform_sentence, stream_sentence
from xpkgtui.rules.likeness import Likeness


def page(inspection: Inspection, selection: Selection, replies: Replies) -> Page:
    """The chosen entry: its descriptor, the raw index, and the config of the image that is looked at."""
    row = chosen.platform_row(inspection, selection)
    if row is None:
        return _of_no_entry(inspection, selection, replies)
    tabs = [Tab(id=TabId.DESCRIPTOR, name="Platform")]
    found = finding_list.of_image(inspection) if row.selected else finding_list.of_platform(inspection, row.name)
    if row.selected:
        tabs.append(Tab(id=TabId.CONFIG, name="Config"))
    if found:
        tabs.append(Tab(id=TabId.FINDINGS, name=f"Findings {len(found)}"))
    tabs.append(Tab(id=TabId.RAW, name="Raw"))
    tab = selection.tab(Subject.PLATFORM, [item.id for item in tabs])
    plain = Page(
        key=f"{Subject.PLATFORM}:{row.digest}:{row.name}:{tab}",
        tabs=tuple(tabs),
        tab=tab,
        subject=Subject.PLATFORM,
        note=visible.line(row.name),
        copied=visible.name(row.digest or row.name),
    )
    if tab is TabId.RAW:
        return _raw(replace(plain, seek=row.digest or "" if inspection.is_index else ""), inspection, replies)
    if tab is TabId.FINDINGS:
        return replace(plain, body=finding_detail.body(found, inspection, none=""), findings=found)
    if tab is TabId.CONFIG:
        return with_text(plain, ReadText(text=Text.CONFIG), replies, "reading the config")
    request = (
        LookInto(digest=row.digest)
        if row.role is PlatformRole.ATTESTATION and row.digest and not row.looked
        else None
    )
    lines = _descriptor(row, inspection, _statements(row, request, replies))
    return replace(plain, body=tuple(lines), request=request)


def _of_no_entry(inspection: Inspection, selection: Selection, replies: Replies) -> Page:
    """What is said of an index that lists nothing, and the index itself."""
    if not inspection.is_index:
        body = (words("No platform is selected.", "$muted"),)
        return Page(
            key="platform:none", tabs=(Tab(id=TabId.DESCRIPTOR, name="Platform"),), tab=TabId.DESCRIPTOR, body=body
        )
    found = finding_list.of_image(inspection)
    issues = Tab(id=TabId.FINDINGS, name=f"Findings {len(found)}" if found else "Findings")
    tabs = (issues, Tab(id=TabId.RAW, name="Raw"))
    tab = selection.tab(Subject.PLATFORM, [item.id for item in tabs])
    key, copied = f"{Subject.PLATFORM}:none:{tab}", inspection.digest or inspection.source
    plain = Page(key=key, tabs=tabs, tab=tab, subject=Subject.PLATFORM, copied=copied)
    if tab is TabId.RAW:
        return _raw(plain, inspection, replies)
    none = "No findings for this index."
    return replace(plain, body=finding_detail.body(found, inspection, none=none), findings=found)


def _raw(page: Page, inspection: Inspection, replies: Replies) -> Page:
    """The JSON of the index, or of the manifest where there is none."""
    kind = Text.INDEX if inspection.is_index else Text.MANIFEST
    return with_text(page, ReadText(text=kind), replies, "reading the JSON")


def _statements(row: PlatformRow, request: LookInto | None, replies: Replies) -> Iterator[Line]:
    """What an attestation states; nothing is guessed of one whose manifest was not read."""
    for number, predicate in enumerate(row.predicates):
        yield Fact("states" if number == 0 else "", safe(predicate, "$foreground"))
    if request is not None and isinstance(part := replies.get(request), Failed):
        yield from failed_lines(part.failure)
    elif not row.predicates:
        text = (
            "unknown: its manifest names no predicate type or cannot be read"
            if row.looked
            else "◌ reading its manifest"
        )
        yield Fact("states", words(text, "$muted"))


def _descriptor(row: PlatformRow, inspection: Inspection, statements: Iterable[Line]) -> Iterator[Line]:
    yield safe(row.name, "bold $foreground")
    yield Content("")
    if sentence := platform_sentence(row, inspection.wording):
        yield Fact("role", safe(sentence, "$foreground"))
    if row.role is PlatformRole.ATTESTATION:
        yield from statements
    if compared := stream_sentence(row, inspection.entries):
        is_wrong = row.stream is not None and row.stream.likeness in (Likeness.DIFFERENT, Likeness.LACKING)
        yield Fact(inspection.wording.stream_file, safe(compared, "$warning" if is_wrong else "$foreground"))
    if row.total is not None:
        yield Fact("image", safe(f"{visible.size(row.total)}: manifest, config and layers", "$foreground"))
    yield Fact("manifest", safe(visible.exact_size(row.size), "$foreground"))
    yield Fact("media type", safe(row.media_type, "$foreground"))
    yield Fact("digest", safe(row.digest or "an archive has none", "$foreground"))
    if row.parent:
        yield Fact("listed by", safe(row.parent, "$foreground"))
    if row.selected:
        yield Fact("shown", words("in lists and Detail", "$foreground"))
    elif row.digest:
        does = "shows why" if row.is_broken else "shows this one instead"
        yield Fact("shown", words(f"**enter** {does}", "$foreground"))
    yield from _annotations(row)
    if inspection.resolved and inspection.resolved.notes:
        yield Content("")
        for note in inspection.resolved.notes:
            yield safe(note, "$muted")


def _annotations(row: PlatformRow) -> Iterator[Line]:
    if row.annotations:
        yield Content("")
        yield words("**Annotations**")
        for key, value in sorted(row.annotations.items()):
            yield safe(key, "$muted")
            yield safe(f"  {value}", "$foreground")
