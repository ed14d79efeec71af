"""One example in full: what becomes of it and why, and its text with what is wrong at its lines."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.drawing.page import Ends, Fact, Hanging, Line, LineFinding, Page, Tab
from xpkgtui.app.drawing.styled_text import block, join, safe, sign, words
from xpkgtui.app.drawing.waiting import with_text
from xpkgtui.app.examples.list import sign_of
from xpkgtui.app.schemas.places import text_of
from xpkgtui.app.state.examples import TABS, ExampleRow, definition_of
from xpkgtui.app.state.list_and_detail import ListSelection
from xpkgtui.app.state.lists import chosen
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.selection import TabId
from xpkgtui.formats.examples.example import Example, ExampleVerdict, FieldProblem
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.requests import ReadText, Text, View
from xpkgtui.reporting.contents.example_list import WORDS, ListedExamples, place

_COLUMN = 10
_LONGEST = 20_000
"""Characters of a message that are shown."""


def page(
    inspection: Inspection,
    replies: Replies,
    found: ListedExamples | None,
    row: ExampleRow | None,
    selection: ListSelection,
) -> Page:
    """The page of the row under the cursor; without one, where examples were looked for."""
    if row is None:
        return Page(key="none", title="Example", body=tuple(_places(found)))
    if row.example is None:
        return Page(key=row.key, title="Kind", body=tuple(_kind(inspection, row)), copied=row.kind)
    one, tab = row.example, selection.tab
    tabs = tuple(Tab(id=each, name="YAML" if each is TabId.YAML else "Example") for each in TABS)
    plain = Page(key=f"{row.key}:{tab}", tabs=tabs, tab=tab, copied=one.name)
    if tab is TabId.YAML:
        return _yaml(inspection, replies, one, plain)
    return replace(plain, body=tuple(_example(one)), note="enter: its text")


def _places(found: ListedExamples | None) -> Iterator[Line]:
    for one in found.list.places if found is not None else ():
        yield safe(one, "$muted")


def _kind(inspection: Inspection, row: ExampleRow) -> Iterator[Line]:
    yield safe(row.kind, "bold $foreground")
    yield safe(row.group, "$yamlkey")
    yield Content("")
    yield words("No example is of this kind.", "$foreground")
    if definition_of(inspection, row) is not None:
        yield words("**enter** shows its fields and a sample", "$muted")


def _example(one: Example) -> Iterator[Line]:
    verdict = WORDS[one.verdict]
    yield Ends(safe(one.words, "bold $foreground"), safe(verdict.partition(",")[0], "$muted"))
    yield safe(one.api_version or "no apiVersion", "$yamlkey")
    yield Content("")
    yield join(sign(sign_of(one.verdict)), " ", safe(_verdict_sentence(one), "$foreground"))
    yield from _problems("Errors", one.errors)
    yield from _problems("Fields that its definition does not have", one.unknown)
    if one.unknown:
        yield words("kubectl refuses them; other clients lose them silently.", "$muted")
    if one.message:
        yield Content("")
        yield words("**Message**")
        yield block(visible.clip(one.message, _LONGEST), "$error" if one.is_refused else "$foreground")
    yield from _fields("Not kept", one.dropped)
    yield from _fields("Set by default", one.defaulted)
    yield Content("")
    yield Fact("place", safe(place(one), "$foreground"), _COLUMN)
    if one.layer is not None:
        yield Fact("layer", words(f"{one.layer}", "$foreground"), _COLUMN)


def _verdict_sentence(one: Example) -> str:
    """The verdict in a sentence."""
    reason = one.reason.rstrip(".")
    if one.is_broken:
        return f"It is not an object: {reason}."
    if one.is_refused:
        who = "The API server refuses it" if one.errors or not one.unknown else "kubectl refuses it"
        return f"{who}." if one.message or not reason else f"{who}: {reason}."
    if one.verdict is ExampleVerdict.ACCEPTED:
        return "The API server accepts it."
    lead = "It cannot be decided" if one.verdict is ExampleVerdict.UNDECIDED else "It was not judged"
    return f"{lead}: {reason}." if reason else f"{lead}."


def _problems(title: str, found: Sequence[FieldProblem]) -> Iterator[Line]:
    if not found:
        return
    yield Content("")
    yield Ends(words(f"**{title}**"), words(f"{len(found):,}", "$muted"))
    for one in found:
        line = f"line {one.line:,}  " if one.line is not None else ""
        yield join(sign("✗"), " ", (line, "$muted"), safe(one.field, "$yamlkey"))
        if one.message:
            yield Hanging("  ", "  ", safe(visible.clip(one.message, _LONGEST), "$foreground"))


def _fields(title: str, found: Sequence[str]) -> Iterator[Line]:
    if found:
        yield Content("")
        yield Ends(words(f"**{title}**"), words(f"{len(found):,}", "$muted"))
        yield from (Hanging("  ", "    ", safe(one, "$foreground")) for one in found)


def _yaml(inspection: Inspection, replies: Replies, one: Example, plain: Page) -> Page:
    """The text of its file, or of the document that has it, at its first line that is wrong."""
    problems = [(each, each.message or "unknown field") for each in (*one.errors, *one.unknown)]
    notes = tuple(
        LineFinding(line=each.line, sign="✗", rule=visible.line(each.field), message=said)
        for each, said in problems
        if each.line is not None
    )
    line = min((each.line for each in notes), default=one.line)
    at = replace(plain, file=visible.line(one.file or inspection.stream_name), line=line, line_findings=notes)
    if one.field:
        row = chosen.row_of_document(inspection, one.document)
        text = text_of(inspection, row) if row is not None else None
        waits = words(f"◌ waits for {inspection.wording.stream_file}", "$muted")
        return replace(at, text=text) if text is not None else replace(at, body=(waits,))
    view = View.LAYER if one.layer is not None else View.BASE
    request = ReadText(text=Text.FILE, view=view, layer=one.layer, path=one.file)
    found = with_text(at, request, replies, "reading the file")
    # Once the text is there, it begins at its line.
    return replace(found, key=f"{plain.key}:text") if found.text is not None else found
