"""One change in full: before and now, who is affected, what to do first, and the proof."""

from collections.abc import Iterator, Sequence

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.changes.list import NAMES, short
from xpkgtui.app.changes.whole import findings_page, objects_page
from xpkgtui.app.drawing.page import Code, Ends, Fact, Line, Page, ShellLine, Tab, TwoTexts
from xpkgtui.app.drawing.styled_text import SEVERITIES, block, join, safe, sign, words
from xpkgtui.app.state.changes import (
    ChangeGroup,
    ChangeSelection,
    ChangeText,
    ComparedPackages,
    FindingsCheck,
    WeighedChange,
    chosen_row,
    group_of,
    shown_change,
)
from xpkgtui.app.state.selection import TabId
from xpkgtui.reporting.as_text.tables import plural
from xpkgtui.reporting.differences import SEVERITY, subject_of, value_words
from xpkgtui.rules.changes.change import Change
from xpkgtui.rules.finding import Place

_COLUMN = 12
_AROUND = (3, 9)
"""Rows of both texts before and after the place of a change, beneath its words."""
_LONGEST = 1_200
"""Characters of a value that are shown."""
_NAMES = {TabId.CHANGE: "Change", TabId.TEXT: "Text", TabId.OBJECTS: "Objects", TabId.FINDINGS: "Findings"}
_TABS = tuple(Tab(id=one, name=name) for one, name in _NAMES.items())
_EXPLAINED = {
    ChangeGroup.BREAKS: "Something that works with the old package does not work with the new one.",
    ChangeGroup.CHECK: "These may affect you: look at each before the upgrade.",
    ChangeGroup.ADDITIONS: "New, or allowed that was not. No action needed.",
    ChangeGroup.WORDS: "Descriptions and columns, which no program reads. No action needed.",
    ChangeGroup.IMAGE: "The image around the package.",
}


def page(
    compared: ComparedPackages,
    selection: ChangeSelection,
    both: ChangeText | None = None,
    check: FindingsCheck | None = None,
) -> Page:
    """The page of the row under the cursor, with old and new text once they are read; or one about all of it."""
    if compared.failure is None and selection.tab in (TabId.OBJECTS, TabId.FINDINGS):
        is_objects = selection.tab is TabId.OBJECTS
        lines = objects_page(compared) if is_objects else findings_page(compared, check or FindingsCheck())
        return Page(key=f"{selection.tab}", tabs=_TABS, tab=selection.tab, body=tuple(lines))
    one = shown_change(compared, selection)
    if one is not None:
        read = both if both is not None and both.number == one.number else None
        number = f"{(compared.place(one.key) or 0) + 1:,} of {len(compared.order):,}"
        return Page(
            key=f"{one.key}:{selection.tab}",
            tabs=_TABS,
            tab=selection.tab,
            body=tuple(_texts(one, selection, read) if selection.tab is TabId.TEXT else _whole(one, selection, read)),
            note=number,
            line=read.focus if read is not None and selection.tab is TabId.TEXT else None,
            copied=copied(one),
        )
    body = tuple(_no_change(compared, selection))
    key = f"{chosen_row(compared, selection)}"
    if compared.failure is not None or not compared.is_done:
        return Page(key=key, title="Change", body=body)
    return Page(key=key, tabs=_TABS, tab=selection.tab, body=body)


def _whole(one: WeighedChange, selection: ChangeSelection, read: ChangeText | None) -> Iterator[Line]:
    """The change, and the lines around its place."""
    yield from _change(one)
    if read is not None and read.rows:
        first = max(0, read.focus - _AROUND[0])
        yield Content("")
        yield TwoTexts(read.rows[first : read.focus + _AROUND[1]], one_column=selection.one_column)


def _texts(one: WeighedChange, selection: ChangeSelection, read: ChangeText | None) -> Iterator[Line]:
    """The object's text, old and new; long stretches without a change are left out."""
    yield join(sign(SEVERITIES[SEVERITY[one.weight]]), " ", safe(subject_of(one.change), "bold $foreground"))
    yield Ends(
        safe(place_words(one.change.old) or "not in the old package", "$muted"),
        safe(place_words(one.change.new) or "not in the new package", "$muted"),
    )
    yield Content("")
    if read is None:
        yield join(sign("◌"), " ", safe("Reading both texts", "$muted"))
    elif read.problem:
        yield join(sign("✗"), " ", safe(read.problem, "$foreground"))
    elif read.rows:
        yield TwoTexts(read.rows, one_column=selection.one_column, focus=read.focus)
    else:
        yield words("This change is not in a text of the package.", "$muted")


