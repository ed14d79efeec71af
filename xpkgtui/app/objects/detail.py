"""The pages of an object."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.drawing.page import Ends, Fact, Grid, Hanging, LabeledRows, Line, Page, Tab, TextRange
from xpkgtui.app.drawing.styled_text import block, join, safe, sign, words
from xpkgtui.app.drawing.waiting import is_loading, state_of, with_text
from xpkgtui.app.findings import detail as finding_detail
from xpkgtui.app.findings import list as finding_list
from xpkgtui.app.objects import cells
from xpkgtui.app.objects import list as object_list
from xpkgtui.app.objects.list import search_words
from xpkgtui.app.schemas.loading import is_definition, request_of
from xpkgtui.app.state.lists import chosen, groups, problems_only
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.selection import ListId, PaneId, Selection, Subject, TabId
from xpkgtui.formats.fact import HEADING, heading
from xpkgtui.formats.forms import AskedForm, Form
from xpkgtui.formats.role import Role
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.referrers import ReadReferrers
from xpkgtui.inspection.messages.replies import FactsRead
from xpkgtui.inspection.messages.requests import ReadFacts, ReadText, Text
from xpkgtui.inspection.rows.objects import ObjectRow
from xpkgtui.inspection.rows.platforms import PlatformRole
from xpkgtui.reporting.sentence import verdict_of
from xpkgtui.reporting.words import facts_of, kind_and_name
from xpkgtui.rules.finding import Acceptance, Finding, OtherVerdict, Verdict
from xpkgtui.visible import plural

_HEADS = ("object", HEADING)
_SIGNED = ("✓ ", "! ", "✗ ", "– ", "= ")
_SPACED = {
    "annotation",
    "comes from",
    "conversion",
    "install modes",
    "holds",
    "label",
    "part",
    "provides",
    "size",
    "step 1",
    "uses",
    "version",
    "webhook",
}
"""Facts before which a blank line stands, where the one before is of another name."""


def with_facts(page: Page, request: ReadFacts, replies: Replies, *more: tuple[str, str]) -> Page:
    """The page with the facts of the reply; `more` is what the screen knows itself."""
    ready = replies.of(request, FactsRead)
    if ready is None:
        return replace(page, body=state_of(request, replies, "reading the object"), request=request)
    last = [("comes from", ready.origin)] if ready.origin else []
    said: tuple[Line, ...] = ()
    below: tuple[Line, ...] = ()
    if ready.overview is not None:
        from xpkgtui.app.objects import overview  # not before the first paint

        said, below = overview.above(ready.overview), overview.below(ready.overview)
    if said:
        said = (*facts(ready.facts), *said, *facts([*more, *last]))
    else:
        said = tuple(facts([*ready.facts, *more, *last]))
    body = (*said, *below)
    return replace(page, body=body, request=request)


def facts(pairs: Iterable[tuple[str, str]]) -> Iterator[Line]:
    """Labels and texts; an object's own line is its heading, and lines of cells that follow each other a table."""
    before, is_beneath = "", False
    for has_cells, group in groupby(pairs, key=lambda pair: "\t" in pair[1]):
        rows = list(group)
        if has_cells and len(rows) > 1:
            yield _table(rows)
            before = rows[-1][0]
            continue
        for label, text in rows:
            if label in _HEADS:
                yield from _label(label, text, is_first=not before)
                is_beneath = False
            else:
                if label and is_beneath:
                    yield Content("")
                is_beneath = not label and (is_beneath or before == HEADING)
                if label in _SPACED and before not in (label, "", "object", "holds", "size"):
                    yield Content("")
                is_again = label == before and not label.startswith(_SIGNED)
                yield from [_fact("" if is_again else label, text)] if label else _across(text)
            before = label


def _label(label: str, text: str, *, is_first: bool) -> Iterator[Line]:
    if label == "object":
        yield _identity(text)
        yield Content("")
        return
    if not is_first:
        yield Content("")
    title, _, note = text.partition("  ")
    yield Ends(safe(title, "bold $foreground"), safe(note, "$muted"))


def _fact(label: str, text: str) -> Line:
    lines = text.split("\n")
    if "\t" in text:
        return LabeledRows(label, tuple(tuple(_signed(cell) for cell in line.split("\t")) for line in lines))
    return Fact(label, Content("\n").join(list(map(_signed, lines))))


def _across(text: str) -> Iterator[Line]:
    """Text without a label, line by line, over the whole width; of a line with a sign the further rows hang."""
    return (Hanging("", "  " if line.startswith(_SIGNED) else "", _signed(line)) for line in text.split("\n"))


def _table(rows: Sequence[tuple[str, str]]) -> Line:
    """Rows of cells, the first of which names the columns."""
    cells = [(label, *text.split("\t")) for label, text in rows]
    head, *others = (
        tuple(safe(cell, "$muted") if number == 0 else _signed(cell) for number, cell in enumerate(row))
        for row in cells
    )
    return Grid((tuple(cell.stylize("$muted") for cell in head), *others), ("left",) * len(head))


def _signed(text: str) -> Content:
    """A line whose first sign, if it begins with one, has its color."""
    if not text.startswith(_SIGNED):
        return block(text, "$foreground")
    return join(sign(text[0]), " ", block(text[2:], "$foreground"))


def _identity(text: str) -> Content:
    kind, _, rest = text.partition(" ")
    name, _, version = rest.partition("  ")
    return join(safe(f"{kind} ", "$muted"), safe(name, "bold $foreground"), safe(f"   {version}", "$muted"))


_LISTED = 200
"""Objects of a group that its page lists."""
_MOST_ASKED = 16
"""Images of an index that a registry is asked about, beside its tags."""


def page(inspection: Inspection, selection: Selection, replies: Replies, columns: int = 0) -> Page:
    """The chosen object: YAML with its findings, facts, JSON; a heading says what its group holds.

    `columns` are the cells of a line, 0 where they are not known.
    """
    row = chosen.object_row(inspection, selection)
    if row is None:
        return _of_group(inspection, selection)
    found = finding_list.of_document(inspection, row.document)
    form = next((one for one in inspection.format.forms_of(row.kind) if one.is_tab), None)
    tabs = _tabs(len(found), form, has_schema=is_definition(row))
    opens_on = TabId.FACTS if row.role is Role.META else TabId.YAML
    opens_on = TabId.FORM if form is not None and row.kind in form.opens else opens_on
    tab = selection.tab(Subject.OBJECT, [item.id for item in tabs], opens_on)
    number = _number(inspection, row)
    file = visible.line(row.file or inspection.stream_name)
    plain = Page(
        key=f"{Subject.OBJECT}:{row.document}:{tab}",
        tabs=tabs,
        tab=tab,
        subject=Subject.OBJECT,
        note=f"{file} · line {row.line:,} · {number}",
        number=number,
        copied=visible.name(kind_and_name(row)[1]),
    )
    if tab is TabId.FORM and form is not None:
        asked = AskedForm(name=form.name, document=row.document, width=columns)
        return with_text(plain, ReadText(text=Text.FORM, form=asked), replies, "drawing it")
    return _filled(plain, inspection, selection, replies, row, found)


def side_page(inspection: Inspection, selection: Selection, replies: Replies, shown: Page) -> Page:
    """The findings of an object, to stand beside its text; an empty page where it has none."""
    if shown.subject is not Subject.OBJECT or shown.tab is not TabId.YAML:
        return Page()
    found = page(inspection, selection.with_tab(Subject.OBJECT, TabId.FINDINGS), replies)
    if not found.findings:
        return Page()
    title = next(tab.name for tab in found.tabs if tab.id is TabId.FINDINGS)
    return replace(found, tabs=(), title=title, note="", number="")


def _filled(
    plain: Page,
    inspection: Inspection,
    selection: Selection,
    replies: Replies,
    row: ObjectRow,
    found: tuple[Finding, ...],
) -> Page:
    match plain.tab:
        case TabId.FINDINGS:
            body = finding_detail.body(
                found,
                inspection,
                none=_nothing(inspection, row),
            )
            copied = "\n\n".join(map(finding_detail.plain, found)) or plain.copied
            return replace(plain, body=body, copied=copied, findings=found)
        case TabId.FACTS:
            more = _of_meta(inspection, replies) if row.role is Role.META else ()
            return with_facts(plain, ReadFacts(document=row.document), replies, *more)
        case TabId.SCHEMA:
            asked = request_of(row.document)
            return replace(plain, body=state_of(asked, replies, "reading the schema"), request=asked)
        case TabId.JSON:
            request = ReadText(text=Text.DOCUMENT_JSON, document=row.document)
            return with_text(replace(plain, file="JSON"), request, replies, "turning YAML into JSON")
    if inspection.stream is None:
        return replace(plain, body=(words(f"◌ waits for {inspection.wording.stream_file}", "$muted"),))
    text = TextRange(
        path=inspection.stream.path, start=row.start, end=row.end, first_line=row.first_line, language="yaml"
    )
    return replace(
        plain,
        head=_head(row),
        file=visible.line(row.file or inspection.stream_name),
        text=text,
        line_findings=finding_detail.line_findings(found),
        line=selection.line,
        seek=next(iter(search_words(problems_only.filter_of(selection, PaneId.OBJECTS))), ""),
    )


def _nothing(inspection: Inspection, row: ObjectRow) -> str:
    """The sentence where an object has no findings."""
    if row.badge or row.document in inspection.previews:
        return "No findings for this object."
    return "Not checked yet." if is_loading(inspection.verdict) else "Not checked."


def _tabs(found: int, form: Form | None, *, has_schema: bool) -> tuple[Tab, ...]:
    """The meta object opens on what it is in words, what is drawn on its drawing, every other one on its text."""
    return (
        Tab(id=TabId.FACTS, name="Overview"),
        Tab(id=TabId.YAML, name="YAML"),
        *([Tab(id=TabId.SCHEMA, name="Schema")] if has_schema else []),
        *([Tab(id=TabId.FORM, name=form.title)] if form else []),
        Tab(id=TabId.FINDINGS, name=f"Findings {found}" if found else "Findings"),
        Tab(id=TabId.JSON, name="JSON"),
    )