def _no_change(compared: ComparedPackages, selection: ChangeSelection) -> Iterator[Line]:
    """What is said where the cursor is on no change: why nothing is compared, or what a group is."""
    if compared.failure is not None:
        yield join(sign("✗"), " ", safe(compared.failure.title, "bold $foreground"))
        yield Content("")
        for number, tried in enumerate(compared.failure.tried, 1):
            yield Fact("tried" if number == 1 else "", safe(tried, "$foreground"), _COLUMN)
        if compared.failure.hint:
            yield Fact("next", safe(compared.failure.hint, "$foreground"), _COLUMN)
        return
    group = group_of(chosen_row(compared, selection) or ":")
    if group is not None:
        members = compared.groups[group]
        yield words(f"**{NAMES[group]}**")
        yield Content("")
        yield words(_EXPLAINED[group], "$foreground")
        yield Content("")
        objects = len({one.change.object for one in members})
        yield words(f"{plural(len(members), 'change')} in {plural(objects, 'object')}", "$muted")
    elif compared.is_done:
        yield words(f"✓ {plural(compared.found.equal, 'object')} on both sides, all equal", "$foreground")


def _change(one: WeighedChange) -> Iterator[Line]:
    change = one.change
    head = f"{subject_of(change)}: {short(change)}"
    yield join(sign(SEVERITIES[SEVERITY[one.weight]]), " ", safe(head, "bold $foreground"))
    yield Content("")
    yield from _values(change)
    if change.who:
        yield Fact("who", block(change.who, "$foreground"), _COLUMN)
        yield Content("")
    if change.first:
        yield from _first(change.first)
    if change.witness is not None:
        yield Fact("proof", words("The old package accepts this manifest:", "$foreground"), _COLUMN)
        yield from _boxed(visible.block(change.witness.manifest.strip("\n")).split("\n"))
        yield Fact("", words("With the new one the API server says:", "$foreground"), _COLUMN)
        yield Fact("", block(change.witness.says, "$error"), _COLUMN)
        yield Content("")
    yield from _places(change)


def _values(change: Change) -> Iterator[Line]:
    """The field, and its value on both sides."""
    if change.object is not None:
        name = f"{change.object.kind} {change.object.name}"
        yield Fact("object", safe(name, "$foreground"), _COLUMN)
    if change.version:
        yield Fact("version", safe(change.version, "$foreground"), _COLUMN)
    if change.field:
        yield Fact("field", safe(change.field, "$foreground"), _COLUMN)
    if change.before is not None or change.after is not None:
        yield Fact("before", _value(change.before), _COLUMN)
        yield Fact("now", _value(change.after), _COLUMN)
    yield Content("")


def _value(text: str | None) -> Content:
    if text is None:
        return words("nothing", "$muted")
    return safe(visible.clip(value_words(text), _LONGEST), "$foreground")


def _first(rows: Sequence[str]) -> Iterator[Line]:
    """What to do first: sentences beside the label, commands in a box."""
    label = "do first"
    for row in rows:
        if row.startswith("$ "):
            if label:
                yield Fact(label, Content(""), _COLUMN)
            yield ShellLine(row[2:])
        else:
            yield Fact(label, safe(row, "$foreground"), _COLUMN)
        label = ""
    yield Content("")


def _boxed(rows: Sequence[str]) -> Iterator[Line]:
    return (Code(Content.styled(f"   {row} ", "$foreground"), "$panel") for row in rows)


def _places(change: Change) -> Iterator[Line]:
    old, new = place_words(change.old), place_words(change.new)
    if old:
        yield Fact("old", safe(old, "$muted"), _COLUMN)
    if new:
        yield Fact("new", safe(new, "$muted"), _COLUMN)
    yield Ends(Content(""), Content.styled(change.id, "$muted"))


def place_words(place: Place | None) -> str:
    """`package.yaml · line 1,204`; empty where there is none."""
    if place is None or place.line is None:
        return ""
    return f"{place.file or place.path or 'document ' + str(place.document)} · line {place.line:,}"


def copied(one: WeighedChange) -> str:
    """The text of a change for the clipboard."""
    change = one.change
    rows = [f"{change.id} {subject_of(change)}: {short(change)}"]
    rows += [f"before: {change.before}", f"now: {change.after}"] if change.before or change.after else []
    rows += [f"who: {change.who}"] if change.who else []
    rows += [f"first: {row}" for row in change.first]
    if change.witness is not None:
        rows += ["proof:", change.witness.manifest.strip("\n"), f"says: {change.witness.says}"]
    return "\n".join(rows)