def _number(inspection: Inspection, row: ObjectRow) -> str:
    """`4 of 1,540`."""
    documents = [item.document for item in inspection.listed]
    number = documents.index(row.document) + 1 if row.document in documents else 0
    return f"{number:,} of {cells.amount_of(inspection)}"


def _head(row: ObjectRow) -> tuple[Content, ...]:
    kind, name = kind_and_name(row)
    title = join(safe(f"{kind} ", "$muted"), safe(row.defines or name or "(no name)", "bold $foreground"))
    group = row.group or (row.api_version or "").rpartition("/")[0]
    where = safe(" · ".join(filter(None, (group, row.scope))), "$muted")
    return (title, where, safe(_versions(row), "$muted"))


def _versions(row: ObjectRow) -> str:
    if not row.versions:
        return (row.api_version or "").rpartition("/")[2]
    if len(row.versions) == 1:
        return row.versions[0]
    return " · ".join(f"{name} (stored)" if name == row.stored else name for name in row.versions)


def _of_meta(inspection: Inspection, replies: Replies) -> tuple[tuple[str, str], ...]:
    """What the screen knows beside the package: who accepts it, what it installs, what a cluster says, who signed."""
    installed = inspection.resolved.installed if inspection.resolved else None
    cluster = facts_of(installed) if installed is not None else ()
    return (*_judged(inspection), *_holds(inspection), *cluster, ("signatures", _signatures(inspection, replies)))


def _signatures(inspection: Inspection, replies: Replies) -> str:
    """Who signed it, as far as that was asked for; before that, what asking costs."""
    if any(isinstance(one, ReadReferrers) for one in replies.known):
        from xpkgtui.app.referrers.list import overview  # not before the first paint

        return overview(inspection, replies)
    if inspection.resolved is not None and not inspection.resolved.has_image:
        return "none: only an image has a place for them"
    if inspection.resolved is None or not inspection.resolved.is_remote:
        return "not looked for · R looks, without a request"
    images = {one.digest for one in inspection.entries if one.role is not PlatformRole.ATTESTATION}
    count = 1 + min(_MOST_ASKED, len(images) + inspection.is_index)
    return f"not asked · R asks: {count:,} requests or more"


def _judged(inspection: Inspection) -> tuple[tuple[str, str], ...]:
    """The verdict of each tool, where several judge."""
    verdict = verdict_of(inspection)
    if verdict is None or not verdict.others or inspection.judged is None:
        return ()
    judged, wording = inspection.judged, inspection.wording
    lines = [_says(wording.judge(verdict.by or judged.profile, judged.crossplane), verdict)]
    lines += [_says(wording.judge(one.profile, judged.crossplane), one) for one in verdict.others]
    return heading("Tools", "x explains"), ("", "\n".join(lines))


def _says(who: str, one: Verdict | OtherVerdict) -> str:
    match one.acceptance:
        case Acceptance.ACCEPTED:
            return f"✓ {who} accepts it"
        case Acceptance.REFUSED:
            return f"✗ {who} refuses it: {visible.line(one.reason)}"
    return f"! {who} is undecided: {visible.line(one.reason)}"


def _holds(inspection: Inspection) -> tuple[tuple[str, str], ...]:
    """The number of objects of each kind, and their API groups."""
    kinds, groups = cells.kinds_of(inspection)
    unread = sum(row.unread is not None for row in inspection.outlines)
    left = f"{plural(unread, 'document')} not read" if unread else ""
    if not kinds:
        return (("holds", left or "no objects"),)
    names = ", ".join(f"{count:,} {kind}{'s' if count > 1 else ''}" for kind, count in kinds.most_common(4))
    where = f" in {next(iter(groups))}" if len(groups) == 1 else f" in {len(groups)} API groups"
    return (("holds", f"{names}{where}{left and f'; {left}'}"),)


def _of_group(inspection: Inspection, selection: Selection) -> Page:
    group = (selection.row(ListId.OBJECTS) or groups.default_key(inspection, selection)).partition(":")[2]
    rows = [row for row in inspection.listed if groups.group_of(row) == group]
    if not rows:
        body: tuple[Content, ...] = (words("No object is selected.", "$muted"),)
        return Page(
            key="object:none",
            subject=Subject.OBJECT,
            tabs=(Tab(id=TabId.FACTS, name="Object"),),
            tab=TabId.FACTS,
            body=body,
        )
    badges = object_list.badge_words(Counter(row.badge for row in rows if row.badge is not None))
    lines = [
        join(
            safe(group, "bold $foreground"),
            (f"   {plural(len(rows), 'object')}   ", "$muted"),
            badges,
        ),
        Content(""),
        *(cells.label(row) for row in rows[:_LISTED]),
    ]
    if len(rows) > _LISTED:
        lines.append(words(f"and {len(rows) - _LISTED:,} more", "$muted"))
    return Page(
        key=f"group:{group}",
        tabs=(Tab(id=TabId.GROUP, name="Group"),),
        tab=TabId.GROUP,
        subject=Subject.GROUP,
        body=tuple(lines),
        copied=visible.name(group),
    )
